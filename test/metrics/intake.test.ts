import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { metricFiles } from '../helpers/metric-files.ts';
import { runs } from '../helpers/runs.ts';
import { header, refusalOf, takeText, value } from './helpers.ts';

test.each([
  ['plain', `${header}2026-01-01,5,eu\n`],
  ['no line end at the end', `${header}2026-01-01,5,eu`],
  ['CRLF', 'date,amount,region\r\n2026-01-01,5,eu\r\n'],
  ['a byte order mark', `\ufeff${header}2026-01-01,5,eu\n`],
  ['a byte order mark before a quote', '\ufeff"date",amount,region\n2026-01-01,5,eu\n'],
  ['every cell quoted, with CRLF', '"date","amount","region"\r\n"2026-01-01","5","eu"\r\n'],
  ['columns in another order', 'region,date,amount\neu,2026-01-01,5\n'],
  ['NDJSON after empty lines', '\n\n\n\n\n{"date":"2026-01-01","amount":5,"region":"eu"}\n'],
  ['empty lines', `\n${header}\n2026-01-01,5,eu\n\n\n`],
  ['columns of rejects', 'date,amount,region,_line,_reason\n2026-01-01,5,eu,7,because\n'],
  ['tabs', 'date\tamount\tregion\n2026-01-01\t5\teu\n'],
  ['a JSON array', '[{"date":"2026-01-01","amount":"5","labels":{"region":"eu"}}]'],
  ['a JSON array over many lines', '\n[\n {"date":"2026-01-01",\n"amount":5,\n"region":"eu"}\n]\n'],
  ['NDJSON', '{"date":"2026-01-01","amount":5,"region":"eu","_line":3}\n'],
  ['NDJSON with labels null', '{"date":"2026-01-01","amount":5,"region":"eu","labels":null}\r\n'],
])('reads a file: %s', async (_name, content) => {
  const taken = await takeText(content);
  expect(taken.values).toEqual([value('2026-01-01', '5', 'eu')]);
  const compressed = await takeText(gzipSync(content), {}, 1);
  expect(compressed.values).toEqual(taken.values);
  const inBytes = await takeText(content, {}, 1);
  expect(inBytes.values).toEqual(taken.values);
});

test('counts lines like an editor', async () => {
  const content = `${header}\n2026-01-01,5,"a\nb\nc"\n2026-01-02,x,eu\n"2026-01-03",5,"z\r\n"\n2026-01-04,y,eu\n`;
  const taken = await takeText(content.replaceAll('\n', '\r\n').replaceAll('\r\r', '\r'));
  expect(taken.rejected.map((reason) => reason.split(':')[0])).toEqual([
    'line 6',
    'line 7',
    'line 9',
  ]);
  expect(taken.lines).toEqual([3]);
});

test('accepts missing labels, extra columns and spaces if their options are set', async () => {
  const { values } = await takeText(
    'date,amount,team,region\n2026-01-01,5,a, eu \n2026-01-02,5,b,  \n',
    { ignoreExtra: true, allowMissingLabels: true, trim: true },
  );
  expect(values).toEqual([
    value('2026-01-01', '5', 'eu'),
    '{"date":"2026-01-02","amount":"5","labels":{}}',
  ]);
});

test('accepts a file without its label column if missing labels are allowed', async () => {
  const { values } = await takeText('date,amount\n2026-01-01,5\n', { allowMissingLabels: true });
  expect(values).toEqual(['{"date":"2026-01-01","amount":"5","labels":{}}']);
});

test('mapped column names apply to flat and nested JSON rows', async () => {
  const map = { date: 'Day', region: 'Region' };
  const content =
    '{"Day":"2026-01-01","amount":1,"Region":"eu"}\n{"Day":"2026-01-02","amount":2,"labels":{"Region":"us"}}\n';
  const { values, rejected } = await takeText(content, { map });
  expect(rejected).toEqual([]);
  expect(values).toEqual([value('2026-01-01', '1', 'eu'), value('2026-01-02', '2', 'us')]);
});

test('label columns with hostile names work like any other', async () => {
  const labelColumns = ['__proto__', 'constructor', 'a"b'];
  const { values } = await takeText(
    'date,amount,__proto__,constructor,"a""b"\n2026-01-01,5,x,y,z\n',
    {
      labelColumns,
    },
  );
  expect(values).toEqual([
    '{"date":"2026-01-01","amount":"5","labels":{"__proto__":"x","constructor":"y","a\\"b":"z"}}',
  ]);
});

test('turns exactly the good rows of any file into values, in any format and chunks', async () => {
  await fc.assert(
    fc.asyncProperty(
      metricFiles,
      fc.integer({ min: 1, max: 60 }),
      async ({ content, format, rows, good }, chunkLength) => {
        const taken = await takeText(content, { format }, chunkLength);
        expect(taken.values).toEqual(
          good.map(({ date, amount, region }) => value(date, amount, region)),
        );
        expect(taken).toMatchObject({ rows, merged: 0, invalid: rows - good.length });
        expect(taken.rejected).toHaveLength(rows - good.length);
      },
    ),
    { numRuns: runs(300) },
  );
});

test('refuses a header with too many columns before comparing them', async () => {
  const names = Array.from({ length: 20_000 }, (_, at) => `c${at}`);
  expect(await refusalOf(`${names.join()}\n`, { format: 'csv' })).toBe(
    'invalid_data: stdin, line 1: it names more than 1000 columns',
  );
});
