import { expect, test } from 'vitest';
import { header, refusalOf, takeText, value } from './helpers.ts';

test('reads a quoted cell that spans many chunks', async () => {
  const region = `${'line\n'.repeat(40)}end`;
  const row = `2026-01-01,5,"${region}"\n`;
  for (const chunkLength of [1, 7, 50, 150, 199, 1000]) {
    const last = await takeText(header + row, {}, chunkLength);
    expect(last.values).toEqual([value('2026-01-01', '5', region)]);
    const another = `${header}${row}2026-01-02,x,eu\n`;
    const { values, rejected } = await takeText(another, {}, chunkLength);
    expect(values).toEqual(last.values);
    expect(rejected).toEqual(['line 43: the amount "x" is not a decimal']);
  }
});

test.each([
  ['empty lines in a quoted cell', '2026-01-01,5,"a\n\n\n\nb"\n', 7],
  ['a quoted cell that begins with a line end', '2026-01-01,5,"\nb"\n', 4],
  ['quotes alone', '2026-01-01,5,""""""\n', 3],
  ['a quoted cell at the start of a row', '"2026-01-01","5","eu"\n', 3],
  ['quotes in one row of several', '2026-01-01,5,a\n2026-01-01,5,"b"\n2026-01-01,5,c\n', 5],
])('counts lines like an editor after %s', async (_name, rows, line) => {
  const { rejected } = await takeText(`${header}${rows}2026-01-02,x,eu\n`);
  expect(rejected.at(-1)).toBe(`line ${line}: the amount "x" is not a decimal`);
});

test('a semicolon in a column name does not become the separator', async () => {
  const content = `a;b,${header}x,2026-01-01,5,eu\n`;
  expect((await takeText(content, { ignoreExtra: true })).rejected).toEqual([]);
  expect(await refusalOf('date\n2026-01-01\n')).toContain('there is no column "amount"');
});
