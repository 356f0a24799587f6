import { groupDigits } from '../json/decimal.ts';
import { wrap } from '../text.ts';
import { widthOf } from '../text-width.ts';
import { type Bar, type Chart, describeTotal } from './chart-data.ts';
import { marksOf } from './column-chart.ts';
import { colorOf, type Decal, type Drawing, decalOf, describeOutlook } from './legend.ts';
import { entriesOfOverlays, paintOverlays } from './overlay-picture.ts';
import { characterWidth, round, type Scale, text } from './svg.ts';

export interface PictureOptions extends Cutting {
  readonly title: string;
  /** What is drawn, and what qualifies it; each line fits the width. */
  readonly lines: readonly string[];
}

type Cutting = Pick<Drawing, 'cut' | 'cutNames'>;

const width = 1000;
const chartHeight = 400;
const leastPlot = 180;
const margin = 24;
const ink = '#333333';
const legendTop = 74;
const legendLine = 24;
const swatch = 20;
const captionLine = 18;
/** Characters of the line with the total. */
const longestLine = 125;

/** The charts as one SVG picture, one below the other: axes, legend and title, no script. */
export function paintCharts(
  charts: readonly Chart[],
  { title, lines, ...cutting }: PictureOptions,
): string {
  const start = lines.length * captionLine;
  const caption = lines.map((line, at) => text(margin, 50 + at * captionLine, line)).join('');
  const heading = cutting.cut(title, 90);
  const head = text(margin, 30, heading, 'font-size="16" font-weight="bold"') + caption;
  let height = start;
  const parts = charts.map((chart) => {
    const painted = paintChart(chart, subtitleOf(chart, charts), cutting);
    const part = `<g transform="translate(0 ${height})">${painted.svg}</g>`;
    height += painted.height;
    return part;
  });
  if (charts.length === 0) height += chartHeight;
  const none = text(margin, 52 + start, 'no rows', 'font-size="13"');
  const body = charts.length === 0 ? none : parts.join('');
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="Helvetica, Arial, sans-serif" font-size="12" fill="${ink}"><defs>${patterns(charts)}</defs><rect width="${width}" height="${height}" fill="#ffffff"/>${head}${body}</svg>`;
}

function paintChart(chart: Chart, subtitle: string, cutting: Cutting) {
  const said = wrap(subtitle, longestLine, widthOf);
  const start = legendTop + (said.length - 1) * captionLine;
  const legend = paintLegend(chart, start, cutting);
  const marks = marksOf(...boundsOf(chart));
  const labels = marks.map(({ text: label }) => groupDigits(label));
  const left =
    margin + Math.ceil(Math.max(...labels.map(({ length }) => length)) * characterWidth) + 8;
  const top = start + legend.lines * legendLine + 24;
  // A long legend takes no room from the bars.
  const height = Math.max(chartHeight, top + leastPlot + 40);
  const bottom = height - 40;
  const [low, high] = [marks[0]?.value ?? 0, marks.at(-1)?.value ?? 1];
  const band = (width - margin - left) / Math.max(1, chart.bars.length);
  const scale: Scale = {
    x: (bar) => round(left + (bar + 0.5) * band),
    y: (amount) => round(bottom - ((amount - low) / (high - low)) * (bottom - top)),
    band,
  };
  const grid = marks.map(({ value }, place) => {
    const [y, color] = [scale.y(value), value === 0 ? ink : '#dddddd'];
    const line = `<path d="M${left} ${y}H${width - margin}" stroke="${color}"/>`;
    return line + text(left - 8, y + 4, labels[place] ?? '', 'text-anchor="end"');
  });
  const svg = [
    ...said.map((line, at) => text(margin, 52 + at * captionLine, line, 'font-size="13"')),
    legend.svg,
    text(left - 8, top - 14, chart.currency ?? '', 'text-anchor="end"'),
    ...grid,
    ...chart.bars.flatMap((one, bar) =>
      isUnknown(one)
        ? blankBox(scale.x(bar) - thickOf(scale) / 2, top, thickOf(scale), bottom - top)
        : paintBar(chart, bar, scale),
    ),
    paintDays(chart, scale, bottom),
    paintOverlays(chart, scale, cutting.cut),
  ].join('');
  return { svg, height };
}

/** The lowest and the highest amount that is drawn. */
function boundsOf({ bars, limits = [] }: Chart): [number, number] {
  const sums = bars.flatMap(({ parts, estimate }) => [
    sumOf(parts.filter((part) => part > 0)),
    sumOf(parts.filter((part) => part < 0)),
    ...[estimate?.expected, estimate?.low, estimate?.high].map((amount) => amount ?? 0),
  ]);
  const all = [0, ...sums, ...limits.flatMap(({ amounts }) => amounts)];
  return [Math.min(...all), Math.max(...all)];
}

function sumOf(amounts: readonly number[]): number {
  return amounts.reduce((sum, amount) => sum + amount, 0);
}

function isUnknown({ isBlank, estimate }: Bar): boolean {
  return isBlank && estimate === undefined;
}

/** The frame of a bar that is not known, which is not zero. */
function blankBox(x: number, y: number, width: number, height: number): string {
  return `<rect x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${round(height)}" fill="none" stroke="#767676" stroke-dasharray="2,3"/>`;
}

function thickOf({ band }: Scale): number {
  return Math.min(48, band * 0.8);
}

/** Stacks the parts: costs upwards, credits downwards. */
function paintBar({ bars, series }: Chart, bar: number, scale: Scale): string[] {
  const { x, y } = scale;
  const thick = thickOf(scale);
  const ends = { up: 0, down: 0 };
  return (bars[bar]?.parts ?? []).flatMap((part, place) => {
    if (part === 0) return [];
    const way = part > 0 ? 'up' : 'down';
    const [from, to] = [ends[way], ends[way] + part];
    ends[way] = to;
    const [top, bottom] = [y(Math.max(from, to)), y(Math.min(from, to))];
    const isRest = series[place]?.isRest === true;
    const box = `x="${round(x(bar) - thick / 2)}" y="${top}" width="${round(thick)}" height="${round(bottom - top)}"`;
    return fillBox(box, place, isRest, series.length > 1);
  });
}

/** Fills a part of a bar. Parts differ in more than their colour. */
function fillBox(box: string, place: number, isRest: boolean, hasPattern: boolean): string[] {
  const plain = `<rect ${box} fill="${colorOf(place, isRest).hex}"/>`;
  const isPlain = !hasPattern || decalOf(place, isRest) === undefined;
  return isPlain ? [plain] : [plain, `<rect ${box} fill="url(#pattern-${place})"/>`];
}

/** Draws the labels of the bars, as many of them as fit: a partial bar may have none. */
function paintDays({ bars }: Chart, { x, band }: Scale, bottom: number): string {
  const longest = Math.max(...bars.map(({ bucket }) => bucket.length));
  const every = Math.max(1, Math.ceil(((longest + 2) * characterWidth) / band));
  const shown = bars.map(({ bucket }, bar) => {
    if (bar % every !== 0) return '';
    // The last label must not reach beyond the picture.
    const middle = Math.min(x(bar), width - (bucket.length * characterWidth) / 2);
    return text(middle, bottom + 20, bucket, 'text-anchor="middle"');
  });
  return shown.join('');
}

function paintLegend(chart: Chart, top: number, { cut, cutNames }: Cutting) {
  const names = cutNames(
    chart.series.map(({ name }) => name),
    40,
  );
  const groups = chart.series.map(({ isRest }, place) => ({
    name: names[place] ?? '',
    icon: fillBox('y="-10" width="14" height="10"', place, isRest, chart.series.length > 1).join(
      '',
    ),
  }));
  const none = chart.bars.some(isUnknown)
    ? [{ name: 'no rows', icon: blankBox(0, -10, 14, 10) }]
    : [];
  let [left, line] = [margin, 0];
  const entries = [...groups, ...none, ...entriesOfOverlays(chart, cut)].map(({ name, icon }) => {
    const length = swatch + widthOf(name) * characterWidth + margin;
    if (left > margin && left + length > width - margin) [left, line] = [margin, line + 1];
    const place = `translate(${round(left)} ${top + 10 + line * legendLine})`;
    left += length;
    return `<g transform="${place}">${icon}${text(swatch, 0, name)}</g>`;
  });
  return { svg: entries.join(''), lines: entries.length === 0 ? 0 : line + 1 };
}

function patterns(charts: readonly Chart[]): string {
  const places = charts.map(({ series }) => (series.length > 1 ? series.length : 0));
  return Array.from({ length: Math.max(0, ...places) }, (_, place) => {
    const decal = decalOf(place, false);
    return decal === undefined ? '' : patternOf(decal, place);
  }).join('');
}

function patternOf({ kind, gap, turn }: Decal, place: number): string {
  const size = gap + 2;
  const mark =
    kind === 'stripes'
      ? `<path d="M0 1H${size}" stroke-width="2" stroke="#000000"/>`
      : `<circle cx="${size / 2}" cy="${size / 2}" r="${gap / 2.5}"/>`;
  return `<pattern id="pattern-${place}" width="${size}" height="${size}" patternUnits="userSpaceOnUse" patternTransform="rotate(${turn})"><g fill="#000000" opacity="0.28">${mark}</g></pattern>`;
}

function subtitleOf(chart: Chart, all: readonly Chart[]): string {
  const { bars, currency, outlook } = chart;
  const about = outlook === undefined ? [] : describeOutlook(outlook, currency);
  const cut = bars.filter(({ isPartial }) => isPartial).map(({ bucket }) => bucket);
  const partial = `${cut.join(' and ')} ${cut.length === 1 ? 'is' : 'are'} partial`;
  return [describeTotal(chart, all), ...about, ...(cut.length === 0 ? [] : [partial])].join('; ');
}
