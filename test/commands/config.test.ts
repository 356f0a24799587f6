import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { planSchema } from '../../src/commands/config/plan.ts';
import { widthOf } from '../../src/text-width.ts';
import { hashSecretsQuickly } from '../helpers/quick-secrets.ts';
import { createFolder, run, type World } from '../helpers/run.ts';
import { failWith, readJson, succeed } from '../helpers/screens.ts';
import { type Exchange, pageOf, scriptService } from '../helpers/service.ts';

hashSecretsQuickly();

/** A folder with a settings file of the sandbox. */
async function start(): Promise<string> {
  const folder = createFolder();
  await succeed(config(folder, ['pull', '-O', join(folder, 'c.yaml')]));
  return folder;
}

function config(folder: string, words: readonly string[], world: World = {}) {
  return run(['--sandbox', 'config', ...words], { folder, ...world });
}

function edit(folder: string, change: (text: string) => string, name = 'c.yaml'): string {
  const path = join(folder, name);
  writeFileSync(path, change(readFileSync(path, 'utf8')));
  return path;
}

const addSeats = (text: string) =>
  text.replace('metrics:\n', 'metrics:\n  - name: Seats\n    unit: seat\n');

test('two pulls give identical files, and a plan of a pulled file is empty', async () => {
  const folder = await start();
  const path = join(folder, 'c.yaml');
  await config(folder, ['pull', '-O', join(folder, 'd.yaml')]);
  expect(readFileSync(join(folder, 'd.yaml'), 'utf8')).toBe(readFileSync(path, 'utf8'));
  const { stdout, exitCode } = await config(folder, ['plan', path, '--check']);
  expect({ stdout, exitCode }).toEqual({
    ...{ stdout: 'no changes; 25 match the files\n', exitCode: 0 },
  });
});

test.each([
  ['table', 'no changes; 25 match the files\n', ''],
  ['markdown', 'no changes; 25 match the files\n', ''],
  ['json', '[]\n', 'note: no changes; 25 match the files\n'],
  [
    'csv',
    'change,kind,workspace,workspaceId,name,id,result,message\n',
    'note: no changes; 25 match the files\nnote: no records\n',
  ],
])('an apply without changes says so once, as %s', async (format, stdout, stderr) => {
  const folder = await start();
  const line = ['apply', join(folder, 'c.yaml'), '--yes', '-o', format];
  const ended = await config(folder, line);
  expect(ended).toMatchObject({ exitCode: 0, stdout, stderr });
});

test('a plan has the same header as csv with and without changes', async () => {
  const folder = await start();
  const plan = ['plan', join(folder, 'c.yaml'), '-o', 'csv'];
  const header = 'change,kind,workspace,workspaceId,name,id,field,before,after\n';
  expect(await config(folder, plan)).toMatchObject({
    stdout: header,
    stderr: 'note: no records\n',
  });
  edit(folder, addSeats);
  expect((await config(folder, plan)).stdout.slice(0, header.length)).toBe(header);
});

test('an apply without changes removes the lock of one that was killed', async () => {
  const folder = await start();
  const address = createHash('sha256').update('sandbox').digest('hex').slice(0, 16);
  const host = encodeURIComponent(hostname()).slice(0, 64);
  mkdirSync(join(folder, 'config'), { recursive: true, mode: 0o700 });
  const left = join(folder, 'config', `.apply-${address}.4194305-00112233445566aa-${host}.lock`);
  writeFileSync(left, '');
  await succeed(config(folder, ['apply', join(folder, 'c.yaml'), '--yes']));
  expect(existsSync(left)).toBe(false);
});

test('an apply works with a configuration folder that nobody can write', async () => {
  const folder = createFolder();
  const path = join(folder, 'c.yaml');
  writeFileSync(path, 'version: 1\nmetrics: [{ name: Seats, unit: seat }]\n');
  const listed = '/v1/business-metrics?workspaceId=wsp_a&page=1&limit=100';
  const seats = { id: 'bmt_s', name: 'Seats', unit: 'seat', labelColumns: [] };
  const service = scriptService(
    { path: listed, answer: pageOf([]), times: 2 },
    { path: '/v1/business-metrics', method: 'POST', status: 201, answer: seats },
    { path: listed, answer: pageOf([seats]) },
  );
  const line = ['config', 'apply', path, '--yes', '-w', 'wsp_a', '-o', 'json'];
  // Nobody can create a file there, not even root.
  const env = { COSTCTL_CONFIG_DIR: '/sys' };
  const { exitCode, stdout, stderr } = await run(line, { folder, service, env });
  expect({ exitCode, stderr }).toMatchObject({ exitCode: 0 });
  expect(JSON.parse(stdout)).toMatchObject([{ name: 'Seats', result: 'done' }]);
});

test('a role that differs: the hint is not an apply, which would not change it', async () => {
  const folder = await start();
  const path = edit(folder, (text) =>
    text.replace(/(pavel@example.com[\s\S]*?role: )viewer/, '$1owner'),
  );
  const byHand = `an apply does not change the role of pavel@example.com (users): change it at the service, or in ${path}`;
  const check = await config(folder, ['plan', path, '--check']);
  expect(check.exitCode).toBe(11);
  expect(check.stderr).toContain(`hint: ${byHand}\n`);
  const applied = await succeed(config(folder, ['apply', path, '--yes']));
  expect(applied.stderr).toContain(`note: ${byHand}\n`);
  edit(folder, addSeats);
  const both = await config(folder, ['plan', path, '--check']);
  expect(both.stderr).toContain(`hint: costctl config apply ${path} --sandbox; ${byHand}\n`);
});

test('a pull contains no timestamp, no secret and no id except the workspace id', async () => {
  const { stdout } = await config(createFolder(), ['pull']);
  expect(stdout).toMatch(/^# yaml-language-server: \$schema=/);
  expect(stdout).not.toMatch(/\d{4}-\d\d-\d\dT|(bmt|flt|usr|wpr|prv)_/);
  const { stdout: json } = await config(createFolder(), ['pull', '-o', 'json']);
  expect(parse(stdout)).toEqual({ ...JSON.parse(json), $schema: undefined });
});

test('--only takes kinds, and the file still names its workspace', async () => {
  expect(
    Object.keys(
      await readJson(config(createFolder(), ['pull', '--only', 'metrics,users', '-o', 'json'])),
    ),
  ).toEqual([...['$schema', 'version', 'workspace', 'metrics', 'users']]);
  const stderr = await failWith(2, config(createFolder(), ['pull', '--only', 'metric']));
  expect(stderr).toContain('known kinds: workspace, metrics');
});

test('kinds may have spaces after their commas, but no name may be empty', async () => {
  const { stdout } = await config(createFolder(), ['pull', '--only', 'metrics, users']);
  expect(stdout).toContain('\nusers:\n');
  for (const words of [
    ['pull', '--only', ','],
    ['plan', 'costctl.yaml', '--prune', 'metrics,'],
  ]) {
    const stderr = await failWith(2, config(createFolder(), words));
    expect(stderr).toContain(`${words.at(-2)} has an empty name between its commas`);
  }
});

test('the format of a settings file may be written in any case', async () => {
  const { stdout } = await config(createFolder(), ['pull', '--only', 'metrics', '-o', 'JSON']);
  expect(Object.keys(JSON.parse(stdout))).toContain('metrics');
});

test('a folder has one file per workspace and a single plan for all', async () => {
  const folder = createFolder();
  const place = join(folder, 'settings');
  mkdirSync(place);
  await config(folder, ['pull', '-O', place]);
  edit(place, addSeats, 'wsp_platform.yaml');
  edit(place, addSeats, 'wsp_storefront.yaml');
  const plan = await config(folder, [
    'plan',
    place,
    '--check',
    '-o',
    'csv',
    '--columns',
    'workspace',
  ]);
  expect(plan).toMatchObject({ exitCode: 11 });
  expect(plan.stdout.split('\n').filter((line) => line.includes('Platform'))).not.toEqual([]);
  expect(await readJson(config(folder, ['apply', place, '--yes', '-o', 'json']))).toMatchObject([
    { change: 'create', workspace: 'Platform & Data', name: 'Seats', result: 'done' },
    { change: 'create', workspace: 'Storefront', name: 'Seats', result: 'done' },
  ]);
  await succeed(config(folder, ['plan', place, '--check']));
});

test('what is planned for a workspace that does not exist yet is below its name', async () => {
  const folder = await start();
  const path = join(folder, 'new.yaml');
  writeFileSync(path, 'version: 1\nworkspace: {name: Fresh}\nfilters: [{title: A, filter: x}]\n');
  const { stdout } = await config(folder, ['plan', path]);
  expect(stdout).toContain('workspace Fresh (new)\n  + filters A\n');
});

test('items that a plan leaves alone are counted', async () => {
  const folder = await start();
  const path = join(folder, 'few.yaml');
  writeFileSync(path, 'version: 1\nworkspace: Storefront\nfilters: []\n');
  const { stdout } = await config(folder, ['plan', path]);
  expect(stdout).toMatch(
    /^filters of Storefront \(wsp_storefront\): \d+ not in the files; they? stays?$/m,
  );
});

test('a plan is readable on a terminal and in a pull request', async () => {
  const folder = await start();
  const path = edit(folder, (text) =>
    addSeats(text)
      .replace('unit: order', 'unit: "<b>|@all"')
      .replace('lastName: Novák\n    role: viewer', 'lastName: Novák\n    role: owner')
      .replace(/ {2}- title: Compute\n.*\n.*\n/, ''),
  );
  const people = await config(folder, ['plan', path, '--prune', 'filters']);
  expect(people.stdout).toMatchInlineSnapshot(`
    "workspace Storefront (wsp_storefront)
      + metrics Seats
          name: "Seats"
          unit: "seat"
      ~ metrics Orders (bmt_orders)
          unit: "order" → "<b>|@all"

    organization
      ! users pavel@example.com (usr_pavel)
          role: "viewer" → "owner" (the service cannot change it)

    workspace Storefront (wsp_storefront)
      - filters Compute (flt_compute)

    1 to create, 1 to change, 1 to delete, 1 that the service cannot change; 22 match the files
    "
  `);
  const markdown = await config(folder, ['plan', path, '--prune', 'filters', '-o', 'markdown']);
  expect(markdown.stdout).toMatchInlineSnapshot(`
    "1 to create, 1 to change, 1 to delete, 1 that the service cannot change; 22 match the files

    | change | kind | workspace | name | field | before | after |
    | --- | --- | --- | --- | --- | --- | --- |
    | create | metrics | Storefront (wsp\\_storefront) | Seats | name |  | "Seats" |
    | create | metrics | Storefront (wsp\\_storefront) | Seats | unit |  | "seat" |
    | update | metrics | Storefront (wsp\\_storefront) | Orders | unit | "order" | \`"<b>\`\\|\`@all"\` |
    | drift | users | organization | \`pavel@example.com\` | role | "viewer" | "owner" |
    | delete | filters | Storefront (wsp\\_storefront) | Compute |  |  |  |

    "
  `);
});

test('a plan is wrapped by the width of its characters', async () => {
  const folder = await start();
  const path = join(folder, 'wide.yaml');
  const words = `${'注文'.repeat(10)} `.repeat(4).trim();
  writeFileSync(
    path,
    `version: 1\nworkspace: wsp_storefront\nmetrics: [{name: ${words}, unit: ${words}}]\n`,
  );
  const { stdout } = await config(folder, ['plan', path], { terminal: 60 });
  expect(stdout).toContain('注文');
  for (const line of stdout.split('\n')) {
    expect(widthOf(stripVTControlCharacters(line))).toBeLessThanOrEqual(60);
  }
});

test('a plan as JSON matches its schema and is the same each time', async () => {
  const folder = await start();
  const path = edit(folder, addSeats);
  const world = { env: { KEY: 'a-secret-key-0123456789' } };
  edit(folder, (text) =>
    text.replace(
      'providers:\n',
      'providers:\n  - name: New\n    key: aws\n    credentials: {roleArn: env:KEY}\n',
    ),
  );
  const words = ['plan', path, '--prune', 'metrics', '-o', 'json'];
  const first = await config(folder, words, world);
  expect((await config(folder, words, world)).stdout).toBe(first.stdout);
  const validate = new Ajv2020({ strict: false }).compile(planSchema);
  const plan = JSON.parse(first.stdout);
  expect([validate(plan), validate.errors]).toEqual([true, null]);
  expect(plan.totals).toEqual({ create: 2, update: 0, delete: 0, drift: 0, unchanged: 25 });
  // A secret is named, and its change shows.
  expect(first.stdout).not.toContain('a-secret-key');
  const [secret] = plan.changes.flatMap((one: { secrets?: object[] }) => one.secrets ?? []);
  expect(secret).toMatchObject({ field: 'credentials.roleArn', from: 'env:KEY' });
  const other = await config(folder, words, { env: { KEY: 'another-secret-0123456789' } });
  expect(other.stdout).not.toBe(first.stdout);
});

test.each<[string, (plan: string) => string]>([
  ['another value', (plan) => plan.replaceAll('"Seats"', '"Stolen"')],
  ['another action', (plan) => plan.replace('"action":"create"', '"action":"delete"')],
  [
    'no changes',
    (plan) => plan.replace(/"changes":\[.*?\],"unmanaged"/s, '"changes":[],"unmanaged"'),
  ],
  ['other options', (plan) => plan.replace('"prune":[]', '"prune":1')],
  ['fewer options', (plan) => plan.replace('"prune":[]', '"pruned":[]')],
  ['another address', (plan) => plan.replace('"sandbox"', '"https://sink.test"')],
  ['another file', (plan) => plan.replace(/"sha256":"[0-9a-f]{4}/, '"sha256":"0000')],
  ['another state', (plan) => plan.replace(/("state":\{.*?:")[^"]/s, '$1~')],
  ['a key of every object', (plan) => plan.replace('{', '{"__proto__":{"address":"x"},')],
])('a saved plan that was changed to %s changes nothing', async (_what, tamper) => {
  const folder = await start();
  const path = edit(folder, addSeats);
  const plan = join(folder, 'plan.json');
  await succeed(config(folder, ['plan', path, '-O', plan]));
  const text = JSON.stringify(JSON.parse(readFileSync(plan, 'utf8')));
  const tampered = tamper(text);
  expect(tampered).not.toBe(text);
  writeFileSync(plan, tampered);
  const { exitCode } = await config(folder, ['apply', plan, '--yes']);
  const { stdout } = await run(['--sandbox', 'metrics', 'list', '-o', 'json'], { folder });
  const names = JSON.parse(stdout).map(({ name }: { name: string }) => name);
  if (tampered.includes('__proto__')) {
    // What no reader looks at has no effect.
    expect({ exitCode, seats: names.includes('Seats') }).toEqual({ exitCode: 0, seats: true });
    return;
  }
  expect([2, 6]).toContain(exitCode);
  expect(names).not.toContain('Stolen');
  expect(names).not.toContain('Seats');
  expect(names.length).toBeGreaterThan(2);
});

test('plan refuses a saved plan, and names the command that applies it', async () => {
  const folder = await start();
  const plan = join(folder, 'plan.json');
  await succeed(config(folder, ['plan', join(folder, 'c.yaml'), '-O', plan]));
  expect(await failWith(2, config(folder, ['plan', plan]))).toBe(
    `error: ${plan} is a saved plan, not settings\nhint: costctl config apply --sandbox ${plan}\n`,
  );
});

describe('a saved plan', () => {
  async function save() {
    const folder = await start();
    const path = edit(folder, addSeats);
    const plan = join(folder, 'plan.json');
    await succeed(config(folder, ['plan', path, '-O', plan]));
    return { folder, path, plan };
  }

  test('is applied as reviewed, and only once', async () => {
    const { folder, path, plan } = await save();
    await succeed(config(folder, ['apply', plan, '--yes']));
    await succeed(config(folder, ['plan', path, '--check']));
    expect(await failWith(6, config(folder, ['apply', plan, '--yes']))).toMatch(
      /the plan no longer fits, and nothing was sent: metrics \S+ is new/,
    );
  });

  test('of settings on stdin says that it needs them again', async () => {
    const { folder, path } = await save();
    const stdin = readFileSync(path);
    const plan = join(folder, 'piped.json');
    await succeed(config(folder, ['plan', '-', '-O', plan], { stdin }));
    expect(await failWith(2, config(folder, ['apply', plan, '--yes']))).toBe(
      `error: ${plan} was made from settings on stdin, and now stdin has none\nhint: give the same settings again: costctl config apply --sandbox ${plan} < SETTINGS\n`,
    );
    await succeed(config(folder, ['apply', plan, '--yes'], { stdin }));
  });

  test('is known with a byte order mark too', async () => {
    const { folder, plan } = await save();
    writeFileSync(plan, `\uFEFF${readFileSync(plan, 'utf8')}`);
    await succeed(config(folder, ['apply', plan, '--yes']));
  });

  test('is applied as reviewed after a tool has sorted its keys and laid it out', async () => {
    const { folder, plan } = await save();
    const sorted = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(sorted);
      if (typeof value !== 'object' || value === null) return value;
      const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
      return Object.fromEntries(entries.map(([name, held]) => [name, sorted(held)]));
    };
    const document: unknown = JSON.parse(readFileSync(plan, 'utf8'));
    writeFileSync(plan, JSON.stringify(sorted(document), null, 2));
    await succeed(config(folder, ['apply', plan, '--yes']));
  });

  test.each([
    [
      'the file',
      async (folder: string) => void edit(folder, (text) => `${text}# more\n`),
      'c.yaml has changed',
    ],
    [
      'the service',
      (folder: string) => run('--sandbox metrics update bmt_orders --unit x', { folder }),
      'metrics Orders (bmt_orders) has changed',
    ],
    [
      'an item that it does not change',
      (folder: string) => run('--sandbox filters delete flt_compute --yes', { folder }),
      'filters flt_compute is gone',
    ],
  ])('is refused if %s has changed', async (_name, disturb, message) => {
    const { folder, plan } = await save();
    await disturb(folder);
    expect(await failWith(6, config(folder, ['apply', plan, '--yes']))).toContain(message);
    const { stdout } = await run('--sandbox metrics list -o json', { folder });
    expect(stdout).not.toContain('Seats');
  });

  test('is refused at another address, and with other options', async () => {
    const { folder, plan } = await save();
    const elsewhere = {
      COSTCTL_BASE_URL: 'https://cost.example.com',
      COSTCTL_TOKEN: 'x'.repeat(20),
    };
    const other = await run(['config', 'apply', plan, '--yes'], { folder, env: elsewhere });
    expect(other).toMatchObject({ exitCode: 6 });
    expect(other.stderr).toContain('the plan was made for sandbox');
    await failWith(2, config(folder, ['apply', plan, '--yes', '--prune', 'metrics']));
  });

  test.each([
    ['a file that is not described', { files: [{}] }, 2, 'is not a complete plan'],
    ['a file without a path', { files: [{ path: null, sha256: '' }] }, 2, 'is not a complete plan'],
    ['an invalid change', { changes: ['x'] }, 2, 'is not a complete plan'],
    ['no changes', { changes: [] }, 6, 'another change would be made: '],
    ['other totals', { totals: { create: 0 } }, 6, 'its totals do not count its changes'],
  ])('is refused if it was edited to have %s', async (_name, edited, code, reason) => {
    const { folder, plan } = await save();
    writeFileSync(plan, JSON.stringify({ ...JSON.parse(readFileSync(plan, 'utf8')), ...edited }));
    expect(await failWith(code, config(folder, ['apply', plan, '--yes']))).toContain(reason);
    const { stdout } = await run('--sandbox metrics list -o json', { folder });
    expect(stdout).not.toContain('Seats');
  });

  test('is refused if it has a later version', async () => {
    const { folder, plan } = await save();
    writeFileSync(plan, readFileSync(plan, 'utf8').replace('"version":1', '"version":2'));
    expect(await config(folder, ['apply', plan, '--yes'])).toMatchObject({ exitCode: 2 });
  });
});

describe('apply asks', () => {
  test('for confirmation, showing the plan', async () => {
    const folder = await start();
    const path = edit(folder, addSeats);
    const no = await config(folder, ['apply', path], { terminal: 80, answers: ['n'] });
    expect(no).toMatchObject({ exitCode: 2, stdout: '' });
    expect(no.stderr).toContain('+ metrics Seats');
    expect(no.questions[0]).toContain('This will apply 1 change.');
    await succeed(config(folder, ['apply', path], { terminal: 80, answers: ['y'] }));
  });

  test('for the number of deletions, even with --yes', async () => {
    const folder = await start();
    const path = edit(folder, (text) => text.replace(/^metrics:\n( .*\n)*/m, 'metrics: []\n'));
    const words = ['apply', path, '--prune', 'metrics'];
    expect(await config(folder, [...words, '--yes'])).toMatchObject({ exitCode: 2 });
    expect(await config(folder, [...words, '--confirm', '2'])).toMatchObject({ exitCode: 2 });
    for (const answer of ['y', '2', '']) {
      const world = { terminal: 80, answers: [answer] };
      expect(await config(folder, words, world)).toMatchObject({ exitCode: 2 });
    }
    expect(await readJson(run('--sandbox metrics list -o json', { folder }))).toHaveLength(3);
    const world = { terminal: 80, answers: ['3'] };
    await succeed(config(folder, words, world));
    await succeed(config(folder, ['plan', path, '--prune', 'metrics', '--check']));
  });

  test.each(['users', 'workspace', 'none'])('--prune %s is refused', async (kind) => {
    const folder = await start();
    const path = join(folder, 'c.yaml');
    expect(await config(folder, ['plan', path, '--prune', kind])).toMatchObject({ exitCode: 2 });
  });
});

test('--dry-run prints every request, with secrets masked, and sends none', async () => {
  const folder = await start();
  const path = edit(folder, (text) =>
    addSeats(text)
      .replace(
        'providers:\n',
        'providers:\n  - name: New\n    key: aws\n    credentials: {roleArn: env:KEY}\n',
      )
      .replace('workspaceProviders:\n', 'workspaceProviders:\n  - provider: New\n'),
  );
  const world = { env: { KEY: 'a-secret-key-0123456789' } };
  const { stdout, exitCode } = await config(
    folder,
    ['apply', path, '--dry-run', '-o', 'json'],
    world,
  );
  expect({ exitCode, requests: JSON.parse(stdout) }).toEqual({
    exitCode: 0,
    requests: [
      {
        method: 'POST',
        path: '/v1/business-metrics',
        body: { workspaceId: 'wsp_storefront', name: 'Seats', unit: 'seat' },
      },
      {
        method: 'POST',
        path: '/v1/providers',
        body: { key: 'aws', credentials: { roleArn: '****' }, name: 'New' },
      },
      {
        method: 'POST',
        path: '/v1/workspace-providers',
        body: { workspaceId: 'wsp_storefront', providerId: '(id of New)' },
      },
    ],
  });
  expect((await config(folder, ['plan', path, '--check'], world)).exitCode).toBe(11);
});

test('a missing secret stops the run before anything is sent', async () => {
  const folder = await start();
  const path = edit(folder, (text) =>
    addSeats(text).replace(
      'providers:\n',
      'providers:\n  - name: New\n    key: aws\n    credentials: {roleArn: "@none.txt"}\n',
    ),
  );
  await succeed(config(folder, ['plan', path]));
  const stderr = await failWith(2, config(folder, ['apply', path, '--yes']));
  expect(stderr).toContain('the file none.txt cannot be read');
  expect((await config(folder, ['pull', '--only', 'metrics'])).stdout).not.toContain('Seats');
  // It is searched for next to the file that names it.
  writeFileSync(join(folder, 'none.txt'), 'secret-of-the-file-0123\n');
  const applied = await succeed(config(folder, ['apply', path, '--yes', '--debug']));
  expect(applied.stdout + applied.stderr).not.toContain('secret-of-the-file');
});

test('two concurrent applies create everything once', async () => {
  const folder = await start();
  const path = edit(folder, addSeats);
  const both = await Promise.all(
    [1, 2].map(() => config(folder, ['apply', path, '--yes', '-o', 'json'])),
  );
  expect(both.map(({ exitCode }) => exitCode)).toEqual([0, 0]);
  const { stdout } = await run('--sandbox metrics list -o json', { folder });
  expect(stdout.match(/"Seats"/g)).toHaveLength(1);
});

test('a folder without settings files is refused, with the command that fills it', async () => {
  const folder = createFolder();
  expect(await failWith(2, run(['config', 'validate', folder]))).toBe(
    `error: the folder ${folder} has no .yaml file\nhint: costctl config pull -O ${folder} writes a file for each workspace\n`,
  );
});

test('validate lists every problem with its position', async () => {
  const folder = createFolder();
  const path = join(folder, 'c.yaml');
  writeFileSync(path, 'version: 1\nmetrics:\n  - name: a\n    unti: b\nfilter: []\n');
  const { stdout, exitCode, stderr } = await config(folder, [
    'validate',
    path,
    '-o',
    'csv',
    '--columns',
    'line,column,path,problem,nearest',
  ]);
  expect({ stdout, exitCode }).toEqual({
    exitCode: 2,
    stdout:
      'line,column,path,problem,nearest\n4,5,metrics[0].unti,unknown key,unit\n5,1,filter,unknown key,filters\n',
  });
  expect(stderr).toContain('2 problems');
  const plan = await config(folder, ['plan', path]);
  expect(plan.stderr).toContain('c.yaml:4:5: metrics[0].unti: unknown key; did you mean unit?');
});

test('the schema accepts a pulled file and rejects a wrong key', async () => {
  const folder = createFolder();
  const { stdout } = await config(folder, ['schema']);
  const validate = new Ajv2020({ strict: false }).compile(JSON.parse(stdout));
  const pulled = await config(folder, ['pull', '-o', 'json']);
  expect([validate(JSON.parse(pulled.stdout)), validate.errors]).toEqual([true, null]);
  const variable = { version: 1, filters: [{ title: 'a', isDefault: '${D}' }] };
  expect(validate(variable)).toBe(true);
  expect(validate({ version: 1, filters: [{ title: 'a', isDefault: 'yes' }] })).toBe(false);
  expect(validate({ version: 1, filter: [] })).toBe(false);
});

test('pull --into changes values, and keeps comments and order', async () => {
  const folder = await start();
  const path = edit(folder, (text) =>
    text.replace('unit: order', 'unit: cart # ours').replace('metrics:', '# why\nmetrics:'),
  );
  const { exitCode, stderr } = await config(folder, ['pull', '--into', path]);
  expect({ exitCode, stderr }).toEqual({
    ...{ exitCode: 0, stderr: `note: ${path}: 1 value changed, 0 items added, 0 removed\n` },
  });
  const text = readFileSync(path, 'utf8');
  expect(text).toContain('unit: order # ours');
  expect(text).toContain('# why\nmetrics:');
});

test.each(['', 'metrics: [{ name: A, unit: x }]\n'])(
  'pull --into refuses a workspace that the service does not have: %j',
  async (lists) => {
    const folder = createFolder();
    const path = join(folder, 'c.yaml');
    const text = `version: 1\nworkspace: { name: Unknown }\n${lists}`;
    writeFileSync(path, text);
    const { exitCode, stderr } = await config(folder, ['pull', '--into', path]);
    expect([exitCode, stderr]).toEqual([
      2,
      `error: ${path}:2:12: workspace: there is no workspace Unknown\n`,
    ]);
    expect(readFileSync(path, 'utf8')).toBe(text);
  },
);

test.each([
  [{ accounts: null }, 'all'],
  [{ accounts: null, allAccounts: true }, 'all'],
  [{ accounts: [], allAccounts: true }, 'all'],
  [{ accounts: ['a'] }, ['a']],
  [{ accounts: [], allAccounts: false }, []],
])('accounts that are read as %j are %j in a file', async (record, accounts) => {
  const connection = { id: 'wpr_1', providerId: 'prv_1', enabled: true, ...record };
  const service = scriptService(
    {
      path: '/v1/workspace-providers?workspaceId=wsp_a&page=1&limit=100',
      answer: pageOf([connection]),
    },
    { path: '/v1/providers?page=1&limit=100', answer: pageOf([]) },
  );
  const line = ['config', 'pull', '--only', 'workspaceProviders', '-w', 'wsp_a', '-o', 'json'];
  expect(await readJson(run(line, { service }))).toMatchObject({
    workspaceProviders: [{ provider: 'prv_1', accounts }],
  });
});

test('an id that came as an object is sent as one when it changes', async () => {
  const folder = createFolder();
  const path = join(folder, 'c.yaml');
  const settings = 'owner: usr_b, members: [usr_b, usr_c], parent: null, name: Shop';
  writeFileSync(path, `version: 1\nworkspace: { id: wsp_a, ${settings} }\n`);
  const idOf = (Value: string) => ({ Value });
  const held = { owner: idOf('usr_a'), members: [idOf('usr_a')], parent: idOf('wsp_b') };
  const record = { id: 'wsp_a', name: 'Shop', ...held };
  const now = { owner: idOf('usr_b'), members: [idOf('usr_b'), idOf('usr_c')], parent: null };
  const service = scriptService(
    { path: '/v1/workspaces?page=1&limit=100', answer: pageOf([record]) },
    { path: '/v1/workspaces/wsp_a', answer: record },
    {
      path: '/v1/workspaces/wsp_a',
      method: 'PUT',
      body: { id: 'wsp_a', name: 'Shop', ...now },
      answer: { ...record, ...now },
    },
  );
  await succeed(run(['config', 'apply', path, '--yes'], { folder, service }));
});

describe('with a token that may not list providers', () => {
  const connection = { id: 'wpr_1', providerId: { Value: 'prv_1' }, allAccounts: true };
  const serve = () =>
    scriptService(
      { path: '/v1/workspaces?page=1&limit=100', answer: pageOf([{ id: 'wsp_a', name: 'A' }]) },
      {
        path: '/v1/workspace-providers?workspaceId=wsp_a&page=1&limit=100',
        answer: pageOf([connection]),
      },
      { path: '/v1/providers?page=1&limit=100', status: 403, answer: {} },
    );
  const written = (provider: string) => {
    const path = join(createFolder(), 'c.yaml');
    const list = `workspaceProviders: [{ provider: ${provider}, accounts: all }]`;
    writeFileSync(path, `version: 1\nworkspace: wsp_a\n${list}\n`);
    return path;
  };

  test('a provider is known by its id, as a pull writes it', async () => {
    const line = ['config', 'plan', written('prv_1'), '--check'];
    const { stdout } = await succeed(run(line, { service: serve() }));
    expect(stdout).toBe('no changes; 1 matches the files\n');
  });

  test.each([['plan'], ['pull', '--into']])('its name is refused by %s %s', async (...words) => {
    const path = written('Datadog');
    const before = readFileSync(path, 'utf8');
    const stderr = await failWith(2, run(['config', ...words, path], { service: serve() }));
    expect(stderr).toContain(
      'workspaceProviders[0].provider: Datadog cannot be looked up: this token may not list providers\n',
    );
    expect(readFileSync(path, 'utf8')).toBe(before);
  });

  test('providers of the file itself need their list', async () => {
    const path = join(createFolder(), 'c.yaml');
    writeFileSync(path, 'version: 1\nproviders: [{ name: A, key: aws }]\n');
    const denied = { path: '/v1/providers?page=1&limit=100', status: 403, answer: {} };
    await failWith(4, run(['config', 'plan', path], { service: scriptService(denied) }));
  });
});

test.each(['{ id: wsp_a, name: A }', 'wsp_a'])(
  'a token that may not list workspaces reads the one that the file names: %s',
  async (workspace) => {
    const path = join(createFolder(), 'c.yaml');
    writeFileSync(path, `version: 1\nworkspace: ${workspace}\nmetrics: []\n`);
    const serve = () =>
      scriptService(
        { path: '/v1/workspaces?page=1&limit=100', status: 403, answer: {} },
        { path: '/v1/workspaces/wsp_a', answer: { id: 'wsp_a', name: 'A' } },
        { path: '/v1/business-metrics?workspaceId=wsp_a&page=1&limit=100', answer: pageOf([]) },
      );
    const { stdout } = await succeed(
      run(['config', 'plan', path, '--check'], { service: serve() }),
    );
    expect(stdout).toContain('no changes');
    await succeed(run(['config', 'pull', '--into', path], { service: serve() }));
  },
);

test('an item of a new workspace has its id in the result of the apply', async () => {
  const folder = createFolder();
  const path = join(folder, 'c.yaml');
  const metric = '{ name: Seats, unit: seat }';
  writeFileSync(path, `version: 1\nworkspace: { name: New }\nmetrics: [${metric}]\n`);
  const rows = JSON.parse(
    (await succeed(config(folder, ['apply', path, '--yes', '-o', 'json']))).stdout,
  );
  expect(rows).toMatchObject([
    { kind: 'workspace', workspaceId: null },
    { kind: 'metrics', workspace: 'New', workspaceId: rows[0].id },
  ]);
  expect(rows[0].id).toMatch(/^wsp_/);
});

test('pull --into keeps the line ends of the file', async () => {
  const folder = await start();
  const ends = { filters: /filters:\n(?: +.*\n)+/, unit: 'unit: order' };
  const path = edit(folder, (text) =>
    text
      .replace(ends.filters, 'filters: []\n')
      .replace(ends.unit, 'unit: cart')
      .replaceAll('\n', '\r\n'),
  );
  const { exitCode, stderr } = await config(folder, ['pull', '--into', path]);
  expect({ exitCode, stderr }).toMatchObject({ exitCode: 0 });
  expect(stderr).not.toContain(' 0 items added');
  const text = readFileSync(path, 'utf8');
  expect(text).toContain('unit: order');
  expect(text.replaceAll('\r\n', '')).not.toContain('\n');
});

test('pull --into does not overwrite a file that was changed meanwhile', async () => {
  const folder = createFolder();
  const path = join(folder, 'c.yaml');
  writeFileSync(path, 'version: 1\nworkspace: wsp_a\nfilters: []\n');
  const answer = pageOf([{ id: 'flt_a', title: 'A', filter: 'x = 1', isDefault: false }]);
  const service = scriptService(
    { path: '/v1/workspaces?page=1&limit=100', answer: pageOf([{ id: 'wsp_a', name: 'A' }]) },
    { path: '/v1/saved-filters?workspaceId=wsp_a&page=1&limit=100', answer },
  );
  const dispatcher = service.dispatcher.compose((dispatch) => (options, handler) => {
    writeFileSync(path, 'version: 1 # edited\n');
    return dispatch(options, handler);
  });
  const words = ['config', 'pull', '--into', path, '-w', 'wsp_a'];
  const { exitCode, stderr } = await run(words, { folder, service: { ...service, dispatcher } });
  expect(stderr).toContain(`error: ${path} was changed while the service was read`);
  expect(exitCode).toBe(6);
  expect(readFileSync(path, 'utf8')).toBe('version: 1 # edited\n');
});

test('--workspace applies to a file without a workspace and cannot contradict a file', async () => {
  const folder = createFolder();
  const path = join(folder, 'c.yaml');
  writeFileSync(path, 'version: 1\nmetrics: [{name: Seats, unit: seat}]\n');
  const words = ['apply', path, '--yes', '-w', 'wsp_platform', '-o', 'json'];
  const { stdout } = await config(folder, words);
  expect(JSON.parse(stdout)).toMatchObject([{ workspace: 'wsp_platform', result: 'done' }]);
  writeFileSync(path, 'version: 1\nworkspace: Storefront\nmetrics: []\n');
  expect(await config(folder, words)).toMatchObject({ exitCode: 2 });
});

describe('hostile names', () => {
  const names = ['\u001b[31mred', 'a\nb', '| x |', '<img src=x>', '${HOME}', '../..', '\u202eevil'];

  async function fill() {
    const folder = createFolder();
    const file = { version: 1, metrics: names.map((name) => ({ name: escaped(name), unit: 'u' })) };
    writeFileSync(join(folder, 'all.yaml'), JSON.stringify(file));
    return folder;
  }
  const escaped = (name: string) => name.replaceAll('${', () => '$${');

  test.each(['table', 'markdown', 'csv', 'json', 'ndjson', 'yaml'])(
    'are escaped in a plan as %s',
    async (format) => {
      const folder = await fill();
      const words = ['plan', join(folder, 'all.yaml'), '-o', format];
      const { stdout } = await succeed(config(folder, words, { terminal: 200 }));
      expect(stripVTControlCharacters(stdout)).not.toMatch(/\u202e|[^\P{Cc}\n]/u);
      expect(stdout).not.toContain('\u001b[31mred');
    },
  );

  test('are created unchanged, and a plan after a pull is empty', async () => {
    const folder = await fill();
    await config(folder, ['apply', join(folder, 'all.yaml'), '--yes']);
    const { stdout } = await run('--sandbox metrics list -o json', { folder });
    const there = JSON.parse(stdout).map(({ name }: { name: string }) => name);
    expect(there).toEqual(expect.arrayContaining(names));
    const pulled = join(folder, 'c.yaml');
    await config(folder, ['pull', '-O', pulled]);
    await succeed(config(folder, ['plan', pulled, '--check', '--prune', 'metrics']));
    await succeed(config(folder, ['plan', join(folder, 'all.yaml'), '--check']));
  });
});

test.each([
  ['c.csv', 'a settings file is yaml or json, not csv'],
  ['c.foo', 'no settings file has the extension .foo'],
  ['c.yaml.gz', 'a settings file is not compressed'],
])('no settings are written to %s', async (name, message) => {
  const folder = createFolder();
  expect(await failWith(2, config(folder, ['pull', '-O', join(folder, name)]))).toContain(message);
});

test('a report for CI has a case for each difference of a plan, and one if there is none', async () => {
  const folder = createFolder();
  const settings = join(folder, 'settings.yaml');
  await run(['--sandbox', 'config', 'pull', '-O', settings], { folder });
  const plan = ['--sandbox', 'config', 'plan', settings, '--check', '-o', 'junit'];
  const same = await run(plan, { folder });
  expect(same.stdout.match(/<testcase /g)).toHaveLength(1);
  expect(same.exitCode).toBe(0);
  const text = readFileSync(settings, 'utf8');
  writeFileSync(
    settings,
    text.replace('unit: order', 'unit: parcel').replace('Compute', 'Machines'),
  );
  const changed = await run(plan, { folder });
  expect(changed.exitCode).toBe(11);
  expect(changed.stdout.match(/<testcase /g)).toHaveLength(2);
  expect(changed.stdout).toContain(
    '<failure message="update: unit: &quot;order&quot; → &quot;parcel&quot;">',
  );
});

const refusals = ['loop', 'file/inside', 'x'.repeat(300)];

test.each(['plan', 'validate', 'apply --yes', 'pull --into', 'pull -O'])(
  'config %s reports a path that the system refuses as a file that cannot be read or written',
  async (action) => {
    const folder = createFolder();
    symlinkSync('loop', join(folder, 'loop'));
    writeFileSync(join(folder, 'file'), '');
    for (const path of refusals) {
      const line = `--sandbox config ${action} ${join(folder, path)}`.split(' ');
      const { exitCode, stderr } = await run(line, { folder });
      expect(exitCode).toBe(1);
      expect(stderr).toMatch(/error: cannot (read|write)/);
      expect(stderr).not.toContain('fault of this program');
    }
  },
);

describe('an apply', () => {
  const path = '/v1/saved-filters?workspaceId=wsp_a&page=1&limit=100';
  const filters = 'version: 1\nworkspace: wsp_a\nfilters:\n';
  const filter = (title: string) => ({ id: `flt_${title}`, title, filter: 'a = 1' });

  async function apply(titles: readonly string[], ...exchanges: readonly Exchange[]) {
    const folder = createFolder();
    const file = join(folder, 'c.yaml');
    const lines = titles.map((title) => `  - { title: ${title}, filter: a = 1 }\n`);
    writeFileSync(file, filters + lines.join(''));
    const workspaces = pageOf([{ id: 'wsp_a', name: 'A' }]);
    const service = scriptService(
      { path: '/v1/workspaces?page=1&limit=100', answer: workspaces },
      ...exchanges,
    );
    return run(['config', 'apply', file, '--yes', '-o', 'json'], {
      folder,
      service,
    });
  }

  test("gives the service's reason for each change that failed", async () => {
    const create = { method: 'POST', path: '/v1/saved-filters' };
    const { stdout, exitCode } = await apply(
      ['A', 'B'],
      { path, answer: pageOf([]), times: 2 },
      { ...create, body: bodyOf('A'), status: 201, answer: filter('A') },
      { ...create, body: bodyOf('B'), status: 400, answer: { title: 'No', detail: 'too long' } },
    );
    expect(exitCode).toBe(9);
    expect(JSON.parse(stdout)).toMatchObject([
      { name: 'A', result: 'done', message: null },
      {
        ...{ name: 'B', result: 'failed' },
        message: 'the service answered 400 to POST /v1/saved-filters: No: too long',
      },
    ]);
  });

  test('does not count as its own what someone else has changed meanwhile', async () => {
    const { stdout, stderr, exitCode } = await apply(
      ['A'],
      { path, answer: pageOf([]) },
      { path, answer: pageOf([filter('A')]) },
    );
    expect(exitCode).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject([{ name: 'A', result: 'unchanged' }]);
    expect(stderr).toContain('note: 1 of 1 change made, 1 of them not by this run\n');
  });

  const bodyOf = (title: string) => ({
    ...{ workspaceId: 'wsp_a', title, filter: 'a = 1', isDefault: false },
  });
});
