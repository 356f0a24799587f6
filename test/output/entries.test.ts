import fc from 'fast-check';
import stringWidth from 'string-width';
import { expect, test } from 'vitest';
import { renderEntries } from '../../src/output/entries.ts';

const paint = { strong: (text: string) => text, bad: (text: string) => text };

const sentence = fc
  .array(
    fc.string({ unit: fc.constantFrom('a', 'ü', '日', '😀', '-'), minLength: 1, maxLength: 7 }),
  )
  .map((words) => words.join(' '));

const entries = fc.array(
  fc.record({
    marks: fc.tuple(fc.constantFrom('ok', 'fail'), fc.constantFrom('TLS', '証明書', 'file modes')),
    text: sentence,
    hint: sentence,
    bad: fc.boolean(),
  }),
  { minLength: 1 },
);

test('shows every word in order, and no line is wider than the window', () => {
  fc.assert(
    fc.property(entries, fc.integer({ min: 24, max: 120 }), (list, width) => {
      const shown = renderEntries(list, { width, paint });
      expect(shown.split('\n').filter((line) => stringWidth(line) > width)).toEqual([]);
      const words = list.flatMap(({ marks, text, hint }) => [
        ...marks,
        text,
        hint === '' ? '' : `hint: ${hint}`,
      ]);
      expect(shown.split(/\s+/).filter(Boolean)).toEqual(
        words.join(' ').split(/\s+/).filter(Boolean),
      );
    }),
  );
});

test('a word wider than the window stays whole', () => {
  const path = `/srv/${'folder/'.repeat(12)}`;
  const entry = { marks: ['ok', 'file'], text: `kept in ${path}`, hint: '', bad: false };
  expect(renderEntries([entry], { width: 40, paint })).toBe(`ok  file  kept in\n    ${path}\n`);
});

test('no entries give no lines', () => {
  expect(renderEntries([], { width: 80, paint })).toBe('');
});
