import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { loadDeclarations } from '../../src/cli/groups.ts';
import { serveCosts } from '../helpers/costs.ts';
import { readJunit } from '../helpers/junit.ts';
import { createFolder, run } from '../helpers/run.ts';
import { drawCases } from '../helpers/runs.ts';
import { failWith, succeed } from '../helpers/screens.ts';
import { findAll } from '../helpers/xml.ts';

/** In the sandbox. */
const ask = (line: string, folder = createFolder()) =>
  run(`--sandbox ${line}`.split(/ +/), { folder });

const folder = createFolder();
const orders = join(folder, 'orders.csv');
writeFileSync(orders, 'date,amount,region\n2026-11-02,1,eu-central\n');
const settings = join(folder, 'costctl.yaml');
writeFileSync(settings, 'version: 1\nfilters:\n  - title: New\n    filter: tag:a = b\n');

const receipt = join(folder, 'costs.json');
const broken = join(folder, 'broken.yaml');
writeFileSync(broken, 'version: 1\nfilters:\n  - title: 5\n');
const good = join(folder, 'good.yaml');
writeFileSync(good, 'version: 1\n');
const rules = join(folder, 'rules.yaml');
writeFileSync(rules, '- {match: [service=Tax], to: tags.team, by: metric:bmt_orders/region}\n');
const focus = join(folder, 'focus.csv');
writeFileSync(focus, 'BilledCost\nx\n');
const document = join(folder, 'openapi.json');
const info = { title: 'Other', version: '1' };
const paths = { '/v1/workspaces': { get: { responses: { 200: { description: 'ok' } } } } };
writeFileSync(document, JSON.stringify({ openapi: '3.0.3', info, paths }));
const budgets = join(folder, 'budgets.yaml');
writeFileSync(budgets, '- {name: All, amount: 1, currency: USD, period: month}\n');

const invoice = join(folder, 'invoice.csv');
writeFileSync(invoice, 'service,amount,currency\nSomething else,1,USD\n');

const mirror = join(folder, 'mirror');
const exported = `costs export --last 2d -O ${join(folder, 'costs.csv')} --receipt ${receipt}`;

/** What is run, its exit status, and what is run before it. */
const checks: [line: string, exit: number, before?: string][] = [
  ['costs check --last 3d --max-total 1000000000 --convert-to USD', 0],
  ['costs check --last 3d --max-total 1 --convert-to USD --by service', 11],
  ['costs check --last 3d --max-increase 1 --convert-to USD --by service', 11],
  [`costs check --budgets ${budgets} --convert-to USD`, 11],
  [`costs verify ${receipt} ${join(folder, 'costs.csv')}`, 0, exported],
  [`costs verify ${receipt} ${orders}`, 11, exported],
  ['costs coverage --last 3d --require tags.team --min 100 --convert-to USD', 11],
  ['costs coverage --last 3d --require service --min 100 --convert-to USD', 0],
  [`costs reconcile ${invoice} --last 3d --by service`, 11],
  [`costs focus-check ${focus}`, 11],
  [`costs mirror ${mirror} --check`, 0, `costs mirror ${mirror} --from 2026-11-12`],
  ['costs anomalies --last 30d --min-impact 100000000 --check --convert-to USD', 0],
  ['costs anomalies --last 30d --by service --check --convert-to USD', 11],
  [`costs allocate --last 3d --rules ${rules} --by tags.team --convert-to USD`, 0],
  ['providers test prv_aws_main', 0],
  ['providers test --all', 11],
  ['costs freshness --check', 0],
  ['costs freshness --last 30d --max-lag 5 --check', 0],
  ['providers status --stale 1', 11],
  ['providers status --check', 11],
  ['providers update prv_aws_main --sync-every 120 --test', 0],
  ['providers sync prv_aws_main --wait', 0],
  [`metrics diff bmt_orders ${orders} --check`, 11],
  [`metrics import bmt_orders ${orders} --check`, 11],
  ['metrics gaps bmt_orders --last 3d --check', 0],
  ['metrics gaps bmt_orders --from 2020-12-01 --to 2020-12-03 --check', 11],
  [`config plan ${settings} --check`, 11],
  [`config validate ${good}`, 0],
  [`config validate ${broken}`, 2],
  ['api diff --check', 11, `api import ${document}`],
  ['doctor', 0],
];

test('every action with a check is covered here', async () => {
  const declared = (await loadDeclarations()).filter(({ check: one = false }) => one !== false);
  // What an export writes are rows, in formats of its own.
  const covered = [...checks.map(([line]) => line), 'costs export'];
  const missing = declared.filter(({ words }) => !covered.some((line) => line.startsWith(words)));
  expect(missing.map(({ words }) => words)).toEqual([]);
});

/** Whether a report has failures, by its format. */
const formats: readonly (readonly [string, (report: string) => boolean])[] = [
  ['junit', (report) => findAll(readJunit(report), 'failure').length > 0],
  [
    'github',
    (report) => {
      expect(report).toMatch(
        /::notice title=costctl [a-z -]+::\d+ passed, \d+ failed, \d+ skipped\n$/,
      );
      return report.includes('::error ');
    },
  ],
];

const cases = checks.map(([line, exit, before], row) => ({ line, exit, before, row }));

describe.each(cases)('$line', ({ line, exit, before, row }) => {
  test.each(drawCases(formats, row))(
    'has failures as %s if the exit code says so',
    async (format, hasFailures) => {
      const folder = createFolder();
      if (before !== undefined) await succeed(ask(before, folder));
      const { stdout, stderr, exitCode } = await ask(`${line} -o ${format}`, folder);
      expect({ exitCode, stderr }).toMatchObject({ exitCode: exit });
      expect(hasFailures(stdout)).toBe(exit !== 0);
      requireCents(stdout, line, exit);
    },
  );
});

/** No amount is written with more digits than its currency has. */
function requireCents(report: string, line: string, exit: number): void {
  if (!/^costs (anomalies|check|coverage|reconcile)/.test(line)) return;
  if (exit !== 0) expect(report).toMatch(/\d\.\d\d/);
  expect(report).not.toMatch(/\d\.\d{3}/);
}

test.each([
  'costs summary --last 3d',
  'providers list',
  'providers status',
  'providers sync prv_aws_main',
  `metrics import bmt_orders ${orders}`,
])('%s is not a check, so a report format is a usage error', async (line) => {
  const stderr = await failWith(2, ask(`${line} -o junit`));
  expect(stderr).toContain('--output junit is for checks');
});

const close = join(folder, 'close.yaml');
writeFileSync(close, '- {name: All, amount: 20000, currency: USD, warn: [80]}\n');

test.each([
  [15_999.9999, 'ok: 16,000.00 of 20,000.00 USD (79.99 %)'],
  [16_000, 'warned: 16,000.00 of 20,000.00 USD (80.00 %)'],
  [19_999.9999, 'warned: 19,999.99 of 20,000.00 USD (99.99 %)'],
  [20_000, 'warned: 20,000.00 of 20,000.00 USD (100.00 %)'],
  [20_000.0001, 'exceeded: >20,000.00 of 20,000.00 USD (>100.00 %)'],
])('a message about %d never rounds it across a limit', async (cost, message) => {
  const days = { '2026-11-14': [{ date: '2026-11-14', cost, currency: 'USD' }] };
  const argv = ['costs', 'check', '--budgets', close, '--allow-stale', 'all', '--allow-empty'];
  const { stdout } = await run([...argv, '-o', 'junit'], { service: serveCosts(days) });
  expect(stdout).toContain(message.replaceAll('>', '&gt;'));
});

test.each(['--by service', '--by service,tags.team'])(
  'costs anomalies %s has a case for every group that was judged',
  async (by) => {
    const days = '--last 30d --convert-to USD';
    const read = async (line: string) => (await ask(`costs ${line}`)).stdout;
    const report = await read(`anomalies ${days} ${by} --check --allow-stale all -o junit`);
    const cases = [...report.matchAll(/<testcase [^>]* name="([^"]*)"/g)].map(([, name]) => name);
    expect(new Set(cases).size).toBe(cases.length);
    const groups: Readonly<Record<string, unknown>>[] = JSON.parse(
      await read(`summary ${days} ${by} --no-total -o json`),
    );
    const names = groups.map((group) => {
      const columns = by.replace('--by ', '').split(',');
      return [...columns.map((column) => group[column] ?? '(none)'), 'USD'].join(' ');
    });
    // A day of a group comes before its name.
    const isThere = (name: string) =>
      cases.some((one) => one?.replace(/^\d{4}-\d\d-\d\d /, '') === name.replaceAll('&', '&amp;'));
    expect(names.filter((name) => !isThere(name))).toEqual([]);
    expect(names.length).toBeGreaterThan(9);
  },
);

test('costs anomalies without --by has a case for each day that deviates, or one for the total', async () => {
  const line =
    'costs anomalies --from 2026-05-01 --to 2026-08-31 --convert-to USD --allow-stale all';
  const casesOf = (report: string) =>
    findAll(readJunit(report), 'testcase').map(({ attributes, children }) => [
      attributes['name'],
      children.some((child) => typeof child !== 'string' && child.name === 'failure'),
    ]);
  const found = await ask(`${line} --check -o junit`);
  const days: Readonly<Record<string, unknown>>[] = JSON.parse(
    (await ask(`${line} -o json`)).stdout,
  );
  expect(days.length).toBeGreaterThan(1);
  expect(casesOf(found.stdout)).toEqual(days.map(({ day }) => [`${day} USD`, true]));
  expect(found.exitCode).toBe(11);
  const quiet = await ask(`${line} --min-impact 100000000 --check -o junit`);
  expect(casesOf(quiet.stdout)).toEqual([['the total USD', false]]);
  expect(quiet.exitCode).toBe(0);
});

test('each format of a check explains the same group first, and a change by its percentage', async () => {
  const check = 'costs check --last 7d --by provider --convert-to USD';
  const errors = await Promise.all(
    ['table', 'json', 'junit', 'github'].map(async (format) => {
      const { stderr } = await ask(
        `${check} --where provider!=aws --max-total 100 -q -o ${format}`,
      );
      return /the check failed: (\w+) is/.exec(stderr)?.[1];
    }),
  );
  expect(errors).toEqual(Array(4).fill('gcp'));
  for (const [option, may] of [
    ['--max-increase', 'rise'],
    ['--max-decrease', 'fall'],
  ]) {
    const { stdout } = await ask(`${check} ${option} 25 -o junit`);
    const change = `(rose|fell) by [\\d.,]+ % to [\\d.,]+ USD; it may ${may} by up to 25 %`;
    const cases = stdout.match(new RegExp(change, 'g')) ?? [];
    expect(cases).toHaveLength(stdout.match(/<testcase/g)?.length ?? 0);
    expect(cases.length).toBeGreaterThan(1);
  }
  const months = '--month 2026-08 --against 2026-08 --convert-to USD';
  const same = await ask(`costs check ${months} --max-increase 25 -o junit`);
  expect(same.stdout).toContain('is still');
});

test('a report of shared cost has a case for each target, and none for everything', async () => {
  const folder = createFolder();
  const rules = join(folder, 'rules.yaml');
  await succeed(ask(`costs allocate init --by tags.team --last 1d -O ${rules}`, folder));
  const line = `costs allocate --by tags.team --rules ${rules} --last 1d --convert-to USD`;
  const [plain, whole] = [`${line} -o junit`, `${line} --total -o junit`];
  const { stdout } = await succeed(ask(plain, folder));
  expect(stdout).toMatch(/<testcase [^>]*checkout/);
  expect((await succeed(ask(whole, folder))).stdout).toBe(stdout);
});

test.each(['--query [0]', '--columns service', '--raw'])(
  'a report refuses %s, which would change nothing in it',
  async (option) => {
    const [name = ''] = option.split(' ');
    const line = `costs coverage --last 3d --require service -o junit ${option}`;
    expect(await failWith(2, ask(line))).toContain(`${name} has no effect on junit`);
  },
);

test.each([
  ['', 'empty.yaml', 'the file has no keys'],
  [`a: ${'['.repeat(500)}${']'.repeat(500)}`, 'empty.yaml:1:203', 'the file is nested too deeply'],
])('a problem of a settings file as a whole names no value in it', async (text, name, problem) => {
  const path = join(folder, 'empty.yaml');
  writeFileSync(path, text);
  const { stdout } = await ask(`config validate ${path} -o junit`);
  expect(stdout).toContain(`${name}"><failure message="${problem}">${problem}</failure>`);
});
