import { isDay } from '../../days.ts';
import { parseDecimal } from '../../json/decimal.ts';
import { ExactNumber, numberForm } from '../../json/number.ts';
import { stringifyJson } from '../../json/stringify.ts';

/** The parts of a workbook around its sheets: ECMA-376, Office Open XML. */

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packages = 'http://schemas.openxmlformats.org/package/2006';
const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

export function contentTypes(sheets: number): string {
  const parts = numbers(sheets).map(
    (at) => `<Override PartName="/${sheetPath(at)}" ContentType="${types}.worksheet+xml"/>`,
  );
  return `${declaration}<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${types}.sheet.main+xml"/>${parts.join('')}<Override PartName="/xl/styles.xml" ContentType="${types}.styles+xml"/></Types>`;
}

/** Where the sheet of a number, from 1, is in the file. */
export function sheetPath(at: number): string {
  return `xl/worksheets/sheet${at}.xml`;
}

export const packageRelations = relations([['officeDocument', 'xl/workbook.xml']]);

export function workbookRelations(sheets: number): string {
  return relations([
    ...numbers(sheets).map((at) => ['worksheet', `worksheets/sheet${at}.xml`] as const),
    ['styles', 'styles.xml'],
  ]);
}

/** Indexes of the formats in `styles`. */
export const cellStyles = { day: 1, time: 2, header: 3, percent: 4 } as const;

export function amountStyle(places: number): number {
  return cellStyles.percent + 1 + Math.min(places, mostPlaces);
}

/** The format of any other number: with separators, and the decimal places that it has. */
export function numberStyle(digits: string): number {
  return amountStyle(parseDecimal(digits)?.scale ?? 0);
}

const mostPlaces = 6;
const amountFormats = Array.from({ length: mostPlaces + 1 }, (_, places) =>
  places === 0 ? '#,##0' : `#,##0.${'0'.repeat(places)}`,
);

/** Formats of this program are counted from 164. */
const figureFormats = ['0.00&quot; %&quot;', ...amountFormats];

export const styles = `${declaration}<styleSheet xmlns="${main}"><numFmts count="${2 + figureFormats.length}"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/>${figureFormats.map((code, at) => `<numFmt numFmtId="${166 + at}" formatCode="${code}"/>`).join('')}</numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/><family val="2"/></font><font><b/><sz val="11"/><name val="Calibri"/><family val="2"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="${4 + figureFormats.length}"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="165" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/>${figureFormats.map((_, at) => `<xf numFmtId="${166 + at}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`).join('')}</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`;

export interface NamedSheet {
  readonly name: string;
  /** The cells that the header filters, such as `$A$1:$C$9`. */
  readonly filter: string | undefined;
}

export function workbookPart(sheets: readonly NamedSheet[]): string {
  const list = sheets.map(
    ({ name }, at) => `<sheet name="${escapeXml(name)}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`,
  );
  const filters = sheets.flatMap(({ name, filter }, at) =>
    filter === undefined
      ? []
      : [
          `<definedName name="_xlnm._FilterDatabase" localSheetId="${at}" hidden="1">'${escapeXml(name).replaceAll("'", "''")}'!${filter}</definedName>`,
        ],
  );
  const names = filters.length === 0 ? '' : `<definedNames>${filters.join('')}</definedNames>`;
  return `${declaration}<workbook xmlns="${main}" xmlns:r="${office}"><sheets>${list.join('')}</sheets>${names}</workbook>`;
}

/** The start of the sheet, up to its rows. */
export function sheetStart(widths: readonly number[], hasHeader: boolean, isFirst: boolean) {
  const pane = hasHeader
    ? '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/><selection pane="bottomLeft"/>'
    : '';
  const columns = widths.map(
    (width, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`,
  );
  const list = columns.length === 0 ? '' : `<cols>${columns.join('')}</cols>`;
  return `${declaration}<worksheet xmlns="${main}"><sheetViews><sheetView${isFirst ? ' tabSelected="1"' : ''} workbookViewId="0">${pane}</sheetView></sheetViews><sheetFormatPr defaultRowHeight="15"/>${list}<sheetData>`;
}

export function sheetEnd(filter: string | undefined): string {
  const list = filter === undefined ? '' : `<autoFilter ref="${filter.replaceAll('$', '')}"/>`;
  return `</sheetData>${list}</worksheet>`;
}

/** Characters that XML interprets or cannot represent, written in the format's notation, `_x0007_`. */
const special = /[&<>"\p{Cc}\ufffe\uffff]|_(?=x[0-9A-Fa-f]{4}_)/gu;

export function escapeXml(text: string): string {
  return text.replace(special, (character) => {
    const name = names[character];
    if (name !== undefined) return name;
    return `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`;
  });
}

const names: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\t': '\t',
  '\n': '\n',
};

export const mostColumns = 16_384;

/** `A`, `B`, … `Z`, `AA`: the column at a position, from 0. */
export function columnName(at: number): string {
  const last = String.fromCharCode(65 + (at % 26));
  return at < 26 ? last : columnName(Math.floor(at / 26) - 1) + last;
}

function numbers(count: number): number[] {
  return Array.from({ length: count }, (_, at) => at + 1);
}

function relations(targets: readonly (readonly [type: string, target: string])[]): string {
  const list = targets.map(
    ([type, target], at) =>
      `<Relationship Id="rId${at + 1}" Type="${office}/${type}" Target="${target}"/>`,
  );
  return `${declaration}<Relationships xmlns="${packages}/relationships">${list.join('')}</Relationships>`;
}

/** The content of a cell. There are no formulas, so nothing from the service is ever executed. */
export type Cell =
  | { readonly kind: 'empty' }
  /** `digits` is the exact text of the number. */
  | { readonly kind: 'number'; readonly digits: string }
  | { readonly kind: 'day'; readonly serial: string; readonly text: string }
  | { readonly kind: 'time'; readonly serial: string; readonly text: string }
  | { readonly kind: 'text'; readonly text: string };

const empty: Cell = { kind: 'empty' };

/** A value as a cell. In a column of numbers, decimal text is a number too. */
export function toCell(value: unknown, isNumberColumn: boolean): Cell {
  if (value === null || value === undefined || value === '') return empty;
  if (typeof value === 'number') return numberCell(JSON.stringify(value));
  if (value instanceof ExactNumber) return numberCell(value.text);
  if (typeof value !== 'string') return { kind: 'text', text: stringifyJson(value) };
  if (isNumberColumn && numberForm.test(value)) return numberCell(value);
  return dayCell(value) ?? timeCell(value) ?? { kind: 'text', text: value };
}

/** Numbers are written as in JSON. Spreadsheets read doubles: a number too large for one would be an error. */
function numberCell(digits: string): Cell {
  const isHeld = numberForm.test(digits) && Number.isFinite(Number(digits));
  return isHeld ? { kind: 'number', digits } : { kind: 'text', text: digits };
}

/** How many significant digits a spreadsheet shows. */
export const shownDigits = 15;

/** Whether a number has more digits than a spreadsheet shows. */
export function isLong(digits: string): boolean {
  if (digits.length <= shownDigits) return false;
  return significantDigits(digits).replace(/0+$/, '').length > shownDigits;
}

export function significantDigits(number: string): string {
  return number.replace(/e.*/i, '').replace(/\D/g, '').replace(/^0+/, '');
}

const dayLength = 86_400_000;

/** Days from the format's day 0 to 1970. */
const daysBefore1970 = 25_569;

/** Spreadsheets disagree about dates before March 1900, because some have a 29 February 1900. */
const firstSerial = 61;
/** 9999-12-31; in UTC, a moment of that day may be in the year after. */
const lastSerial = 2_958_465;

function dayCell(text: string): Cell | undefined {
  if (!isDay(text)) return undefined;
  const serial = Date.parse(text) / dayLength + daysBefore1970;
  return serial < firstSerial ? undefined : { kind: 'day', serial: String(serial), text };
}

const timestamp = /^(\d{4}-\d{2}-\d{2})[Tt ]\d{2}:\d{2}:\d{2}(\.\d+)?([Zz]|[+-]\d{2}(:\d{2})?)$/;

/** An offset without minutes, as databases write it. */
const hourOffset = /[+-]\d{2}$/;

/** A timestamp in UTC. One without a time zone stays text, because its moment is unknown. */
function timeCell(text: string): Cell | undefined {
  if (text.length < 20) return undefined;
  const [, day = '', fraction = ''] = timestamp.exec(text) ?? [];
  if (day === '' || dayCell(day) === undefined) return undefined;
  const plain = text.replace(fraction, '').replace(' ', 'T').replace(hourOffset, '$&:00');
  const second = Date.parse(plain.toUpperCase());
  if (Number.isNaN(second)) return undefined;
  // Doubles, and spreadsheets, would take the last moment of a day for the next day.
  const time = second + Math.min(Number(`0${fraction}`), 0.999) * 1000;
  const days = Math.floor(time / dayLength);
  const part = (time - days * dayLength) / dayLength;
  const whole = days + daysBefore1970;
  if (whole < firstSerial || whole > lastSerial) return undefined;
  return { kind: 'time', serial: String(whole) + part.toFixed(12).slice(1), text };
}
