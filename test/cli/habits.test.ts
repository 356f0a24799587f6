import { describe, expect, test } from 'vitest';
import { explainToken } from '../../src/cli/invalid-line.ts';
import { readTokens } from '../../src/cli/tokens.ts';
import { actionsOf, describeWhole, isWritten } from '../helpers/actions.ts';
import { run } from '../helpers/run.ts';

/** The hint of a line that is refused, without the service that its lines ask. */
async function hintOf(line: string): Promise<string | undefined> {
  const { stdout, stderr, exitCode } = await run(['--sandbox', ...line.split(' ')]);
  expect({ line, stdout, exitCode }).toEqual({ line, stdout: '', exitCode: 2 });
  return /^hint: (.*)$/m.exec(stderr)?.[1]?.replaceAll(' --sandbox', '');
}

describe('a verb of another program is answered with the action that the group has', () => {
  test.each([
    ['workspaces view wsp_storefront', 'costctl workspaces get'],
    ['providers describe prv_azure', 'costctl providers get'],
    ['providers show prv_azure', 'costctl providers get'],
    ['providers add', 'costctl providers connect'],
    ['providers remove prv_azure', 'costctl providers delete'],
    ['users add', 'costctl users invite'],
    ['users search x', 'costctl users list'],
    ['filters add', 'costctl filters create'],
    ['metrics modify bmt_orders', 'costctl metrics update'],
    ['workspaces providers add', 'costctl workspaces providers enable'],
    ['workspaces providers disable wpr_1', 'costctl workspaces providers remove'],
    [
      'users delete usr_pavel',
      'costctl invites users and removes none; costctl users list shows them',
    ],
    ['costs budgets', 'costctl costs check --budgets FILE'],
  ])('%s', async (line, hint) => expect(await hintOf(line)).toBe(hint));
});

test.each([
  ['list workspaces', 'costctl workspaces list'],
  ['get providers', 'costctl providers get'],
  ['workspaces enable providers', 'costctl workspaces create'],
  ['costs get workspaces', 'known: '],
])('a verb before its group is turned round only at the top: %s', async (line, hint) => {
  expect(await hintOf(line)).toContain(hint);
});

describe('an option of another program is answered with the one to write', () => {
  test.each([
    ['costs summary --last 3d --filter x', '--where'],
    ['costs summary --group-by service', '--by COLUMN'],
    ['costs export --start-date 2026-10-01', '--from YYYY-MM-DD --to YYYY-MM-DD'],
    ['costs export --last 3d --out x.csv', '-O FILE'],
    ['costs list --service EC2', '--where service=NAME'],
    ['costs check --currency EUR', '--convert-to EUR'],
    ['costs compare --vs last-year', '--against PERIOD'],
    ['costs summary --ytd', '--year-to-date'],
    ['costs summary --today', '--include-today'],
    ['costs summary --monthly', '--granularity month'],
    ['costs summary --group-by-month', '--granularity month'],
    ['providers list --filter x', '--query'],
    ['rates list --limit 3', '--max N'],
    ['costs summary --last 3d --limit 3', '--top N'],
    ['-v', '--version'],
  ])('%s', async (line, hint) => expect(await hintOf(line)).toContain(hint));
});

test('no hint names an option that the action does not have', async () => {
  const root = await describeWhole();
  const habits = ['--json', '--force', '--verbose', '--out', '--filter', '--group-by', '--ytd'];
  const cases = actionsOf(root)
    .filter(isWritten)
    .flatMap(({ line, command }) =>
      [...habits, '--sort', '--daily', '--currency', '--since', '--service', '--limit']
        .filter((habit) => !command.options.some(({ long }) => long === habit))
        .map((habit) => ({ line, command, habit })),
    );
  const judged = cases.map(async ({ line, command, habit }) => {
    const tokens = readTokens(root, [...line.split(' '), habit]);
    const wrong = tokens.list.find(({ kind }) => kind === 'unknown');
    const { hint = '' } = (await explainToken(tokens, wrong)).details;
    const known = [...root.options, ...command.options].flatMap(({ short, long }) => [short, long]);
    const [own = ''] = hint.split(/costctl /);
    const unknown = (own.match(/(?<= )-[\w-]+/g) ?? []).filter((option) => !known.includes(option));
    return unknown.length === 0 ? [] : [`${line} ${habit}: ${hint}`];
  });
  const wrong = (await Promise.all(judged)).flat();
  expect(wrong).toEqual([]);
  expect(cases.length).toBeGreaterThan(500);
});

test.each([
  ['yml', 'yaml'],
  ['md', 'markdown'],
  ['text', 'table'],
  ['Excel', 'xlsx'],
  ['xls', 'xlsx'],
  ['jsonl', 'ndjson'],
])('-o %s names the format that is meant', async (given, meant) => {
  const { stderr, exitCode } = await run(['--sandbox', 'providers', 'list', '-o', given]);
  expect(exitCode).toBe(2);
  expect(stderr).toContain(`; did you mean ${meant}?`);
});

test.each([
  ['costs export --last 3d -o excel', 'write -o xlsx, or only -O costs.xlsx'],
  ['costs chart --last 3d -O c.png', 'give a name with .svg: browsers and documents show it'],
  [
    'costs allocate --last 3d --by service',
    'costctl costs allocate init --by service --last 3d -O rules.yaml writes a file to start from',
  ],
  ['costs summary --last month', '--last-month is the calendar month before this one'],
  ['costs summary --month Oct', 'write YYYY-MM, such as 2026-10'],
])('%s: the hint says what to write', async (line, hint) => {
  expect(await hintOf(line)).toContain(hint);
});

test.each([
  ['costs summary --last 2d --by team', "no row has the column 'team'; did you mean 'tags.team'?"],
  [
    'costs summary --last 2d --where environment=production',
    "no row has the column 'environment'; did you mean 'tags.environment'?",
  ],
])('%s: a nested column is found by its last name', async (line, said) => {
  const { stderr, exitCode } = await run(['--sandbox', ...line.split(' ')]);
  expect({ exitCode, stderr }).toEqual({ exitCode: 2, stderr: expect.stringContaining(said) });
});

test('a name that is nearly that of a record is suggested', async () => {
  const { stderr, exitCode } = await run(['--sandbox', 'metrics', 'get', 'Order']);
  expect(exitCode).toBe(5);
  expect(stderr).toContain('error: no metric has the id or name Order; did you mean Orders?\n');
});

test('the error of an anomaly has its amount for reading, whatever the output', async () => {
  const line = 'costs anomalies --last 4w --by service --min-impact 5000 --check --convert-to USD';
  const now = '2026-11-22T08:00:00Z';
  const { stderr, exitCode } = await run(['--sandbox', ...line.split(' ')], {
    now,
    usualRows: true,
  });
  expect(exitCode).toBe(11);
  expect(stderr).toMatch(
    /^error: (one anomaly|\d+ anomalies): \S+ .* cost [\d,]+\.\d\d USD instead of [\d,]+\.\d\d USD$/m,
  );
});

test.each([
  ['costs forecast', 'costctl costs outlook'],
  ['budgets list', 'costctl costs check --budgets FILE'],
  ['anomalies list', 'costctl costs anomalies'],
])('what the service names and this program answers itself is named: %s', async (line, own) => {
  expect(await hintOf(line)).toContain(own);
});

test('a short option that shares only few letters with a known one is not taken for it', async () => {
  expect(await hintOf('costs report --from 2026-10-01')).toBe('costctl costs report --help');
  expect(await hintOf('costs report --mnth 2026-10')).toContain('did you mean --month?');
});
