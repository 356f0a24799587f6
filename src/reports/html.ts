import { createHash } from 'node:crypto';
import { escapeForTerminal } from '../text.ts';
import { drawColumns } from './column-chart.ts';
import type { Formats } from './locale.ts';
import {
  type Bar,
  type Cell,
  type ColumnChart,
  type Headline,
  type LegendItem,
  type Phrase,
  periodPhrase,
  type ReportDocument,
  type Section,
  type Table,
  type TableColumn,
  type TableRow,
} from './report-document.ts';

export interface HtmlOptions {
  readonly formats: Formats;
  /** A picture as an address of its own data. */
  readonly logo: string | undefined;
}

/** The report as one page that loads nothing and runs nothing. */
export function writeHtml(document: ReportDocument, { formats, logo }: HtmlOptions): string {
  const phrase = (one: Phrase) => phraseHtml(one, formats);
  const period = phrase(periodPhrase(document.period, document.isMonth));
  const hash = createHash('sha256').update(style).digest('base64');
  const policy = `default-src 'none'; style-src 'sha256-${hash}'; img-src data:; base-uri 'none'; form-action 'none'`;
  const picture = logo === undefined ? '' : `<img src="${escapeHtml(logo)}" alt="">`;
  const out =
    document.leftOut.length === 0
      ? ''
      : `<section><h2>Not in this report</h2><ul class="out">${document.leftOut
          .map(({ title, why }) => `<li>${escapeHtml(title)}: ${escapeHtml(why)}</li>`)
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
<title>${escapeHtml(document.title)}, ${period}</title>
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
      : `<ul>${reasons.map((one) => `<li>${phraseHtml(one, formats)}</li>`).join('')}</ul>`;
  const ahead =
    outlook === undefined ? '' : `<p class="outlook">${phraseHtml(outlook, formats)}</p>`;
  return `<div class="headline"><p class="figure">${escapeHtml(formats.figure(total))}</p><p class="comparison ${direction}">${phraseHtml(comparison, formats)}</p>${list}${ahead}</div>\n`;
}

function sectionHtml(
  { title, lead, charts, tables }: Section,
  formats: Formats,
  id: string,
): string {
  const heading = `<h2 id="${id}">${escapeHtml(title)}</h2>`;
  const texts = lead.map((one) => `<p>${phraseHtml(one, formats)}</p>`).join('');
  const pictures = charts.map((chart) => chartHtml(chart, formats)).join('');
  const rest = tables.map((table) => tableHtml(table, formats)).join('');
  return `<section aria-labelledby="${id}">${heading}${texts}${pictures}${rest}</section>\n`;
}

/** Drawn twice: text that shrinks with the picture could not be read on a phone. */
function chartHtml(chart: ColumnChart, formats: Formats): string {
  const label = phraseHtml(chart.label, formats);
  const draw = (form: string, width: number, height: number) =>
    `<svg class="${form}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${label}">${drawColumns(
      chart,
      { width, height, formatMark: formats.number, escapeText: escapeHtml },
    )}</svg>`;
  const legend = chart.points.some(({ before }) => before !== undefined)
    ? legendHtml(chart.legend, true)
    : '';
  return `<figure>${draw('wide', 912, 260)}${draw('narrow', 358, 220)}${legend}</figure>`;
}

function legendHtml(items: readonly LegendItem[], hasLine: boolean): string {
  const list = items.map(({ tone, text }) => {
    const shape =
      hasLine && tone === 'second'
        ? '<rect class="before" y="4.5" width="12" height="3"/>'
        : `<rect class="${tone}" width="12" height="12"/>`;
    return `<li><svg viewBox="0 0 12 12" aria-hidden="true" focusable="false">${shape}</svg>${escapeHtml(text)}</li>`;
  });
  return `<ul class="legend">${list.join('')}</ul>`;
}

function tableHtml(table: Table, formats: Formats): string {
  const { caption, columns, rows, legend, isFolded } = table;
  const hasBars = rows.some(({ bar }) => bar !== undefined);
  // The picture is next to the name; what it shows is in the figures.
  const [first, ...others] = columns.map(
    (column) =>
      `<th scope="col" class="${classOf(column)}">${phraseHtml(column.header, formats)}</th>`,
  );
  const head = `${first}${hasBars ? '<td class="bar"></td>' : ''}${others.join('')}`;
  const body = rows.map((row) => rowHtml(row, table, hasBars, formats)).join('');
  const label = phraseHtml(caption, formats);
  const text = `<div class="scroll" tabindex="0"><table><caption>${label}</caption><thead><tr>${head}</tr></thead><tbody>${body}</tbody></table></div>`;
  const key = legend !== undefined && hasBars ? legendHtml(legend, false) : '';
  return isFolded === true
    ? `<details><summary>${label}</summary>${text}</details>`
    : `${text}${key}`;
}

function rowHtml(
  { cells, bar, isTotal }: TableRow,
  { columns }: Table,
  hasBars: boolean,
  formats: Formats,
): string {
  const [first, ...others] = cells.map((cell, place) => {
    const align = classOf(columns[place]);
    const text = cellHtml(cell, formats);
    return place === 0
      ? `<th scope="row" class="${align}">${text}</th>`
      : `<td class="${align}">${text}</td>`;
  });
  const picture = hasBars ? `<td class="bar">${bar === undefined ? '' : barSvg(bar)}</td>` : '';
  return `<tr${isTotal === true ? ' class="total"' : ''}>${first}${picture}${others.join('')}</tr>`;
}

function classOf(column: TableColumn | undefined): string {
  return `${column?.align ?? 'left'}${column?.isExtra === true ? ' extra' : ''}`;
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
  switch (cell.kind) {
    case 'empty':
      return '';
    case 'text':
      return escapeHtml(cell.value);
    default:
      return escapeHtml(formats.cell(cell));
  }
}

function phraseHtml(phrase: Phrase, formats: Formats): string {
  return phrase
    .map((one) => escapeHtml(typeof one === 'string' ? one : formats.figure(one)))
    .join('');
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text for any place of a page. What would turn or hide the text around it becomes visible. */
function escapeHtml(text: string): string {
  return escapeForTerminal(text).replace(/[&<>"']/g, (character) => entities[character] ?? '');
}

/**
 * The whole look of the page. Colour-blind readers can distinguish the colours: blue against orange,
 * never red against green, and each also has a sign, a place or a word.
 */
const style = `
:root{color-scheme:light dark;--paper:#fff;--ink:#16191d;--soft:#586069;--line:#d5d9de;--faint:#f3f5f7;--main:#1f5f99;--second:#9cb8d3;--up:#b4530a;--down:#1f7a8c;--rest:#c9ced4}
@media (prefers-color-scheme:dark){:root{--paper:#14171a;--ink:#e8eaed;--soft:#a3abb3;--line:#363c43;--faint:#1d2125;--main:#6aa5dc;--second:#3d6185;--up:#f0964a;--down:#5cc0d0;--rest:#4a525a}}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%}
body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif;font-variant-numeric:tabular-nums lining-nums}
.page{max-width:60rem;margin:0 auto;padding:2.5rem 1.5rem 3rem}
header{display:flex;flex-wrap:wrap;align-items:center;gap:.25rem 1.25rem;border-bottom:1px solid var(--line);padding-bottom:1.25rem}
header img{display:block;height:2.5rem;width:auto;max-width:12rem}
h1{font-size:1.25rem;line-height:1.3;margin:0;font-weight:600}
.period{margin:0 0 0 auto;color:var(--soft)}
.headline{margin:2rem 0 0}
.headline p{margin:0}
.figure{font-size:clamp(2.1rem,8vw,3.5rem);line-height:1.1;font-weight:600;letter-spacing:-.02em;overflow-wrap:anywhere}
.headline .comparison{margin-top:.5rem;font-size:1.125rem}
.comparison.up::before,.comparison.down::before{content:"";display:inline-block;border:.36em solid transparent;margin-right:.45em}
.comparison.up::before{border-bottom:.6em solid var(--up);border-top:0;vertical-align:.02em}
.comparison.down::before{border-top:.6em solid var(--down);border-bottom:0;vertical-align:.02em}
.headline ul{margin:.75rem 0 0;padding:0 0 0 1.25rem}
.headline li{margin:.15rem 0}
.headline .outlook{margin-top:.75rem}
h2{font-size:1.125rem;line-height:1.3;margin:3rem 0 .5rem;padding-top:.75rem;border-top:2px solid var(--ink);font-weight:600}
section>p{margin:.25rem 0 .75rem;max-width:44rem}
.scroll{overflow-x:auto;margin:1.5rem 0 0}
.scroll:focus-visible,summary:focus-visible{outline:2px solid var(--main);outline-offset:2px}
table{border-collapse:collapse;width:100%;font-size:.9375rem}
caption{text-align:left;color:var(--soft);padding:0 0 .35rem;font-size:.9375rem}
th,td{text-align:left;vertical-align:baseline;padding:.35rem .75rem .35rem 0;border-bottom:1px solid var(--line);font-weight:400}
th:last-child,td:last-child{padding-right:0}
thead th,thead td{color:var(--soft);font-size:.8125rem;border-bottom-color:var(--soft);white-space:nowrap;vertical-align:bottom}
tbody th{min-width:7rem;overflow-wrap:anywhere}
.right{text-align:right;white-space:nowrap}
tr.total th,tr.total td{font-weight:600;border-bottom:0;border-top:1px solid var(--soft)}
td.bar{width:22%;min-width:6rem;vertical-align:top;padding-top:.6rem}
th.right+th.left,td.right+td.left{padding-left:.5rem}
td.bar svg{display:block;width:100%;height:.75rem}
.main{fill:var(--main)}.second{fill:var(--second)}.up{fill:var(--up)}.down{fill:var(--down)}.rest{fill:var(--rest)}.mark{fill:var(--ink)}
.legend{display:flex;flex-wrap:wrap;gap:.1rem 1.1rem;list-style:none;margin:.5rem 0 0;padding:0;color:var(--soft);font-size:.8125rem}
.legend svg{width:.75rem;height:.75rem;margin-right:.4rem;vertical-align:-.06rem}
figure{margin:1rem 0 0}
figure>svg{display:block;width:100%;height:auto;overflow:visible}
figure text{fill:var(--soft);font-size:12px;font-family:inherit}
figure .grid{stroke:var(--line);stroke-width:1}
figure .zero{stroke:var(--soft);stroke-width:1}
figure .before{fill:var(--ink);stroke:var(--paper);stroke-width:1}
figure>.narrow{display:none}
details{margin:1rem 0 0}
summary{cursor:pointer;color:var(--main);width:fit-content}
.out{color:var(--soft);padding-left:1.25rem}
footer{margin-top:3rem;padding-top:.75rem;border-top:1px solid var(--line);color:var(--soft);font-size:.8125rem}
footer p{margin:.2rem 0;overflow-wrap:anywhere}
@media (max-width:40rem){.page{padding:1.5rem 1rem 2rem}.period{margin:0;width:100%}td.bar{display:none}figure>.wide,.extra{display:none}figure>.narrow{display:block}th,td{padding-right:.6rem}table{font-size:.875rem}tbody th{min-width:6rem}}
@media print{:root{--paper:#fff;--ink:#000;--soft:#444;--line:#ccc;--main:#1f5f99;--second:#9cb8d3;--up:#b4530a;--down:#1f7a8c;--rest:#c9ced4}@page{margin:16mm 15mm}body{font-size:10.5pt;-webkit-print-color-adjust:exact;print-color-adjust:exact}.page{max-width:none;padding:0}.scroll{overflow:visible}h2{break-after:avoid;margin-top:1.75rem}tr,figure,.headline,.scroll{break-inside:avoid}.scroll+.legend{break-before:avoid}details .scroll{break-inside:auto}details table{font-size:8pt}details th,details td{padding-top:.05rem;padding-bottom:.05rem}thead{display:table-header-group}summary{display:none}details::details-content{content-visibility:visible;display:block;height:auto}}
`;
