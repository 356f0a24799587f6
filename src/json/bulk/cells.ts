import { parseJson } from '../parse.ts';
import { stringifyJson } from '../stringify.ts';
import { hasComma, hasEscape, isLoose, isNested, isNull, isText } from './bits.ts';
import type { ByteOutput } from './byte-output.ts';
import { type CellForm, createCellTexts, csvText, tsvText } from './cell-text.ts';
import type { RowPage } from './rows.ts';

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
  if ((bits & isNull) !== 0) return;
  output.reserve(end - start);
  // With its quotes, a text with a comma is a cell already.
  if (isPlainText(bits) && (bits & hasComma) === 0) output.copy(page.view, start + 1, end - 1);
  else if (isPlainText(bits) || isBare(bits)) output.copy(page.view, start, end);
  else writeCsvText(output, textOf(page, start, end, bits));
};

/** Writes the tab, the line ends and the backslash as two characters each. */
export const writeTsvCell: WriteCell = (output, page, start, end, bits) => {
  if ((bits & isNull) !== 0) return;
  output.reserve(end - start);
  if (isPlainText(bits)) output.copy(page.view, start + 1, end - 1);
  else if (isBare(bits)) output.copy(page.view, start, end);
  else writeTsvText(output, textOf(page, start, end, bits));
};

function isPlainText(bits: number): boolean {
  return (bits & isText) !== 0 && (bits & hasEscape) === 0;
}

/** Whether the value is a number or a word. */
function isBare(bits: number): boolean {
  return (bits & (isText | isNested)) === 0;
}

function textOf(page: RowPage, start: number, end: number, bits: number): string {
  const text = page.body.toString('utf8', start, end);
  if ((bits & isText) !== 0) return JSON.parse(text);
  return (bits & isLoose) === 0 ? text : stringifyJson(parseJson(text));
}

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
        if (isPlainText(bits) && isHarmless(page.body, start + 1, end - 1, risky)) {
          output.reserve(end - start);
          output.copy(page.view, start + 1, end - 1);
          return;
        }
        (isBare(bits) ? writeNumber : writeText)(output, textOf(page, start, end, bits));
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
