import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeAny } from '../../src/formats/text-blocks.ts';
import { anyCharacter } from '../helpers/any-character.ts';

const loneByte = (byte: number) => String.fromCharCode(0xdc00 + byte);

test.each(['a', 'é', '€', '😀', 'aé€😀'])(
  'bytes of no UTF-8 are found in 16 MiB of %s',
  (character) => {
    const half = character.repeat(Math.ceil(2 ** 23 / Buffer.byteLength(character)));
    const text = Buffer.from(half);
    const bytes = Buffer.concat([text, Buffer.from([0xff]), text, Buffer.from([0xc3])]);
    // Texts of this size are compared here: the difference is not worth a report.
    expect(decodeAny(bytes) === half + loneByte(0xff) + half + loneByte(0xc3)).toBe(true);
  },
);

test('each text is as it was, and each other byte a lone surrogate', () => {
  const text = fc.string({ unit: anyCharacter });
  const longer = fc.tuple(text, fc.integer({ min: 0, max: 5000 }));
  // No bytes of a longer sequence, whatever follows.
  const bad = fc.constantFrom(0x80, 0xbf, 0xc0, 0xc1, 0xf5, 0xff);
  fc.assert(
    fc.property(fc.array(fc.tuple(longer, bad), { maxLength: 4 }), (pieces) => {
      const parts = pieces.map(([[one, times], byte]) => ({ text: one.repeat(times), byte }));
      const bytes = parts.map((part) =>
        Buffer.concat([Buffer.from(part.text), Buffer.from([part.byte])]),
      );
      const expected = parts.map((part) => part.text + loneByte(part.byte)).join('');
      expect(decodeAny(Buffer.concat(bytes)) === expected).toBe(true);
    }),
  );
});
