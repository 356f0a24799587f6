import type { Said } from '../phrase.ts';
import { escapeForTerminal } from '../text.ts';
import { widthOf } from '../text-width.ts';
import { escapeHtml, phraseHtml } from './html-text.ts';
import type { Formats } from './locale.ts';
import type { Bar, Cell, Table, TableColumn, TableRow } from './report-document.ts';

export function tableHtml(table: Table, formats: Formats): string {
  const { caption, columns, rows, legend, isFolded } = table;
  const hasBars = rows.some(({ bar }) => bar !== undefined);
  // The bar is next to the name; the figures say what it shows.
  const [first, ...others] = columns.map(
    (column) =>
      `<th scope="col" class="${classOf(column, formats.phrase(column.header))}">${phraseHtml(column.header, formats)}</th>`,
  );
  const head = `${first}${hasBars ? '<td class="bar"></td>' : ''}${others.join('')}`;
  const body = rows.map((row) => rowHtml(row, table, hasBars, formats)).join('');
  const label = phraseHtml(caption, formats);
  const text = `<div class="scroll${sizeOnPaper(table, formats)}" tabindex="0"><table><caption>${label}</caption><thead><tr>${head}</tr></thead><tbody>${body}</tbody></table></div>`;
  const key =
    legend !== undefined && hasBars ? legendHtml(Object.entries(legend), false, formats) : '';
  const hidden = columns.flatMap(({ header, isExtra }) =>
    isExtra === true ? [phraseHtml(header, formats)] : [],
  );
  const more =
    hidden.length === 0
      ? ''
      : `<p class="hidden">Only on a wider screen and on paper: ${hidden.join(', ')}.</p>`;
  return isFolded === true
    ? `<details><summary>${label}</summary>${text}${more}</details>`
    : `${text}${key}${more}`;
}

/** Pixels between the margins of A4, less some: the letters of one system are wider than those of another. */
const paperWidth = 650;

/** Paper cannot be scrolled: a table with much in a line is printed smaller, so that no figure is cut off. */
function sizeOnPaper({ columns, rows }: Table, formats: Formats): '' | ' small' | ' tiny' {
  const widths = columns.map(({ header, align }, place) => {
    const cells = rows.map(({ cells }) => cellText(cells[place], formats));
    // Names and headers go on in a second line, if need be within a word.
    const words = [formats.phrase(header), ...(align === 'left' ? cells : [])].join(' ').split(' ');
    const figures = align === 'left' ? [] : cells;
    const longest = words.reduce((most, word) => Math.max(most, Math.min(15, widthOf(word))), 0);
    // Digits are wider than letters.
    return Math.max(
      place === 0 ? 100 : 0,
      longest * 7.6,
      ...figures.map((one) => widthOf(one) * 9),
    );
  });
  const bar = rows.some((row) => row.bar !== undefined) ? 110 : 0;
  const width = widths.reduce((sum, one) => sum + one + 12, bar);
  if (width <= paperWidth) return '';
  return width <= paperWidth * 1.4 ? ' small' : ' tiny';
}

function rowHtml(
  { cells, bar, isTotal, isPart }: TableRow,
  { columns }: Table,
  hasBars: boolean,
  formats: Formats,
): string {
  const [first, ...others] = cells.map((cell, place) => {
    const classes = classOf(columns[place], cell.kind === 'name' ? cell.value : '');
    const text = cellHtml(cell, formats);
    return place === 0
      ? `<th scope="row" class="${classes}${isPart === true ? ' part' : ''}">${text}</th>`
      : `<td class="${classes}">${text}</td>`;
  });
  const picture = hasBars ? `<td class="bar">${bar === undefined ? '' : barSvg(bar)}</td>` : '';
  return `<tr${isTotal === true ? ' class="total"' : ''}>${first}${picture}${others.join('')}</tr>`;
}

function classOf(column: TableColumn | undefined, text: string): string {
  const names = [column?.align ?? 'left', ...(column?.isExtra === true ? ['extra'] : [])];
  // A word that is never broken would push the figures beside it off the paper.
  return [...names, ...(/\S{16}/.test(escapeForTerminal(text)) ? ['long'] : [])].join(' ');
}

function barSvg({ parts, mark }: Bar): string {
  const place = (share: number) => Math.round(share * 1000) / 10;
  const pieces = parts
    .filter(({ from, to }) => to > from)
    .map(
      ({ from, to, tone }) =>
        `<rect class="${tone}" x="${place(from)}" width="${Math.max(0.4, place(to - from))}" height="12"/>`,
    );
  const line =
    mark === undefined
      ? ''
      : `<rect class="mark" x="${Math.min(99.5, place(mark))}" width="0.5" height="12"/>`;
  return `<svg viewBox="0 0 100 12" preserveAspectRatio="none" aria-hidden="true" focusable="false">${pieces.join('')}${line}</svg>`;
}

function cellHtml(cell: Cell, formats: Formats): string {
  if (cell.kind === 'text') return phraseHtml(cell.value, formats);
  return escapeHtml(cellText(cell, formats));
}

function cellText(cell: Cell | undefined, formats: Formats): string {
  if (cell === undefined || cell.kind === 'empty') return '';
  return cell.kind === 'text' ? formats.phrase(cell.value) : formats.cell(cell);
}

/** What colours mean; `hasLine`: the second one is that of a line. */
export function legendHtml(
  items: readonly (readonly [tone: string, text: Said])[],
  hasLine: boolean,
  formats: Formats,
): string {
  const list = items.map(([tone, text]) => {
    const shape =
      hasLine && tone === 'second'
        ? '<rect class="before" y="4.5" width="12" height="3"/>'
        : `<rect class="${tone}" width="12" height="12"/>`;
    return `<li><svg viewBox="0 0 12 12" aria-hidden="true" focusable="false">${shape}</svg>${phraseHtml(text, formats)}</li>`;
  });
  return `<ul class="legend">${list.join('')}</ul>`;
}
