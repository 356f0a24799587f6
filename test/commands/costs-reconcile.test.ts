import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { describe, expect, test } from 'vitest';
import { eachDay } from '../../src/days.ts';
import {
  addDecimals,
  type Decimal,
  formatDecimal,
  parseDecimal,
  subtractDecimals,
  zero,
} from '../../src/json/decimal.ts';
import { type Row, serveCosts } from '../helpers/costs.ts';
import { createFolder, run } from '../helpers/run.ts';
import { succeed } from '../helpers/screens.ts';
import { createWorkbook, number } from '../helpers/workbook.ts';

const costs: readonly (readonly [service: string, cost: string])[] = [
  ['compute', '100.004'],
  ['storage', '50.25'],
  ['support', '30'],
  ['network', '12.5'],
  ['network', '-2.5'],
  ['gifts', '-7'],
];
const rows = costs.map(([service, cost]) => ({
  date: '2026-10-07',
  service,
  cost,
  currency: 'USD',
}));
const invoice = `service,amount,currency,charge
compute,100.00,USD,Usage
storage,50.25,USD,Usage
storage,10.05,USD,Tax
support,33,USD,Usage
network,12.5,USD,Usage
planes,5,USD,Usage
`;

function reconcile(
  content: string | Buffer,
  words = '',
  served: readonly Row[] = rows,
  name = 'invoice.csv',
) {
  const folder = createFolder();
  writeFileSync(join(folder, name), content);
  const line = ['costs', 'reconcile', join(folder, name), '--month', '2026-10', '--by', 'service'];
  const service = serveCosts({ '2026-10-07': served });
  return run([...line, ...words.split(' ').filter(Boolean)], { service, folder });
}

const classesOf = (stdout: string) =>
  JSON.parse(stdout).map((one: Record<string, string>) =>
    [one['service'], one['difference'], one['class']].join(' '),
  );

test.each([
  [['compute '], `'service="compute "'`],
  [['compute', ' compute', 'storage'], `'service in compute," compute"'`],
])(
  'the command of the hint lists the rows of %j that an invoice calls compute',
  async (names, where) => {
    const served = names.map((service) => ({
      date: '2026-10-07',
      service,
      cost: '2',
      currency: 'USD',
    }));
    const { exitCode, stderr } = await reconcile('service,amount\ncompute,9\n', '', served);
    expect(exitCode).toBe(11);
    expect(stderr).toContain(`--where ${where} shows the rows of compute;`);
  },
);

test('a month without missing days claims no more than its own rows show', async () => {
  const folder = createFolder();
  const path = join(folder, 'invoice.csv');
  writeFileSync(path, 'service,amount,currency\ncompute,29,USD\nstorage,31,USD\n');
  const month = [...eachDay({ from: '2026-10-01', to: '2026-10-31' })];
  // Only the weeks before the month would show that compute lacks two days.
  const isGap = (day: string, service: string) => service === 'compute' && /-1[23]$/.test(day);
  const days = Object.fromEntries(
    month.map((date) => [
      date,
      ['compute', 'storage']
        .filter((service) => !isGap(date, service))
        .map((service) => ({ date, service, provider: service, cost: '1', currency: 'USD' })),
    ]),
  );
  const line = ['costs', 'reconcile', path, '--month', '2026-10', '--by', 'service'];
  const { stdout } = await succeed(run(line, { service: serveCosts(days), folder }));
  expect(stdout.split('\n')[0]).toContain(' · complete, as far as the period alone shows');
});

test('each difference has a class, and whatever is not accepted fails', async () => {
  const { stdout, stderr, exitCode } = await reconcile(invoice);
  expect(stdout).toMatchInlineSnapshot(`
    "October 2026 (UTC) · everything the token reaches · cost in USD · invoice.csv against the rows, by service · incomplete: no rows on 2026-10-01 to 2026-10-06, 2026-10-08 to 2026-10-31

    difference +27.55 USD: rounding between -0.01 and 0, missing in the rows +5.00, amount differs +3.00, credit +9.50, tax +10.05

    service  invoice    rows  difference  class
    storage    10.05    0.00      +10.05  tax
    gifts       0.00   -7.00       +7.00  credit
    planes      5.00    0.00       +5.00  missing in the rows
    support    33.00   30.00       +3.00  amount differs
    network     0.00   -2.50       +2.50  credit
    compute   100.00  100.00      -<0.01  rounding
    network    12.50   12.50        0.00  matched
    storage    50.25   50.25        0.00  matched
    "
  `);
  expect(exitCode).toBe(11);
  expect(stderr).toContain('the invoice differs: not accepted');
  const json = await reconcile(invoice, '-o json');
  expect(JSON.parse(json.stdout)[0]).toEqual({
    ...{ service: 'storage', currency: 'USD' },
    ...{ invoice: '10.05', rows: '0', difference: '10.05', class: 'tax' },
  });
});

test('differences of a class that nearly cancel out are both said', async () => {
  const other = invoice.replace('compute,100.00', 'Compute,100.00');
  const { stderr } = await reconcile(other);
  expect(stderr).toContain('missing in the rows +105.00, missing in the invoice -100.00,');
  const { stdout } = await reconcile('service,amount\nsupport,33\nstorage,47.26\n');
  expect(stdout).toContain('amount differs +3.00 and -2.99,');
});

test('a value that the invoice spells differently is named with that of the rows', async () => {
  const other = invoice.replace('compute,100.00', 'COM PUTE,100.00').replace('planes', 'Gift-S');
  const warning =
    'warning: COM PUTE of the invoice is perhaps compute of the rows: values are compared as they are written\n';
  const { stdout, exitCode } = await reconcile(other);
  expect([exitCode, stdout]).toEqual([11, expect.stringContaining(warning)]);
  expect((await reconcile(other, '-o json')).stderr).toContain(warning);
  expect((await reconcile(invoice)).stdout).not.toContain('perhaps');
});

test.each([
  ['--accept tax,x', 2],
  ['--accept tax --accept credit --accept missing-in-the-rows --accept amount-differs', 0],
  ['--accept tax --accept credit --accept missing-in-the-rows', 11],
  ['--accept tax --accept credit --tolerance 5', 0],
  ['--accept tax --accept credit --tolerance 4.99', 11],
])('%s ends with %i', async (words, exit) => {
  expect((await reconcile(invoice, words)).exitCode).toBe(exit);
});

test.each([
  [['reconcile'], '--decimal-comma'],
  [['close', '-O', 'pack', '--invoice'], '--invoice-decimal-comma'],
])(
  '%j names its own option for amounts like 1.234,56 before it reads a row',
  async (line, option) => {
    const folder = createFolder();
    const path = join(folder, 'invoice.csv');
    writeFileSync(path, 'service;amount\ncompute;1.234,50\n');
    const service = serveCosts({ '2026-10-07': rows });
    const by = line[0] === 'close' ? '--invoice-by' : '--by';
    const words = ['costs', ...line, path, '--month', '2026-10', by, 'service'];
    const { stderr, exitCode } = await run(words, { service, folder });
    expect(stderr).toContain("line 2: '1.234,50' is not an amount\n");
    expect(stderr).toContain(`hint: amounts like 1.234,56 need ${option}\n`);
    expect(exitCode).toBe(10);
    expect(stderr).not.toContain('matching the service');
  },
);

describe('invoices of other forms', () => {
  const plain = [{ date: '2026-10-07', service: 'compute', cost: '1234.5', currency: 'EUR' }];

  test('amounts that differ and cancel out are not called a difference of 0.00', async () => {
    const two = [
      { ...plain[0], cost: '20' },
      { ...plain[0], cost: '10', service: 'storage' },
    ];
    const { stderr, exitCode } = await reconcile(
      'service,amount\ncompute,19\nstorage,11\n',
      '',
      two,
    );
    expect(stderr).toContain('not accepted 0.00 EUR: amount differs +1.00 and -1.00\n');
    expect(exitCode).toBe(11);
  });

  test('a German csv file with its own names', async () => {
    const german = 'Dienst;Betrag netto;Währung\ncompute;1.234,50;EUR\n';
    const folder = createFolder();
    writeFileSync(join(folder, 'Rechnung.csv'), german);
    const line = ['costs', 'reconcile', join(folder, 'Rechnung.csv'), '--month', '2026-10'];
    const map = ['--map', 'amount=Betrag netto', '--map', 'service=Dienst', '--decimal-comma'];
    const service = serveCosts({ '2026-10-07': plain });
    const found = await succeed(
      run([...line, '--by', 'service', ...map, '-o', 'json'], { service }),
    );
    expect(classesOf(found.stdout)).toEqual(['compute 0.00 matched']);
  });

  test('numbers of Parquet are numbers, whatever is said of a decimal comma', async () => {
    const content = parquetWriteBuffer({
      columnData: [
        { name: 'service', data: ['compute'], type: 'STRING' },
        { name: 'amount', data: [1234.5], type: 'DOUBLE' },
      ],
    });
    const words = '--decimal-comma -o json';
    const found = await succeed(reconcile(Buffer.from(content), words, plain, 'invoice.parquet'));
    expect(classesOf(found.stdout)).toEqual(['compute 0.0 matched']);
  });

  test('a workbook without a currency column, of which rows have only one', async () => {
    const book = createWorkbook([
      {
        name: 'Invoice',
        rows: [
          ['service', 'cost'],
          ['compute', number('1234.5')],
        ],
      },
    ]);
    const found = await succeed(reconcile(book, '-o json', plain, 'invoice.xlsx'));
    expect(classesOf(found.stdout)).toEqual(['compute 0.0 matched']);
    expect(found.stderr).toContain('its amounts are taken as EUR');
  });

  test.each(['csv', 'xlsx'])(
    'a %s in which two columns have the same name is refused',
    async (kind) => {
      const lines = ['service,cost,cost', 'compute,1234.5,9'].map((line) => line.split(','));
      const book = createWorkbook([{ name: 'Invoice', rows: lines }]);
      const content = kind === 'csv' ? lines.join('\n') : book;
      const { stderr, exitCode } = await reconcile(content, '', plain, `invoice.${kind}`);
      expect(stderr).toContain(`invoice.${kind}: two columns are named 'cost'`);
      expect(exitCode).toBe(10);
    },
  );

  test('a csv file with a line above its header says what to remove', async () => {
    const content = 'Invoice of October;;\nservice;amount;currency\ncompute;1234.5;EUR\n';
    const { stderr, exitCode } = await reconcile(content, '', plain);
    expect(stderr).toContain('invoice.csv: two columns have no name\n');
    expect(stderr).toContain('hint: remove lines above the header, and name each column in it\n');
    expect(exitCode).toBe(10);
  });

  test('a workbook with a title in the only cell above its header says what to remove', async () => {
    const rows = [['Invoice of October'], ['service', 'amount'], ['compute', number('1234.5')]];
    const book = createWorkbook([{ name: 'Invoice', rows }]);
    const { stderr } = await reconcile(book, '', plain, 'invoice.xlsx');
    expect(stderr).toContain('has no column for amount and service: it has Invoice of October\n');
    expect(stderr).toMatch(/hint: the first line names the columns, .+: remove lines above it\n/);
  });

  test('a named sheet of a workbook with its own names', async () => {
    const sheet = (name: string, amount: string) => ({
      name,
      rows: [
        ['Product', 'Net, in EUR', 'Currency'],
        ['compute', number(amount), 'EUR'],
      ],
    });
    const book = createWorkbook([sheet('Summary', '9'), sheet('Details', '1234.5')]);
    const path = join(createFolder(), 'invoice.xlsx');
    writeFileSync(path, book);
    const line = ['costs', 'reconcile', path, '--month', '2026-10', '--by', 'service'];
    const words = ['--sheet', 'Details', '--map', 'service=Product,amount=Net, in EUR'];
    const service = serveCosts({ '2026-10-07': plain });
    const found = await succeed(run([...line, ...words, '-o', 'json'], { service }));
    expect(classesOf(found.stdout)).toEqual(['compute 0.0 matched']);
  });

  test('an amount with more digits than a spreadsheet shows is named without an option of other commands', async () => {
    const lines = [['compute', number('1234.5999999999999'), 'EUR']];
    const book = createWorkbook([
      { name: 'I', rows: [['service', 'amount', 'currency'], ...lines] },
    ]);
    const { stderr } = await reconcile(book, '', plain, 'invoice.xlsx');
    expect(stderr).toContain('(B2 is 1234.5999999999999, shown as 1234.6); all digits are read\n');
    expect(stderr).not.toContain('--excel-precision');
  });

  const noResult = { xml: '<c><f>1+1</f></c>' };
  const wrong = { xml: '<c t="e"><v>#N/A</v></c>' };
  test.each([
    ['an amount', ['compute', noResult, 'EUR'], 'the cell B2 has a formula without a result'],
    ['a key', [wrong, number('1'), 'EUR'], 'the cell A2 has the error #N/A'],
    ['a currency', ['compute', number('1'), wrong], 'the cell C2 has the error #N/A'],
  ])('a cell of a workbook that has no value is named: %s', async (_what, cells, message) => {
    const book = createWorkbook([{ name: 'I', rows: [['service', 'amount', 'currency'], cells] }]);
    const { stderr, exitCode } = await reconcile(book, '', plain, 'invoice.xlsx');
    expect(stderr).toContain(`invoice.xlsx: line 2: ${message}`);
    expect(stderr).not.toContain('not an amount');
    expect(exitCode).toBe(10);
  });

  test('number cells of a workbook have no decimal comma, whatever its texts have', async () => {
    const lines = [
      ['compute', number('1234.5'), 'EUR'],
      ['storage', '1.234,50', 'EUR'],
    ];
    const book = createWorkbook([
      { name: 'I', rows: [['service', 'amount', 'currency'], ...lines] },
    ]);
    const words = '--decimal-comma -o json';
    const served = [...plain, { ...plain[0], service: 'storage' }];
    const found = await succeed(reconcile(book, words, served, 'invoice.xlsx'));
    expect(classesOf(found.stdout)).toEqual(['compute 0.0 matched', 'storage 0.00 matched']);
  });

  test.each([
    ['"1,234.50"', '', 'hint: write 1234.56, without signs between thousands\n'],
    ['1234.50', '--decimal-comma', 'hint: amounts like 1234.56 are read without --decimal-comma\n'],
    ['', '', 'line 2: it has no amount\nhint: a line that has none, such as a heading'],
    ['$1234.50', '', 'hint: write 1234.56 or -1234.56, with nothing else in the cell\n'],
    ['(1234.50)', '', 'hint: write 1234.56 or -1234.56, with nothing else in the cell\n'],
    ['1e400000', '', "line 2: '1e400000' is not an amount\n"],
  ])('the amount %s is refused with a hint that fits it', async (amount, words, said) => {
    const content = `service,amount,currency\ncompute,${amount},EUR\n`;
    const { stderr, exitCode } = await reconcile(content, words, plain);
    expect(stderr).toContain(said);
    expect(stderr.includes('need --decimal-comma')).toBe(false);
    expect(exitCode).toBe(10);
  });

  test.each(['constructor', '__proto__'])('a column may be called %s', async (name) => {
    const folder = createFolder();
    const path = join(folder, 'invoice.csv');
    writeFileSync(path, `${name},amount,currency\ncompute,1234.5,EUR\n`);
    const line = ['costs', 'reconcile', path, '--month', '2026-10', '--by', name, '-o', 'json'];
    const rest = { date: '2026-10-07', cost: '1234.5', currency: 'EUR' };
    const row: Row = Object.fromEntries([[name, 'compute'], ...Object.entries(rest)]);
    const { stdout } = await succeed(
      run(line, { service: serveCosts({ '2026-10-07': [row] }), folder }),
    );
    expect(JSON.parse(stdout)).toMatchObject([{ class: 'matched' }]);
  });

  test.each([
    ['service,amount\ncompute,"1.234,50"\n', 10, "line 2: '1.234,50' is not an amount"],
    ['service,amount\n', 10, 'has no lines'],
    ['service,net\ncompute,1\n', 2, 'has no column for amount: it has service, net'],
    ['product,amount\ncompute,1\n', 2, 'hint: say which: --map service=COLUMN\n'],
    ['Tag,Dienst\n1,2\n', 2, 'has no column for amount and service: it has Tag, Dienst\n'],
    ['service,cost,total\ncompute,1,1\n', 2, 'several columns for amount: cost, total'],
  ])('%j is refused', async (content, exit, message) => {
    const { stderr, exitCode } = await reconcile(content, '', plain);
    expect(stderr).toContain(message);
    expect(exitCode).toBe(exit);
  });
});

const cents = (units: number): Decimal => ({ units: BigInt(units), scale: 2 });

/** A key with one planted difference, or none. */
const plants: Readonly<Record<string, (cost: Decimal, extra: Decimal) => Planted>> = {
  matched: (cost) => ({ billed: [[cost, 'Usage']], counted: [cost] }),
  rounding: (cost) => ({
    billed: [[cost, 'Usage']],
    counted: [addDecimals(cost, { units: 4n, scale: 3 })],
  }),
  'missing in the rows': (cost) => ({ billed: [[cost, 'Usage']], counted: [] }),
  'missing in the invoice': (cost) => ({ billed: [], counted: [cost] }),
  duplicated: (cost) => ({
    billed: [
      [cost, 'Usage'],
      [cost, 'Usage'],
    ],
    counted: [cost],
  }),
  'amount differs': (cost, extra) => ({
    billed: [[addDecimals(cost, extra), 'Usage']],
    counted: [cost],
  }),
  credit: (cost, extra) => ({
    billed: [
      [cost, 'Usage'],
      [subtractDecimals(zero, extra), 'Credit'],
    ],
    counted: [cost],
  }),
  tax: (cost, extra) => ({
    billed: [
      [cost, 'Usage'],
      [extra, 'Tax'],
    ],
    counted: [cost],
  }),
};

interface Planted {
  readonly billed: readonly (readonly [Decimal, string])[];
  readonly counted: readonly Decimal[];
}

test('500 planted differences are all classified right, and add up to the last digit', async () => {
  const key = fc.record({
    name: fc.constantFrom(...Object.keys(plants)),
    cost: fc.integer({ min: 1000, max: 10 ** 9 }).map(cents),
    extra: fc.integer({ min: 2, max: 900 }).map(cents),
  });
  const keys = fc.sample(key, { numRuns: 500, seed: 7 }).map((one, place) => ({
    ...one,
    service: `s${place}`,
    ...(plants[one.name] ?? (() => ({ billed: [], counted: [] })))(one.cost, one.extra),
  }));
  const lines = keys.flatMap(({ service, billed }) =>
    billed.map(([amount, charge]) => `${service},${formatDecimal(amount)},USD,${charge}`),
  );
  const served = keys.flatMap(({ service, counted }) =>
    counted.map((cost) => ({
      ...{ date: '2026-10-07', service, cost: formatDecimal(cost), currency: 'USD' },
    })),
  );
  const content = ['service,amount,currency,charge', ...lines, ''].join('\n');
  const { stdout } = await reconcile(content, '-o json', served);
  const found: readonly Record<string, string>[] = JSON.parse(stdout);
  const reasons = new Map(
    found.filter((one) => one['class'] !== 'matched').map((one) => [one['service'], one['class']]),
  );
  expect(keys.map(({ service }) => reasons.get(service) ?? 'matched')).toEqual(
    keys.map(({ name }) => name),
  );
  const sum = (amounts: readonly Decimal[]) => amounts.reduce(addDecimals, zero);
  const whole = subtractDecimals(
    sum(keys.flatMap(({ billed }) => billed.map(([amount]) => amount))),
    sum(keys.flatMap(({ counted }) => counted)),
  );
  const parts = sum(found.map((one) => parseDecimal(one['difference'] ?? '') ?? zero));
  expect(subtractDecimals(parts, whole).units).toBe(0n);
});

/** Two differences on one key, and what both are. */
const pairs: Readonly<Record<string, (cost: Decimal, one: Decimal, other: Decimal) => Planted>> = {
  'amount differs, tax': (cost, one, other) => ({
    billed: [
      [addDecimals(cost, other), 'Usage'],
      [one, 'Tax'],
    ],
    counted: [cost],
  }),
  'amount differs, credit': (cost, one, other) => ({
    billed: [
      [addDecimals(cost, other), 'Usage'],
      [subtractDecimals(zero, one), 'Credit'],
    ],
    counted: [cost],
  }),
  'duplicated, tax': (cost, one) => ({
    billed: [
      [cost, 'Usage'],
      [cost, 'Usage'],
      [one, 'Tax'],
    ],
    counted: [cost],
  }),
  'credit, tax': (cost, one, other) => ({
    billed: [
      [cost, 'Usage'],
      [one, 'Tax'],
      [subtractDecimals(zero, other), 'Credit'],
    ],
    counted: [cost],
  }),
  // Both sides have the tax, so it explains nothing.
  'amount differs': (cost, one, other) => ({
    billed: [
      [addDecimals(cost, other), 'Usage'],
      [one, 'Tax'],
    ],
    counted: [addDecimals(cost, one)],
  }),
};

function plantPairs(names: readonly string[]) {
  const key = fc.record({
    name: fc.constantFrom(...names),
    cost: fc.integer({ min: 1000, max: 10 ** 9 }).map(cents),
    one: fc.integer({ min: 2, max: 900 }).map(cents),
    // Never the same as the first, which it would make up for.
    more: fc.integer({ min: 2, max: 900 }),
  });
  return fc.sample(key, { numRuns: 200, seed: 11 }).map(({ name, cost, one, more }, place) => {
    const other = addDecimals(one, cents(more));
    const both = pairs[name]?.(cost, one, other) ?? { billed: [], counted: [] };
    return { name, service: `s${place}`, ...both };
  });
}

test.each([
  ['amount differs, tax', ['amount differs, tax', 'duplicated, tax', 'credit, tax']],
  ['amount differs, credit', ['amount differs, credit', 'credit, tax']],
  ['a tax on both sides', ['amount differs']],
])('two differences on one key: %s', async (_title, names) => {
  const keys = plantPairs(names);
  const lines = keys.flatMap(({ service, billed }) =>
    billed.map(([amount, charge]) => `${service},${formatDecimal(amount)},USD,${charge}`),
  );
  const served = keys.flatMap(({ service, counted }) =>
    counted.map((cost) => ({
      ...{ date: '2026-10-07', service, cost: formatDecimal(cost), currency: 'USD' },
    })),
  );
  const content = ['service,amount,currency,charge', ...lines, ''].join('\n');
  const { stdout } = await reconcile(content, '-o json', served);
  const found: readonly Record<string, string>[] = JSON.parse(stdout);
  const classes = (name: string) =>
    found
      .filter((one) => one['service'] === name && one['class'] !== 'matched')
      .map((one) => one['class'])
      .sort()
      .join(', ');
  expect(keys.map(({ service }) => classes(service))).toEqual(keys.map(({ name }) => name));
  const sums = new Map<string, Decimal>();
  for (const one of found) {
    const name = one['service'] ?? '';
    const part = parseDecimal(one['difference'] ?? '') ?? zero;
    sums.set(name, addDecimals(sums.get(name) ?? zero, part));
  }
  for (const { service, billed, counted } of keys) {
    const whole = subtractDecimals(
      billed.reduce((sum, [amount]) => addDecimals(sum, amount), zero),
      counted.reduce(addDecimals, zero),
    );
    expect(subtractDecimals(sums.get(service) ?? zero, whole).units).toBe(0n);
  }
});

/** Rows of FOCUS 1.4, whose lines name the detail of the invoice that bills them. */
const focus = [
  ['inv-1/1', '100.00', 'Usage'],
  ['inv-1/2', '50.25', 'Usage'],
  ['inv-1/3', '30.00', 'Purchase'],
].map(([InvoiceDetailId, BilledCost, ChargeCategory]) => ({
  ...{ ChargePeriodStart: '2026-10-07', InvoiceDetailId, BilledCost, ChargeCategory },
  BillingCurrency: 'USD',
}));

/** The invoice as its issuer sends it: one line has a tax, one another amount. */
const detail = [
  ...focus.map((row) =>
    row.InvoiceDetailId === 'inv-1/2' ? { ...row, BilledCost: '50.35' } : row,
  ),
  { ...focus[0], BilledCost: '19.00', ChargeCategory: 'Tax' },
];

test.each(['invoice.parquet', 'invoice.csv', 'invoice.csv.gz'])(
  'an invoice of FOCUS 1.4 as %s needs no map',
  async (name) => {
    const folder = createFolder();
    const path = join(folder, name);
    const days = ['--month', '2026-10'];
    const columns = [
      ...['--date-column', 'ChargePeriodStart', '--amount-column', 'BilledCost'],
      ...['--currency-column', 'BillingCurrency'],
    ];
    const service = serveCosts({ '2026-10-07': detail });
    await succeed(run(['costs', 'export', ...days, ...columns, '-O', path], { service, folder }));
    const line = ['costs', 'reconcile', path, ...days, '--by', 'InvoiceDetailId', ...columns];
    const rows = serveCosts({ '2026-10-07': focus });
    const { stdout, exitCode } = await run([...line, '-o', 'json'], { service: rows, folder });
    const found = JSON.parse(stdout).map((one: Record<string, string>) =>
      [one['InvoiceDetailId'], Number(one['difference']), one['class']].join(' '),
    );
    expect(found).toEqual([
      'inv-1/1 19 tax',
      'inv-1/2 0.1 amount differs',
      'inv-1/1 0 matched',
      'inv-1/3 0 matched',
    ]);
    expect(exitCode).toBe(11);
  },
);

test.each(['', '-o markdown'])(
  'lines of voided invoices of FOCUS do not count, and those of open ones are said: %s',
  async (format) => {
    const lines = [
      'service,BilledCost,BillingCurrency,InvoiceIssueStatus,BillingPeriodStart',
      'storage,50.25,USD,Issued,2026-10-01T00:00:00Z',
      'storage,99,USD,Voided,2026-08-01T00:00:00Z',
      'support,30,USD,Open,2026-09-01T00:00:00Z',
    ];
    const served = rows.filter(({ service }) => ['storage', 'support'].includes(service));
    const { stdout, stderr, exitCode } = await reconcile(`${lines.join('\n')}\n`, format, served);
    expect([exitCode, stdout]).toEqual([0, expect.stringContaining('matched')]);
    for (const words of [
      'of voided invoices, which do not count: 1',
      'not issued yet: 1',
      'which count all the same: 1, of 2026-09-01',
    ]) {
      expect(format === '' ? stdout + stderr : stdout).toContain(words);
    }
  },
);

test.each([
  ['date', '2026-10-07'],
  ['ChargePeriodStart', '2026-10-07T00:00:00Z'],
])('lines whose %s is outside the period count, and a warning says so', async (column, inside) => {
  const lines = [inside, '2026-09-30', '2026-11-01', '2026-11-01', ''];
  const dated = lines.map((day, at) => `s${at},1,USD,${day}\n`).join('');
  const content = `service,amount,currency,${column}\n${dated}`;
  const { stdout } = await reconcile(content);
  expect(stdout).toContain(
    'lines dated outside 2026-10-01 to 2026-10-31, which count all the same: 3, from 2026-09-30 to 2026-11-01\n',
  );
  expect(classesOf((await reconcile(content, '-o json')).stdout)).toContain(
    's1 1 missing in the rows',
  );
  const { stdout: other } = await reconcile(content.replace(column, 'InvoiceDate'));
  expect(other).not.toContain('dated outside');
});
