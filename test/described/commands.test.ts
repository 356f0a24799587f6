import { afterAll, beforeAll, expect, test } from 'vitest';
import { namedCommands } from '../../src/described/named.ts';
import { createFolder, type Outcome, run } from '../helpers/run.ts';
import { fullDocument } from './fixtures/full.ts';
import { type DocumentService, serveDocument } from './fixtures/service.ts';

const token = 'tok_described_0123456789';
const folder = createFolder();
let service: DocumentService;

beforeAll(async () => {
  service = await serveDocument(fullDocument());
  const outcome = await line('api import -', JSON.stringify(fullDocument()));
  expect(outcome).toMatchObject({ exitCode: 0, stderr: '' });
});

afterAll(() => service.close());

function line(text: string, stdin?: string): Promise<Outcome> {
  return words(text.split(' '), stdin);
}

function words(argv: readonly string[], stdin?: string): Promise<Outcome> {
  return run(argv, {
    folder,
    env: { COSTCTL_BASE_URL: service.url, COSTCTL_TOKEN: token, COSTCTL_WORKSPACE: 'wsp_main' },
    ...(stdin === undefined ? {} : { stdin }),
  });
}

test.each(namedCommands.map(({ group, action }) => `${group} ${action}`))(
  '%s is known before an import, and says what it waits for',
  async (command) => {
    const outcome = await run([...command.split(' '), 'x', '--name', 'y']);
    expect(outcome).toMatchObject({
      exitCode: 2,
      stdout: '',
      stderr: expect.stringMatching(
        `^error: the service names the operation of "${command}" without publishing its path\nhint: .*costctl api import FILE.*costctl api METHOD PATH\n$`,
      ),
    });
  },
);

/** What each request schema of the fixture needs. */
const bodies: readonly [RegExp, string][] = [
  [
    / (rules-|segments-|widget-)?create$|rules-preview$/,
    '--name First --threshold 5 --owner-id p_1 --emails a@b.test --labels team=data',
  ],
  [/ (rules-|segments-|widget-)?update$/, '--name Second --amount 12.50 --no-active'],
  [/set-saved-filter$/, '--filter-id flt_1'],
  [/(submit-costs-batch|upload-cost-files|report-usage)$/, '--set-json rows=[{"a":1}]'],
  [/(translate|acknowledge|provision-service-account)$/, '--text hello'],
  [/rules-reorder$/, '--ids a --ids b'],
  [/(add-member|update-member|set-workspace-access)$/, '--role editor'],
  [/(forecast|data-summary|get-data)$/, '--start-date 2026-10-01 --end-date 2026-10-31'],
];

test.each(namedCommands.map(({ group, action }) => `${group} ${action}`))(
  '%s reaches its operation as the document asks, in json and as a table',
  async (command) => {
    const help = await line(`${command} --help`);
    const holes = [...(/Usage: (.*)/.exec(help.stdout)?.[1] ?? '').matchAll(/<([\w-]+)>/g)].map(
      ([, name]) => `${name}_1`,
    );
    const extra = bodies.find(([form]) => form.test(command))?.[1].split(' ') ?? [];
    const yes = help.stdout.includes('--yes') ? ['--yes'] : [];
    const before = service.seen.length;
    const argv = [...command.split(' '), ...holes, ...extra, ...yes];
    const json = await words([...argv, '-o', 'json', '-q']);
    const table = await words([...argv, '-o', 'table', '-q']);
    expect(service.violations).toEqual([]);
    expect([json.exitCode, json.stderr, table.exitCode, table.stderr]).toEqual([0, '', 0, '']);
    expect(service.seen.length).toBe(before + 2);
    if (json.stdout === '') return expect(table.stdout).toBe('');
    const answer = JSON.parse(json.stdout);
    expect(Array.isArray(answer) ? answer[0] : answer).toMatchObject({
      id: 'rec_1',
      amount: '1.50',
    });
    expect(table.stdout).toContain('rec_1');
  },
);

test('a body is made of options, with numbers, lists, maps, wrapped ids and the workspace', async () => {
  const outcome = await line(
    'budgets create --name First --period month --amount 12.50 --threshold 5 --active --owner-id p_1 --emails a@b.test --emails c@d.test --labels team=data --set-json scope.accounts=["x"] --dry-run -o json',
  );
  expect(JSON.parse(outcome.stdout)).toEqual({
    method: 'POST',
    path: '/v1/budgets',
    body: {
      workspaceId: 'wsp_main',
      scope: { accounts: ['x'] },
      name: 'First',
      period: 'month',
      amount: 12.5,
      threshold: 5,
      active: true,
      ownerId: { Value: 'p_1' },
      emails: ['a@b.test', 'c@d.test'],
      labels: { team: 'data' },
    },
  });
  expect(outcome.stdout).toContain('12.50');
});

test.each([
  ['budgets create --name x --threshold 101', '--threshold: must be at most 100'],
  ['budgets create --name x --threshold 1.5', '--threshold: must be a whole number'],
  ['budgets create --name x --threshold many', '--threshold: must be a whole number'],
  ['budgets create --name x --period day', '--period: must be one of month, quarter, year'],
  ['budgets create --name=', '--name: must not be empty'],
  ['budgets create --amount 1', '--name: is required'],
  ['budgets create --name x --labels team', '--labels: must have the form key=value'],
  [
    'budgets create --name x --emails a --emails b --emails c --emails d',
    '--emails: must have at most 3 items',
  ],
  ['budgets create --name x --set colour=red', 'colour: is not a property that the document knows'],
  ['budgets create --data {"name":5}', '--name: must be text'],
  [
    'budgets create --name x -w main',
    '--workspace: must be a workspace id: a workspace id is wsp_ followed by letters, digits, _ or -',
  ],
  [
    'budgets list -w main',
    '--workspace: must be a workspace id: a workspace id is wsp_ followed by letters, digits, _ or -',
  ],
  ['budgets update b_1', 'nothing was given to send'],
  [
    'costs forecast --start-date 2026-02-30 --end-date 2026-03-01',
    '--start-date: must be a day, YYYY-MM-DD',
  ],
  ['costs forecast --start-date 2026-02-01', '--end-date: is required'],
  [
    'teams add-member t_1 --role king',
    '--role: must be one of viewer, editor, integrationOwner, owner',
  ],
])('%s is refused before anything is sent', async (text, message) => {
  const before = service.seen.length;
  const outcome = await line(text);
  expect(outcome.stderr.split('\n')[0]).toBe(`error: ${message}`);
  expect(outcome.exitCode).toBe(2);
  expect(service.seen.length).toBe(before);
});

test.each([
  [
    'workspaces create --name Research --currency EUR',
    'POST',
    '/v1/workspaces',
    { name: 'Research', currency: 'EUR' },
  ],
  ['workspaces update wsp_other --name New', 'PUT', '/v1/workspaces/wsp_other', { name: 'New' }],
  [
    'workspaces providers enable --provider-id p_1 --accounts 1 --accounts 2',
    'POST',
    '/v1/workspace-providers',
    { workspaceId: 'wsp_main', providerId: { Value: 'p_1' }, accounts: ['1', '2'] },
  ],
  [
    'workspaces providers update c_1 --no-enabled',
    'PUT',
    '/v1/workspace-providers/c_1',
    { workspaceId: 'wsp_main', enabled: false },
  ],
  [
    'virtual-tags create --key team',
    'POST',
    '/v1/virtual-tags',
    { workspaceId: 'wsp_main', key: 'team' },
  ],
])(
  'a body that was not shown has the options of the document: %s',
  async (text, method, path, body) => {
    const outcome = await line(`${text} --dry-run -o json`);
    expect(JSON.parse(outcome.stdout)).toEqual({ method, path, body });
  },
);

test('--data of a command written by hand is checked against the document', async () => {
  const outcome = await line('workspaces create --data {"name":"x","currency":"euro"}');
  expect(outcome.stderr).toContain('error: --currency: must be of the form ^[A-Z]{3}$');
  expect(outcome.exitCode).toBe(2);
});

test('--merge lays the changes over the record, ids as they came', async () => {
  const outcome = await line(
    'budgets update b_1 --merge --name Second --amount 2 --dry-run -o json',
  );
  expect(JSON.parse(outcome.stdout)).toMatchObject({
    method: 'PUT',
    body: { id: { Value: 'rec_1' }, name: 'Second', period: 'month' },
  });
});

test('a delete asks first, and off a terminal needs --yes', async () => {
  const before = service.seen.length;
  const outcome = await line('budgets delete b_1');
  expect(outcome.stderr).toContain('hint: add --yes');
  expect([outcome.exitCode, service.seen.length]).toEqual([2, before]);
});

test('help of a made command reads like that of one written by hand', async () => {
  const { stdout } = await line('budgets create --help');
  expect(stdout.slice(0, stdout.indexOf('Output options:'))).toMatchInlineSnapshot(`
    "Usage: costctl budgets create [options]

    Invented: createBudget.

    Options:
      --name <text>          name (1 to 40 characters, required)
      --period <choice>      How often it starts anew: month, quarter, year
      --amount <number>      amount (at least 0)
      --threshold <n>        threshold (1 to 100)
      --active               active
      --no-active            the opposite of --active
      --owner-id <id>        Provider id or null
      --emails <text>        emails (1 to 320 characters, repeatable)
      --labels <key=text>    labels (repeatable)
      --scope <json>         scope
      --notes <text>         notes (1 to 200 characters)
      --data <json>          body as JSON, @file, or - for stdin
      --set <key=text>       set a text property; a.b=c nests (repeatable)
      --set-json <key=json>  set a property to a JSON value (repeatable)
      --dry-run              print the request that would be sent, and send nothing
      -h, --help             show this help

    "
  `);
});

test('the example of an update changes something', async () => {
  const { stdout } = await line('budgets update --help');
  const example = /\$ costctl (.*)/.exec(stdout)?.[1] ?? '';
  expect(example).toBe('budgets update BUDGET --name TEXT --dry-run');
  expect(await line(example)).toMatchObject({ exitCode: 0, stderr: '' });
});

test('every operation is listed as built in or imported', async () => {
  const { stdout } = await line('api operations -o json');
  const states = JSON.parse(stdout).map((row: { state: string }) => row.state);
  expect([states.length, new Set(states)]).toEqual([136, new Set(['built in', 'imported'])]);
});

test('an imported document that is forgotten leaves no command', async () => {
  const other = createFolder();
  const env = { COSTCTL_BASE_URL: 'https://other.test', COSTCTL_TOKEN: token };
  const stdin = JSON.stringify(fullDocument());
  expect(await run(['api', 'import', '-'], { folder: other, env, stdin })).toMatchObject({
    exitCode: 0,
  });
  await run(['api', 'import', '--forget'], { folder: other, env });
  const outcome = await run(['budgets', 'list'], { folder: other, env });
  expect(outcome.exitCode).toBe(2);
  expect(outcome.stderr).toMatchInlineSnapshot(`
    "error: the service names the operation of "budgets list" without publishing its path
    hint: import the service's OpenAPI document: costctl api import FILE; or send the request yourself: costctl api METHOD PATH
    "
  `);
});
