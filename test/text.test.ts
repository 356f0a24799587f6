import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cutText, escapeForTerminal, escapeLinesForTerminal, safeJson } from '../src/text.ts';

/** Every code point that a terminal could obey, or that turns or hides the text next to it. */
const controls = [
  ...range(0x00, 0x1f),
  ...range(0x7f, 0x9f),
  0x061c,
  ...range(0x200e, 0x200f),
  ...range(0x2028, 0x202e),
  ...range(0x2066, 0x2069),
  0xd800,
  0xdfff,
  0xfeff,
].map((code) => String.fromCharCode(code));

const hostile = fc
  .array(fc.oneof(fc.constantFrom(...controls), fc.string({ unit: 'grapheme' })))
  .map((parts) => parts.join(''));

describe('escapeForTerminal', () => {
  test.each([
    ['plain text, ünï and 日本語 stay', 'plain text, ünï and 日本語 stay'],
    ['a\nb\tc\rd', 'a\\nb\\tc\\rd'],
    ['\x1b[31mred\x1b]0;title\x07', '\\x1b[31mred\\x1b]0;title\\x07'],
    ['\x9b31m and \x7f', '\\x9b31m and \\x7f'],
    ['\u202egnp.exe', '\\u{202e}gnp.exe'],
    ['\u2028line', '\\u{2028}line'],
    ['half \ud800 pair', 'half \\u{d800} pair'],
    ['👩‍💻 and 😀', '👩‍💻 and 😀'],
  ])('shows %j as %j', (text, shown) => {
    expect(escapeForTerminal(text)).toBe(shown);
  });

  test('escapes every control character', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const shown = escapeForTerminal(text);
        expect(findControls(shown)).toEqual([]);
      }),
    );
  });

  test('does not change escaped text again', () => {
    fc.assert(
      fc.property(
        hostile,
        (text) => escapeForTerminal(escapeForTerminal(text)) === escapeForTerminal(text),
      ),
    );
  });
});

test('escapeLinesForTerminal keeps only line breaks and tabs', () => {
  expect(escapeLinesForTerminal('a\n\tb\r\x1b[2J\u202e\n')).toBe('a\n\tb\\r\\x1b[2J\\u{202e}\n');
});

describe('safeJson', () => {
  test('keeps the meaning of the document', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const shown = safeJson(JSON.stringify({ text }, undefined, 2));
        expect(JSON.parse(shown)).toEqual({ text });
        expect(findControls(shown.replaceAll('\n', ''))).toEqual([]);
      }),
    );
  });
});

/** By code point: half of a pair is a fault only if its other half is missing. */
function findControls(text: string): string[] {
  return [...text].filter((character) => controls.includes(character));
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, step) => from + step);
}

test.each([
  ['four', 4, 'four'],
  ['fours', 4, 'four…'],
  ['ab😀', 4, 'ab😀'],
  ['ab😀c', 4, 'ab😀…'],
  ['abc😀', 4, 'abc…'],
  ['😀', 1, '…'],
  ['', 0, ''],
])('%j cut to %i units is %j', (text, most, expected) => {
  expect(cutText(text, most)).toBe(expected);
});
