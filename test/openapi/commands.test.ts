import { afterAll, beforeAll, expect, test } from 'vitest';
import { operations } from '../../src/api/operations.ts';
import { namedCommands, namedOperations } from '../../src/openapi/named-operations.ts';
import { createFolder, run } from '../helpers/run.ts';
import { fullDocument } from './fixtures/full.ts';
import { describedToken, type Imported, importFullDocument } from './fixtures/imported.ts';

let imported: Imported;
beforeAll(async () => {
  imported = await importFullDocument();
});
afterAll(() => imported.service.close());

test.each(namedCommands.map(({ group, action }) => `${group} ${action}`))(
  '%s exists before an import and says that it needs one',
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
  '%s calls its operation as documented and writes json and a table',
  async (command) => {
    const help = await imported.line(`${command} --help`);
    const usage = /Usage: (.*)/.exec(help.stdout)?.[1] ?? '';
    const pathParameters = [...usage.replaceAll(/--\S+ <\S+>/g, '').matchAll(/<([\w-]+)>/g)].map(
      ([, name]) => `${name}_1`,
    );
    const extra = bodies.find(([form]) => form.test(command))?.[1].split(' ') ?? [];
    const yes = help.stdout.includes('--yes') ? ['--yes'] : [];
    const before = imported.service.seen.length;
    const argv = [...command.split(' '), ...pathParameters, ...extra, ...yes];
    const json = await imported.words([...argv, '-o', 'json', '-q']);
    const table = await imported.words([...argv, '-o', 'table', '-q']);
    expect(imported.service.violations).toEqual([]);
    expect([json.exitCode, json.stderr, table.exitCode, table.stderr]).toEqual([0, '', 0, '']);
    expect(imported.service.seen.length).toBe(before + 2);
    if (json.stdout === '') return expect(table.stdout).toBe('');
    const answer = JSON.parse(json.stdout);
    expect(Array.isArray(answer) ? answer[0] : answer).toMatchObject({
      id: 'rec_1',
      amount: '1.50',
    });
    expect(table.stdout).toContain('rec_1');
  },
);

test('a delete asks first, and needs --yes without a terminal', async () => {
  const before = imported.service.seen.length;
  const outcome = await imported.line('budgets delete b_1');
  expect(outcome.stderr).toContain('hint: add --yes');
  expect([outcome.exitCode, imported.service.seen.length]).toEqual([2, before]);
});

test('lists every operation as built in or imported', async () => {
  const { stdout } = await imported.line('api operations -o json');
  const states = JSON.parse(stdout).map((row: { state: string }) => row.state);
  const count = Object.keys(operations).length + namedOperations.length;
  expect([states.length, new Set(states)]).toEqual([count, new Set(['built in', 'imported'])]);
});

test('forgetting an imported document removes its commands', async () => {
  const other = createFolder();
  const env = { COSTCTL_BASE_URL: 'https://other.test', COSTCTL_TOKEN: describedToken };
  const stdin = JSON.stringify(fullDocument());
  const named = ['api', 'import', '-', '--name', 'full'];
  expect(await run(named, { folder: other, env, stdin })).toMatchObject({ exitCode: 0 });
  await run(['api', 'documents', '--forget', 'full'], { folder: other, env });
  const outcome = await run(['budgets', 'list'], { folder: other, env });
  expect(outcome.exitCode).toBe(2);
  expect(outcome.stderr).toMatchInlineSnapshot(`
    "error: the service names the operation of "budgets list" without publishing its path
    hint: costctl costs check --budgets FILE judges budgets of your own; or import the service's OpenAPI document: costctl api import FILE; or send the request yourself: costctl api METHOD PATH
    "
  `);
});
