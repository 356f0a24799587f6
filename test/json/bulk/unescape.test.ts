import { expect, test } from 'vitest';
import { ByteOutput } from '../../../src/json/bulk/byte-output.ts';
import { type Substitutes, writeUnescaped } from '../../../src/json/bulk/unescape.ts';

const nothing = new Uint8Array(128);

/** What is between the quotes of a JSON string, decoded, from among other bytes. */
function decode(text: string, substitutes: Substitutes = [], special = nothing) {
  const output = new ByteOutput();
  const start = 3;
  const body = Buffer.from(`\\u0${text}\\udc00`);
  const end = body.length - 6;
  const sawSpecial = writeUnescaped(output, body, start, end, substitutes, special);
  return { text: output.take().toString(), sawSpecial };
}

function escaped(...units: readonly number[]): string {
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('');
}

test.each([
  0x00, 0x01, 0x1f, 0x20, 0x7e, 0x7f, 0x80, 0x81, 0xbf, 0xff, 0x3ff, 0x7ff, 0x800, 0x801, 0xfff,
  0x1000, 0x3fff, 0x4000, 0xabcd, 0xcdef, 0xd7ff, 0xe000, 0xfffd, 0xffff,
])('decodes the escape of code unit %i', (unit) => {
  const character = String.fromCharCode(unit);
  expect(decode(escaped(unit)).text).toBe(character);
  expect(decode(`a${escaped(unit).toUpperCase().replace('U', 'u')}b`).text).toBe(`a${character}b`);
});

test.each([
  0x10000, 0x103ff, 0x10400, 0x1f600, 0x3ffff, 0x40000, 0x5abcd, 0xfffff, 0x100000, 0x10ffff,
])('decodes two escapes as the character %i', (code) => {
  const character = String.fromCodePoint(code);
  const pair = escaped(character.charCodeAt(0), character.charCodeAt(1));
  expect(decode(pair).text).toBe(character);
  expect(decode(`é${pair}${pair}x`).text).toBe(`é${character}${character}x`);
});

test.each([
  ['\\ud800', '\ufffd'],
  ['\\udbff', '\ufffd'],
  ['\\udc00', '\ufffd'],
  ['\\udfff', '\ufffd'],
  ['\\ud800x', '\ufffdx'],
  ['\\ud800xudc00', '\ufffdxudc00'],
  ['\\ud800\\n', '\ufffd\n'],
  ['\\ud800\\ndc00', '\ufffd\ndc00'],
  ['\\ud800\\ud800', '\ufffd\ufffd'],
  ['\\ud800\\udbff', '\ufffd\ufffd'],
  ['\\ud800\\ue000', '\ufffd\ue000'],
  ['\\udc00\\udc00', '\ufffd\ufffd'],
  ['\\ud800\\ud800\\udc00', '\ufffd\u{10000}'],
  ['\\ud800\\u0041', '\ufffdA'],
])('replaces half of a surrogate pair, as in %s', (text, decoded) => {
  expect(decode(text).text).toBe(decoded);
});

test.each([
  ['', ''],
  ['plain, as "it" is', 'plain, as "it" is'],
  ['é€😀\u007f', 'é€😀\u007f'],
  ['\\"\\\\\\/\\b\\f\\n\\r\\t', '"\\/\b\f\n\r\t'],
  ['a\\nb\\\\n', 'a\nb\\n'],
  ['\\\\u0041', '\\u0041'],
])('decodes %s', (text, decoded) => {
  expect(decode(text)).toEqual({ text: decoded, sawSpecial: false });
});

test('writes the substitute of a character, escaped or not', () => {
  const substitutes = Array.from({ length: 128 }, (_, code) =>
    code === 0x41 ? Buffer.from('<A>') : undefined,
  );
  expect(decode('A\\u0041B\\u0141é', substitutes).text).toBe('<A><A>BŁé');
});

test.each([
  ['a', false],
  ['aAa', true],
  ['A\\n', true],
  ['\\u0041a', true],
  ['\\u0141', false],
  ['\\u0061', false],
  ['é', false],
  ['\\n', true],
  ['\\r', false],
])('reports a special character in %s: %s', (text, isReported) => {
  const special = new Uint8Array(128);
  special[0x41] = 1;
  special[0x0a] = 1;
  expect(decode(text, [], special).sawSpecial).toBe(isReported);
});
