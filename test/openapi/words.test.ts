import fc from 'fast-check';
import { expect, test } from 'vitest';
import { oneLine, singular, wordsOf } from '../../src/openapi/words.ts';

const characters = fc.constantFrom(
  ...['a', 'B', '.', ' ', '\n', '\t', '\u00a0', '\u00ad', '\u200b', '\u{e0001}', 'é', '😀'],
);
const texts = fc.string({ unit: characters, maxLength: 40 });

test('one line has a single space for each run of white space and control characters', () => {
  fc.assert(
    fc.property(texts, (text) => {
      expect(oneLine(text)).toBe(text.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim());
    }),
  );
});

test('a long text is cut, and says so', () => {
  expect(oneLine('a  bc\ndef', 6)).toBe('a bc…');
});

test.each([
  ['CostAlerts_pause', ['cost', 'alerts', 'pause']],
  ['listVPCs', ['list', 'vpcs']],
  ['créer-relevé', ['creer', 'releve']],
  ['user’s name', ['users', 'name']],
])('the words of %s', (name, words) => {
  expect([wordsOf(name), wordsOf(name)]).toEqual([words, words]);
});

test('more names than are remembered have their own words each', () => {
  const names = Array.from({ length: 12_000 }, (_, at) => `thing${at}Items`);
  const wrong = [...names, ...names].filter(
    (name) => wordsOf(name).join() !== `${name.slice(0, -5)},items`,
  );
  expect(wrong).toEqual([]);
});

test.each([
  ['policies', 'policy'],
  ['boxes', 'box'],
  ['status', 'status'],
  ['series', 'series'],
  ['widgets', 'widget'],
])('of %s, one is a %s', (many, one) => {
  expect(singular(many)).toBe(one);
});

test('a long text on one line ends with a whole character', () => {
  expect(oneLine(`${'a'.repeat(198)}💰 and more`)).toBe(`${'a'.repeat(198)}…`);
  expect(oneLine(`${'a'.repeat(197)}💰 and more`)).toBe(`${'a'.repeat(197)}💰…`);
});
