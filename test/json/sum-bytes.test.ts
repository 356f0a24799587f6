import { expect, test } from 'vitest';
import { formatDecimal } from '../../src/json/decimal.ts';
import { createSum } from '../../src/json/sum.ts';
import { silentBytes } from './silent.ts';

const around = '9'.repeat(20);

test.each([
  '0',
  '7',
  '-7',
  '908172635409',
  '9999999999999',
  '-9999999999999',
  '1.5',
  '-0.05',
  '1.0',
  '0.9',
  '10.90817263540',
  '1.0000000000000',
  '1.9999999999999',
  '1.00000000000000',
  '1.99999999999990',
  '1.00000000000009',
  `-9999999999999.${'9'.repeat(26)}`,
  `0.${'0'.repeat(26)}`,
  `0.${'0'.repeat(25)}1`,
])('adds %s without creating a string, with any bytes around it', (text) => {
  const sum = createSum();
  const bytes = silentBytes(around + text + around);
  expect(sum.addBytes(bytes, around.length, around.length + text.length)).toBe(true);
  expect(sum.addBytes(bytes, around.length, around.length + text.length)).toBe(true);
  const units = 2n * BigInt(text.replace('.', ''));
  const [, fraction = ''] = text.split('.');
  expect(formatDecimal(sum.total())).toBe(formatDecimal({ units, scale: fraction.length }));
});

test.each(['99999999999999', `1.${'0'.repeat(27)}`, '+1', '1e2', '1.5e2'])(
  'adds %s on the slow path',
  (text) => {
    const bytes = Buffer.from(around + text + around);
    const sum = createSum();
    expect(sum.addBytes(bytes, around.length, around.length + text.length)).toBe(true);
    expect(Number(formatDecimal(sum.total()))).toBe(Number(text));
    expect(() => createSum().addBytes(silentBytes(text), 0, text.length)).toThrow(
      'a text was made',
    );
  },
);
