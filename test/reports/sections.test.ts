import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { eachDay } from '../../src/days.ts';
import { groupBy } from '../../src/grouping.ts';
import { labelOf } from '../../src/reports/figures.ts';
import { serveCosts } from '../helpers/costs.ts';
import { createFolder, run } from '../helpers/run.ts';

const folder = createFolder();
const files = {
  'budgets.yaml': `
- {name: Dollars, amount: 1500, currency: USD, warn: [50, 80], where: [currency=USD, provider=gcp]}
- {name: Euros, amount: 100, currency: EUR, on: outlook, where: [currency=EUR]}
- {name: Plenty, amount: 1e6, currency: USD, period: year, where: [currency=USD]}
`,
  'rules.yaml': '- {match: ["service=BigQuery"], to: tags.team, by: cost}\n',
};
for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);

const line = [
  ...'--sandbox costs report --month-to-date -q --top 2 --metric bmt_orders'.split(' '),
  ...'--by service,tags.team --require tags.team --where provider=gcp'.split(' '),
  ...['--budgets', join(folder, 'budgets.yaml'), '--rules', join(folder, 'rules.yaml')],
];

async function report(name: string, words: readonly string[] = [], said = ''): Promise<string> {
  const path = join(folder, name);
  const now = '2026-11-05T12:00:00Z';
  const { stderr, exitCode } = await run([...line, ...words, '-O', path], { now, usualRows: true });
  expect({ stderr, exitCode }).toEqual({ stderr: said, exitCode: 0 });
  return readFileSync(path, 'utf8').replace(/(receipt: )[0-9a-f]{64}/, '$1HASH');
}

test('a report in markdown has every section', async () => {
  await expect(await report('report.md')).toMatchFileSnapshot('snapshots/sections.md');
});

test('a page has the same tables as a report in markdown', async () => {
  const [markdown, page] = await Promise.all([report('same.md'), report('same.html')]);
  const captions = [...page.matchAll(/<caption[^>]*>([^<]*)/g)].map(([, text]) => text);
  expect(captions).toEqual(markdown.match(/^.+(?=\n\n\| )/gm));
});

test('a page of one currency has every section, with its bars and charts', async () => {
  const said =
    'warning: the budget Euros could not be judged: currency=EUR: no row has this value; rows have USD\n';
  const html = await report('report.html', ['--where', 'currency=USD'], said);
  const [main = ''] = /<main>[\s\S]*<\/main>/.exec(html) ?? [];
  const lines = main.replaceAll(
    />(?=<(?:section|svg|rect|line|path|text|tr|table|ul|p|h2))/g,
    '>\n',
  );
  await expect(`${lines}\n`).toMatchFileSnapshot('snapshots/sections.html.txt');
});

test('a chart frames what is not known, and draws zero as nothing', async () => {
  const rows = [
    ...[...eachDay({ from: '2026-08-01', to: '2026-08-31' })].map((date) => ({ date, cost: 1 })),
    ...[...eachDay({ from: '2026-10-01', to: '2026-10-28' })].map((date) => ({
      ...{ date, cost: date === '2026-10-05' ? 0 : 1 },
    })),
  ];
  const service = serveCosts(Object.fromEntries(groupBy(rows, ({ date }) => date)));
  const path = join(createFolder(), 'r.html');
  const line = `costs report --month 2026-10 --months 3 --sections daily,months -O ${path}`;
  const { exitCode } = await run(line, { service, now: '2026-11-15T12:00:00Z' });
  expect(exitCode).toBe(0);
  const html = readFileSync(path, 'utf8');
  const charts = [...html.matchAll(/<figure>.*?<\/figure>/gs)].map(([figure]) => ({
    unknown: figure.match(/class="none" x/g)?.length,
    known: figure.match(/class="main" x/g)?.length,
    zero: figure.match(/class="main" x[^>]* height="0"/g)?.length,
    legend: [...figure.matchAll(/<\/svg>([^<]+)<\/li>/g)].map(([, text]) => text),
  }));
  // Each is drawn for a wide and for a narrow window.
  expect(charts).toEqual([
    {
      ...{ unknown: 6, known: 56, zero: 2 },
      legend: ['cost of the day', 'the same weekday 4 weeks before', 'no rows'],
    },
    { unknown: 2, known: 4, zero: undefined, legend: ['cost of the month', 'no rows'] },
  ]);
});

test.each([
  ['tags.team', 'team'],
  ['labels.env', 'env'],
  ['accountName', 'account name'],
  ['service.description', 'service description'],
  ['lineItem/ProductCode', 'line item product code'],
  ['line_item_product_code', 'line item product code'],
])('the column %s is called %s in headings', (column, name) => {
  expect(labelOf(column, { original: undefined })).toBe(name);
});
