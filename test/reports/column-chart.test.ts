import fc from 'fast-check';
import { expect, test } from 'vitest';
import { drawColumns, marksOf } from '../../src/reports/column-chart.ts';
import { characterWidth } from '../../src/reports/svg.ts';

test.each([
  [0, 2207.73, ['0', '500', '1000', '1500', '2000', '2500']],
  [0, 0.2, ['0.00', '0.05', '0.10', '0.15', '0.20']],
  [-3, 7, ['-4', '-2', '0', '2', '4', '6', '8']],
  [0, 0, ['0', '1']],
])('the marks of %s to %s', (low, high, texts) => {
  expect(marksOf(low, high).map(({ text }) => text)).toEqual(texts);
});

test('axis marks are few and round and enclose every value', () => {
  const size = fc.double({ min: 0, max: 1e15, noNaN: true });
  fc.assert(
    fc.property(size, size, (below, above) => {
      fc.pre(below + above > 1e-9);
      const marks = marksOf(-below, above);
      expect(marks.length).toBeGreaterThanOrEqual(2);
      expect(marks.length).toBeLessThanOrEqual(8);
      expect(marks[0]?.value).toBeLessThanOrEqual(-below + above * 1e-6);
      expect(marks.at(-1)?.value).toBeGreaterThanOrEqual(above - (above + below) * 1e-6);
      expect(marks.some(({ value }) => value === 0)).toBe(true);
      for (const { value, text } of marks) {
        expect(Number(text)).toBeCloseTo(value, 9);
        expect(text.replace(/\D/g, '')).toMatch(/^0*\d{0,2}0*$/);
      }
    }),
  );
});

test.each([1, 6, 13, 21, 31])('the last of %s labels ends within the picture', (count) => {
  const points = Array.from({ length: count }, () => ({ label: '2026-10', value: 1 }));
  const plain = (text: string) => text;
  const frame = { width: 358, height: 220, formatMark: plain, escapeText: plain };
  const drawn = drawColumns(points, frame);
  const centers = [...drawn.matchAll(/<text x="([\d.]+)" y="214"/g)].map(([, x]) => Number(x));
  expect(Math.max(...centers) + 3.5 * 6.8).toBeLessThan(359);
});

test('labels of wide characters do not run into each other', () => {
  const points = Array.from({ length: 14 }, (_, place) => ({
    ...{ label: `2025年${10 + (place % 3)}月`, value: place },
  }));
  const frame = { width: 912, height: 260, formatMark: String, escapeText: String };
  const drawn = drawColumns(points, frame);
  const places = [...drawn.matchAll(/<text x="([\d.]+)"[^>]*>\d+年/g)].map(([, x]) => Number(x));
  expect(places.length).toBeGreaterThan(1);
  // Six digits and two characters that are twice as wide.
  const width = 10 * characterWidth;
  for (const [place, x] of places.slice(1).entries()) {
    expect(x - (places[place] ?? 0)).toBeGreaterThan(width);
  }
});
