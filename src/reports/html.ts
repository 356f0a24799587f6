import { createHash } from 'node:crypto';
import type { Said } from '../phrase.ts';
import { drawColumns } from './column-chart.ts';
import { style } from './html-style.ts';
import { legendHtml, tableHtml } from './html-table.ts';
import { escapeHtml, phraseHtml, proseHtml, textHtml } from './html-text.ts';
import type { Formats } from './locale.ts';
import {
  type ColumnChart,
  type Headline,
  periodHeading,
  type ReportDocument,
  type Section,
} from './report-document.ts';

export interface HtmlOptions {
  readonly formats: Formats;
  /** A picture as a data URL. */
  readonly logo: string | undefined;
}

/** The report as one page that loads nothing and runs nothing. */
export function writeHtml(document: ReportDocument, { formats, logo }: HtmlOptions): string {
  const phrase = (one: Said) => phraseHtml(one, formats);
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
