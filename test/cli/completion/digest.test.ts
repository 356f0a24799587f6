import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { digest } from '../../../src/cli/completion/digest.ts';
import { anyCharacter } from '../../helpers/any-character.ts';

test('the digest of a text is the one that Node makes', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 300, unit: anyCharacter }), (text) => {
      expect(digest(text)).toBe(createHash('sha256').update(text).digest('hex'));
    }),
    { examples: [[''], ['a'.repeat(55)], ['a'.repeat(56)], ['a'.repeat(64)], ['ä€𐍈']] },
  );
});
