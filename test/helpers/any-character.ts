import fc from 'fast-check';

/** Code points that are no characters: halves of pairs in UTF-16. */
const firstHalf = 0xd800;
const halves = 0x800;

/**
 * The unit of a text of any characters. It draws what fast-check's `binary` draws, without a table of all
 * 1.1 million, which takes more than a second to make and 86 MB from then on.
 */
export const anyCharacter: fc.Arbitrary<string> = fc
  .nat(0x10ffff - halves)
  .map((place) => String.fromCodePoint(place < firstHalf ? place : place + halves), placeOf);

function placeOf(character: unknown): number {
  const [only = '', ...others] = typeof character === 'string' ? character : '';
  const point = only.codePointAt(0) ?? firstHalf;
  const isHalf = point >= firstHalf && point < firstHalf + halves;
  if (isHalf || others.length > 0) throw new Error('not one character');
  return point < firstHalf ? point : point - halves;
}
