import type { ByteOutput } from './byte-output.ts';
import { backslash, lowerU, nine, upperA, zero } from './bytes.ts';

/** The replacement for an ASCII character; an empty entry means the character itself. */
export type Substitutes = readonly (Uint8Array | undefined)[];

/** The caller has made room for twice the bytes. Returns whether the text has a character marked in `special`. */
export function writeUnescaped(
  output: ByteOutput,
  body: Buffer,
  start: number,
  end: number,
  substitutes: Substitutes,
  special: Uint8Array,
): boolean {
  let sawSpecial = 0;
  let at = start;
  while (at < end) {
    let code = body[at] ?? 0;
    if (code !== backslash) {
      at += 1;
      if (code >= 0x80) {
        output.push(code);
        continue;
      }
    } else if (body[at + 1] !== lowerU) {
      code = shortEscapes[body[at + 1] ?? 0] ?? 0;
      at += 2;
    } else {
      code = readUnit(body, at);
      at += 6;
      if (code >= 0xd800 && code <= 0xdfff) {
        const low = code <= 0xdbff && at < end ? readUnit(body, at) : 0;
        const isPair = low >= 0xdc00 && low <= 0xdfff;
        if (isPair) at += 6;
        // Half of a surrogate pair is not a character: UTF-8 has only the replacement character for it.
        code = isPair ? 0x10000 + (code - 0xd800) * 0x400 + (low - 0xdc00) : 0xfffd;
      }
    }
    if (code < 0x80) sawSpecial |= special[code] ?? 0;
    writeCharacter(output, code, substitutes);
  }
  return sawSpecial !== 0;
}

function writeCharacter(output: ByteOutput, code: number, substitutes: Substitutes): void {
  if (code < 0x80) {
    const substitute = substitutes[code];
    if (substitute === undefined) output.push(code);
    else for (const byte of substitute) output.push(byte);
    return;
  }
  if (code < 0x800) output.push(0xc0 | (code >> 6));
  else {
    if (code < 0x10000) output.push(0xe0 | (code >> 12));
    else {
      output.push(0xf0 | (code >> 18));
      output.push(0x80 | ((code >> 12) & 0x3f));
    }
    output.push(0x80 | ((code >> 6) & 0x3f));
  }
  output.push(0x80 | (code & 0x3f));
}

/** The code unit of a unicode escape at `at`, or 0 if nothing there is an escape. */
function readUnit(body: Buffer, at: number): number {
  if (body[at] !== backslash || body[at + 1] !== lowerU) return 0;
  let unit = 0;
  for (let place = at + 2; place < at + 6; place += 1) {
    const letter = body[place] ?? 0;
    unit = unit * 16 + (letter <= nine ? letter - zero : (letter & 0xdf) - upperA + 10);
  }
  return unit;
}

const shortEscapes = new Uint8Array(128);
for (const [letter, character] of Object.entries({
  '"': '"',
  '\\': '\\',
  '/': '/',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
})) {
  shortEscapes[letter.charCodeAt(0)] = character.charCodeAt(0);
}
