import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { serveAnalysis } from '../helpers/cost-shapes.ts';
import { type CostService, type Row, serveCosts } from '../helpers/costs.ts';
import { daysOf } from '../helpers/report.ts';
import { createFolder, run } from '../helpers/run.ts';
import { failWith } from '../helpers/screens.ts';
import { pageOf } from '../helpers/service.ts';

const days = daysOf(
  '2026-09-01',
  '2026-11-14',
  2,
  (day, number): Row => ({
    date: day,
    service: ['compute', 'storage'][number],
    region: 'eu',
    tags: { team: 'web' },
    cost: '1000.5',
    currency: 'USD',
  }),
);

/** A profile with these defaults, and a report with it. */
async function report(
  defaults: Readonly<Record<string, string>>,
  words: readonly string[] = [],
  service: CostService = serveCosts(days),
) {
  const folder = createFolder();
  const budgets = '- {name: Whole, amount: 100000, currency: USD}\n';
  writeFileSync(join(folder, 'budgets.yaml'), budgets);
  const rules = '- {match: [service=storage], to: tags.team, by: cost}\n';
  writeFileSync(join(folder, 'rules.yaml'), rules);
  const add = [
    'profiles',
    'add',
    'work',
    '--base-url',
    service.url,
    '--token-stdin',
    '--no-verify',
  ];
  await run(add, { folder, stdin: 'tok_secret_0123456789abcdef' });
  const pairs = Object.entries(defaults).map(
    ([key, value]) => `${key}=${value.replace('~', folder)}`,
  );
  const set = await run(['profiles', 'set', 'work', ...pairs], { folder });
  expect({ exitCode: set.exitCode, stderr: set.stderr }).toEqual({ exitCode: 0, stderr: '' });
  const line = ['-p', 'work', 'costs', 'report', '--month', '2026-10', '-q', ...words];
  return { ...(await run(line, { folder, service })), folder };
}

test('a report takes its defaults from the profile', async () => {
  const { stdout, exitCode } = await report({
    reportBy: 'region,service',
    reportTitle: 'Costs of the shop',
    reportLocale: 'de-DE',
    reportBudgets: '~/budgets.yaml',
    reportRules: '~/rules.yaml',
    reportAllocateBy: 'tags.team',
    reportRequire: 'tags.team',
  });
  expect(exitCode).toBe(0);
  expect(stdout).toContain('# Costs of the shop');
  expect(stdout).toContain('62.031,00');
  expect(stdout.match(/^## .*/gm)).toEqual(
    expect.arrayContaining(['## By region', '## By service', '## Budgets', '## Allocation']),
  );
});

test('a metric of the profile may be a name, as that of the option may', async () => {
  const path = '/v1/business-metrics';
  const metric = { id: 'bmt_orders', name: 'Orders', unit: 'order', labelColumns: [] };
  const service = () =>
    serveAnalysis(days, {
      [`${path}?workspaceId=wsp_1&page=1&limit=100`]: pageOf([metric]),
      [`${path}/bmt_orders?workspaceId=wsp_1`]: metric,
      [`${path}/bmt_orders/values?workspaceId=wsp_1&from=2026-10-01&to=2026-10-31&page=1&limit=100`]:
        pageOf([{ date: '2026-10-01', amount: '10', labels: {} }]),
    });
  const words = ['--sections', 'unit', '-w', 'wsp_1'];
  const of = async (reportMetric: string) =>
    (await report({ reportMetric }, words, service())).stdout;
  const byId = await of('bmt_orders');
  expect(byId).toContain('Orders: one order cost');
  expect(await of('orders')).toBe(byId);
  const { stderr } = await report({ reportMetric: 'Odrers' }, words, service());
  expect(stderr).toContain('no metric has the id or name Odrers; did you mean Orders?');
});

test('an option overrides the profile', async () => {
  const defaults = { reportBy: 'region', reportTitle: 'Costs', reportLocale: 'de-DE' };
  const words = ['--by', 'service', '--title', 'Other', '--locale', 'en-GB'];
  const { stdout } = await report(defaults, words);
  expect(stdout).toContain('# Other');
  expect(stdout).toContain('62,031.00');
  expect(stdout).not.toContain('By region');
});

test('the command in a receipt includes the defaults of the profile', async () => {
  const folder = createFolder();
  const receipt = join(folder, 'receipt.json');
  const { stdout } = await report({ reportBy: 'region' }, ['--receipt', receipt]);
  expect(stdout).toContain('By region');
  const { command } = JSON.parse(readFileSync(receipt, 'utf8'));
  expect(command).toContain('--by region');
});

test.each([
  ['reportConvertTo=euro', 'must be three letters'],
  ['reportBudgets=budgets.yaml', 'must be an absolute path'],
  ['reportLocale=german', 'must be a known language tag'],
])('%s is refused', async (pair, message) => {
  const folder = createFolder();
  const add = 'profiles add work --base-url https://a.example --token-stdin --no-verify'.split(' ');
  await run(add, { folder, stdin: 'tok_secret_0123456789abcdef' });
  expect(await failWith(2, run(['profiles', 'set', 'work', pair], { folder }))).toContain(message);
});

test('profiles show lists only the defaults that are set', async () => {
  const { folder } = await report({ reportBy: 'service' });
  const { stdout } = await run('-p work profiles show -o csv', { folder });
  expect(stdout).toContain('reportBy,service,profile,profile work');
  expect(stdout).not.toContain('reportTitle');
});

test('a default for a section that --sections leaves out is not used', async () => {
  const path = join(createFolder(), 'receipt.json');
  const defaults = { reportBudgets: '~/budgets.yaml', reportRequire: 'tags.team' };
  const words = ['--sections', 'total', '--receipt', path];
  expect((await report(defaults, words)).exitCode).toBe(0);
  const { command } = JSON.parse(readFileSync(path, 'utf8'));
  expect(command).toContain('--sections total');
  expect(command).not.toMatch(/--budgets|--require/);
});
