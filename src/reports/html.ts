import { createHash } from 'node:crypto';
import { type Phrase, type Said, say } from '../phrase.ts';
import { escapeForTerminal } from '../text.ts';
import { widthOf } from '../text-width.ts';
import { drawColumns } from './column-chart.ts';
import { style } from './html-style.ts';
import type { Formats } from './locale.ts';
import {
  type Bar,
  type Cell,
  type ColumnChart,
  type Headline,
  periodHeading,
  type ReportDocument,
  type Section,
  type Table,
  type TableColumn,
  type TableRow,
} from './report-document.ts';
import { hasRightToLeft } from './right-to-left.ts';

export interface HtmlOptions {
  readonly formats: Formats;
  /** A picture as a data URL. */
  readonly logo: string | undefined;
}

/** The report as one page that loads nothing and runs nothing. */
export function writeHtml(document: ReportDocument, { formats, logo }: HtmlOptions): string {
  const phrase = (one: Phrase) => phraseHtml(one, formats);
  const period = phrase(periodHeading(document));
  const hash = createHash('sha256').update(style).digest('base64');
  const policy = `default-src 'none'; style-src 'sha256-${hash}'; img-src data:; base-uri 'none'; form-action 'none'`;
  const picture = logo === undefined ? '' : `<img src="${escapeHtml(logo)}" alt="">`;
  const out =
    document.leftOut.length === 0
      ? ''
      : `<section><h2>Not in this report</h2><ul class="out">${document.leftOut
          .map(({ title, why }) => `<li>${escapeHtml(title)}: ${phrase(why)}</li>`)
          .join('')}</ul></section>\n`;
  const sections = document.sections.map((section, place) =>
    sectionHtml(section, formats, `s${place + 1}`),
  );
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${escapeHtml(document.title)}, ${textHtml(periodHeading(document), formats)}</title>
<style>${style}</style>
</head>
<body>
<div class="page">
<header>${picture}<h1>${escapeHtml(document.title)}</h1><p class="period">${period}</p></header>
<main>
${document.headlines.map((one) => headlineHtml(one, formats)).join('')}${sections.join('')}${out}</main>
<footer>${document.footer.map((one) => `<p>${phrase(one)}</p>`).join('')}</footer>
</div>
</body>
</html>
`;
}

function headlineHtml(
  { total, comparison, direction, reasons, outlook }: Headline,
  formats: Formats,
): string {
  const list =
    reasons.length === 0
      ? ''
      : `<ul>${reasons.map((one) => `<li>${proseHtml(one, formats)}</li>`).join('')}</ul>`;
  const ahead =
    outlook === undefined ? '' : `<p class="outlook">${proseHtml(outlook, formats)}</p>`;
  return `<div class="headline"><p class="figure">${proseHtml([total], formats)}</p><p class="comparison ${direction}">${proseHtml(comparison, formats)}</p>${list}${ahead}</div>\n`;
}

function sectionHtml(
  { title, lead = [], charts = [], tables = [] }: Section,
  formats: Formats,
  id: string,
): string {
  const heading = `<h2 id="${id}">${phraseHtml(title, formats)}</h2>`;
  const texts = lead.map((one) => `<p>${proseHtml(one, formats)}</p>`).join('');
  const pictures = charts.map((chart) => chartHtml(chart, formats, charts.length > 1)).join('');
  const rest = tables.map((table) => tableHtml(table, formats)).join('');
  return `<section aria-labelledby="${id}">${heading}${texts}${pictures}${rest}</section>\n`;
}

/**
 * Drawn twice: text that shrinks with the picture could not be read on a phone. If there are several charts,
 * each says in words what it shows; a screen reader has that from the picture.
 */
function chartHtml(chart: ColumnChart, formats: Formats, isOneOfSeveral: boolean): string {
  const label = phraseHtml(chart.label, formats);
  const points = chart.points.map((one) => ({ ...one, label: formats.phrase(one.label) }));
  const caption = isOneOfSeveral ? `<figcaption aria-hidden="true">${label}</figcaption>` : '';
  const draw = (form: string, width: number, height: number) =>
    `<svg class="${form}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${textHtml(chart.label, formats)}">${drawColumns(
      points,
      { width, height, formatMark: formats.number, escapeText: escapeHtml },
    )}</svg>`;
  const absent = new Set<string>([
    ...(points.some(({ before }) => before !== undefined) ? [] : ['second']),
    ...(points.some(({ value }) => value === undefined) ? [] : ['none']),
  ]);
  const items = Object.entries(chart.legend).filter(([tone]) => !absent.has(tone));
  const legend = items.length > 1 ? legendHtml(items, true, formats) : '';
  return `<figure>${caption}${draw('wide', 912, 260)}${draw('narrow', 358, 220)}${legend}</figure>`;
}

function legendHtml(
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

function tableHtml(table: Table, formats: Formats): string {
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

/** Pixels between the margins of A4. */
const paperWidth = 680;

/** Paper cannot be scrolled: a table with much in a line is printed smaller, so that no figure is cut off. */
function sizeOnPaper({ columns, rows }: Table, formats: Formats): '' | ' small' | ' tiny' {
  const widths = columns.map(({ header, align }, place) => {
    const cells = rows.map(({ cells }) => cellText(cells[place], formats));
    // Names and headers go on in a second line, if need be within a word.
    const words = [formats.phrase(header), ...(align === 'left' ? cells : [])].join(' ').split(' ');
    const figures = align === 'left' ? [] : cells;
    const least = place === 0 ? 12 : 0;
    const longest = Math.max(...words.map((word) => Math.min(15, widthOf(word))));
    return Math.max(least, longest, ...figures.map(widthOf));
  });
  const bar = rows.some((row) => row.bar !== undefined) ? 110 : 0;
  const width = widths.reduce((sum, characters) => sum + characters * 8.6 + 12, bar);
  if (width <= paperWidth) return '';
  return width <= paperWidth * 1.3 ? ' small' : ' tiny';
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

/** A phrase in which no line ends between the sign and the currency of an amount. */
function proseHtml(phrase: Phrase, formats: Formats): string {
  const parts = phrase.map((one) => {
    const text = phraseHtml([one], formats);
    return typeof one !== 'string' && /^(<bdi>)?-\p{L}/u.test(text)
      ? `<span class="whole">${text}</span>`
      : text;
  });
  return parts.join('');
}

function phraseHtml(phrase: Said, formats: Formats): string {
  const parts = say`${phrase}`.map((part) => {
    const text = textHtml([part], formats);
    if (typeof part === 'string' || !hasRightToLeft(text)) return text;
    // A sentence that is quoted word by word has its commas in the words.
    return text.replace(/^(.*?)([,.:;]*)$/s, '<bdi>$1</bdi>$2');
  });
  return parts.join('');
}

/** A phrase for a place that has no elements, such as an attribute. */
function textHtml(phrase: Said, formats: Formats): string {
  return escapeHtml(formats.phrase(phrase));
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text for any place of a page. Characters that would turn or hide the text around them become visible. */
function escapeHtml(text: string): string {
  return escapeForTerminal(text).replace(/[&<>"']/g, (character) => entities[character] ?? '');
}
