import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { describe, expect, test } from 'vitest';
import { createFolder, run } from '../helpers/run.ts';
import { drawCases } from '../helpers/runs.ts';

const files: Readonly<Record<string, string>> = {
  'two.csv': 'date,amount,region\n2026-10-01,1,us-east\n2026-10-01,2,us-east\n',
  'tabs.csv': 'date\tamount\tregion\n2026-10-01\t120\tus-east\n',
  'day.csv': 'date,amount,region\n2026-10-01,120,us-east\n',
  'people.csv': 'email;firstName;lastName;role\nann@example;Ann;Berg;viewer\n',
};

/** What a person sees, stdout and stderr, on a terminal of this width; words are split at spaces. */
async function see(line: readonly string[], terminal: number) {
  const folder = createFolder();
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  const words = line.map((word) => (word in files ? join(folder, word) : word));
  const now = '2026-11-22T08:00:00Z';
  const { stdout, stderr, exitCode } = await run(['--sandbox', ...words], {
    ...{ folder, terminal, now },
  });
  return { text: stripVTControlCharacters(`${stdout}${stderr}`), stdout, stderr, exitCode };
}

/** What is typed, the exit code, and what the screen must say, in this order. */
const screens: readonly (readonly [string, number, readonly RegExp[]])[] = [
  ['metrics import bmt_orders day.csv', 0, [/^0 created, 1 updated, 0 unchanged$/m]],
  ['metrics values bmt_orders --month 2026-10', 0, [/2026-10-01/, /2026-10-31/]],
  ['metrics values bmt_orders --quarter 2026Q3', 0, [/2026-07-01/, /2026-09-30/]],
  ['rates history USD EUR --last 3d', 0, [/2026-11-19/, /2026-11-21/]],
  ['metrics gaps bmt_orders --last 4w --check', 11, [/2026-10-30/, /1 day without a value/]],
  ['metrics summary bmt_orders --last 4w', 0, [/2026-10 \(partial\)/, /2026-11 \(partial\)/]],
  ['costs compare --month 2026-10 --against 2026-08 --by service --top 1', 0, [/Amazon EC2/]],
  ['metrics import bmt_orders two.csv', 10, [/give --duplicates first, last or sum to choose/]],
  ['metrics import bmt_orders tabs.csv', 0, [/0 created, 1 updated/]],
  ['rates get USD EUR --date 2027-01-01', 5, [/2027-01-01 is in the future/, /2026-11-22/]],
  ['users invite --from people.csv', 10, [/line 2: email must be an email address/]],
  ['rates convert 1.234,56 usd eur', 2, [/write 1234\.56/]],
  ['rates convert 1234.56 usd eur --date 2026-10-01', 0, [/USD/, /EUR/]],
  ['users list --role Viewer', 0, [/viewer/]],
  ['version', 2, [/costctl --version/]],
  ['login', 2, [/costctl profiles add NAME/]],
  ['logout', 2, [/costctl profiles remove NAME/]],
  ['list workspaces', 2, [/hint: costctl workspaces list/]],
  ['providers list --json', 2, [/write -o json/]],
  ['profiles unset x', 2, [/profiles set NAME key=/]],
  ['whoami', 0, [/profile +sandbox/, /token +an organization token/, /wsp_storefront/]],
  ['metrics get bmt_nope', 5, [/no metric bmt_nope in the workspace/, /costctl metrics list/]],
  ['metrics get orders', 0, [/bmt_orders/]],
  ['providers list --profile', 2, [/write --profile <name>/]],
];

const widths = [120, 80, 40].map((width, row) => [width, row] as const);

describe.each(widths)('at %d columns', (terminal, row) => {
  test.each(drawCases(screens, row))('costctl %s', async (line, exitCode, said) => {
    const seen = await see(line.split(' '), terminal);
    expect({ exitCode: seen.exitCode, text: seen.text }).toMatchObject({ exitCode });
    // A long sentence is wrapped to the window.
    const sentences = seen.text.replaceAll('\n', ' ');
    for (const text of said) expect(`${seen.text}${sentences}`).toMatch(text);
  });

  test('a week that the period cuts off is marked next to its name', async () => {
    const line = 'costs summary --last 3w --granularity week --convert-to USD';
    const { text } = await see(line.split(' '), terminal);
    expect(text).toMatch(/2026-W44 ?(\(partial\)|…)[\s\S]*2026-W45 /);
    if (terminal > 40) expect(text).toContain('2026-W44 (partial)');
  });
});

test('the columns that were chosen are reported with --debug, and not where there was no choice', async () => {
  const line = 'costs summary --last 2d'.split(' ');
  const { stderr } = await see(line, 80);
  expect(stderr).not.toContain('amount column');
  const debugged = await see([...line, '--debug'], 80);
  expect(debugged.stderr).toContain(
    'note: date column date, amount column cost, currency column currency\n',
  );
});

test.each([80, 120])(
  'the help of the program fits on a screen of 40 lines at %d columns',
  async (terminal) => {
    const { stdout } = await run([], { terminal });
    expect(stdout.trimEnd().split('\n').length).toBeLessThanOrEqual(40);
    // Groups that need a document first are listed elsewhere.
    expect(stdout).not.toMatch(/budgets|cost-alerts|anomalies/);
    expect(stdout).toContain('costctl api operations lists them');
  },
);

test('the usage line has the required options, and the options of the action come first', async () => {
  const { stdout } = await run(['metrics', 'create', '--help'], { terminal: 80 });
  expect(stdout).toMatch(/^Usage: costctl metrics create --name <name> --unit <unit> \[options\]/);
  expect(stdout.indexOf('--label-column')).toBeLessThan(stdout.indexOf('--dry-run'));
});

test('a request that the service refuses: the field on the screen, and with --debug its answer', async () => {
  const line = 'api GET /v1/costs --param startDate=x --param endDate=2026-10-01'.split(' ');
  const { stderr, exitCode } = await see(line, 80);
  expect(exitCode).toBe(2);
  expect(stderr).toMatch(/startDate/);
  const { stderr: debugged } = await see([...line, '--debug'], 80);
  expect(debugged).toMatch(/^debug: .*startDate.*[{"]/m);
});
