import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { formats } from '../../../src/formats/registry.ts';
import { needs } from '../../helpers/needs.ts';
import { createSetup, runShell, type Setup, scripts } from './shells.ts';

needs('bash');

/** What bash offers for a line whose words are split as bash splits them. */
async function offered(setup: Setup, ...words: string[]): Promise<string[]> {
  const script = `
    source '${scripts}/costctl.bash'
    COMP_WORDS=("$@")
    COMP_CWORD=$(($# - 1))
    _costctl
    printf '%s\\n' "\${COMPREPLY[@]}"
  `;
  const text = await runShell(setup, 'bash', ['-c', script, 'bash', ...words]);
  return text.split('\n').filter(Boolean).sort();
}

test.each<[words: string[], offers: string[]]>([
  [['work'], ['workspaces']],
  [['workspaces', 'pro'], ['providers']],
  [
    ['workspaces', 'list', '--ma'],
    ['--max', '--max-wait'],
  ],
  [['workspaces', 'ls', '--pag'], ['--page']],
  [['-o', 'nd'], ['ndjson']],
  [['-o', 'json', 'workspaces', 'ge'], ['get']],
  [['--output', '=', 'ya'], ['yaml']],
  [['--output', '='], [...formats].sort()],
  [['users', 'list', '--role', 'own'], ['owner']],
  [['costs', 'report', '--sections', 'ch'], ['changes']],
  [
    ['costs', 'reconcile', '--accept', 'missing'],
    ['missing\\ in\\ the\\ invoice', 'missing\\ in\\ the\\ rows'],
  ],
  [['costs', 'reconcile', '--accept', 'missing\\ in\\ the\\ r'], ['missing\\ in\\ the\\ rows']],
  [
    ['metrics', 'import', '--duplicates', ''],
    ['first', 'last', 'sum'],
  ],
  [
    ['completion', ''],
    ['bash', 'fish', 'powershell', 'zsh'],
  ],
  [['help', 'exit'], ['exit-codes']],
  [['help', 'metrics', 'im'], ['import']],
  [['workspaces', 'providers', 'en'], ['enable']],
  [
    ['api', 'P'],
    ['PATCH', 'POST', 'PUT'],
  ],
  [
    ['api', 'GET', '/v1/work'],
    ['/v1/workspace-providers', '/v1/workspaces'],
  ],
  [['api', 'POST', '/v1/virtual-tags', '--dr'], ['--dry-run']],
])('bash completes the fixed words of %j and starts no program', async (words, offers) => {
  const setup = createSetup();
  expect(await offered(setup, 'costctl', ...words)).toEqual(offers);
  expect(setup.asked()).toEqual([]);
});

test.each<[words: string[], asked: string]>([
  [['workspaces', 'get', 'wsp_o'], '__complete workspaces =wsp_o workspaces get'],
  [['workspaces', 'rm', 'wsp_o'], '__complete workspaces =wsp_o workspaces rm'],
  [['-w', 'wsp_o'], '__complete workspaces =wsp_o -w'],
  [['-p', 'work', 'metrics', 'get', 'wsp_o'], '__complete metrics =wsp_o -p work metrics get'],
  [['providers', 'test', 'a', 'b', 'wsp_o'], '__complete providers =wsp_o providers test a b'],
  [['profiles', 'use', 'wsp_o'], '__complete profiles =wsp_o profiles use'],
])('bash asks costctl for the live values of %j', async (words, asked) => {
  const setup = createSetup();
  expect(await offered(setup, 'costctl', ...words)).toEqual(['wsp_one']);
  expect(setup.asked()).toEqual([asked]);
});

test('bash asks costctl to continue a list of words after a comma', async () => {
  const setup = createSetup('total,changes\t\n');
  const words = ['costs', 'report', '--sections'];
  expect(await offered(setup, 'costctl', ...words, 'total,ch')).toEqual(['total\\,changes']);
  expect(setup.asked()).toHaveLength(1);
  expect(setup.asked()[0]).toMatch(/^__complete =total,\S+ =total,ch costs report --sections$/);
});

describe('the words of an imported document', () => {
  // The script searches the stored words with it; without it, bash offers the built-in ones.
  needs('grep');

  test('are completed without starting a program', async () => {
    const setup = createSetup('', { imported: true });
    expect(await offered(setup, 'costctl', 'inv')).toEqual(['invoices']);
    expect(await offered(setup, 'costctl', 'wor')).toEqual(['workspaces']);
    expect(await offered(setup, 'costctl', 'workspaces', 'li')).toEqual(['list']);
    // Both the program and the document have it.
    expect(await offered(setup, 'costctl', 'budgets', 'cr')).toEqual(['create']);
    expect(await offered(setup, 'costctl', 'workspaces', 'list', '--pag')).toEqual(['--page']);
    expect(await offered(setup, 'costctl', 'invoices', 'p')).toEqual(['pay']);
    expect(await offered(setup, 'costctl', '-o', 'json', 'invoices', '')).toEqual(['list', 'pay']);
    expect(await offered(setup, 'costctl', 'help', 'invoices', 'p')).toEqual(['pay']);
    expect(await offered(setup, 'costctl', 'invoices', '--pro')).toEqual(['--profile']);
    expect(setup.asked()).toEqual([]);
  });
});

test.each([
  [['invoices', 'ls', 'p'], '__complete line =p invoices ls'],
  [['invoices', 'pay', '--'], '__complete line =-- invoices pay'],
  [['budgets', 'create', '--pe'], '__complete line =--pe budgets create'],
  [['workspaces', 'create', '--pe'], '__complete line =--pe workspaces create'],
])('bash asks costctl for words that only an imported document has: %j', async (words, asked) => {
  const setup = createSetup('pay\tPay\n--period\tPeriod\n', { imported: true });
  expect(await offered(setup, 'costctl', ...words)).toHaveLength(1);
  expect(setup.asked()).toEqual([asked]);
});

test.each([
  [['--by', 'tags.aws', ':'], 'tags.aws:', ['createdBy', 'team\\ a']],
  [['--by', 'tags.aws', ':', 'cr'], 'tags.aws:cr', ['createdBy']],
  [['--by', '=', 'tags.aws', ':', 'cr'], 'tags.aws:cr', ['createdBy']],
  [['--by', 'tags.aws\\:cr'], 'tags.aws:cr', ['tags.aws:createdBy']],
  [['--by', 'tags.a', '='], 'tags.a=', ['b']],
  [['--by', '=', 'tags.a', '=', 'b'], 'tags.a=b', ['b']],
  [['--by', 'tags.a', '=', 'b', '--by', 'tags.s'], 'tags.s', ['tags.service']],
])(
  'bash completes what comes after the colon or sign of a value: %j',
  async (words, asked, offers) => {
    const columns = ['aws:createdBy', 'aws:team a', 'a=b', 'service'].map((one) => `tags.${one}`);
    const setup = createSetup(`${columns.join('\n')}\n`);
    expect(await offered(setup, 'costctl', 'costs', 'summary', ...words)).toEqual(offers);
    expect(setup.asked()[0]).toMatch(`__complete columns =${asked} costs summary --by`);
  },
);

test('bash completes an option after a value that ends with a sign', async () => {
  const setup = createSetup();
  const words = ['workspaces', 'create', '--set', 'a', '=', '--dr'];
  expect(await offered(setup, 'costctl', ...words)).toEqual(['--dry-run']);
});

test('bash falls back to its own tables, such as files, if costctl offers nothing', async () => {
  const setup = createSetup('', { imported: true });
  writeFileSync(join(setup.folder, 'orders.csv'), '');
  expect(await offered(setup, 'costctl', 'users', 'list', '-O', 'ord')).toEqual(['orders.csv']);
});

test('bash offers files if a file is expected', async () => {
  const setup = createSetup();
  writeFileSync(join(setup.folder, 'orders.csv'), '');
  expect(await offered(setup, 'costctl', 'metrics', 'import', 'bmt_x', 'ord')).toEqual([
    'orders.csv',
  ]);
  expect(await offered(setup, 'costctl', 'workspaces', 'list', '-O', 'ord')).toEqual([
    'orders.csv',
  ]);
  writeFileSync(join(setup.folder, 'a:b=c.csv'), '');
  const words = ['metrics', 'import', 'bmt_x', 'a', ':', 'b', '='];
  expect(await offered(setup, 'costctl', ...words)).toEqual(['c.csv']);
});

test('bash offers nothing for a free-text value', async () => {
  const setup = createSetup();
  expect(await offered(setup, 'costctl', 'metrics', 'create', '--name', 'w')).toEqual([]);
  expect(setup.asked()).toEqual([]);
});

describe('an interactive bash', () => {
  needs('script');

  test('completes the typed line', async () => {
    const setup = createSetup();
    const lines = `source '${scripts}/costctl.bash'\nset -x\ncostctl worksp\t li\t -o nds\b\b\bndj\t\nexit\n`;
    await runShell(setup, 'script', ['-qec', 'bash --norc -i', '/dev/null'], lines);
    expect(setup.asked()).toEqual(['workspaces list -o ndjson']);
  });
});

test('bash never runs a value from the service', async () => {
  const setup = createSetup('$(touch ran)\tbad\n`touch ran`\tbad\n');
  const offers = await offered(setup, 'costctl', 'workspaces', 'get', '');
  expect(offers).toEqual(['\\$\\(touch\\ ran\\)', '\\`touch\\ ran\\`']);
  expect(await runShell(setup, 'ls', [])).not.toContain('ran');
});
