import { expect, test } from 'vitest';
import { refusalOf, takeText, value } from './helpers.ts';

const row = (day: number, region = 'eu') =>
  `{"region":${JSON.stringify(region)},"date":"2026-01-0${day}","amount":"5"}`;
const expected = (day: number, region = 'eu') => value(`2026-01-0${day}`, '5', region);

test.each([
  ['nothing between', `[${row(1)},${row(2)},${row(3)}]`],
  ['spaces', ` [ ${row(1)} , ${row(2)} , ${row(3)} ] `],
  ['tabs and lines', `\t[\r\n\t${row(1)}\r\n,\t${row(2)},\n\n${row(3)}\n]\n\n`],
  ['lines within rows', `[${row(1)},${row(2)},${row(3)}]`.replaceAll(',"', '\n,\n"')],
])('reads an array with %s, in one piece and byte by byte', async (_name, content) => {
  const values = [expected(1), expected(2), expected(3)];
  for (const chunkLength of [1, 2, 3, 1000]) {
    expect((await takeText(content, {}, chunkLength)).values).toEqual(values);
  }
});

test.each(['a"', '"', '\\', '\\"', ']', '},{', '[', ':', 'a":"b', '\\\\"'])(
  'the label %j does not end its row',
  async (region) => {
    const content = `[${row(1, region)},${row(2)}]`;
    for (const chunkLength of [1, 1000]) {
      const { values, rejected } = await takeText(content, {}, chunkLength);
      expect(rejected).toEqual([]);
      expect(values).toEqual([expected(1, region), expected(2)]);
    }
    const lines = await takeText(`${row(1, region)}\n${row(2)}\n`);
    expect(lines.values).toEqual([expected(1, region), expected(2)]);
  },
);

test('an error names the line on which its row begins', async () => {
  const content = `[\n\n5,\n{\n"date"\n:"x","amount":1,\n"region":"eu"},\n\n\n6\n,7\n]`;
  for (const chunkLength of [1, 4, 1000]) {
    const { rejected } = await takeText(content, {}, chunkLength);
    expect(rejected).toEqual([
      'line 3: the row is not an object',
      'line 4: the date "x" is not of the form YYYY-MM-DD',
      'line 10: the row is not an object',
      'line 11: the row is not an object',
    ]);
  }
});

test('counts NDJSON lines across chunks, even if the last line has no line end', async () => {
  const content = `\n${row(1)}\n\n\r\n{\n${row(2)}\n5`;
  for (const chunkLength of [1, 9, 40, 1000]) {
    const { values, lines, rejected } = await takeText(content, { format: 'ndjson' }, chunkLength);
    expect(values).toEqual([expected(1), expected(2)]);
    expect(lines).toEqual([2, 6]);
    expect(rejected).toEqual([
      'line 5: not JSON: the JSON ends too early',
      'line 7: the row is not an object',
    ]);
  }
});

test('refuses only the bad rows of an array, of any JSON type', async () => {
  const content = `["",{"":""},[],"]",null,${row(1)}]`;
  const { rejected, values } = await takeText(content);
  expect(values).toEqual([expected(1)]);
  expect(rejected).toEqual([
    'line 1: the row is not an object',
    'line 1: the column "" is neither date nor amount nor a label',
    'line 1: the row is not an object',
    'line 1: the row is not an object',
    'line 1: the row is not an object',
  ]);
});

test('a label beside the object of labels is called a label', async () => {
  const beside = '"labels":{"region":"a"},"region":"b"}';
  const content = `[${row(1)},{"date":"2026-01-01","amount":1,${beside}]`;
  expect((await takeText(content)).rejected).toEqual([
    'line 1: the label "region" is beside the object labels, not in it',
  ]);
});

test('ignored columns may contain objects, whose names are checked for duplicates', async () => {
  const deep = '"x":[{"a":1},{"a":{"b":2,"c":[]}}],"y":{"a":1}';
  const content = `[${row(1).slice(0, -1)},${deep}}]`;
  const { values, rejected } = await takeText(content, { ignoreExtra: true });
  expect({ values, rejected }).toEqual({ values: [expected(1)], rejected: [] });
  expect((await takeText(content)).rejected).toEqual([
    'line 1: the columns "x", "y" are neither date nor amount nor labels',
  ]);
  const twice = content.replace('"b":2', '"b":2,"b":3');
  expect((await takeText(twice, { ignoreExtra: true })).rejected).toEqual([
    'line 1: a name appears twice in the row',
  ]);
});

test.each([
  ['{"date":1}', 'line 1: a JSON array of rows is expected'],
  ['\n\n5', 'line 3: a JSON array of rows is expected'],
  ['[}', 'line 1: there is a closing brace without an opening one'],
  ['[{}]\n\n,', 'line 3: there is text after the JSON array'],
  ['[{},\n,{}]', 'line 2: not JSON: the JSON ends too early'],
  ['[,{}]', 'line 1: not JSON: the JSON ends too early'],
  ['[\n{"a":"\n', 'line 3: the JSON array is cut short'],
  ['\n', 'line 2: the JSON array is cut short'],
])('refuses the whole array %j', async (content, message) => {
  const refusal = refusalOf(content, { format: 'json' });
  expect(await refusal).toBe(`invalid_data: stdin, ${message}`);
});

test.each(['[]', ' [ ] ', '[\n]\n'])('the array %j has no rows', async (content) => {
  expect(await refusalOf(content)).toBe('invalid_data: stdin has no rows');
});
