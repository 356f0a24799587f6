import { expect, test } from 'vitest';
import { ExactNumber } from '../../src/json/number.ts';
import { allColumns } from './failing-list.ts';
import { openOutput } from './open-output.ts';

const amounts = [
  { day: 'Monday', amount: '1234.50', rate: new ExactNumber('0.10'), note: '7' },
  { day: 'Tuesday', amount: '-7', rate: null, note: 'x' },
  { day: 'Wednesday', amount: '', rate: 5, note: '8' },
];

test('aligns number columns to the right, even with text numbers or missing values', async () => {
  const { output, stdout } = openOutput({ format: 'table' });
  await output.list(amounts, allColumns);
  expect(stdout.text).toMatchInlineSnapshot(`
    "day         amount  rate  note
    Monday     1234.50  0.10  7
    Tuesday         -7        x
    Wednesday              5  8
    "
  `);
});

test.each([
  ['json', '[{"id":1}]\n'],
  ['ndjson', '{"id":1}\n'],
  ['yaml', '- id: 1\n'],
  ['csv', 'id\n1\n'],
] as const)('a list of one record is a list as %s', async (format, text) => {
  const { output, stdout } = openOutput({ format });
  await output.list([{ id: 1 }], allColumns);
  expect(stdout.text).toBe(text);
});
