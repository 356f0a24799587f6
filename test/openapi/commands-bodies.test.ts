import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Imported, importFullDocument } from './fixtures/imported.ts';

let imported: Imported;
beforeAll(async () => {
  imported = await importFullDocument();
});
afterAll(() => imported.service.close());

test('builds a body from options: numbers, lists, maps, wrapped ids and the workspace', async () => {
  const outcome = await imported.line(
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
  [
    'budgets create --name x --labels team',
    '--labels: must have the form key=value, or be a JSON object',
  ],
  ['budgets create --name x --labels team=a --labels team=b', '--labels: names team twice'],
  ['budgets create --name x --labels team=a --labels {"team":"b"}', '--labels: names team twice'],
  [
    'budgets create --name x --emails a --emails b --emails c --emails d',
    '--emails: must have at most 3 items',
  ],
  ['budgets create --name x --set colour=red', 'colour: unknown key'],
  ['budgets create --data {"name":5}', '--name: must be text'],
  [
    'budgets create --name x -w wsp_',
    '--workspace: must be a workspace id: wsp_ followed by letters, digits, _ or -',
  ],
  [
    'budgets list -w wsp_a/b',
    '--workspace: must be a workspace id: wsp_ followed by letters, digits, _ or -',
  ],
  ['budgets update b_1', 'there is nothing to send'],
  [
    'costs forecast --start-date 2026-02-30 --end-date 2026-03-01',
    '--start-date: must be a day, YYYY-MM-DD',
  ],
  ['costs forecast --start-date 2026-02-01', "required option '--end-date <day>' not specified"],
  [
    'teams add-member t_1 --role king',
    '--role: must be one of viewer, editor, integrationOwner, owner',
  ],
])('%s is refused before anything is sent', async (text, message) => {
  const before = imported.service.seen.length;
  const outcome = await imported.line(text);
  expect(outcome.stderr.split('\n')[0]).toBe(`error: ${message}`);
  expect(outcome.exitCode).toBe(2);
  expect(imported.service.seen.length).toBe(before);
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
  'uses the document for bodies that the API reference does not show: %s',
  async (text, method, path, body) => {
    const outcome = await imported.line(`${text} --dry-run -o json`);
    expect(JSON.parse(outcome.stdout)).toEqual({ method, path, body });
  },
);

test('checks --data of a handwritten command against the document', async () => {
  const outcome = await imported.line('workspaces create --data {"name":"x","currency":"euro"}');
  expect(outcome.stderr).toContain('error: --currency: must be of the form ^[A-Z]{3}$');
  expect(outcome.exitCode).toBe(2);
});

test('--merge applies the changes to the record and keeps ids unchanged', async () => {
  const outcome = await imported.line(
    'budgets update b_1 --merge --name Second --amount 2 --dry-run -o json',
  );
  expect(JSON.parse(outcome.stdout)).toMatchObject({
    method: 'PUT',
    body: { id: { Value: 'rec_1' }, name: 'Second', period: 'month' },
  });
});

test('--merge does not send a masked secret', async () => {
  const line = 'budgets update b_1 --merge --amount 2 --set apiToken=***';
  const { stderr, exitCode } = await imported.line(line);
  expect(stderr).toContain('error: apiToken: the service shows this secret masked');
  expect(exitCode).toBe(2);
});

test('help of a generated command reads like that of a handwritten one', async () => {
  const { stdout } = await imported.line('budgets create --help');
  expect(stdout.slice(0, stdout.indexOf('Output options:'))).toMatchInlineSnapshot(`
    "Usage: costctl budgets create [options]

    Invented: createBudget.
      $ costctl budgets create --name TEXT --dry-run

    Options:
      --name <text>               name (1 to 40 characters, required)
      --period <choice>           How often it starts over: month, quarter, year
      --amount <number>           amount (at least 0)
      --threshold <n>             threshold (1 to 100)
      --active                    active
      --no-active                 the opposite of --active
      --owner-id <id>             Provider id or null
      --emails <text>             emails (1 to 320 characters, repeatable)
      --labels <key=value>        labels (repeatable)
      --scope <key=value>         scope (repeatable)
      --notes <text>              notes (1 to 200 characters)
      --data <json>               body as JSON, @file, or - for stdin
      --set <key=text>            set a text property; a.b=c nests (repeatable)
      --set-json <key=json>       set a property to a JSON value (repeatable)
      --clear <field>             send null for a field: ownerId, notes (repeatable)
      --param <key=value>         add a query parameter (repeatable)
      -H, --request-header <header>
                                  add a header, as 'Name: value' (repeatable)
      --dry-run                   print the request that would be sent, and send
                                  nothing
      -h, --help                  show this help

    Output:
      -O, --out-file <path>    write the result to a file; its extension selects the
                               format
      --columns <a,b.c>        select and order columns; b.c is the field c of b
      --query <expression>     apply a JMESPath expression to the whole result
      -r, --raw                print a string without quotes
      --no-header              leave out the header row of csv and tsv
      --spreadsheet-safe       prefix formulas with '
      --delimiter <character>  separate csv cells by this character, such as ;
      --decimal-comma          write numbers in csv as 1234,56
      --bom                    begin csv with a byte order mark, for Excel
      --exact                  show all digits of amounts and numbers in table and
                               markdown

    Global options, such as -o and --profile: costctl --help"
  `);
});

test('the help example of an update changes a property', async () => {
  const { stdout } = await imported.line('budgets update --help');
  const example = /\$ costctl (.*)/.exec(stdout)?.[1] ?? '';
  expect(example).toBe('budgets update BUDGET --name TEXT --dry-run');
  expect(await imported.line(example)).toMatchObject({ exitCode: 0, stderr: '' });
});
