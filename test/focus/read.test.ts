import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { describe, expect, test } from 'vitest';
import { loadAllFocus } from '../../src/focus/version.ts';
import { readCsv } from '../../src/formats/csv-records.ts';
import { readBlocks } from '../../src/formats/text-blocks.ts';
import { run } from '../helpers/run.ts';
import { failWith } from '../helpers/screens.ts';
import { conformingRow, createFile, csvOf, type FocusRow, judge, violated } from './files.ts';

const row = conformingRow('1.2');

async function* cut(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) {
    yield await Promise.resolve(bytes.subarray(at, at + size));
  }
}

test('csv is read completely for any content and any chunk size', async () => {
  const cell = fc.string({ unit: fc.constantFrom('a', 'é', '"', ',', '\n', '\r', ' ', '😀') });
  const table = fc.array(fc.array(cell, { minLength: 2, maxLength: 2 }), { minLength: 1 });
  const quoted = fc.constantFrom('\n', '\r\n');
  await fc.assert(
    fc.asyncProperty(table, quoted, fc.integer({ min: 1, max: 40 }), async (rows, end, size) => {
      const text = rows
        .map((cells) => cells.map((one) => `"${one.replaceAll('"', '""')}"`).join() + end)
        .join('');
      const read: string[][] = [];
      const lines: number[] = [];
      await readCsv(readBlocks(cut(Buffer.from(text), size)), (line, cells) => {
        read.push(cells);
        lines.push(line);
      });
      expect(read).toEqual(rows);
      let line = 1;
      const starts = rows.map((cells) => {
        const start = line;
        line += cells.join('').split('\n').length;
        return start;
      });
      expect(lines).toEqual(starts);
    }),
  );
});

describe('focus-check reads', () => {
  test.each([
    ['csv', (text: string) => Buffer.from(text)],
    ['csv with a byte order mark', (text: string) => Buffer.from(`\ufeff${text}`)],
    ['csv with CRLF', (text: string) => Buffer.from(text.replaceAll('\n', '\r\n'))],
    ['csv without a last line end', (text: string) => Buffer.from(text.trimEnd())],
    ['gzip', (text: string) => gzipSync(text)],
  ])('%s', async (_name, make) => {
    const bad: FocusRow = { ...row, BilledCost: '1.234,5', ChargeDescription: 'two\nlines' };
    const findings = await judge(createFile('focus', make(csvOf([row, bad, bad]))), '1.2');
    expect(findings.filter(({ violations }) => violations > 0)).toEqual([
      {
        rule: 'BilledCost-C-001-M',
        severity: 'must',
        requirement: 'BilledCost must have the type Decimal',
        violations: 2,
        firstLine: 3,
        example: '1.234,5',
      },
    ]);
  });

  test.each([
    ['', 'the file is empty'],
    ['a,b\n1\n', 'line 2 has 1 cell, but the header has 2'],
    ['ContractCommitmentId,ContractId\nc,k\n', 'a.csv: it has contract commitments, which cannot'],
    ['a,a\n1,2\n', "two columns are named 'a'"],
    ['a,b\n"1,2\n', 'line 2: a quote is opened and never closed'],
    ['a,b\n"1"x,2\n', 'line 2: there is text after a closing quote'],
  ])('%j as an error with a reason', async (text, message) => {
    const { exitCode, stderr } = await run(['costs', 'focus-check', createFile('a.csv', text)]);
    expect([exitCode, stderr]).toEqual([10, expect.stringContaining(message)]);
  });

  test('a damaged Parquet file as an error that names it', async () => {
    const { exitCode, stderr } = await run([
      'costs',
      'focus-check',
      createFile('a', 'PAR1 and nothing'),
    ]);
    expect([exitCode, stderr]).toEqual([
      10,
      expect.stringMatching(/^error: cannot read .*a: it is damaged: /),
    ]);
  });
});

test.each<[string, FocusRow, readonly string[]]>([
  [
    'a product that was made in binary',
    { ContractedUnitPrice: '0.1', PricingQuantity: '3', ContractedCost: '0.30000000000000004' },
    [],
  ],
  [
    'a product with a wrong last digit',
    { ContractedUnitPrice: '0.1', PricingQuantity: '3', ContractedCost: '0.3000000000000001' },
    ['ContractedCost-C-009-C', 'ContractedUnitPrice-C-011-C'],
  ],
  [
    'a product without a zero before the point',
    { ContractedUnitPrice: '.5', PricingQuantity: '2', ContractedCost: '3' },
    ['ContractedCost-C-009-C', 'ContractedUnitPrice-C-011-C'],
  ],
  ['the currency of Zimbabwe since 2024', { BillingCurrency: 'ZWG' }, []],
])('%s is judged as people would', async (_name, values, rules) => {
  const prices = { ListUnitPrice: null, ListCost: '1' };
  const isPriced = 'PricingQuantity' in values;
  const given = { ...row, ...(isPriced ? prices : {}), ...values };
  const found = violated(await judge(createFile('focus.csv', csvOf([given])), '1.2'));
  expect(found.filter((rule) => !rule.startsWith('ListUnitPrice'))).toEqual(rules);
});

test('a moment with a fraction of a second is not before its whole second', async () => {
  const [invoices] = (await loadAllFocus(['1.4'])).filter(({ isCosts }) => !isCosts);
  if (invoices === undefined) throw new Error('there is no other data set');
  const judgeMoments = async (created: string, updated: string) => {
    const moments = { InvoiceDetailCreated: created, InvoiceDetailLastUpdated: updated };
    const given = { ...conformingRow(invoices), ...moments };
    const found = violated(await judge(createFile('focus.csv', csvOf([given])), invoices));
    return found.filter((rule) => rule.startsWith('IND-InvoiceDetailLastUpdated-C-005')).length;
  };
  const [whole, later] = ['2026-11-02T00:00:00Z', '2026-11-02T00:00:00.5Z'];
  expect(await judgeMoments(whole, later)).toBe(0);
  expect(await judgeMoments(later, whole)).toBe(1);
});

test('a rule that cannot be judged to the end is not passed', async () => {
  const columns = Object.entries(row).filter(
    ([name]) =>
      !/^(Availability|Capacity|Commitment|PricingCurrency|Region|Resource|Sub|Tags|x_)/.test(name),
  );
  // More distinct SKU prices than are remembered.
  const rows = Array.from({ length: 100_002 }, (_, at) => ({
    ...Object.fromEntries(columns),
    SkuPriceId: `price${at}`,
  }));
  const path = createFile('focus.csv', csvOf(rows));
  const { exitCode, stderr } = await run(['costs', 'focus-check', path, '-o', 'json']);
  expect([exitCode, stderr]).toEqual([9, expect.stringContaining('too many distinct values')]);
  expect(stderr).toContain('check the file in parts');
  const report = await run(['costs', 'focus-check', path, '-o', 'junit']);
  const [, rule = ''] = /finish judging: ([\w-]+)/.exec(report.stderr) ?? [];
  expect(report.stdout).toMatch(new RegExp(`<testcase [^>]*name="${rule}"[^>]*><skipped`));
});

describe('in Parquet', () => {
  const moments = 'BillingPeriodStart BillingPeriodEnd ChargePeriodStart ChargePeriodEnd'.split(
    ' ',
  );

  type Data = Parameters<typeof parquetWriteBuffer>[0]['columnData'];

  function write(columnData: Data): string {
    const other = Object.keys(row)
      .filter((name) => !columnData.some((one) => one.name === name))
      .map((name) => columnOf(name));
    const named = [...columnData, ...other].sort((a, b) => (a.name < b.name ? -1 : 1));
    return createFile('focus.parquet', new Uint8Array(parquetWriteBuffer({ columnData: named })));
  }

  function columnOf(name: string): Data[number] {
    const value = row[name] ?? null;
    if (moments.includes(name)) {
      return { name, data: [new Date(value ?? '')], type: 'TIMESTAMP' };
    }
    const isNumber = value !== null && /(Cost|Price|Quantity)$/.test(name);
    return isNumber
      ? { name, data: [Number(value)], type: 'DOUBLE' }
      : { name, data: [value], type: 'STRING', nullable: true };
  }

  test('timestamps, floating-point numbers and texts pass the FOCUS type rules', async () => {
    expect(violated(await judge(write([]), '1.2'))).toEqual([]);
  });

  test.each<[string, Data[number], readonly string[]]>([
    [
      'a number as text',
      { name: 'BilledCost', data: ['12.34'], type: 'STRING' },
      ['BilledCost-C-001-M'],
    ],
    [
      'an id as a number',
      { name: 'BillingAccountId', data: [4125], type: 'INT32' },
      ['BillingAccountId-C-002-M'],
    ],
    [
      'a day for a moment',
      { name: 'ChargePeriodStart', data: ['2026-10-01'], type: 'STRING' },
      ['ChargePeriodStart-C-002-M'],
    ],
    [
      'a moment as text in its form',
      { name: 'ChargePeriodStart', data: ['2026-10-01T00:00:00Z'], type: 'STRING' },
      [],
    ],
    [
      'no number',
      { name: 'EffectiveCost', data: [Number.NaN], type: 'DOUBLE' },
      ['EffectiveCost-C-004-M'],
    ],
    [
      'a negative price',
      { name: 'ListUnitPrice', data: [-10], type: 'DOUBLE' },
      ['ListCost-C-009-C', 'ListUnitPrice-C-008-M', 'ListUnitPrice-C-010-C'],
    ],
    [
      'an empty text',
      { name: 'ServiceName', data: [''], type: 'STRING' },
      ['NullHandling-A-002-M', 'StringHandling-A-007-M'],
    ],
  ])('%s is checked by its stored type and value', async (_name, column, rules) => {
    expect(violated(await judge(write([column]), '1.2'))).toEqual(rules);
  });
});

describe('costs focus-check', () => {
  const bad = () => createFile('focus.csv', csvOf([row, { ...row, ChargeCategory: 'Use' }]));

  test('lists violated rules and exits with 11', async () => {
    const { stdout, stderr, exitCode } = await run(['costs', 'focus-check', bad(), '-o', 'csv']);
    expect(exitCode).toBe(11);
    expect(stdout.split('\n').slice(0, 2)).toEqual([
      'rule,severity,requirement,violations,firstLine,example',
      'ChargeCategory-C-003-M,must,ChargeCategory must be Usage or Purchase or Tax or Credit or Adjustment,1,3,Use',
    ]);
    expect(stderr).toContain('2 rows, ');
    expect(stderr).toContain(
      'violated rules of FOCUS 1.2 that must hold, the first of them ChargeCategory-C-003-M',
    );
  });

  test('reports as JUnit and Markdown', async () => {
    const junit = await run(['costs', 'focus-check', bad(), '--all', '-o', 'junit']);
    expect(junit.stdout).toContain(
      'name="ChargeCategory-C-003-M"><failure message="ChargeCategory',
    );
    expect(junit.stdout).toContain('name="BilledCost-C-001-M"><system-out>');
    const markdown = await run(['costs', 'focus-check', bad(), '-o', 'markdown']);
    expect(markdown.stdout).toContain('| ChargeCategory-C-003-M | ChargeCategory must be ');
  });

  test('a violated recommendation fails the check with --strict', async () => {
    const path = createFile('focus.csv', csvOf([{ ...row, ChargeDescription: null }]));
    const [plain, strict] = await Promise.all([
      run(['costs', 'focus-check', path]),
      run(['costs', 'focus-check', path, '--strict']),
    ]);
    expect([plain.exitCode, strict.exitCode]).toEqual([0, 11]);
    const report = await run(['costs', 'focus-check', path, '--strict', '-o', 'junit']);
    expect(report.stdout).toContain('<failure');
    expect(plain.stdout).toContain('ChargeDescription-C-003-O');
  });

  test('--supports adds the rules for optional provider features', async () => {
    const path = createFile('focus.csv', csvOf([{ ...row, Tags: undefined }]));
    const tagging = ['--supports', 'TAGGING_SUPPORTED'];
    const outcomes = await Promise.all(
      [[], tagging, ['--supports', 'all']].map((more) =>
        run(['costs', 'focus-check', path, ...more]),
      ),
    );
    expect(outcomes.map(({ exitCode }) => exitCode)).toEqual([0, 11, 11]);
    expect(
      await failWith(2, run(['costs', 'focus-check', path, '--supports', 'TAGING_SUPPORTED'])),
    ).toContain("no rule is for 'TAGING_SUPPORTED'; did you mean TAGGING_SUPPORTED?");
  });
});
