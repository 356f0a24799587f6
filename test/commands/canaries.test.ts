import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { formats, isCheckFormat } from '../../src/formats/registry.ts';
import { connectMcp } from '../helpers/mcp.ts';
import { createFolder, run, testToken } from '../helpers/run.ts';
import { scriptService } from '../helpers/service.ts';

/** Every text of the environment and of a secret file that must never be shown, in any spelling. */
const canaries = {
  COSTCTL_TOKEN: testToken,
  GH_TOKEN: 'canary/of+the"runner',
  KEY: 'canary/of+a"credential',
  FILE: 'canary/of+a"file',
};
const env = { ...canaries, COSTCTL_VAR_PUBLIC: 'declared', COSTCTL_JOURNAL: 'on' };

function spell(secret: string): string[] {
  const json = JSON.stringify(secret).slice(1, -1);
  return [secret, json, encodeURIComponent(secret), Buffer.from(secret).toString('base64')];
}

function shown(text: string): string[] {
  const found = Object.entries(canaries).filter(([, secret]) =>
    spell(secret).some((spelling) => text.includes(spelling)),
  );
  return found.map(([name]) => name);
}

/** What any file of a run contains, but for the two that the user wrote. */
function stored(folder: string): string {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true });
  return files
    .filter((file) => file.isFile() && file.name !== 'secret.txt')
    .map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'latin1'))
    .join('\n');
}

function start(settings: string): { folder: string; path: string } {
  const folder = createFolder();
  const path = join(folder, 'c.yaml');
  writeFileSync(path, settings);
  writeFileSync(join(folder, 'secret.txt'), `${canaries.FILE}\n`);
  return { folder, path };
}

const settings = `version: 1
workspace: wsp_storefront
providers:
  - name: New
    key: datadog
    description: "\${PUBLIC}"
    credentials: { apiKey: env:KEY, applicationKey: "@secret.txt" }
filters:
  - { title: "\${PUBLIC}", filter: 'region = "eu"' }
`;

const plans = formats.map((format) => [
  'plan',
  '-o',
  format,
  ...(isCheckFormat(format) ? ['--check'] : []),
]);

test.each([
  ...plans.filter((words) => !words.includes('xlsx')),
  ['plan', '-O', 'plan.json'],
  ['plan', '-O', 'plan.md'],
  ['plan', '--query', 'changes'],
  ['plan', '--debug'],
  ['plan', '--check', '-o', 'json'],
  ['validate'],
  ['apply', '--dry-run', '-o', 'json'],
  ['apply', '--yes', '--debug'],
  ['apply', '--yes', '-o', 'json'],
])('config %s %s %s shows no secret, and what is declared public', async (action, ...more) => {
  const { folder, path } = start(settings);
  const words = more.map((word) => (word.startsWith('plan.') ? join(folder, word) : word));
  const outcome = await run(['--sandbox', 'config', action, path, ...words], { folder, env });
  expect([0, 11]).toContain(outcome.exitCode);
  expect(shown(outcome.stdout + outcome.stderr + stored(folder))).toEqual([]);
  if (action !== 'validate' && !more.includes('junit') && !more.includes('github')) {
    expect(outcome.stdout + stored(folder)).toContain('declared');
  }
});

test('the tools of a model show no secret, and what is declared public', async () => {
  const { folder, path } = start(settings);
  const words = ['--sandbox', '--allow-changes', '--export-dir', folder];
  const { call, close } = await connectMcp(words, { folder, env });
  const plan = await call('config_plan', { file: path, planFile: 'plan.json' });
  const applied = await call('config_apply', { plan: plan.plan });
  const { stdout, stderr } = await close();
  expect(applied.ok).toBe(true);
  expect(stdout).toContain('declared');
  expect(shown(stdout + stderr + stored(folder))).toEqual([]);
});

describe('a file cannot name', () => {
  test.each(['COSTCTL_TOKEN', 'GH_TOKEN', 'HOME', 'COSTCTL_VAR_PUBLIC'])(
    'the variable %s',
    async (name) => {
      const { folder, path } = start(settings.replaceAll('PUBLIC', name));
      for (const action of ['validate', 'plan', 'apply']) {
        const outcome = await run(['--sandbox', 'config', action, path], {
          folder,
          env,
        });
        expect(outcome.exitCode).toBe(2);
        expect(outcome.stdout + outcome.stderr).toContain(`COSTCTL_VAR_${name} is not set`);
        expect(shown(outcome.stdout + outcome.stderr + stored(folder))).toEqual([]);
      }
    },
  );

  test.each(['env:COSTCTL_TOKEN', 'env:costctl_token_file'])('%s as a credential', async (name) => {
    const { folder, path } = start(settings.replaceAll('env:KEY', name));
    const { stderr, exitCode } = await run(['--sandbox', 'config', 'validate', path], {
      folder,
      env,
    });
    expect(exitCode).toBe(2);
    expect(stderr).toContain('credentials.apiKey: is the token of this program');
    const words = `providers update prv_dd --credential apiKey=${name} --partial`;
    const update = await run(`--sandbox ${words}`, { folder, env });
    expect(update).toMatchObject({
      exitCode: 2,
      stderr: `error: ${name}: is the token of this program, which is not a credential of a provider\n`,
    });
  });

  test('the environment of a process as a file', async () => {
    const { folder, path } = start(settings.replaceAll('@secret.txt', '@/proc/self/environ'));
    const { stderr, exitCode } = await run(['--sandbox', 'config', 'apply', path, '--yes'], {
      folder,
      env,
    });
    expect(exitCode).toBe(2);
    expect(stderr).toContain('the file /proc/self/environ cannot be read');
  });
});

test.each(['', '-o json', '--debug'])(
  'a service that repeats a credential in its error shows none: %s',
  async (more) => {
    const folder = createFolder();
    const detail = `refused: ${Object.values(canaries).join(' ')}`;
    const service = scriptService({
      method: 'PUT',
      path: '/v1/providers/prv_dd',
      status: 400,
      answer: { title: 'no', detail },
    });
    writeFileSync(join(folder, 'secret.txt'), canaries.FILE);
    const outcome = await run(
      [
        ...'providers update prv_dd --partial --credential a=env:KEY'.split(' '),
        ...['--credential', `b=@${join(folder, 'secret.txt')}`],
        ...['--credential', `c=${canaries.GH_TOKEN}`, ...more.split(' ').filter(Boolean)],
      ],
      { folder, env: { ...env, COSTCTL_JOURNAL: 'off' }, service },
    );
    expect(outcome.exitCode).toBe(2);
    expect(outcome.stderr).toContain('refused: ');
    expect(shown(outcome.stdout + outcome.stderr)).toEqual([]);
  },
);
