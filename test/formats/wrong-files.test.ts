import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { describe, expect, test } from 'vitest';
import { hasDuckdb, openDuckdb } from '../helpers/duckdb.ts';
import { needs } from '../helpers/needs.ts';
import { createFolder, run } from '../helpers/run.ts';

const csv = 'day,service,cost,currency\n2026-10-01,"two\nlines",1,USD\n2026-10-01,Café,2,USD\n';
const lines =
  '{"day":"2026-10-01","service":"é","cost":1}\n{"day":"2026-10-02","service":"è","cost":2}\n';

test.each([
  ['csv', 'in.csv', Buffer.from(csv, 'latin1'), 4],
  ['compressed csv', 'in.csv.gz', gzipSync(Buffer.from(csv, 'latin1')), 4],
  ['ndjson', 'in.ndjson', Buffer.from(lines, 'latin1'), 1],
  ['compressed ndjson', 'in.ndjson.gz', gzipSync(Buffer.from(lines, 'latin1')), 1],
  ['a last line without an end', 'in.csv', Buffer.from(csv.trimEnd(), 'latin1'), 4],
])(
  'a mirror refuses %s that is not UTF-8, and names the line',
  async (_name, name, bytes, line) => {
    const folder = createFolder();
    writeFileSync(join(folder, name), bytes);
    const { stderr, exitCode } = await run(['costs', 'mirror', 'm', '--files', name], { folder });
    expect([exitCode, stderr.replace(`${folder}/`, '')]).toEqual([
      10,
      `error: ${name}: line ${line}: not valid UTF-8\nhint: save the file as UTF-8\n`,
    ]);
  },
);

const swap = (text: string) => Buffer.from(text, 'utf16le').swap16();
const iconv = 'save it as UTF-8: iconv -f UTF-16 -t UTF-8 OLD > NEW';
const quotes = 'write the whole cell in quotes, and a quote inside it twice';
const row = '2026-10-01,EC2,1,USD\n';
const plain = `day,service,cost,currency\n${row}`;

describe.each([
  'costs mirror m --files FILE',
  'costs focus-check FILE',
  'costs reconcile FILE --by service --month 2026-10 --sandbox',
])('%s', (line) => {
  test.each<[string, Buffer | string, string, string | undefined]>([
    ...[plain, `\ufeff${plain}`].flatMap((text): [string, Buffer, string, string][] => [
      ['UTF-16', Buffer.from(text, 'utf16le'), ' is UTF-16', iconv],
      ['UTF-16, the high byte first', swap(text), ' is UTF-16', iconv],
    ]),
    ['an old workbook', Buffer.from('d0cf11e0a1b11ae1', 'hex'), ' is an old Excel', undefined],
    ['gzip within gzip', gzipSync(gzipSync(plain)), ' is compressed twice', undefined],
    [
      'zstd',
      Buffer.from('28b52ffd2400', 'hex'),
      ' is compressed with zstd',
      'decompress it: zstd -d FILE',
    ],
    ['xz', Buffer.from('fd377a585a000004', 'hex'), ' is compressed with xz', undefined],
    ['bzip2', 'BZh91AY&SY', ' is compressed with bzip2', undefined],
    [
      'lines that end with returns',
      plain.replaceAll('\n', '\r'),
      ' is text whose lines end with a carriage return alone',
      "end them with line feeds: tr '\\r' '\\n' < OLD > NEW",
    ],
    ['nothing', '', ': the file is empty', undefined],
    ['a mark only', '\ufeff', ': the file is empty', undefined],
    [
      'a quote in a cell',
      `${plain}2026-10-02,5" disk,1,USD\n`,
      ': line 3: there is a quote in a cell that does not begin with one',
      quotes,
    ],
    [
      'a lone return',
      `${plain}2026-10-02,a\rb,1,USD\n`,
      ': line 3: there is a carriage return outside quotes',
      quotes,
    ],
    [
      'a quote in the header',
      `${plain.replace('ser', 's"r')}`,
      ': line 1: there is a quote',
      quotes,
    ],
    ['too few cells', `${plain}2026-10-02,EC2,1\n`, ': line 3 has 3 cells', undefined],
    ['too many cells', `${plain}2026-10-02,EC2,1,USD,\n`, ': line 3 has 5 cells', undefined],
    ['an open quote', `${plain}2026-10-02,"EC2,1,USD\n`, ': line 3: a quote is opened', undefined],
    [
      'text after a quote',
      `${plain}2026-10-02,"E"C2,1,USD\n`,
      ': line 3: there is text',
      undefined,
    ],
  ])('refuses %s', async (_name, content, message, hint) => {
    const folder = createFolder();
    const path = join(folder, 'in.csv');
    writeFileSync(path, content);
    const { stdout, stderr, exitCode } = await run(line.replace('FILE', path).split(' '), {
      folder,
    });
    expect([exitCode, stdout]).toEqual([10, '']);
    expect(stderr).toContain(`error: ${path}${message}`);
    if (hint !== undefined) expect(stderr).toContain(`hint: ${hint}\n`);
    expect(existsSync(join(folder, 'm', '_manifest.json'))).toBe(false);
  });
});

/** The files that this process has open. */
function openFiles(): string[] {
  return readdirSync('/proc/self/fd').flatMap((descriptor) => {
    try {
      return [readlinkSync(`/proc/self/fd/${descriptor}`)];
    } catch {
      return [];
    }
  });
}

test
  .skipIf(process.platform !== 'linux')
  .each([
    'costs mirror m --files FILE',
    'costs focus-check FILE',
    'costs reconcile FILE --by service --month 2026-10 --sandbox',
    'metrics import bmt_orders FILE --sandbox',
  ])('%s closes a long file that it refuses', async (line) => {
  const archive = Buffer.concat([Buffer.from('PK\x03\x04'), Buffer.alloc(900_000)]);
  const wide = Buffer.from(`\ufeff${plain.repeat(20_000)}`, 'utf16le');
  for (const content of [archive, wide, gzipSync(wide, { level: 0 })]) {
    for (const name of ['in.csv', 'in.ndjson', 'in.xlsx']) {
      const folder = createFolder();
      writeFileSync(join(folder, name), content);
      const words = line.replace('FILE', join(folder, name)).split(' ');
      expect((await run(words, { folder })).exitCode).toBeGreaterThan(0);
      // A stream that is destroyed closes its file a moment later.
      await expect
        .poll(() => openFiles().filter((path) => path.startsWith(folder)), { timeout: 30_000 })
        .toEqual([]);
    }
  }
});

describe('texts of Parquet that only bytes of no UTF-8 distinguish', () => {
  const folder = createFolder();
  const path = join(folder, 'odd.parquet');
  const columnData = [
    { name: 'date', data: ['2026-10-01', '2026-10-01'] },
    { name: 'service', data: ['C\u0080', 'C\u0081'] },
    { name: 'amount', data: [1, 2] },
    { name: 'currency', data: ['USD', 'USD'] },
  ];

  test.each([
    ['in a mirror', 'costs mirror m --files FILE'],
    ['with a condition', 'costs mirror m --files FILE --where service=C'],
    ['in an invoice', 'costs reconcile FILE --by service --month 2026-10 --sandbox'],
  ])('are not added up %s', async (_name, line) => {
    const file = parquetWriteBuffer({ columnData });
    // The first of the two bytes of each.
    writeFileSync(
      path,
      Buffer.from(file).map((byte) => (byte === 0xc2 ? 0xff : byte)),
    );
    const { stdout, stderr, exitCode } = await run(line.replace('FILE', path), { folder });
    expect([exitCode, stdout]).toEqual([10, '']);
    expect(stderr).toContain("column 'service' has a text that is not valid UTF-8");
  });
});

/** What a mirror and an invoice of such a file distinguish. */
async function servicesOf(folder: string): Promise<unknown[]> {
  const ask = async (line: string) => {
    const { stdout, stderr, exitCode } = await run(line.split(' '), { folder });
    expect([exitCode, stderr]).toEqual([0, '']);
    return stdout;
  };
  const read = async (line: string): Promise<unknown[]> => {
    const rows: Record<string, unknown>[] = JSON.parse(await ask(`${line} --mirror m -o json -q`));
    return rows.map(({ service, invoice }) => JSON.stringify([service, invoice])).toSorted();
  };
  await ask('costs mirror m --files odd.parquet -q');
  const summed = await read('costs summary --month 2026-10 --columns service --by service');
  const matched = await read(
    `costs reconcile ${join(folder, 'odd.parquet')} --month 2026-10 --by service`,
  );
  expect(summed).toHaveLength(matched.length + 1);
  return matched.map((one) => JSON.parse(String(one)));
}

const bytesOf = (text: string) => Buffer.from(text, 'latin1');

test.each<[string, readonly Buffer[], string[]]>([
  ['differ', ['a\xff', 'a\xfe', 'é'].map(bytesOf), ['\\xE9', 'a\\xFE', 'a\\xFF']],
  ['look like others', ['\xff', '\\xFF', '\\y'].map(bytesOf), ['\\x5CxFF', '\\xFF', '\\y']],
  ['are text', [Buffer.from('é'), Buffer.from('😀')], ['é', '😀']],
])('bytes of a Parquet file that %s stay apart', async (_name, data, due) => {
  const folder = createFolder();
  const all = (value: unknown) => data.map(() => value);
  const columnData = [
    { name: 'date', data: all('2026-10-01') },
    { name: 'service', data: [...data], type: 'BYTE_ARRAY' as const },
    { name: 'amount', data: all(1.5) },
    { name: 'currency', data: all('USD') },
  ];
  writeFileSync(join(folder, 'odd.parquet'), Buffer.from(parquetWriteBuffer({ columnData })));
  expect(await servicesOf(folder)).toEqual(due.map((service) => [service, '1.5']));
});

test.each([
  ['are text only together', ['\xc3', '\xa9'], '\\xC3\n\\xA9\n'],
  ['look like others that are not there', ['\\xC3', 'b'], '\\x5CxC3\nb\n'],
])('bytes of a Parquet file that %s are distinguished', async (_name, services, due) => {
  const folder = createFolder();
  const columnData = [
    { name: 'date', data: ['2026-10-01', '2026-10-01'] },
    { name: 'service', data: services.map(bytesOf), type: 'BYTE_ARRAY' as const },
    // The names of Azure: files with known columns are read column by column.
    { name: 'costInBillingCurrency', data: [1.5, 1.5] },
    { name: 'billingCurrency', data: ['USD', 'USD'] },
  ];
  writeFileSync(join(folder, 'odd.parquet'), Buffer.from(parquetWriteBuffer({ columnData })));
  expect((await run(['costs', 'mirror', 'm', '--files', 'odd.parquet'], { folder })).exitCode).toBe(
    0,
  );
  const line = ['costs', 'list', '--mirror', 'm', '--columns', 'service', '-o', 'csv'];
  expect((await run(line, { folder })).stdout).toBe(`service\n${due}`);
});

describe.runIf(hasDuckdb)("'@duckdb/node-api': nested texts that are not UTF-8", () => {
  test.each([
    ['a list', "[['keyA', 'keyB'][n + 1]]", '["ke\\udcff"]', '["ke\\udcfe"]'],
    ['a struct', "{'t': ['keyA', 'keyB'][n + 1]}", '{"t":"ke\\udcff"}', '{"t":"ke\\udcfe"}'],
    ['keys of a map', "MAP {['keyA', 'keyB'][n + 1]: 1}", '{"ke\\udcff":1}', '{"ke\\udcfe":1}'],
    ['bytes', "[['keyA', 'keyB'][n + 1]::BLOB]", '["ke\\udcff"]', '["ke\\udcfe"]'],
  ])('in %s of a Parquet file stay apart', async (_name, column, first, second) => {
    const folder = createFolder();
    const path = join(folder, 'odd.parquet');
    const duckdb = await openDuckdb();
    const others = "DATE '2026-10-01' AS date, 1.5 AS amount, 'USD' AS currency";
    const rows = `SELECT ${others}, ${column} AS service FROM range(2) AS r(n)`;
    await duckdb.run(`COPY (${rows}) TO '${path}' (FORMAT parquet, COMPRESSION UNCOMPRESSED)`);
    duckdb.closeSync();
    const bytes = readFileSync(path, 'latin1');
    const damaged = bytes.replaceAll('keyA', 'ke\xff\xff').replaceAll('keyB', 'ke\xff\xfe');
    writeFileSync(path, damaged, 'latin1');
    const due = [first, second].map((text) => [text.replace('ke', 'ke\\udcff'), '1.5']);
    expect(await servicesOf(folder)).toEqual(due.toReversed());
  });
});

test('services of an invoice that only such bytes distinguish are not added up', async () => {
  const folder = createFolder();
  const invoice = 'service,amount,currency\nCafé,1,USD\nCafè,2,USD\n';
  const path = join(folder, 'invoice.csv');
  writeFileSync(path, Buffer.from(invoice, 'latin1'));
  const { stdout, stderr, exitCode } = await run(
    ['--sandbox', 'costs', 'reconcile', path, '--by', 'service', '--month', '2026-10'],
    { folder },
  );
  expect([exitCode, stdout]).toEqual([10, '']);
  expect(stderr).toContain('line 2: not valid UTF-8');
});

test.each([
  [
    'a row with more cells',
    `${csv}2026-10-02,x,1,USD,\n`,
    'line 5 has 5 cells, but the header has 4',
  ],
  [
    'a wrong day',
    `${csv}2026-13-02,x,1,USD\n`,
    "line 5 has '2026-13-02' in day, which is not a day",
  ],
  ...['y', 'e5', '.e5', '-E1', '.', '+'].map((amount) => [
    `the amount ${amount}`,
    `${csv}2026-10-02,x,${amount},USD\n`,
    `line 5 has '${amount}' in cost, which is not a number`,
  ]),
])('%s of a compressed file is reported as in one that is not', async (_name, text, message) => {
  const folder = createFolder();
  writeFileSync(join(folder, 'a.csv'), text);
  writeFileSync(join(folder, 'a.csv.gz'), gzipSync(text));
  for (const name of ['a.csv', 'a.csv.gz']) {
    const { stderr, exitCode } = await run(['costs', 'mirror', 'm', '--files', name], { folder });
    expect([exitCode, stderr.split('\n')[0]?.replace(`${folder}/`, '')]).toEqual([
      10,
      `error: ${name}: ${message}`,
    ]);
  }
});

const jsonRow = '{"service":"EC2","amount":1,"currency":"USD"}';
test.each(
  ['costs focus-check FILE', 'costs reconcile FILE --by service --month 2026-10 --sandbox'].flatMap(
    (line) => [`${jsonRow}\n`, `[\n  ${jsonRow}\n]\n`].map((text) => [line, text] as const),
  ),
)('%s: JSON is named as such: %j', async (line, text) => {
  const path = join(createFolder(), 'rows.csv');
  writeFileSync(path, text);
  const { stderr, exitCode } = await run(
    line.split(' ').map((one) => (one === 'FILE' ? path : one)),
  );
  expect([exitCode, stderr]).toEqual([
    10,
    `error: ${path} is JSON\nhint: save its rows as csv or Parquet\n`,
  ]);
});

describe('a pipe', () => {
  needs('mkfifo');

  test.each([
    'costs focus-check PIPE',
    'costs reconcile PIPE --by service --month 2026-10 --sandbox',
  ])('is refused by %s, which reads a file more than once', async (line) => {
    const pipe = join(createFolder(), 'rows');
    execFileSync('mkfifo', [pipe]);
    const reading = run(line.replace('PIPE', pipe).split(' '));
    const writing = await open(pipe, 'w');
    const { stderr, exitCode } = await reading.finally(() => writing.close());
    expect([exitCode, stderr]).toEqual([
      2,
      `error: ${pipe} is a pipe, not a file\nhint: save what it gives as a file: its bytes are read more than once\n`,
    ]);
  });
});

test('an amount of an invoice that is wrong is reported with its file once', async () => {
  const path = join(createFolder(), 'invoice.csv');
  writeFileSync(path, 'service,amount,currency\nEC2,x,USD\n');
  const question = ['--by', 'service', '--month', '2026-10', '--sandbox'];
  const { stderr, exitCode } = await run(['costs', 'reconcile', path, ...question]);
  expect([exitCode, stderr.split('\n')[0]]).toEqual([
    10,
    `error: ${path}: line 2: 'x' is not an amount`,
  ]);
});

test.each([
  ['costs mirror FILE --from 2026-10-01 --sandbox'],
  ['config pull --all-workspaces -O FILE --sandbox'],
])('a file where %s needs a folder is named', async (line) => {
  const path = join(createFolder(), 'settings');
  writeFileSync(path, 'kept');
  const { stderr, exitCode } = await run(
    line.split(' ').map((one) => (one === 'FILE' ? path : one)),
  );
  expect([exitCode, stderr]).toEqual([1, expect.stringContaining(path)]);
  expect(stderr).not.toContain('a defect in this program');
});
