import { widthOf } from '../text-width.ts';
import { type Fit, fitText } from './fit.ts';
import { gap, rowsOf, type TableColumn, type TableOptions, textAt } from './table-column.ts';
import { fitTexts, tellApart } from './tell-apart.ts';
import type { Tone } from './view.ts';

export interface DrawnColumn extends TableColumn {
  readonly width: number;
}

export function drawnIn(
  columns: readonly TableColumn[],
  { shown, widths, isShort }: Fit,
  { width: room = 0 }: TableOptions,
): DrawnColumn[] {
  const drawn = shown.flatMap((at, place) => {
    const column = columns[at];
    if (column === undefined) return [];
    const texts = isShort ? (column.shorter?.() ?? column.texts) : column.texts;
    return [{ ...column, texts, width: widths[place] ?? 1 }];
  });
  // A header is shortened only if there is no room; those that lack the same room are shortened together.
  const lackOf = ({ header, brief, width }: DrawnColumn) =>
    brief === undefined ? 0 : Math.max(0, widthOf(header) - width);
  let left = room - widths.reduce((sum, one) => sum + one + gap.length, -gap.length);
  const given = new Set<number>();
  for (const lack of [...new Set(drawn.map(lackOf))].sort((one, other) => one - other)) {
    const all = lack * drawn.filter((column) => lackOf(column) === lack).length;
    if (all > left) break;
    given.add(lack);
    left -= all;
  }
  return drawn.map((column) => {
    const lack = lackOf(column);
    return given.has(lack) ? { ...column, width: column.width + lack } : column;
  });
}

/** Draws the lines without the library, which takes too long for many cells. */
export function* alignLines(columns: readonly DrawnColumn[], { width, paint }: TableOptions) {
  const line = (cells: readonly string[]) => `${cells.join(gap).trimEnd()}\n`;
  const headers = width === undefined ? columns.map((one) => one.header) : fitHeaders(columns);
  const header = columns.map((column, at) => pad(headers[at] ?? '', column));
  if (hasHeader(columns)) yield paintHeader(line(header), paint);
  const drawn = columns.map((column) => {
    const { texts, cut, tone } = column;
    const fitted = width === undefined ? texts : fitTexts(texts, column.width, cut);
    const draw = (text: string, place: number) =>
      paintPadded(pad(fitted[place] ?? text, column), tone?.(text), paint);
    return { ...column, texts: texts.map(draw) };
  });
  for (let row = 0; row < rowsOf(columns); row += 1) {
    yield line(drawn.map((column) => textAt(column, row)));
  }
}

/** Two columns never look the same by their headers. */
function fitHeaders(columns: readonly DrawnColumn[]): readonly string[] {
  const names = columns.map(({ header, brief = header }) => brief);
  let fitted: readonly string[] = columns.map(fitHeader);
  // Headers that were cut again to differ may look like those of another pair.
  for (let round = 0; round < 3; round += 1) {
    const isTwin = (look: string) => fitted.indexOf(look) !== fitted.lastIndexOf(look);
    const widths = columns.flatMap(({ width }, at) => (isTwin(fitted[at] ?? '') ? [width] : []));
    if (widths.length === 0) break;
    fitted = tellApart(names, fitted, Math.min(...widths));
  }
  return fitted;
}

/** Days such as 2026-11-09..15 differ in their ends, which are therefore kept. */
function fitHeader({ header, brief = header, width }: DrawnColumn): string {
  if (widthOf(header) <= width) return header;
  const isCut = widthOf(brief) > width && brief.includes('..');
  return isCut ? `…${brief.slice(brief.length - width + 1)}` : fitText(brief, width);
}

export async function drawLines(columns: readonly DrawnColumn[], { paint }: TableOptions) {
  const { default: Table } = await import('cli-table3');
  const table = new Table({
    chars: frame,
    style: { 'padding-left': 0, 'padding-right': 0, head: [], border: [] },
    colWidths: columns.map(({ width }) => width),
    colAligns: columns.map(({ align }) => align),
  });
  if (hasHeader(columns)) table.push([...fitHeaders(columns)]);
  const drawn = columns.map((column) => {
    const { texts, width, cut, tone } = column;
    const fitted = fitTexts(texts, width, cut);
    return {
      ...column,
      texts: texts.map((text, at) => paintCell(fitted[at] ?? text, tone?.(text), paint)),
    };
  });
  for (let row = 0; row < rowsOf(columns); row += 1) {
    table.push(drawn.map((column) => textAt(column, row)));
  }
  const lines = table.toString().split('\n');
  return lines.map((text, row) => {
    const line = `${text.trimEnd()}\n`;
    return row === 0 && hasHeader(columns) ? paintHeader(line, paint) : line;
  });
}

function hasHeader(columns: readonly TableColumn[]): boolean {
  return columns.some(({ header }) => header !== '');
}

function paintHeader(line: string, paint: TableOptions['paint']): string {
  return `${paint.strong(line.trimEnd())}\n`;
}

export function paintCell(text: string, tone: Tone | undefined, paint: TableOptions['paint']) {
  return tone === undefined || text === '' ? text : paint[tone](text);
}

function paintPadded(text: string, tone: Tone | undefined, paint: TableOptions['paint']): string {
  if (tone === undefined) return text;
  const trimmed = text.trim();
  return text.replace(trimmed, () => paintCell(trimmed, tone, paint));
}

function pad(text: string, { width, align }: DrawnColumn): string {
  const padding = ' '.repeat(Math.max(0, width - widthOf(text)));
  return align === 'right' ? padding + text : text + padding;
}

const frame = {
  top: '',
  'top-mid': '',
  'top-left': '',
  'top-right': '',
  bottom: '',
  'bottom-mid': '',
  'bottom-left': '',
  'bottom-right': '',
  left: '',
  'left-mid': '',
  mid: '',
  'mid-mid': '',
  right: '',
  'right-mid': '',
  middle: gap,
};
