import { expect, test } from 'vitest';
import { createWidener } from '../../src/rows/widen.ts';

test.each([
  ['csv', ',', undefined],
  ['csv', ';', ';'],
  ['tsv', '\t', undefined],
] as const)(
  'lines of %s from before a late column get an empty cell after %j',
  (format, mark, given) => {
    const before = `a${mark}b\n1${mark}2\n`;
    const after = `3${mark}4${mark}5\n`;
    const steps = [
      { at: 0, columns: 2 },
      { at: before.length, columns: 3 },
    ];
    const header = Buffer.from(`\ufeffa${mark}b${mark}c\n`);
    const widener = createWidener(format, steps, header, [], given);
    const pieces = widener.pass(Buffer.from(before + after)).map(String);
    expect(pieces.join('')).toBe(`\ufeffa${mark}b${mark}c\n1${mark}2${mark}\n${after}`);
  },
);
