import { parseJson } from '../parse.ts';
import { stringifyJson } from '../stringify.ts';
import { hasComma, hasEscape, isLoose, isNested, isNull, isText } from './bits.ts';
import type { ByteOutput } from './byte-output.ts';
import { carriageReturn, comma, newLine, quote } from './bytes.ts';
import { type CellForm, createCellTexts, csvText, tsvEscapes, tsvText } from './cell-text.ts';
import type { RowPage } from './rows.ts';
import { type Substitutes, writeUnescaped } from './unescape.ts';

/** Writes the value from `start` to `end`, with the `bits` found by the scanner, as one cell. */
export type WriteCell = (
  output: ByteOutput,
  page: RowPage,
  start: number,
  end: number,
  bits: number,
) => void;

/** RFC 4180: quoted if it contains a quote, a comma or a line end. */
export const writeCsvCell: WriteCell = (output, page, start, end, bits) => {
  output.reserve(2 * (end - start) + 4);
  if ((bits & isText) !== 0) {
    if ((bits & (hasComma | hasEscape)) === 0) output.copy(page.view, start + 1, end - 1);
    else if ((bits & hasEscape) !== 0) writeEscapedCsv(output, page.body, start + 1, end - 1);
    else {
      output.push(quote);
      output.copy(page.view, start + 1, end - 1);
      output.push(quote);
    }
  } else if ((bits & isNested) !== 0) {
    if ((bits & isLoose) === 0) writeQuoted(output, page.body, start, end);
    else writeCsvText(output, stringifyJson(parseJson(page.body.toString('utf8', start, end))));
  } else if ((bits & isNull) === 0) output.copy(page.view, start, end);
};

/** Writes the tab, the line ends and the backslash as two characters each. */
export const writeTsvCell: WriteCell = (output, page, start, end, bits) => {
  output.reserve(2 * (end - start) + 4);
  if ((bits & isText) !== 0) {
    if ((bits & hasEscape) === 0) output.copy(page.view, start + 1, end - 1);
    else writeUnescaped(output, page.body, start + 1, end - 1, tsvSubstitutes, nothingSpecial);
  } else if ((bits & isNested) !== 0) {
    const text = page.body.toString('utf8', start, end);
    writeTsvText(output, (bits & isLoose) === 0 ? text : stringifyJson(parseJson(text)));
  } else if ((bits & isNull) === 0) output.copy(page.view, start, end);
};

export type CellWriters = ReturnType<typeof createCellWriters>;

/** The writers of a form: on bytes for the usual forms, otherwise on the text of each cell. */
export function createCellWriters(form: CellForm) {
  const { format, delimiter = ',' } = form;
  const { separator, ofText, ofNumber } = createCellTexts(form);
  const writeText: WriteText = (output, text) => output.text(ofText(text));
  /** From the digits of a number. */
  const writeNumber: WriteText = (output, digits) => output.text(ofNumber(digits));
  const writeUsual = format === 'csv' ? writeCsvCell : writeTsvCell;
  const risky = riskyBytes(delimiter);
  const writeCell: WriteCell = isUsual(form)
    ? writeUsual
    : (output, page, start, end, bits) => {
        if ((bits & isNull) !== 0) return;
        if ((bits & isText) !== 0 && (bits & hasEscape) === 0) {
          if (isHarmless(page.body, start + 1, end - 1, risky)) {
            output.reserve(end - start);
            output.copy(page.view, start + 1, end - 1);
            return;
          }
        }
        const text = page.body.toString('utf8', start, end);
        if ((bits & isText) !== 0) writeText(output, JSON.parse(text));
        else if ((bits & isNested) === 0) writeNumber(output, text);
        else writeText(output, (bits & isLoose) === 0 ? text : stringifyJson(parseJson(text)));
      };
  return { separator, writeCell, writeText, writeNumber };
}

/** Whether only the bytes that separate cells and lines need care. */
export function isUsual({ delimiter = ',', decimalComma, spreadsheetSafe }: CellForm): boolean {
  return decimalComma !== true && spreadsheetSafe !== true && delimiter === ',';
}

/** Bytes that may require quotes or a guard: a separator, a sign, the start of a full-width sign. */
function riskyBytes(delimiter: string): Uint8Array {
  const risky = new Uint8Array(256);
  for (const byte of Buffer.from(`${delimiter},;|\t"'=+-@\r\n`)) risky[byte] = 1;
  risky[0xef] = 1;
  return risky;
}

function isHarmless(body: Buffer, start: number, end: number, risky: Uint8Array): boolean {
  for (let at = start; at < end; at += 1) if (risky[body[at] ?? 0] === 1) return false;
  return true;
}

export type WriteText = (output: ByteOutput, text: string) => void;

export const writeCsvText: WriteText = (output, text) => {
  output.text(csvText(text));
};

export const writeTsvText: WriteText = (output, text) => {
  output.text(tsvText(text));
};

/** The quotes are written first, and removed if the text does not need them. */
function writeEscapedCsv(output: ByteOutput, body: Buffer, start: number, end: number): void {
  const from = output.length;
  output.push(quote);
  const isSpecial = writeUnescaped(output, body, start, end, csvSubstitutes, csvSpecial);
  endQuotes(output, from, isSpecial);
}

/** JSON text: it contains a quote or a comma, or is short like `[1]` and needs no quotes. */
function writeQuoted(output: ByteOutput, body: Buffer, start: number, end: number): void {
  const from = output.length;
  let sawSpecial = 0;
  output.push(quote);
  for (let at = start; at < end; at += 1) {
    const byte = body[at] ?? 0;
    sawSpecial |= csvSpecial[byte] ?? 0;
    if (byte === quote) output.push(quote);
    output.push(byte);
  }
  endQuotes(output, from, sawSpecial !== 0);
}

function endQuotes(output: ByteOutput, from: number, areNeeded: boolean): void {
  if (areNeeded) output.push(quote);
  else {
    output.buffer.copyWithin(from, from + 1, output.length);
    output.length -= 1;
  }
}

const tsvSubstitutes = substitute(tsvEscapes);
const csvSubstitutes = substitute({ '"': '""' });
const nothingSpecial = new Uint8Array(256);
const csvSpecial = new Uint8Array(256);
for (const byte of [quote, comma, carriageReturn, newLine]) csvSpecial[byte] = 1;

function substitute(texts: Readonly<Record<string, string>>): Substitutes {
  return Array.from({ length: 128 }, (_, code) => {
    const text = texts[String.fromCharCode(code)];
    return text === undefined ? undefined : Buffer.from(text);
  });
}
