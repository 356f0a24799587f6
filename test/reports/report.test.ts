import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { left, numberOr, right } from '../../src/reports/figures.ts';
import { createFormats } from '../../src/reports/locale.ts';
import type { Table } from '../../src/reports/report-document.ts';
import { writeReportWorkbook } from '../../src/reports/report-workbook.ts';
import { type Row, serveCosts } from '../helpers/costs.ts';
import { daysOf } from '../helpers/report.ts';
import { createFolder, run } from '../helpers/run.ts';
import { failWith, succeed } from '../helpers/screens.ts';
import { readSheet, sheetNames } from '../helpers/stored-workbook.ts';

const days = daysOf(
  '2026-04-01',
  '2026-11-14',
  3,
  (day, number): Row => ({
    date: day,
    service: ['compute', 'storage', 'network'][number],
    accountName: number === 0 && day.startsWith('2026-10') ? 'research' : 'shop',
    tags: number === 2 ? {} : { team: 'web' },
    cost: number === 0 && day.startsWith('2026-10') ? '20.125' : '10.125',
    currency: 'USD',
  }),
);

async function report(words: string, folder = createFolder()) {
  const argv = ['costs', 'report', '--month', '2026-10', ...words.split(' ').filter(Boolean)];
  const paths = argv.map((word) => word.replace('~', folder));
  const outcome = await run(paths, { service: serveCosts(days), folder });
  return { ...outcome, stderr: outcome.stderr.replaceAll(`${folder}/`, '') };
}

test('shows the change, its main causes, and what is new', async () => {
  const { stdout } = await succeed(report('--sections changes,by --by accountName -q'));
  expect(stdout.replaceAll('\u00a0', ' ').split('\n\nMade by')[0]).toMatchInlineSnapshot(`
    "# Cloud cost report

    October 2026

    **USD 1,251.62**

    \\+37.35% (+USD 340.38) compared with September 2026

    - research +USD 623.88 (new)
    - shop -USD 283.50

    ## Data

    Cost is the column cost of the rows that the token reaches.

    Complete.

    ## Why it changed

    Causes of the change, in USD

    | What | Change | Share |
    | --- | ---: | ---: |
    | new | +623.88 | 183.29% |
    |  research | +623.88 | 183.29% |
    | other changes | -283.50 | -83.29% |
    |  shop | -283.50 | -83.29% |
    | Change | +340.38 | 100.00% |

    Where it changed, in USD

    | What | Change | Share |
    | --- | ---: | ---: |
    | research | +623.88 | 183.29% |
    |  of it: new | +623.88 | 183.29% |
    | shop | -283.50 | -83.29% |
    | Change | +340.38 | 100.00% |

    ## What changed most

    Largest changes by account name, in USD

    | Account name | September 2026 | October 2026 | Change | Change % |
    | --- | ---: | ---: | ---: | ---: |
    | research |  | 623.88 | +623.88 | new |
    | shop | 911.25 | 627.75 | -283.50 | -31.11% |

    ## By account name

    Cost by account name, in USD

    | Account name | Cost | Share | Change | Change % |
    | --- | ---: | ---: | ---: | ---: |
    | shop | 627.75 | 50.15% | -283.50 | -31.11% |
    | research | 623.88 | 49.85% | +623.88 | new |
    | Total | 1,251.62 | 100.00% | +340.38 | +37.35% |

    ---"
  `);
});

test('the figures match costs summary in every digit', async () => {
  const { stdout } = await report('--exact --sections total,by -q');
  const line = ['costs', 'summary', '--month', '2026-10', '--by', 'service', '-o', 'json'];
  const summary = await run(line, { service: serveCosts(days) });
  const groups: { service: string; total: string }[] = JSON.parse(summary.stdout);
  const plain = stdout.replaceAll(',', '');
  for (const { service, total } of groups.filter(({ service }) => service !== null))
    expect(plain).toContain(`| ${service} | ${total} |`);
});

test('the report shows the hash of its receipt', async () => {
  const { folder } = await report('-O ~/report.html --receipt ~/receipt.json -q');
  const hash = createHash('sha256')
    .update(readFileSync(join(folder, 'receipt.json')))
    .digest('hex');
  expect(readFileSync(join(folder, 'report.html'), 'utf8')).toContain(hash);
  const receipt = JSON.parse(readFileSync(join(folder, 'receipt.json'), 'utf8'));
  expect(receipt).toMatchObject({ from: '2026-10-01', to: '2026-10-31', rows: 93, complete: true });
  const verified = await run(['costs', 'verify', join(folder, 'receipt.json'), '--live', '-q'], {
    service: serveCosts(days),
  });
  expect(verified.exitCode).toBe(0);
});

test('every row is requested once', async () => {
  const service = serveCosts(days);
  await run('costs report --month 2026-10 --by service -q', { service });
  const read = service.requests.filter(({ limit }) => limit > 500);
  const pages = read.map(({ from, to, page }) => `${from} ${to} ${page}`);
  expect(pages).toEqual([...new Set(pages)]);
});

test('a workbook has a sheet for each section and keeps every digit', async () => {
  const { folder } = await report('-O ~/report.xlsx --sections total,by,coverage -q');
  const archive = readFileSync(join(folder, 'report.xlsx'));
  expect(sheetNames(archive)).toEqual([
    'Report',
    'Total',
    'By service',
    'By account name',
    'By team',
    'Tag coverage',
  ]);
  const rows = readSheet(archive, 3).rows.map((cells) =>
    cells.map(({ text, number }) => number ?? text),
  );
  expect(rows).toEqual([
    ['Service', 'Cost', 'Share', 'Change', 'Change %', 'Currency of amounts'],
    ['compute', '623.875', '49.85', '320.125', '105.39', 'USD'],
    ['network', '313.875', '25.08', '10.125', '3.33', 'USD'],
    ['storage', '313.875', '25.08', '10.125', '3.33', 'USD'],
    ['Total', '1251.625', '100.00', '340.375', '37.35', 'USD'],
  ]);
});

test('columns that tables of one sheet name otherwise are groups, or values if they have numbers', async () => {
  const tableOf = (group: string, unit: string): Table => ({
    caption: [unit],
    columns: [left(group), right(`Value (${unit})`), right('Unit cost')],
    rows: [{ cells: [numberOr(1, 'a'), numberOr('2', ''), numberOr('0.5', '')] }],
  });
  const archive = await writeReportWorkbook(
    {
      ...{ title: 'Costs', period: { from: '2026-10-01', to: '2026-10-31' }, isMonth: true },
      ...{ hasCurrencies: false, headlines: [], leftOut: [], footer: [] },
      sections: [
        { title: 'Unit costs', tables: [tableOf('Day', 'order'), tableOf('Week', 'seat')] },
      ],
    },
    createFormats({ locale: 'en-US', exact: false }),
  );
  const [headers] = readSheet(Buffer.from(archive), 2).rows;
  expect(headers?.map((cell) => cell.text)).toEqual(['Table', 'Group', 'Value', 'Unit cost']);
});

test('a budget in another currency than its cost is named, and the others are judged', async () => {
  const folder = createFolder();
  const euros = '- {name: Euros, amount: 1, currency: EUR}\n';
  const path = join(folder, 'budgets.yaml');
  writeFileSync(path, `${euros}- {name: Dollars, amount: 2000, currency: USD}\n`);
  const words = '--sections budgets --budgets ~/budgets.yaml';
  const warning =
    'the budget Euros could not be judged: it is in EUR, and some of its cost is in USD; add --convert-to EUR, or narrow the budget with where';
  const { stdout, stderr } = await succeed(report(words, folder));
  expect(stderr).toContain(`warning: ${warning}\n`);
  const text = stdout.replaceAll('\u00a0', ' ');
  expect(text).toContain('No budget that could be judged is exceeded.');
  expect(text).toContain('The budget Euros could not be judged: it is in EUR');
  expect(text.split('\n').filter((line) => line.includes('October 2026 |'))).toEqual([
    '| Euros | unjudged | October 2026 | EUR | unknown | 1.00 |  |',
    '| Dollars | ok | October 2026 | USD | 1,251.62 | 2,000.00 | 62.58% |',
  ]);
  writeFileSync(path, `${euros}- {name: Dollars, amount: 1000, currency: USD}\n`);
  const over = await succeed(report(`${words} -O ~/report.html`, folder));
  expect(over.stderr).toContain(`warning: ${warning}\n`);
  const html = readFileSync(join(folder, 'report.html'), 'utf8');
  expect(html).toContain('1 of 2 budgets is exceeded: ');
  expect(html).toContain('The budget Euros could not be judged');
});

describe('invalid input is an error, and no file is written', () => {
  const files: Readonly<Record<string, string>> = {
    'empty.yaml': '[]',
    'broken.yaml': '- name: [',
    'unknown.yaml': '- {name: All, amount: 1, currency: USD, where: ["colour=red"]}',
    'rules.yaml': '- {match: ["colour=red"], to: tags.team, by: cost}',
    'logo.png': 'not a picture',
    'page.svg': `${'<!-- a -->'.repeat(10_000)}<html>`,
    'large.png': `\x89PNG\r\n\x1a\n${'x'.repeat(300_000)}`,
  };
  test.each([
    ['--month 2026-13', 2, 'is not a month'],
    ['--month 2027-01', 2, 'is in the future'],
    ['--month 2020-01', 9, '2020-01-01 to 2020-01-31 has no row'],
    ['--where service=none', 9, 'no row of 2026-10-01 to 2026-10-31 meets the conditions'],
    ['--by nothing', 2, "--by: no row has the column 'nothing'"],
    ['--convert-to EUR --rates ~/rates.csv', 9, 'no exchange rate for USD to EUR on 2026-'],
    ['--budgets ~/missing.yaml', 1, 'cannot read missing.yaml'],
    ['--budgets ~/empty.yaml', 2, 'empty.yaml has no budgets'],
    ['--rules ~/empty.yaml --allocate-by team', 2, 'empty.yaml has no rules'],
    ['--budgets ~/broken.yaml', 2, 'broken.yaml:1'],
    ['--budgets ~/unknown.yaml', 2, "no row has the column 'colour'"],
    ['--rules ~/rules.yaml', 2, "no row has the column 'colour'"],
    ['--allocate-by service', 2, '--allocate-by needs --rules'],
    ['--sections total,dayly', 2, 'has no section dayly; did you mean daily?'],
    ['--locale german', 2, "'german' is not a known language tag"],
    ['--logo ~/logo.png', 2, 'is not a picture'],
    ['--logo ~/page.svg', 2, 'is not a picture'],
    ['--logo ~/large.png', 2, 'has more than 200 KiB'],
    ['--logo ~/missing.png', 1, 'cannot read missing.png'],
    ['--against nothing', 2, "'nothing' is not a period"],
    ['--columns service', 2, 'takes no --columns'],
    ['-o csv', 2, 'not csv'],
  ])('%s', async (words, exit, message) => {
    const folder = createFolder();
    for (const [name, text] of Object.entries(files)) {
      writeFileSync(join(folder, name), text, 'latin1');
    }
    writeFileSync(
      join(folder, 'rates.csv'),
      'baseCurrency,targetCurrency,rate,date\nUSD,EUR,0.9,2020-01-01\n',
    );
    const { stderr, exitCode } = await report(`-O ~/report.html ${words}`, folder);
    expect(stderr).toContain(message);
    expect(exitCode).toBe(exit);
    expect(existsSync(join(folder, 'report.html'))).toBe(false);
  });

  test.each([
    ['-O ~/report.pdf', 'no report has this extension'],
    ['-O ~/report.md -o html', 'is markdown by its extension'],
    ['-O ~/report.md --logo ~/logo.png', '--logo is for html'],
    ['-o xlsx', 'xlsx needs a file'],
    ['--sections total --budgets b.yaml', '--budgets is for the section budgets'],
    ['--sections budgets --rules r.yaml', '--rules is for the section allocation'],
    ['--sections total --allocate-by service', '--allocate-by is for the section allocation'],
    ['--sections total --metric bmt_orders', '--metric is for the section unit'],
    ['--sections total,by --require tags.team', '--require is for the section coverage'],
  ])('%s', async (words, message) => {
    expect(await failWith(2, report(words))).toContain(message);
  });

  test.each(['-O ~/none/report.html', '-O ~/folder.html'])(
    '%s cannot be written',
    async (words) => {
      const folder = createFolder();
      mkdirSync(join(folder, 'folder.html'));
      expect(await failWith(1, report(words, folder))).toContain('cannot write');
    },
  );
});

test('a section without input is left out, and the report names it', async () => {
  const { stdout, stderr } = await report('');
  for (const title of ['Budgets', 'Allocation', 'Unit costs']) {
    expect(stdout).toContain(`- ${title}: no `);
    expect(stderr).toMatch(new RegExp(`^note: not in the report: .*${title}: no `, 'm'));
  }
});

test('the report and explain say that no column to show cost by was recognized', async () => {
  const folder = createFolder();
  const rows = '2026-09-01,4,EUR,web\n2026-10-31,5,EUR,web\n';
  writeFileSync(join(folder, 'buch.csv'), `Tag,Betrag,Waehrung,Dienst\n${rows}`);
  const columns = '--date-column Tag --amount-column Betrag --currency-column Waehrung';
  await succeed(run(`costs mirror ${folder}/books --files ${folder}/buch.csv ${columns}`));
  const shown = async (line: string) =>
    (await succeed(run(`costs ${line} --month 2026-10 --mirror ${folder}/books`))).stdout;
  const missing = '- Cost by column: no service, account, tag or provider was recognized';
  expect(await shown('report')).toContain(missing);
  expect(await shown('report --by Dienst')).not.toContain(missing);
  expect(await shown('report --sections total')).not.toContain(missing);
  const unexplained = 'no column to explain it by was recognized (choose with --by)';
  expect(await shown('explain')).toContain(unexplained);
  expect(await shown('explain --by Dienst')).not.toContain(unexplained);
});

test('currencies stay apart unless they are converted', async () => {
  const line = '--sandbox costs report --month 2026-10 --sections total,by -q'.split(' ');
  const apart = await run(line, { usualRows: true });
  expect(apart.stdout).toMatch(/\*\*EUR.8,283\.81\*\*[\s\S]*\*\*USD.43,641\.73\*\*/);
  const converted = await run([...line, '--convert-to', 'USD', '--rate-date', '2026-10-31'], {
    usualRows: true,
  });
  expect(converted.stdout).toMatch(/\*\*USD.\d\d,\d{3}\.\d\d\*\*/);
  expect(converted.stdout).not.toContain('EUR');
});
