import {
  existsSync,
  mkdirSync,
  readFileSync,
  rmdirSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { asyncBufferFromFile, parquetMetadataAsync } from 'hyparquet';
import { describe, expect, test } from 'vitest';
import { type Days, serveCosts } from '../helpers/costs.ts';
import { createFolder, run } from '../helpers/run.ts';
import { failWith, succeed } from '../helpers/screens.ts';
import { readSheet } from '../helpers/stored-workbook.ts';

const map = `
BilledCost: cost
EffectiveCost: cost
ListCost: cost
ContractedCost: cost
BillingCurrency: currency
BillingAccountId: account
BillingAccountName: {value: Shop}
BillingPeriodStart: {start-of-month: date}
BillingPeriodEnd: {end-of-month: date}
ChargePeriodStart: {start-of-day: date}
ChargePeriodEnd: {end-of-day: date}
ChargeCategory: {column: kind, table: {use: Usage, tax: Tax}}
ChargeClass: null
ChargeDescription: note
ChargeFrequency: {value: Recurring}
InvoiceId: {value: inv-7}
PricingQuantity: {column: hours, where: kind=use}
PricingUnit: {value: Hours, where: [kind=use]}
ProviderName: {value: AWS}
PublisherName: {value: AWS}
InvoiceIssuerName: {value: AWS}
ServiceName: service
ServiceCategory: {column: service, table: {EC2: Compute}, otherwise: Other}
ServiceSubcategory: {column: service, table: {EC2: Virtual Machines}, otherwise: Other (Other)}
Tags: tags
x_Team: tags.team
metadata: {DataGenerator: Shop, ProviderTagPrefixes: ['aws:']}
`;

const row = {
  date: '2026-10-31',
  cost: 1.5,
  currency: 'EUR',
  account: 4125,
  kind: 'use',
  note: 'two, "three"',
  hours: 3,
  service: 'EC2',
  tags: { team: 'web', 'aws:spot': true },
};

const days: Days = {
  '2026-10-01': [{ ...row, date: '2026-10-01', cost: -0.0000012 }],
  '2026-10-31': [row, { ...row, kind: 'tax', service: 'Tax', note: '', tags: null, cost: 1e21 }],
};

async function exportFocus(name: string, extra: readonly string[] = [], given = { map, days }) {
  const folder = createFolder();
  writeFileSync(join(folder, 'focus.yaml'), given.map);
  const path = join(folder, name);
  const version = extra.includes('--focus') ? [] : ['--focus', '1.2'];
  const argv = ['costs', 'export', '--month', '2026-10', ...version];
  const outcome = await run(
    [...argv, '--focus-map', join(folder, 'focus.yaml'), '-O', path, ...extra],
    { folder, service: serveCosts(given.days) },
  );
  return { ...outcome, path };
}

test.each([
  ['csv', []],
  ['csv', ['--keep']],
  ['tsv', ['--keep']],
  ['parquet', []],
  ['parquet', ['--keep']],
])('a month without rows has the columns of FOCUS as %s %j', async (extension, flags) => {
  const { path } = await exportFocus(`focus.${extension}`, flags, { map, days: {} });
  const check = ['costs', 'focus-check', path, '--focus', '1.2', '-o', 'json'];
  // A file without rows proves nothing of the rules for rows.
  await expect(run(check)).resolves.toMatchObject({
    exitCode: 9,
    stderr: expect.stringContaining('the file has no rows: only its columns were judged'),
  });
  const accepted = await succeed(run([...check, '--allow-empty']));
  const violated: { severity: string }[] = JSON.parse(accepted.stdout);
  expect(violated.filter(({ severity }) => severity === 'must')).toEqual([]);
});

test('a workbook without rows has the columns of FOCUS', async () => {
  const { path } = await exportFocus('focus.xlsx', ['--keep'], { map, days: {} });
  const texts = readSheet(readFileSync(path))
    .rows.flat()
    .map(({ text }) => text);
  expect(texts).toContain('BilledCost');
  expect(texts).toContain('x_Team');
});

test('blank values are counted together', async () => {
  const blank = { '2026-10-31': ['', ' ', '\t'].map((service) => ({ ...row, service })) };
  const { stderr, exitCode } = await exportFocus('focus.csv', [], { map, days: blank });
  expect(exitCode).toBe(9);
  expect(stderr.match(/ServiceName: a row has no value \([^)]*\)/g)).toEqual([
    'ServiceName: a row has no value (3 rows, the first is row 1)',
  ]);
});

test('a pipe or a device has no place for the metadata', async () => {
  const folder = createFolder();
  symlinkSync('/dev/null', join(folder, 'device'));
  const service = serveCosts(days);
  writeFileSync(join(folder, 'focus.yaml'), map);
  const argv = ['costs', 'export', '--month', '2026-10', '--focus', '1.2', '-o', 'csv'];
  const files = ['--focus-map', join(folder, 'focus.yaml'), '-O', join(folder, 'device')];
  const stderr = await failWith(2, run([...argv, ...files], { folder, service }));
  expect(stderr).toContain('--focus needs a file, not a pipe or a device');
  expect(service.requests).toEqual([]);
});

const header =
  'BilledCost,BillingAccountId,BillingAccountName,BillingCurrency,BillingPeriodEnd,' +
  'BillingPeriodStart,ChargeCategory,ChargeClass,ChargeDescription,ChargeFrequency,' +
  'ChargePeriodEnd,ChargePeriodStart,ContractedCost,EffectiveCost,InvoiceId,InvoiceIssuerName,' +
  'ListCost,PricingQuantity,PricingUnit,ProviderName,PublisherName,ServiceCategory,ServiceName,' +
  'ServiceSubcategory,Tags,x_Team';

describe('export --focus', () => {
  test('writes the mapped columns in specification order with every digit', async () => {
    const { path, exitCode, stderr } = await exportFocus('focus.csv');
    expect([exitCode, stderr]).toEqual([0, expect.stringContaining('3 rows')]);
    const tags = '"{""team"":""web"",""aws:spot"":true}"';
    const line = (cost: string, start: string, end: string, usage: boolean) =>
      [
        `${cost},4125,Shop,EUR,2026-11-01T00:00:00Z,2026-10-01T00:00:00Z,${usage ? 'Usage' : 'Tax'},,`,
        `${usage ? '"two, ""three"""' : ''},Recurring,${end},${start},${cost},${cost},inv-7,AWS,${cost},`,
        usage ? `3,Hours,AWS,AWS,Compute,EC2,Virtual Machines,${tags},web` : '',
        usage ? '' : ',,AWS,AWS,Other,Tax,Other (Other),,',
      ].join('');
    expect(readFileSync(path, 'utf8').split('\n')).toEqual([
      header,
      line('-0.0000012', '2026-10-01T00:00:00Z', '2026-10-02T00:00:00Z', true),
      line('1.5', '2026-10-31T00:00:00Z', '2026-11-01T00:00:00Z', true),
      line('1000000000000000000000', '2026-10-31T00:00:00Z', '2026-11-01T00:00:00Z', false),
      '',
    ]);
  });

  test.each(['focus.csv', 'focus.csv.gz', 'focus.parquet'])(
    'an export to %s passes every mandatory rule of focus-check',
    async (name) => {
      const { path, exitCode } = await exportFocus(name);
      expect(exitCode).toBe(0);
      const {
        stdout,
        stderr,
        exitCode: status,
      } = await run([...['costs', 'focus-check', path, '--strict', '-o', 'json']]);
      // Texts that are blank at the service are null: a description should not be.
      expect([JSON.parse(stdout), status]).toEqual([
        [expect.objectContaining({ rule: 'ChargeDescription-C-003-O', violations: 1 })],
        11,
      ]);
      expect(stderr).toContain('3 rows');
    },
  );

  test('a parquet export uses DECIMAL, TIMESTAMP and STRING types', async () => {
    const { path } = await exportFocus('focus.parquet');
    const { schema } = await parquetMetadataAsync(await asyncBufferFromFile(path));
    const types = new Map(schema.map((one) => [one.name, one.logical_type]));
    expect(types.get('BilledCost')).toEqual({ type: 'DECIMAL', precision: 38, scale: 7 });
    expect(types.get('PricingQuantity')).toEqual({ type: 'DECIMAL', precision: 18, scale: 0 });
    expect(types.get('ChargePeriodStart')).toEqual({
      type: 'TIMESTAMP',
      isAdjustedToUTC: true,
      unit: 'MICROS',
    });
    expect(types.get('BillingAccountId')).toEqual({ type: 'STRING' });
    const metadata = JSON.parse(readFileSync(`${path}.metadata.json`, 'utf8'));
    expect(metadata.Schema[0].ColumnDefinition[0]).toEqual({
      ColumnName: 'BilledCost',
      DataType: 'DECIMAL',
      NumericPrecision: 38,
      NumberScale: 7,
    });
  });

  test('the metadata of columns that are kept say how the file stores them', async () => {
    const read = async (name: string) => {
      const { path } = await exportFocus(name, ['--keep']);
      const { Schema } = JSON.parse(readFileSync(`${path}.metadata.json`, 'utf8'));
      const columns: { ColumnName: string }[] = Schema[0].ColumnDefinition;
      return new Map(columns.map(({ ColumnName, ...facts }) => [ColumnName, facts]));
    };
    const text = { DataType: 'STRING', StringEncoding: 'UTF-8' };
    const parquet = await read('focus.parquet');
    expect(parquet.get('x_cost')).toEqual({
      DataType: 'DECIMAL',
      NumericPrecision: 38,
      NumberScale: 7,
    });
    expect(parquet.get('x_hours')).toMatchObject({ DataType: 'DECIMAL' });
    expect(parquet.get('x_date')).toEqual({ DataType: 'DATETIME' });
    expect(parquet.get('x_kind')).toEqual(text);
    const csv = await read('focus.csv');
    expect(csv.get('x_kind')).toEqual(text);
    for (const name of ['focus.ndjson', 'focus.json', 'focus.xlsx']) {
      expect(await read(name)).toEqual(csv);
    }
  });

  test('writes the FOCUS metadata next to the file, with the same id for the same schema', async () => {
    const [first, second] = await Promise.all([exportFocus('a.csv'), exportFocus('b.csv')]);
    const [one, two] = [first, second].map(({ path }) =>
      JSON.parse(readFileSync(`${path}.metadata.json`, 'utf8')),
    );
    const [schema] = one.Schema;
    expect(one.DataGenerator).toBe('Shop');
    expect(schema).toEqual({
      SchemaId: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-/),
      CreationDate: '2026-11-15T12:00:00Z',
      FocusVersion: '1.2',
      DataGeneratorVersion: expect.any(String),
      ColumnDefinition: expect.any(Array),
    });
    expect(two.Schema[0].SchemaId).toBe(schema.SchemaId);
    expect(
      schema.ColumnDefinition.map((one: { ColumnName: string }) => one.ColumnName).join(),
    ).toBe(header);
    expect(schema.ColumnDefinition.at(-2)).toEqual({
      ColumnName: 'Tags',
      DataType: 'JSON',
      ProviderTagPrefixes: ['aws:'],
    });
  });

  test('version 1.3 requires its own columns and describes the data set', async () => {
    expect(await failWith(2, exportFocus('focus.csv', ['--focus', '1.3']))).toContain(
      'needs a source for HostProviderName, ServiceProviderName',
    );
    const more = `${map}HostProviderName: {value: AWS}\nServiceProviderName: {value: AWS}\n`;
    const done = await succeed(exportFocus('focus.csv', ['--focus', '1.3'], { map: more, days }));
    const metadata = JSON.parse(readFileSync(`${done.path}.metadata.json`, 'utf8'));
    expect(metadata.DatasetInstance).toEqual([
      {
        DatasetInstanceId: metadata.Schema[0].DatasetInstanceId,
        DatasetInstanceName: 'focus.csv',
        FocusDatasetId: 'CostAndUsage',
      },
    ]);
    await succeed(run(['costs', 'focus-check', done.path, '--focus', '1.3']));
  });

  test('--keep adds all columns of the service, including late ones', async () => {
    const late: Days = { ...days, '2026-10-31': [{ ...row, late: 'x' }] };
    const { path, exitCode } = await exportFocus('focus.csv.gz', ['--keep'], { map, days: late });
    expect(exitCode).toBe(0);
    const [first, ...lines] = gunzipSync(readFileSync(path)).toString('utf8').split('\n');
    expect(first).toBe(
      `${header},x_date,x_cost,x_currency,x_account,x_kind,x_note,x_hours,x_service,x_tags,x_late`,
    );
    expect(lines[1]).toMatch(/,x$/);
    const { exitCode: status } = await run(['costs', 'focus-check', path]);
    expect(status).toBe(0);
  });

  test('--keep never leaves out a column because the map uses its name', async () => {
    const named = { '2026-10-31': [{ ...row, Team: 'own' }] };
    const refused = exportFocus('focus.csv', ['--keep'], { map, days: named });
    expect(await failWith(2, refused)).toContain(
      "--keep: the column 'Team' would be x_Team, which the map has for something else",
    );
    const own = map.replace('x_Team: tags.team', 'x_Team: {column: Team, table: {own: o}}');
    const { path } = await succeed(exportFocus('focus.csv', ['--keep'], { map: own, days: named }));
    expect(readFileSync(path, 'utf8').match(/x_Team/g)).toHaveLength(1);
  });

  test('values without a translation are counted and named, and no file is written', async () => {
    const other: Days = {
      '2026-10-01': [{ ...row, kind: 'fee' }, row, { ...row, kind: 'fee', currency: null }],
      '2026-10-02': [{ ...row, kind: 'FEE', cost: 'a lot' }],
    };
    const { path, exitCode, stderr } = await exportFocus('focus.csv', [], { map, days: other });
    expect(exitCode).toBe(9);
    expect(stderr).toContain(
      "ChargeCategory: 'fee' is not in the table (2 rows, the first is row 1)",
    );
    expect(stderr).toContain(
      "ChargeCategory: 'FEE' is not in the table (1 row, the first is row 4)",
    );
    expect(stderr).toContain('BillingCurrency: a row has no value (1 row, the first is row 3)');
    expect(stderr).toContain("BilledCost: 'a lot' is not a number (1 row, the first is row 4)");
    expect(stderr).not.toContain('--resume');
    expect([existsSync(path), existsSync(`${path}.metadata.json`)]).toEqual([false, false]);
  });

  test.each([
    [11, '; and 1 more value\n'],
    [12, '; and 2 more values\n'],
    [60, '; and at least 41 more values\n'],
  ])(
    'of %d values without a translation ten are named, and the others counted',
    async (count, end) => {
      const rows = Array.from({ length: count }, (_, at) => ({ ...row, kind: `kind ${at}` }));
      const { stderr } = await exportFocus('focus.csv', [], { map, days: { '2026-10-01': rows } });
      expect(stderr).toContain(end);
    },
  );

  test('a key that metadata does not have is refused', async () => {
    const given = { map: map.replace('DataGenerator: Shop', 'value: Shop'), days };
    expect(await failWith(2, exportFocus('focus.csv', [], given))).toContain(
      'metadata has only DataGenerator and ProviderTagPrefixes',
    );
  });

  const kind = 'ChargeCategory: {column: kind, table: {use: Usage, tax: Tax}}';
  test.each([
    [{ kind: 'fee' }, [], 'add them to the table of the column in'],
    [{ kind: '' }, [], `'"": …' in the table gives such rows a value; --where 'kind!=' leaves`],
    [
      { kind: 'fee' },
      [kind, 'ChargeCategory: kind'],
      "'ChargeCategory: {column: …, table: {A: B}}'",
    ],
    [
      { account: '' },
      [],
      "{column: …, or: …} names another column for such rows; --where 'account!='",
    ],
    [{ note: '2026-10-31 0' }, ['date}', 'note}'], 'start-of-month needs a day or a moment in UTC'],
    [{ note: '' }, ['date}', 'note}'], "--where 'note!=' leaves them out"],
    [{ cost: '2026-10-31' }, [], 'name another column in'],
  ])('the hint about %j does what it says', async (values, [before = '', after = ''], hint) => {
    const given = {
      map: map.replace(before, after),
      days: { '2026-10-31': [{ ...row, ...values }] },
    };
    const { stderr, exitCode } = await exportFocus('focus.csv', [], given);
    expect([exitCode, stderr]).toEqual([9, expect.stringContaining(hint)]);
    expect(stderr.match(/hint: /g)).toHaveLength(1);
  });

  test.each(['csv', 'ndjson', 'parquet'])(
    'an object in objects is JSON where FOCUS allows it, and no value is lost where not: %s',
    async (format) => {
      const applied = '{"Elements":[{"ContractId":"c-1",\n"ContractCommitmentApplied":1.50}]}';
      const more = `${map}HostProviderName: {value: AWS}\nServiceProviderName: {value: AWS}\n`;
      const given = { days: { '2026-10-31': [{ ...row, applied }] } };
      const version = ['--focus', '1.3'];
      const { path } = await succeed(
        exportFocus(`focus.${format}`, version, {
          ...given,
          map: `${more}ContractApplied: applied\n`,
        }),
      );
      const check = ['costs', 'focus-check', path, '--focus', '1.3', '-o', 'json'];
      if (format !== 'ndjson') await succeed(run(check));
      else expect(readFileSync(path, 'utf8').match(/\n/g)).toHaveLength(1);
      for (const tags of ['{value: \'{"a":{"b":1}}\'}', 'applied']) {
        const other = { ...given, map: more.replace('Tags: tags', `Tags: ${tags}`) };
        const { exitCode, stderr } = await exportFocus('focus.csv', version, other);
        expect(exitCode).not.toBe(0);
        expect(stderr).toContain('has an object or an array in it, or a key twice');
      }
    },
  );

  test('a mapped column that no row has is a usage error', async () => {
    const wrong = map.replace('x_Team: tags.team', 'x_Team: tags.taem');
    const { path, exitCode, stderr } = await exportFocus('focus.csv', [], { map: wrong, days });
    expect([exitCode, stderr]).toEqual([
      2,
      expect.stringContaining("focus.yaml: no row has the column 'tags.taem'"),
    ]);
    expect(existsSync(path)).toBe(false);
  });

  test.each([
    [
      'BilledCost: cost\nBiledCost: cost\n',
      ':2:1: FOCUS 1.2 has no column BiledCost; did you mean',
    ],
    ['BilledCost: null\n', ':1:1: BilledCost may not be null in FOCUS'],
    ['ChargeCategory: {value: Use}\n', ":1:25: ChargeCategory: 'Use' is not an allowed value"],
    [
      'ChargeCategory:\n  column: kind\n  table: {a: Tax, b: Purchse}\n',
      ":3:22: ChargeCategory: 'Purchse' is not an allowed value; did you mean Purchase?",
    ],
    [
      "ServiceName: {value: ' '}\n",
      ":1:22: ServiceName: ' ' is blank, and every row needs a value",
    ],
    [
      "ServiceName: {column: a, table: {b: ''}}\n",
      ":1:37: ServiceName: '' is blank, and every row needs a value",
    ],
    ['BilledCost: {value: much}\n', ":1:21: BilledCost: 'much' is not a number"],
    ['ChargeClass: {colum: a}\n', ':1:15: unknown key colum; did you mean column?'],
    ['ChargeClass: {column: a, value: b}\n', ':1:23: give one of column, value'],
    ['ChargeClass: {column: a, where: [b]}\n', ":1:34: where: 'b' is not a condition"],
    ['BilledCost: {column: a, where: b=1}\n', ':1:32: BilledCost may not be null in FOCUS'],
    ['ServiceName: {start-of-day: date}\n', ':1:29: ServiceName is a String, not a moment'],
    ['BilledCost: a\nBilledCost: b\n', ':2:1: a key is given twice'],
    ['- a\n', ':1:1: the file must be a map of columns'],
    ['BilledCost: cost\n', 'FOCUS 1.2 needs a source for BillingAccountId, BillingAccountName,'],
  ])('an invalid map is reported with its position: %j', async (text, message) => {
    const folder = createFolder();
    writeFileSync(join(folder, 'focus.yaml'), text);
    const argv = ['costs', 'export', '--month', '2026-10', '--focus', '1.2', '-O', 'focus.csv'];
    const { exitCode, stderr } = await run(
      [...argv, '--focus-map', join(folder, 'focus.yaml'), '--sandbox'],
      { folder },
    );
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining(message)]);
  });

  test.each([
    [['--focus', '1.2', '-O', 'a.csv'], '--focus needs a map'],
    [['--focus-map', 'focus.yaml', '-O', 'a.csv'], '--focus-map needs --focus'],
    [['--keep', '-O', 'a.csv'], '--keep is for --focus'],
    [['--focus', '1.2', '--focus-map', 'focus.yaml'], '--focus needs -O FILE'],
    [
      ['--focus', '1.2', '--focus-map', 'focus.yaml', '-O', 'a.csv', '--columns', 'cost'],
      '--focus and --columns cannot be used together',
    ],
    [
      ['--focus', '1.2', '--focus-map', 'focus.yaml', '-O', 'a.csv', '--decimal-comma'],
      '--focus and --decimal-comma cannot be used together',
    ],
  ])('%j is a usage error', async (argv, message) => {
    expect(
      await failWith(2, run(['costs', 'export', '--month', '2026-10', ...argv, '--sandbox'], {})),
    ).toContain(message);
  });

  test('any decimal keeps every digit in csv', async () => {
    const decimals = fc.array(
      fc
        .tuple(fc.bigInt({ min: -(10n ** 18n), max: 10n ** 18n }), fc.integer({ min: 0, max: 12 }))
        .map(([units, scale]) => {
          const digits = (units < 0n ? -units : units).toString().padStart(scale + 1, '0');
          const whole = digits.slice(0, digits.length - scale);
          const part = scale === 0 ? '' : `.${digits.slice(-scale)}`;
          return `${units < 0n ? '-' : ''}${whole}${part}`;
        }),
      { minLength: 1, maxLength: 5 },
    );
    await fc.assert(
      fc.asyncProperty(decimals, async (texts) => {
        const rows = texts.map((text) => ({ ...row, cost: text, date: '2026-10-01' }));
        const given = { map, days: { '2026-10-01': rows } };
        const { path } = await succeed(exportFocus('focus.csv', [], given));
        const lines = readFileSync(path, 'utf8').trimEnd().split('\n').slice(1);
        expect(lines.map((line) => line.split(',')[0])).toEqual(texts);
      }),
      { numRuns: 20 },
    );
  });
});

describe('export --focus-map init', () => {
  test('keeps the names of own columns that FOCUS allows already', async () => {
    const own = { x_team: 'a', note: 'b', x_note: 'c' };
    const named = { '2026-10-01': [{ ...row, date: '2026-10-01', ...own }] };
    const argv = ['costs', 'export', '--month', '2026-10', '--focus', '1.2', '--focus-map', 'init'];
    const { stdout } = await succeed(run(argv, { service: serveCosts(named) }));
    expect(stdout.match(/^# x_.*(?:team|note)$/gm)?.sort()).toEqual([
      '# x_note: note',
      '# x_team: x_team',
      '# x_x_note: x_note',
    ]);
  });

  test('writes certain columns, suggests likely ones, and names the rest', async () => {
    const folder = createFolder();
    const path = join(folder, 'focus.yaml');
    const argv = ['costs', 'export', '--month', '2026-10', '--focus', '1.2', '--focus-map', 'init'];
    const named = {
      '2026-10-01': [{ ...row, date: '2026-10-01', start: 'Thu' }, ...(days['2026-10-31'] ?? [])],
    };
    await succeed(run([...argv, '-O', path], { service: serveCosts(named) }));
    const text = readFileSync(path, 'utf8');
    expect(text).toContain('\nBilledCost: cost  # Decimal, mandatory, never null\n');
    expect(text).toContain('\nChargePeriodEnd: {end-of-day: date}');
    expect(text).toContain('\n# EffectiveCost: cost');
    expect(text).toContain('\n# ServiceName: service');
    expect(text).toContain(
      '\n# ServiceCategory:  # String, mandatory, never null\n#   column: service\n',
    );
    expect(text).toContain('\n#     EC2: "?"\n#     Tax: "?"\n');
    expect(text).toContain('\n# InvoiceIssuerName: {value: }');
    expect(text).toContain('\n# x_kind: kind\n');
    // Not used, although a source has the word in it: `start-of-day`.
    expect(text).toContain('\n# x_start: start\n');
    // It reads back: only sources are missing.
    const next = ['costs', 'export', '--month', '2026-10', '--focus', '1.2', '--focus-map', path];
    const again = await run([...next, '-O', join(folder, 'a.csv')], { service: serveCosts(days) });
    expect([again.exitCode, again.stderr]).toEqual([2, expect.stringContaining('needs a source')]);
  });

  test('says which rows were looked at if none has a column', async () => {
    const init = ['costs', 'export', '--month', '2026-10', '--focus', '1.2', '--focus-map', 'init'];
    const argv = [...init, '--where', 'late=1'];
    const many = Array.from({ length: 20_001 }, (_, cost) => ({ date: '2026-10-01', cost }));
    expect(await failWith(2, run(argv, { service: serveCosts({ '2026-10-01': many }) }))).toContain(
      "--where: none of the first 20000 rows has the column 'late'",
    );
    const few = { '2026-10-01': many.slice(0, 3) };
    expect(await failWith(2, run(argv, { service: serveCosts(few) }))).toContain(
      "--where: no row has the column 'late'",
    );
    // Other rows may have a column that those of a part lack.
    const list = ['costs', 'list', '--month', '2026-10', '--columns', 'date,late', '-o', 'csv'];
    const part = "--columns: none of the rows that were read has the column 'late'";
    for (const words of [
      ['--max', '2'],
      ['--page', '1'],
      ['--max', '2', '--where', 'cost>0'],
    ]) {
      const ended = await run([...list, ...words], { service: serveCosts(few) });
      expect([ended.exitCode, ended.stderr]).toEqual([2, expect.stringContaining(part)]);
    }
  });

  test('prints the map to stdout without -O', async () => {
    const argv = ['costs', 'export', '--last', '7d', '--focus', '1.3', '--focus-map', 'init'];
    const { stdout, exitCode } = await run([...argv, '--sandbox'], {});
    expect([exitCode, stdout]).toEqual([
      0,
      expect.stringContaining('# Where the columns of FOCUS 1.3'),
    ]);
  });
});

test('--resume writes the metadata if the run ended right after its file was moved into place', async () => {
  const folder = createFolder();
  const [path, file] = [join(folder, 'costs.csv'), join(folder, 'focus.yaml')];
  writeFileSync(file, map);
  const line = ['costs', 'export', '--month', '2026-10', '--focus', '1.2', '--focus-map', file];
  // A folder with the name of the metadata's file: it cannot be written.
  mkdirSync(`${path}.metadata.json`);
  await failWith(1, run([...line, '-O', path], { service: serveCosts(days) }));
  rmdirSync(`${path}.metadata.json`);
  expect(existsSync(path)).toBe(true);
  const service = serveCosts(days);
  await succeed(run([...line, '-O', path, '--resume'], { service }));
  expect(service.requests).toEqual([]);
  expect(JSON.parse(readFileSync(`${path}.metadata.json`, 'utf8'))).toHaveProperty('Schema');
});
