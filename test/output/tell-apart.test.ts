import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fitText } from '../../src/output/fit.ts';
import { fitTexts } from '../../src/output/tell-apart.ts';
import { widthOf } from '../../src/text-width.ts';

test('names that are cut still differ', () => {
  const names = ['on demand', 'reserved', 'spot', 'spot, old'].map(
    (kind) => `Compute Engine (Linux, ${kind}), production-payments-0001 USD`,
  );
  expect(fitTexts(names, 30, 'middle')).toEqual([
    'Compute…on demand),…s-0001 USD',
    'Compute…reserved), …s-0001 USD',
    'Compute…spot), prod…s-0001 USD',
    'Compute…spot, old),…s-0001 USD',
  ]);
  expect(fitTexts(names, 30, undefined)).toEqual(names.map((name) => fitText(name, 30)));
});

test('cut names differ, fit, and stay as they are if nothing looks the same', () => {
  const part = fc.constantFrom('aa', 'ab', 'b', '日本', 'é', '👩‍👩‍👧', ' long common middle part ');
  const name = fc.array(part, { minLength: 1, maxLength: 9 }).map((parts) => parts.join(''));
  const width = fc.integer({ min: 8, max: 30 });
  fc.assert(
    fc.property(fc.uniqueArray(name, { maxLength: 12 }), width, (names, room) => {
      const cut = fitTexts(names, room, 'middle');
      const plain = names.map((one) => fitText(one, room, 'middle'));
      for (const text of cut) expect(widthOf(text)).toBeLessThanOrEqual(room);
      if (new Set(plain).size === names.length) expect(cut).toEqual(plain);
      else expect(new Set(cut).size).toBeGreaterThan(new Set(plain).size);
    }),
  );
});
