import { addDays } from '../../days.ts';
import { formatDecimal, parseDecimal, roundDecimal } from '../../json/decimal.ts';
import type { CellKind } from '../csv-records.ts';
import { readEscapes, type WorkbookParts } from './read-parts.ts';
import { shownDigits, significantDigits } from './write-parts.ts';

/** A cell as written in the sheet. */
export interface SheetCell {
  /** Its address in the sheet, such as `B7`. */
  readonly reference: string;
  /** `s`, `str`, `inlineStr`, `b`, `e`, `d` or `n`. */
  readonly type: string;
  readonly style: number;
  readonly value: string;
  readonly hasFormula: boolean;
}

export interface ReadCell {
  /** For an invalid cell, what is wrong with it. */
  readonly text: string;
  readonly kind: CellKind;
}

/** The text of a cell, and its kind. Numbers keep the digits stored in the file. */
export function readCell(cell: SheetCell, parts: WorkbookParts): ReadCell {
  const { type, value, reference, hasFormula } = cell;
  if (value === '') {
    return hasFormula && type !== 'str'
      ? invalid(
          `the cell ${reference} has a formula without a result: open the workbook in Excel and save it`,
        )
      : { text: '', kind: 'text' };
  }
  switch (type) {
    case 's': {
      const text = parts.sharedTexts[Number(value)];
      return text === undefined
        ? invalid(`the cell ${reference} refers to a text that is not there`)
        : { text, kind: 'text' };
    }
    case 'str':
      return { text: readEscapes(value), kind: 'text' };
    case 'inlineStr':
      return { text: value, kind: 'text' };
    case 'b':
      return { text: value === '1' || value === 'true' ? 'TRUE' : 'FALSE', kind: 'text' };
    case 'e':
      return invalid(`the cell ${reference} has the error ${value}`);
    case 'd':
      return readDay(
        value,
        /^(\d{4}-\d{2}-\d{2})(?:T00:00:00(?:\.0+)?Z?)?$/.exec(value)?.[1],
        cell,
      );
    default:
      return readNumber(cell, parts);
  }
}

function readNumber(cell: SheetCell, parts: WorkbookParts): ReadCell {
  const { value, style, reference } = cell;
  const form = parts.numberForms[style] ?? 'number';
  if (form === 'number') return { text: value, kind: 'number' };
  if (form === 'time') {
    return invalid(
      `the cell ${reference} has a time, which a workbook stores as a part of a day: write a number or a day`,
    );
  }
  return readDay(value, dayOfSerial(Number(value), parts.isFrom1904), cell);
}

function readDay(value: string, day: string | undefined, { reference }: SheetCell): ReadCell {
  if (day !== undefined) return { text: day, kind: 'day' };
  return invalid(
    /^\d+\.\d*[1-9]|T/.test(value)
      ? `the cell ${reference} has a time as well as a date`
      : `the cell ${reference} has no valid date`,
  );
}

/** The number of 9999-12-31. */
const lastSerial = 2_958_465;

/** Spreadsheets count days, and assume that 1900 had a 29 February: day 60. */
function dayOfSerial(serial: number, isFrom1904: boolean): string | undefined {
  if (!Number.isInteger(serial) || serial < 0 || serial > lastSerial) return undefined;
  if (isFrom1904) return addDays('1904-01-01', serial);
  if (serial === 0 || serial === 60) return undefined;
  return addDays(serial < 60 ? '1899-12-31' : '1899-12-30', serial);
}

function invalid(text: string): ReadCell {
  return { text, kind: 'invalid' };
}

/** Shows 15 of up to 17 digits: 1.1 is stored as 1.1000000000000001. Undefined if a number is stored as shown. */
export function shownNumber(stored: string): string | undefined {
  const surplus = significantDigits(stored).length - shownDigits;
  if (surplus <= 0 || surplus > 2) return undefined;
  const exact = parseDecimal(stored);
  if (exact === undefined || exact.scale < surplus) return undefined;
  const shown = formatDecimal(roundDecimal(exact, exact.scale - surplus));
  const short = shown.includes('.') ? shown.replace(/\.?0+$/, '') : shown;
  return Number(short) === Number(stored) ? short : undefined;
}
