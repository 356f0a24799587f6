import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { serveAnalysis } from '../helpers/cost-shapes.ts';
import { type Days, type Row, serveCosts } from '../helpers/costs.ts';
import { daysOf } from '../helpers/report.ts';
import { createFolder, run } from '../helpers/run.ts';
import { failWith, readJson, succeed } from '../helpers/screens.ts';

const day = '2026-11-02';
const week = ['--from', day, '--to', '2026-11-08'];
const one = ['--from', day, '--to', day];

const ask = async (argv: readonly string[], rows: readonly Row[]) =>
  run(argv, { service: serveCosts({ [day]: rows }) });

async function totals(rows: readonly Row[], ...options: readonly string[]) {
  const argv = ['costs', 'summary', ...week, '-o', 'json', '-q', ...options];
  const { stdout, stderr, exitCode } = await ask(argv, rows);
  if (exitCode !== 0) return [exitCode, stderr];
  const found: Record<string, unknown>[] = JSON.parse(stdout);
  return found.map(({ currency, total }) => [currency, total]);
}

test.each([
  ['costs list', ...one, '-o', 'json'],
  ['costs list', ...one, '--max', '1'],
  ['costs summary', ...one],
  ['costs export', ...one, '-o', 'csv'],
  ['costs check', ...one, '--max-total', '1', '--allow-empty'],
  ['costs mirror', join(createFolder(), 'mirror'), '--from', day],
])('%s never takes rows for none because their count says so', async (words, ...options) => {
  const service = serveCosts(
    { [day]: [{ day, cost: 10 }] },
    { answer: (_, honest) => ({ ...honest(), meta: { totalRecords: 0 } }) },
  );
  const stderr = await failWith(9, run([...words.split(' '), ...options], { service }));
  expect(stderr).toMatch(/do not match their count|changed while they were read/);
});

describe('amounts in several currencies are never added', () => {
  const rows = (odd: unknown) => [
    { day, cost: 10, currency: 'USD' },
    { day, cost: 5, currency: 'EUR' },
    { day, cost: 0, currency: odd },
  ];

  const late = [
    ...Array.from({ length: 5000 }, () => ({ day, cost: 1 })),
    { day, cost: 1, currency: 'USD' },
  ];

  test.each([[''], ['usd'], ['USDT'], ['N/A'], [null], [undefined]])(
    'with %j as a currency a check does not pass, and totals stay separate',
    async (odd) => {
      const argv = ['costs', 'check', ...one, '--max-total', '15', '-q'];
      const stderr = await failWith(2, ask(argv, rows(odd)));
      expect(stderr).toContain('one limit cannot apply to all of them');
      const found = await totals(rows(odd));
      expect(found).toContainEqual(['EUR', '5']);
      expect(found).toContainEqual(['USD', '10']);
    },
  );

  test('rows without a currency are a separate group, also in a table', async () => {
    const { stdout } = await ask(['costs', 'summary', ...week, '--by', 'currency'], rows(' '));
    expect(stdout).toContain('(none)');
    expect(await totals(rows(null))).toContainEqual([null, '0']);
  });

  test('a currency column that first appears on a later page is reported', async () => {
    for (const action of ['summary', 'chart']) {
      const stderr = await failWith(2, ask(['costs', action, ...week, '-q'], late));
      expect(stderr).toContain("the column 'currency' appears in later rows");
      expect(stderr).toContain('--currency-column currency or --currency-column none\n');
    }
    const ignored = await totals(late, '--currency-column', 'none');
    expect(ignored).toEqual([[null, '5001']]);
  });

  test('the receipt of an export has no sums that mix currencies', async () => {
    const receipt = join(createFolder(), 'receipt.json');
    const argv = ['costs', 'export', ...week, '-o', 'ndjson', '--receipt', receipt, '-q'];
    expect((await ask(argv, late)).exitCode).toBe(0);
    expect(JSON.parse(readFileSync(receipt, 'utf8')).sumsLeftOut).toContain("'currency'");
  });
});

describe('one odd value does not make another column replace the right one', () => {
  test.each([[null], [undefined], ['n/a'], ['.50'], ['']])('a cost of %j', async (odd) => {
    const rows = [
      { day, cost: 900, tax_cost: 1 },
      { day, cost: odd, tax_cost: 1 },
    ];
    const { exitCode, stderr } = await ask(['costs', 'check', ...one, '--max-total', '10'], rows);
    expect(exitCode).toBe(9);
    expect(stderr).toContain('row 2 of 2026-11-02 cannot be added up');
    expect(await totals(rows, '--where', 'cost>0')).toEqual([[null, '900']]);
  });

  test('a date of null', async () => {
    const rows = [
      { date: day, billing_date: '2026-11-03', cost: 1 },
      { date: null, billing_date: '2026-11-03', cost: 1 },
    ];
    const argv = ['costs', 'summary', ...week, '--granularity', 'day'];
    const { exitCode, stderr } = await ask(argv, rows);
    expect(exitCode).toBe(9);
    expect(stderr).toContain('it has no day in date');
  });

  test('several such rows are each reported', async () => {
    const rows = Array.from({ length: 5 }, (_, at) => ({ day, cost: at % 2 === 0 ? 'x' : 1 }));
    const { stderr } = await ask(['costs', 'summary', ...one], rows);
    expect(stderr).toContain(
      'row 1 of 2026-11-02 cannot be added up: its cost is not a number: x; row 3 of 2026-11-02',
    );
  });
});

describe('columns that only one of two periods has', () => {
  const both = (before: Row, after: Row): Days => ({ '2026-11-01': [before], [day]: [after] });
  const compare = ['costs', 'compare', ...one, '-o', 'json', '--no-total'];

  test('the group column', async () => {
    const days = both({ day: '2026-11-01', cost: 1 }, { day, cost: 2, team: 'web' });
    const argv = [...compare, '--by', 'team'];
    expect(await readJson(run(argv, { service: serveCosts(days) }))).toMatchObject([
      { team: 'web', state: 'new', period: '2026-11-02..2026-11-02' },
      { team: null, state: 'gone', baseline: '2026-11-01..2026-11-01' },
    ]);
  });

  test('the column of a condition', async () => {
    const days = both({ day: '2026-11-01', cost: 1 }, { day, cost: 2, team: 'web' });
    const argv = [...compare, '--where', 'team=web'];
    const { stdout } = await run(argv, { service: serveCosts(days) });
    expect(JSON.parse(stdout)).toMatchObject([{ before: '0', after: '2', state: 'new' }]);
  });

  test.each([true, false])('the currency column, in the period: %s', async (isAfter) => {
    const [plain, priced] = [{ cost: 1 }, { cost: 2, currency: 'EUR' }];
    const [before, after] = isAfter ? [plain, priced] : [priced, plain];
    const days = both({ day: '2026-11-01', ...before }, { day, ...after });
    expect(await readJson(run(compare, { service: serveCosts(days) }))).toMatchObject([
      { currency: 'EUR', state: isAfter ? 'new' : 'gone' },
      { currency: null, state: isAfter ? 'gone' : 'new' },
    ]);
  });

  test('a condition that matches no row does not hide the column of the next condition', async () => {
    const rows = [{ day, cost: 1, A: 'y', B: 'y' }];
    const argv = ['costs', 'summary', ...one, '--where', 'A=x', '--where', 'B=y', '-o', 'json'];
    const { stdout, exitCode } = await ask(argv, rows);
    expect([stdout, exitCode]).toEqual(['[]\n', 0]);
    expect(await failWith(2, ask([...argv, '--where', 'C=y'], rows))).toContain(
      "--where: no row has the column 'C'",
    );
  });
});

describe('days', () => {
  const first = '2026-11-01T06:00:00Z';

  test.each([
    [['check', '--month-to-date', '--max-total', '1'], 0],
    [['check', '--month', '2026-11', '--max-increase', '1'], 0],
    [['summary', '--month-to-date'], 0],
    [['compare', '--month-to-date'], 0],
    [['list', '--month-to-date'], 0],
    [['export', '--month-to-date', '-o', 'csv'], 0],
    [['columns', '--month-to-date'], 0],
    [['chart', '--month-to-date'], 0],
  ])('%j on the first of a month sends no request and prints a note', async (words, status) => {
    const service = serveCosts({});
    const { exitCode, stderr } = await run(['costs', ...words], { service, now: first });
    expect(exitCode).toBe(status);
    expect(stderr).toContain('the period has no complete day yet');
    expect(service.requests).toEqual([]);
  });

  test.each(['summary', 'list', 'export', 'check', 'compare', 'chart', 'columns'])(
    'costs %s of the current month ends yesterday, with a note',
    async (action) => {
      const service = serveCosts({ [day]: [{ day, cost: 1 }] });
      const limits = action === 'check' ? ['--max-total', '9', '--allow-empty'] : [];
      const argv = ['costs', action, '--month', '2026-11', ...limits];
      const { stderr } = await succeed(run(argv, { service }));
      expect(stderr).toContain('the month has not ended: the period is 2026-11-01 to 2026-11-14');
      expect(service.requests[0]).toMatchObject({ from: '2026-11-01', to: '2026-11-14' });
      expect(
        await failWith(2, run(['costs', action, '--from', day, '--to', '2026-11-16', ...limits])),
      ).toContain('--to 2026-11-16 is in the future');
    },
  );

  test('a check names its baseline and reports different lengths', async () => {
    const days = daysOf('2026-01-01', '2026-02-28', 1, (one) => ({
      day: one,
      cost: one < '2026-02-01' ? 1 : 1.05,
    }));
    const service = serveCosts(days);
    const check = ['costs', 'check', '--month', '2026-02', '--max-increase', '1', '-o', 'json'];
    const shorter = await succeed(run(check, { service }));
    expect(shorter.stderr).toContain('the periods differ in length: 28 days, and 31 days before');
    const daily = await run([...check, '--per-day'], { service });
    expect(daily.exitCode).toBe(11);
    expect(JSON.parse(daily.stdout)).toMatchObject([
      {
        period: '2026-02-01..2026-02-28',
        baseline: '2026-01-01..2026-01-31',
        total: '29.40',
        average: '1.05000000',
        before: '1.000000',
        change: '0.05000000',
        changePercent: '5.00',
      },
    ]);
    expect(daily.stderr).toContain('the total rose by 5.00 %, over 1 %, to 1.05 a day');
    const said = await run([...check.slice(0, -1), 'markdown', '--per-day'], { service });
    // The total of 28 days would be taken for an average.
    expect(said.stdout).toContain('| result | a day | limit % | 2026-01 |');
    expect(said.stdout).toContain('| exceeded | 1.05 | 1 | 1.00 |');
    expect(said.stdout).toContain('· cost per day ');
    // The caption calls no total an average.
    for (const limit of ['2', '29']) {
      const line = [...check.slice(0, -1), 'markdown', '--per-day', '--max-total', limit];
      const { stdout } = await run([...line, '--max-increase', '6'], { service });
      expect(stdout).not.toContain('cost per day');
      expect(stdout.includes('changes are of daily averages')).toBe(stdout.includes('| a day |'));
    }
    // The totals of these months have fallen, which explains nothing.
    expect(said.stdout).not.toMatch(/^\\?-\d/m);
    const passed = await run([...check.slice(0, 5), '6', '--per-day', '-o', 'junit'], { service });
    expect(passed.stdout).toContain('the total rose by 5.00 % to 1.05 a day');
    const now = '2026-02-28T12:00:00Z';
    const toDate = ['costs', 'check', '--month-to-date', '--include-today', '--max-increase', '1'];
    const same = await run(toDate, { service, now });
    expect(same.exitCode).toBe(11);
    expect(same.stdout).toContain('February 2026 (UTC) against 2026-01-01 to 2026-01-28');
  });

  test.each([
    ['week', '2026-W02,,1,5,', '2026-W45,,1,1,'],
    ['month', '2026-01,,1,5,', '2026-11,,1,1,'],
  ])('the row of a day before the period is in a %s of its own', async (granularity, ...lines) => {
    const days: Days = {
      '2026-11-05': [
        { day: '2026-11-05', cost: 1 },
        { day: '2026-01-10', cost: 5 },
      ],
    };
    const argv = ['costs', 'summary', '--from', '2026-11-04', '--to', '2026-11-08', '-o', 'csv'];
    const { stdout } = await run([...argv, '--granularity', granularity], {
      service: serveCosts(days),
    });
    expect(stdout.split('\n').slice(1, 3)).toEqual(
      lines.map((line) => expect.stringContaining(line)),
    );
  });

  test('weeks and months cut off by the period are marked', async () => {
    const days: Days = {
      '2026-09-30': [{ day: '2026-09-30', cost: 1 }],
      '2026-10-05': [{ day: '2026-10-05', cost: 1 }],
    };
    const argv = ['costs', 'summary', '--from', '2026-09-29', '--to', '2026-10-31', '-o', 'csv'];
    const { stdout } = await run([...argv, '--granularity', 'month'], {
      service: serveCosts(days),
    });
    expect(stdout).toBe(
      'period,currency,rows,total,share,partial\n2026-09,,1,1,100.00,true\n2026-10,,1,1,100.00,\n',
    );
  });
});

describe('groups', () => {
  const rows = [
    { day, cost: 1, team: 'a', region: 'x' },
    { day, cost: 2, team: 'b', region: 'x' },
    { day, cost: 4, team: 'c', region: 'y' },
  ];

  test('--by can be repeated', async () => {
    const argv = ['costs', 'summary', ...one, '-o', 'csv'];
    const repeated = await ask([...argv, '--by', 'team', '--by', 'region'], rows);
    const joined = await ask([...argv, '--by', 'team,region'], rows);
    expect(repeated.stdout).toBe(joined.stdout);
    expect(repeated.stdout).toContain('team,region,period');
    expect(repeated.stdout.split('\n')).toHaveLength(5);
  });

  test.each(['summary', 'compare', 'trend --days 2'])(
    '%s --top without --by has no groups to cut, and reads nothing',
    async (action) => {
      const words = action.split(' ');
      const argv = ['costs', ...words, ...(words.length > 1 ? [] : one), '--top', '1'];
      const stderr = await failWith(2, run(argv));
      expect(stderr).toContain('error: --top needs the groups of --by');
      expect(stderr).toContain('hint: add --by, such as --by service, or leave out --top');
    },
  );

  test('compare --top merges the other groups', async () => {
    const argv = ['costs', 'compare', ...one, '--by', 'team', '--top', '1', '-o', 'json'];
    expect(await readJson(ask([...argv, '--no-total'], rows))).toMatchObject([
      { team: 'c', after: '4' },
      { team: null, after: '3', rest: true },
    ]);
  });

  test('null, missing and blank values are one group', async () => {
    const blank = [
      { day, cost: 1, team: null },
      { day, cost: 2 },
      { day, cost: 4, team: ' ' },
    ];
    const { stdout } = await ask(['costs', 'summary', ...one, '--by', 'team', '-o', 'csv'], blank);
    expect(stdout).toBe(`team,period,currency,rows,total,share\n,${day}..${day},,3,7,100.00\n`);
  });

  test('columns with the names of figures get distinct names', async () => {
    const named = [{ day, cost: 1, rows: 'r', 'by.rows': 's', 'by.by.rows': 't' }];
    const by = ['--by', 'rows,by.rows,by.by.rows'];
    const { stdout } = await ask(['costs', 'summary', ...one, ...by, '-o', 'json', '-q'], named);
    expect(JSON.parse(stdout)[0]).toMatchObject({
      'by.rows': 'r',
      'by.by.rows': 's',
      'by.by.by.rows': 't',
      rows: 1,
    });
  });
});

describe('unit costs', () => {
  const address = (path: string) => `${path}?workspaceId=wsp_main`;
  const answers = (values: readonly Row[]) => ({
    [address('/v1/business-metrics/bmt_orders')]: {
      id: 'bmt_orders',
      name: 'orders',
      unit: 'order',
      labelColumns: ['region'],
    },
    [`${address('/v1/business-metrics/bmt_orders/values')}&from=${day}&to=${day}&page=1&limit=100`]:
      {
        links: { next: null },
        data: values,
      },
  });
  const unit = ['costs', 'unit', ...one, '--metric', 'bmt_orders', '-w', 'wsp_main', '-o', 'json'];
  const value = (region: string, amount: string) => ({ date: day, amount, labels: { region } });

  test('only labels with both cost and value are divided, and the rest is reported', async () => {
    const days = {
      [day]: [
        { day, cost: 248, region: 'eu' },
        { day, cost: 7, region: 'us' },
      ],
    };
    const service = serveAnalysis(days, answers([value('eu', '100'), value('emea', '900')]));
    const { stdout, exitCode } = await run([...unit, '--by', 'region'], { service });
    expect(exitCode).toBe(0);
    const rows: Record<string, unknown>[] = JSON.parse(stdout);
    expect(rows.filter(({ period }) => period !== day)).toMatchObject([
      { region: 'emea', state: 'no cost', valueLeftOut: '900' },
      { region: 'eu', unitCost: '2.480000', costLeftOut: '0', valueLeftOut: '0' },
      { region: 'us', state: 'no value', costLeftOut: '7' },
      { all: true, cost: '255', unitCost: '2.480000', costLeftOut: '7', valueLeftOut: '900' },
    ]);
  });

  test('labels that match no cost exit 9, with examples of both sides', async () => {
    const days = { [day]: [{ day, cost: 1, region: 'eu-west-1' }] };
    const service = serveAnalysis(days, answers([value('eu', '100')]));
    const stderr = await failWith(9, run([...unit, '--by', 'region'], { service }));
    expect(stderr).toContain(
      'the label has eu; the column has eu-west-1; --by region=COLUMN compares another column',
    );
  });

  test('only costs of the workspace of the metric are divided', async () => {
    const days = {
      [day]: [
        { day, cost: 1, workspaceId: 'wsp_main' },
        { day, cost: 2, workspaceId: 'wsp_other' },
      ],
    };
    const { stdout, stderr } = await run(unit, {
      service: serveAnalysis(days, answers([value('eu', '100')])),
    });
    expect(stderr).not.toContain('warning');
    const narrowed = await run([...unit, '--where', 'workspaceId=wsp_main'], {
      service: serveAnalysis(days, answers([value('eu', '100')])),
    });
    expect(narrowed.stdout).toBe(stdout);
  });

  test('a report does the same, or says why it cannot', async () => {
    const late = [
      ...Array.from({ length: 5000 }, () => ({ date: day, cost: 1 })),
      { date: day, cost: 2, workspaceId: 'wsp_other' },
    ];
    const values = '/v1/business-metrics/bmt_orders/values';
    const month = '&from=2026-11-01&to=2026-11-14&page=1&limit=100';
    const report = ['costs', 'report', '--month', '2026-11', '--metric', 'bmt_orders'];
    for (const [rows, text] of [
      [late, 'no column of the rows holds workspace ids'],
      [late.slice(5000), 'workspaceId=wsp'],
    ] as const) {
      const service = serveAnalysis(
        { [day]: rows },
        {
          ...answers([]),
          [`${address(values)}${month}`]: { links: { next: null }, data: [value('eu', '100')] },
        },
      );
      const words = [...report, '-w', 'wsp_main', '--sections', 'unit', '-q'];
      const { stdout } = await succeed(run(words, { service }));
      expect(stdout).toContain(text);
    }
  });
});

describe('lists and receipts', () => {
  const late: Row[] = [
    ...Array.from({ length: 100 }, (_, at) => ({ day, cost: at })),
    { day, cost: 1, note: 'x' },
  ];

  test.each(['csv', 'tsv', 'ndjson', 'json'])(
    'list and export write the same %s',
    async (format) => {
      const [listed, exported] = await Promise.all(
        ['list', 'export'].map((action) =>
          ask(['costs', action, ...one, '-o', format, '-q'], late),
        ),
      );
      expect(listed?.stdout).toBe(exported?.stdout);
      expect(listed?.stdout).toContain('x');
    },
  );

  test('a column of a later page exits 9 on stdout and is added in a file', async () => {
    const rows = [
      ...Array.from({ length: 5000 }, () => ({ day, cost: 1 })),
      { day, cost: 2, note: 'x' },
    ];
    const piped = await ask(['costs', 'list', ...one, '-o', 'csv', '-q'], rows);
    expect(piped.exitCode).toBe(9);
    expect(piped.stderr).toContain('the column note first appears on a later page');
    const folder = createFolder();
    const paths = ['list.csv', 'export.csv', 'list.csv.gz'].map((name) => join(folder, name));
    const [list = '', other = '', packed = ''] = paths;
    expect((await ask(['costs', 'list', ...one, '-O', list, '-q'], rows)).exitCode).toBe(0);
    expect((await ask(['costs', 'list', ...one, '-O', packed, '-q'], rows)).exitCode).toBe(0);
    await ask(['costs', 'export', ...one, '-O', other, '-q'], rows);
    expect(readFileSync(list, 'utf8')).toBe(readFileSync(other, 'utf8'));
    expect(readFileSync(list, 'utf8')).toMatch(/^day,cost,note\n2026-11-02,1,\n/);
  });

  test('json on stdout is the complete list or nothing', async () => {
    const service = serveCosts(
      { [day]: Array.from({ length: 5001 }, () => ({ day, cost: 1 })) },
      { answer: ({ page }, honest) => (page === 2 ? { status: 500, body: {} } : honest()) },
    );
    const argv = ['costs', 'list', ...one, '-o', 'json', '-q'];
    await failWith(1, run(argv, { service }));
  });

  test.each([
    ['list', []],
    ['export', ['-o', 'csv']],
    ['columns', []],
    ['summary', ['--by', 'team']],
    ['compare', ['--by', 'team', '--top', '2']],
    ['chart', ['--ascii']],
    ['check', ['--max-total', '5', '--allow-empty']],
    ['coverage', ['--require', 'team', '--min', '0', '--allow-empty']],
  ])('the command in the receipt of costs %s reads the same rows', async (action, more) => {
    const folder = createFolder();
    const rows = [
      { day, cost: 1, team: 'web', note: "it's" },
      { day, cost: 2, team: 'web', note: 'b' },
      { day, cost: 4, team: 'data', note: "it's" },
    ];
    const receipts = [join(folder, 'one.json'), join(folder, 'two.json')];
    const [firstPath = '', secondPath = ''] = receipts;
    const words = ['--where', 'team=web', '--where', "note=it's", '--param', 'x=y z'];
    const argv = [
      'costs',
      action,
      '--last',
      '13d',
      ...words,
      ...more,
      '-q',
      '--receipt',
      firstPath,
    ];
    expect((await ask(argv, rows)).exitCode).toBe(0);
    const written = JSON.parse(readFileSync(firstPath, 'utf8'));
    expect(written).toMatchObject({
      rows: 1,
      read: 3,
      from: day,
      where: ['team=web', "note=it's"],
    });
    const again = splitWords(written.command).slice(1);
    expect(again).toContain('team=web');
    expect(again).toContain("note=it's");
    expect(again).toContain('x=y z');
    const replaced = again.map((word) => (word === firstPath ? secondPath : word));
    expect((await ask([...replaced, '-q'], rows)).exitCode).toBe(0);
    const { command: _one, ...first } = written;
    const { command: _two, ...second } = JSON.parse(readFileSync(secondPath, 'utf8'));
    expect(second).toEqual(first);
  });

  test('verify --live lists a day whose amount became null', async () => {
    const receipt = join(createFolder(), 'receipt.json');
    const good = { day, cost: 1, currency: 'EUR' };
    await ask(['costs', 'export', ...one, '-o', 'csv', '--receipt', receipt, '-q'], [good, good]);
    const { stdout, exitCode } = await ask(
      ['costs', 'verify', receipt, '--live', '-o', 'csv'],
      [good, { ...good, cost: null }],
    );
    expect(exitCode).toBe(11);
    expect(stdout).toBe(
      `subject,what,receipt,now,result,currency\n${day} EUR,sum,2,,differs,EUR\n`,
    );
  });
});

/** As a POSIX shell splits a command line. */
function splitWords(line: string): string[] {
  const words = line.match(/(?:[^\s'\\]|\\.|'[^']*')+/g) ?? [];
  return words.map((word) =>
    word.replace(/'([^']*)'|\\(.)/g, (_match, quoted, escaped) => quoted ?? escaped),
  );
}
