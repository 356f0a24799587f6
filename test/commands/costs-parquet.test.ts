import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { asyncBufferFromFile, parquetMetadataAsync, parquetReadObjects } from 'hyparquet';
import { expect, test } from 'vitest';
import { type Days, rowsOf, serveCosts } from '../helpers/costs.ts';
import { createFolder, run } from '../helpers/run.ts';
import { failWith, succeed } from '../helpers/screens.ts';
import { readSheet } from '../helpers/stored-workbook.ts';

const october = ['costs', 'export', '--month', '2026-10'];

async function read(path: string) {
  const file = await asyncBufferFromFile(path);
  return { rows: await parquetReadObjects({ file }), metadata: await parquetMetadataAsync(file) };
}

const mixed: Days = {
  '2026-10-01': [
    { date: '2026-10-01', cost: 1.5, hours: 3, open: true, account: '007', tags: { a: [1] } },
    { date: '2026-10-01', cost: -0.000001, hours: null, open: false, account: '8', tags: {} },
  ],
  '2026-10-31': [{ date: '2026-10-31', cost: 12345678901, note: 'späte Spalte', mixed: 1 }],
  '2026-10-15': [{ date: '2026-10-15', cost: 2, mixed: 'x' }],
};

test('parquet stores exact days, numbers and booleans, also in columns that appear later', async () => {
  const path = join(createFolder(), 'costs.parquet');
  const receipt = `${path}.json`;
  const { stderr, exitCode } = await run([...october, '-O', path, '--receipt', receipt], {
    service: serveCosts(mixed),
  });
  expect([stderr, exitCode]).toEqual([expect.stringContaining('4 rows'), 0]);
  const { rows, metadata } = await read(path);
  const day = (text: string) => new Date(text);
  expect(rows.map((row) => JSON.parse(JSON.stringify(row, bigintText)))).toEqual(
    JSON.parse(
      JSON.stringify([
        {
          date: day('2026-10-01'),
          cost: 1.5,
          hours: '3',
          open: true,
          account: '007',
          tags: '{"a":[1]}',
          mixed: null,
          note: null,
        },
        {
          date: day('2026-10-01'),
          cost: -0.000001,
          hours: null,
          open: false,
          account: '8',
          tags: '{}',
          mixed: null,
          note: null,
        },
        { ...empty, date: day('2026-10-15'), cost: 2, mixed: 'x' },
        { ...empty, date: day('2026-10-31'), cost: 12345678901, mixed: '1', note: 'späte Spalte' },
      ]),
    ),
  );
  expect(metadata.schema.find(({ name }) => name === 'cost')).toMatchObject({
    type: 'INT64',
    converted_type: 'DECIMAL',
    precision: 18,
    scale: 6,
  });
  expect(JSON.parse(readFileSync(receipt, 'utf8')).types).toEqual({
    date: 'date',
    cost: 'decimal(18,6)',
    hours: 'int64',
    open: 'boolean',
    account: 'text',
    tags: 'text',
    mixed: 'text',
    note: 'text',
  });
  expect(existsSync(`${path}.part`)).toBe(false);
});

test('--types sets a type; a value that does not fit is an error that --resume can fix', async () => {
  const path = join(createFolder(), 'costs.parquet');
  const service = () => serveCosts(mixed);
  const narrow = await run([...october, '-O', path, '--types', 'cost=decimal(9,2)'], {
    service: service(),
  });
  expect(narrow.exitCode).toBe(2);
  expect(narrow.stderr).toMatchInlineSnapshot(`
    "error: --types: '-0.000001' of the column 'cost' does not fit decimal(9,2)
    hint: give --types cost=text or a wider type, and --resume: the rows are already there
    "
  `);
  expect(existsSync(path)).toBe(false);
  const again = serveCosts({});
  const words = ['--types', 'cost=decimal(38,12),hours=double', '--resume'];
  const wide = await run([...october, '-O', path, ...words], { service: again });
  expect([wide.exitCode, again.requests]).toEqual([0, []]);
  const { rows, metadata } = await read(path);
  expect(rows).toHaveLength(4);
  expect(metadata.schema.find(({ name }) => name === 'cost')).toMatchObject({
    type: 'FIXED_LEN_BYTE_ARRAY',
    precision: 38,
    scale: 12,
  });
});

test('--columns selects and orders columns, including nested ones', async () => {
  const path = join(createFolder(), 'costs.parquet');
  const days = { '2026-10-01': rowsOf('2026-10-01', 3, { tags: { team: 'x' } }) };
  await run([...october, '-O', path, '--columns', 'tags.team,cost'], { service: serveCosts(days) });
  const { rows } = await read(path);
  expect(rows).toEqual([
    { 'tags.team': 'x', cost: 0 },
    { 'tags.team': 'x', cost: 0.01 },
    { 'tags.team': 'x', cost: 0.02 },
  ]);
});

test('many rows are split into several row groups', async () => {
  const path = join(createFolder(), 'costs.parquet');
  const days = {
    '2026-10-01': rowsOf('2026-10-01', 70_000),
    '2026-10-02': rowsOf('2026-10-02', 60_000),
  };
  await run([...october, '-O', path], { service: serveCosts(days) });
  const { rows, metadata } = await read(path);
  expect(metadata.row_groups.map((group) => Number(group.num_rows))).toEqual([125_000, 5_000]);
  expect(rows[69_999]).toEqual({
    date: new Date('2026-10-01'),
    service: `service ${69_999 % 7}`,
    cost: 699.99,
    currency: 'EUR',
  });
});

test.each<[string, Days, readonly object[]]>([
  ['without rows is an empty file', {}, []],
  [
    'of a column with only null values has it',
    { '2026-10-01': [{ date: 'a', cost: null }, { date: 'b' }] },
    [
      { date: 'a', cost: null },
      { date: 'b', cost: null },
    ],
  ],
])('an export %s', async (_what, days, expected) => {
  const path = join(createFolder(), 'costs.parquet');
  const argv = [...october, '-O', path, '--columns', 'date,cost'];
  await succeed(run(argv, { service: serveCosts(days) }));
  expect((await read(path)).rows).toEqual(expected);
});

test.each([
  [['-o', 'csv', '--types', 'cost=text'], '--types is for parquet'],
  [['-O', 'x.parquet', '--types', 'cost'], "--types: 'cost' is not COLUMN=TYPE"],
  [['-O', 'x.parquet', '--types', 'cost=decimal(39,2)'], 'is not COLUMN=TYPE'],
  [['-O', 'x.parquet', '--types', 'cost=text,cost=double'], '--types: names cost twice'],
  [['-O', 'x.parquet', '--columns', 'cost,date,cost'], '--columns: names cost twice'],
  [['-O', 'x.parquet.gz'], 'parquet is compressed already'],
])('%j is refused', async (words, message) => {
  expect(await failWith(2, run([...october, ...words]))).toContain(message);
});

test('the next export removes the leftovers of a killed export', async () => {
  const folder = createFolder();
  const path = join(folder, 'costs.parquet');
  mkdirSync(`${path}.part`, { mode: 0o700 });
  writeFileSync(`${path}.part/rows`, 'rows of a run that was killed');
  writeFileSync(`${path}.part/parquet`, 'half a file');
  const { exitCode } = await run([...october, '-O', path], { service: serveCosts(mixed) });
  expect([exitCode, readdirSync(folder).filter((name) => name.startsWith('costs'))]).toEqual([
    0,
    ['costs.parquet'],
  ]);
});

const empty = {
  date: null,
  cost: null,
  hours: null,
  open: null,
  account: null,
  tags: null,
  mixed: null,
  note: null,
};

function bigintText(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value;
}

const long = '123456789012345678901234567890.12345678901';

test('numbers with more digits than a decimal has are text, and a note says so', async () => {
  const folder = createFolder();
  writeFileSync(join(folder, 'a.csv'), `date,cost,hours,note\n2026-10-01,${long},1.5,x\n`);
  const said = 'numbers that need more than the 38 digits of a decimal are stored as text: cost\n';
  const made = await run(['costs', 'mirror', 'm', '--files', 'a.csv'], { folder });
  expect([made.exitCode, made.stderr]).toEqual([0, expect.stringContaining(said)]);
  const path = join(folder, 'costs.parquet');
  const exported = ['costs', 'export', '--mirror', 'm', '-O', path];
  const { stderr } = await succeed(run(exported, { folder }));
  expect(stderr).toContain(said);
  expect((await read(path)).rows[0]).toMatchObject({ cost: long });
  const asked = await succeed(run([...exported, '--types', 'cost=text'], { folder }));
  expect(asked.stderr).not.toContain(said);
});

test('a number that FOCUS has as a decimal is refused if it has more digits', async () => {
  const folder = createFolder();
  writeFileSync(join(folder, 'a.csv'), `date,cost,currency\n2026-10-01,${long},USD\n`);
  const names = {
    ...{ BilledCost: 'cost', EffectiveCost: 'cost', ListCost: 'cost', ContractedCost: 'cost' },
    ...{ BillingCurrency: 'currency', ChargePeriodStart: '{start-of-day: date}' },
    ...{ ChargePeriodEnd: '{end-of-day: date}', BillingPeriodStart: '{start-of-month: date}' },
    ...{ BillingPeriodEnd: '{end-of-month: date}', ChargeCategory: '{value: Usage}' },
    ...{ ServiceCategory: '{value: Other}', PricingQuantity: 'null', PricingUnit: 'null' },
    ...{ BillingAccountId: '{value: a}', BillingAccountName: 'null', ChargeClass: 'null' },
    ...{ ChargeDescription: 'null', InvoiceIssuerName: '{value: a}', ServiceName: '{value: a}' },
    ...{ ProviderName: '{value: a}', PublisherName: '{value: a}' },
  };
  const map = Object.entries(names).map(([name, source]) => `${name}: ${source}\n`);
  writeFileSync(join(folder, 'map.yaml'), map.join(''));
  await succeed(run(['costs', 'mirror', 'm', '--files', 'a.csv', '-q'], { folder }));
  const line = ['costs', 'export', '--mirror', 'm', '--focus', '1.2', '--focus-map', 'map.yaml'];
  const refused = await run([...line, '-O', join(folder, 'focus.parquet'), '-q'], { folder });
  expect([refused.exitCode, refused.stderr]).toEqual([
    2,
    `error: '${long}' of the column 'BilledCost' needs more than the 38 digits of a decimal\n` +
      'hint: -o csv has every digit; --types BilledCost=text stores it as text, also with --resume: the rows are already there\n',
  ]);
  await succeed(run([...line, '-O', join(folder, 'focus.csv'), '-q'], { folder }));
});

test('a Parquet file without rows has the types of its mirror, and those that are given', async () => {
  const folder = createFolder();
  const rows = [
    { date: '2026-10-01', cost: 1.25, units: 3, spot: true, tags: { team: 'web' }, note: 'a' },
    { date: '2026-10-01', cost: 12, units: 4, spot: false, tags: { team: 'ops' }, note: 'b' },
  ];
  writeFileSync(join(folder, 'a.ndjson'), rows.map((row) => JSON.stringify(row)).join('\n'));
  await succeed(run(['costs', 'mirror', 'm', '--files', 'a.ndjson', '-q'], { folder }));
  const path = join(folder, 'costs.parquet');
  const receipt = join(folder, 'receipt.json');
  const typesOf = async (...more: string[]) => {
    const line = ['costs', 'export', '--mirror', 'm', '-O', path, '--receipt', receipt, ...more];
    await succeed(run(line, { folder }));
    const { schema } = (await read(path)).metadata;
    const { types } = JSON.parse(readFileSync(receipt, 'utf8'));
    expect(schema.slice(1).map(({ name }) => name)).toEqual(Object.keys(types));
    return types;
  };
  const none = ['--where', 'note=c'];
  const all = { date: 'date', cost: 'decimal(18,2)', units: 'int64', spot: 'boolean' };
  const texts = { tags: 'text', note: 'text' };
  expect(await typesOf()).toEqual({ ...all, ...texts });
  expect(await typesOf(...none)).toEqual({ ...all, ...texts });
  expect(await typesOf(...none, '--types', 'cost=decimal(38,6)')).toEqual({
    ...{ ...all, ...texts },
    cost: 'decimal(38,6)',
  });
  expect(await typesOf(...none, '--columns', 'units,tags.team,date')).toEqual({
    ...{ units: 'int64', 'tags.team': 'text', date: 'date' },
  });
});

test.each(['parquet', 'xlsx', 'csv'])(
  'a %s without rows has the columns of its mirror; of a service a note says that none are known',
  async (format) => {
    const folder = createFolder();
    writeFileSync(join(folder, 'a.csv'), 'date,cost,team\n2026-10-01,1.5,web\n');
    await succeed(run(['costs', 'mirror', 'm', '--files', 'a.csv', '-q'], { folder }));
    const path = join(folder, `costs.${format}`);
    const none = ['--where', 'team=data', '-O', path];
    await succeed(run(['costs', 'export', '--mirror', 'm', ...none], { folder }));
    const columnsOf = async () => {
      if (format === 'csv') return readFileSync(path, 'utf8').trimEnd().split(',');
      if (format === 'parquet') {
        return (await read(path)).metadata.schema.slice(1).map(({ name }) => name);
      }
      const { rows } = readSheet(readFileSync(path));
      return rows.flat().map(({ text }) => text);
    };
    expect(await columnsOf()).toEqual(['date', 'cost', 'team']);
    const service = serveCosts({ '2026-10-01': [{ date: '2026-10-01', cost: 1, team: 'web' }] });
    const { stderr } = await succeed(run([...october, ...none], { service, folder }));
    expect(stderr).toContain('no rows, so no columns are known: --columns names them');
  },
);
