import { expect, test } from 'vitest';
import { renderTable } from '../../src/output/table.ts';
import { openOutput } from './open-output.ts';

const paint = { strong: (text: string) => text };
const headers = ['name', 'labels', 'n'];
const numeric = [false, false, true];

test('a very long cell is shown whole and takes only its own line out of line', async () => {
  const long = 'é'.repeat(3_000_000);
  const rows = [
    ['first', 'short', '1'],
    ['second', long, '20'],
    ...Array.from({ length: 300 }, (_, row) => [`row ${row}`, 'other', String(row)]),
  ];
  const table = await renderTable(rows, { headers, numeric, width: undefined, paint });
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

test('a very long number and a very long column name stand whole too', async () => {
  const [name, digits] = ['x'.repeat(1001), '9'.repeat(1001)];
  const rows = [
    [digits, 'a'],
    ['7', 'b'],
  ];
  const options = { headers: ['n', name], numeric: [true, false], width: undefined, paint };
  expect(await renderTable(rows, options)).toBe(`n  ${name}\n${digits}  a\n7  b\n`);
});

test('cells of up to 1,000 characters stay in line', async () => {
  const rows = [
    ['x'.repeat(1000), 'a'],
    ['y', 'b'],
  ];
  const table = await renderTable(rows, { numeric: [], width: undefined, paint });
  expect(table).toBe(`${'x'.repeat(1000)}  a\ny${' '.repeat(999)}  b\n`);
});

test('a result that no text can hold is refused with the formats that have no such end', async () => {
  const { output, stdout } = openOutput({ format: 'table' });
  const view = { columns: [{ path: 'name', cell: () => 'x'.repeat(2 ** 30) }] };
  await expect(output.list([{ name: 'a' }], view)).rejects.toMatchObject({
    code: 'usage',
    message: 'the result is too long to be written in one piece as table',
    details: { hint: expect.stringContaining('csv, tsv and ndjson') },
  });
  expect(stdout.text).toBe('');
});
