import { expect, test } from 'vitest';
import { drawTable } from './draw-table.ts';
import { openOutput } from './open-output.ts';

const headers = ['name', 'labels', 'n'];
const numeric = [false, false, true];

test('shows a very long cell in full and misaligns only its own line', async () => {
  const long = 'é'.repeat(3_000_000);
  const rows = [
    ['first', 'short', '1'],
    ['second', long, '20'],
    ...Array.from({ length: 300 }, (_, row) => [`row ${row}`, 'other', String(row)]),
  ];
  const table = await drawTable(rows, { headers, numeric, width: undefined });
  const lines = table.split('\n');
  expect(lines).toHaveLength(304);
  expect([...lines.slice(0, 2), ...lines.slice(3, 4), ...lines.slice(302)]).toEqual([
    'name     labels    n',
    'first    short     1',
    'row 0    other     0',
    'row 299  other   299',
    '',
  ]);
  expect(lines[2]).toBe(`second   ${long}   20`);
});

test('shows a very long number and a very long column name in full', async () => {
  const [name, digits] = ['x'.repeat(1001), '9'.repeat(1001)];
  const rows = [
    [digits, 'a'],
    ['7', 'b'],
  ];
  const drawing = { headers: ['n', name], numeric: [true, false], width: undefined };
  expect(await drawTable(rows, drawing)).toBe(`n  ${name}\n${digits}  a\n7  b\n`);
});

test('aligns cells of up to 1,000 characters', async () => {
  const rows = [
    ['x'.repeat(1000), 'a'],
    ['y', 'b'],
  ];
  const table = await drawTable(rows, { width: undefined });
  expect(table).toBe(`${'x'.repeat(1000)}  a\ny${' '.repeat(999)}  b\n`);
});

test('the error for a value too long for a string names formats without that limit', async () => {
  const { output, stdout } = openOutput({ format: 'table' });
  const view = { columns: [{ path: 'name', cell: () => 'x'.repeat(2 ** 29 - 24) }] };
  await expect(output.list([{ name: 'a' }], view)).rejects.toMatchObject({
    code: 'usage',
    message: 'a value is too long to be written in one piece as table',
    details: { hint: expect.stringContaining('csv, tsv and ndjson') },
  });
  expect(stdout.text).toBe('');
});
