import { formatMoney } from '../json/decimal.ts';
import { type Bar, type Chart, describeTotal, type Estimate, type Limit } from './chart-data.ts';
import {
  type Drawing,
  describeOverlays,
  drawLegend,
  glyphsOf,
  isSolid,
  limitGlyph,
  patternOf,
} from './legend.ts';

const gap = 2;
const leastBar = 10;
/** Below this width, a star marks a partial week or month. */
const wide = 60;
/** A line that is this many times as long as the bars would leave no room for them. */
const farthestLimit = 3;

/** Horizontal bars as lines of text, one chart below the other. */
export function drawCharts(charts: readonly Chart[], drawing: Drawing): string {
  return charts.map((chart) => drawChart(chart, charts, drawing).join('\n')).join('\n\n');
}

function drawChart(chart: Chart, all: readonly Chart[], drawing: Drawing): string[] {
  const { ascii, width } = drawing;
  const partial = width < wide ? '*' : ' (partial)';
  const labels = chart.bars.map(({ bucket, isPartial }) => `${bucket}${isPartial ? partial : ''}`);
  const amounts = chart.bars.map((bar) => amountOf(bar, chart));
  const marks = new Map(chart.findings?.map(({ bucket, direction }) => [bucket, direction]));
  const labelWidth = Math.max(...labels.map((label) => label.length));
  const amountWidth = Math.max(...amounts.map((amount) => amount.length));
  const markWidth = marks.size === 0 ? 0 : 1;
  const room = Math.max(leastBar, width - labelWidth - amountWidth - 2 * gap - markWidth);
  const limits = limitsInReach(chart);
  const scale = scaleOf(chart.bars, limits, room);
  const lines = chart.bars.map((bar, position) => {
    const bounds = limits.map(({ amounts: all }) => all[position]);
    const cells = drawBar({ bar, bounds, chart, scale, ascii });
    const pad = ' '.repeat(Math.max(0, room - cells.length));
    const direction = marks.get(bar.bucket);
    const mark = direction === undefined ? ' ' : glyphsOf(ascii)[direction];
    return [
      (labels[position] ?? '').padEnd(labelWidth),
      markWidth === 0 ? '  ' : ` ${mark} `,
      join(cells, drawing),
      `${pad}  ${(amounts[position] ?? '').padStart(amountWidth)}`,
    ].join('');
  });
  const isCut = partial === '*' && chart.bars.some(({ isPartial }) => isPartial);
  return [
    describeTotal(chart, all),
    ...lines,
    ...(isCut ? ['* partial'] : []),
    ...drawLegend(chart, drawing),
    ...describeOverlays(chart, limits, drawing),
  ];
}

function amountOf({ isBlank, total, estimate }: Bar, { currency }: Chart): string {
  if (estimate !== undefined) return `~${formatMoney(String(estimate.expected), currency)}`;
  return isBlank ? 'no rows' : formatMoney(total, currency);
}

/** Budgets that can be drawn together with the bars. */
function limitsInReach({ bars, limits = [] }: Chart): readonly Limit[] {
  const most = Math.max(0, ...bars.flatMap(extentOf));
  return limits.filter(({ amounts }) => Math.max(...amounts) <= farthestLimit * most);
}

/** Zero is moved to the right if there are credits. */
function scaleOf(bars: readonly Bar[], limits: readonly Limit[], room: number): Scale {
  const ends = [...bars.flatMap(extentOf), ...limits.flatMap(({ amounts }) => amounts)];
  const most = Math.max(0, ...ends);
  const least = Math.min(0, ...ends);
  const left = least === 0 ? 0 : Math.max(1, Math.round((room * -least) / (most - least)));
  const right = Math.max(1, room - left);
  const perCell = Math.max(most / right, left === 0 ? 0 : -least / left);
  return { left, room, perCell };
}

/** How far a bar and its estimate reach on both sides of zero. */
function extentOf({ parts, estimate }: Bar): number[] {
  const sides = [parts.filter((part) => part > 0), parts.filter((part) => part < 0)];
  const ends = sides.map((side) => side.reduce((sum, part) => sum + part, 0));
  if (estimate === undefined) return ends;
  const { expected, low = expected, high = expected } = estimate;
  return [...ends, low, expected, high];
}

/** Neighbouring cells of one colour share one colour sequence. */
function join(cells: readonly Cell[], { paint }: Drawing): string {
  let [line, run, last] = ['', '', -1];
  const flush = () => {
    line += paint === undefined || last < 0 || run === '' ? run : paint(run, last);
    run = '';
  };
  for (const { text, series } of cells) {
    if (series !== last) flush();
    run += text;
    last = series;
  }
  flush();
  return line;
}

/** One character of a bar; a series below zero has no colour of its own. */
interface Cell {
  readonly text: string;
  readonly series: number;
}

interface Scale {
  /** How many cells the largest sum below zero takes. */
  readonly left: number;
  readonly room: number;
  readonly perCell: number;
}

interface BarDrawing {
  readonly bar: Bar;
  /** The amount of each line that the bar is compared with. */
  readonly bounds: readonly (number | undefined)[];
  readonly chart: Chart;
  readonly scale: Scale;
  readonly ascii: boolean;
}

const eighths = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'];
const blank: Cell = { text: ' ', series: -1 };
/** Makes up for the last digits of doubles. */
const hair = 1e-9;

/** The bar as characters, with the estimate and the lines on top of it. */
function drawBar(drawing: BarDrawing): Cell[] {
  const { bar, bounds, scale, ascii } = drawing;
  const below = stack(drawing, -1).reverse();
  const cells = [...padding(scale.left - below.length), ...below, ...stack(drawing, 1)];
  if (bar.estimate !== undefined) putInterval(cells, bar.estimate, scale, ascii);
  for (const [place, bound] of bounds.entries()) {
    if (bound !== undefined) put(cells, cellAt(bound, scale), limitGlyph(ascii, place));
  }
  if (bar.estimate !== undefined) {
    put(cells, cellAt(bar.estimate.expected, scale), glyphsOf(ascii).expected);
  }
  return cells;
}

/** The parts on one side of zero, from zero outwards; each ends where the sum so far ends. */
function stack({ bar, scale: { perCell }, chart, ascii }: BarDrawing, side: 1 | -1): Cell[] {
  const cells: Cell[] = [];
  let sum = 0;
  let last = -1;
  for (const [series, part] of bar.parts.entries()) {
    if (part * side <= 0) continue;
    sum += part * side;
    last = series;
    const end = perCell === 0 ? 0 : Math.floor(sum / perCell + hair);
    const text = patternOf(series, chart, ascii);
    while (cells.length < end) cells.push({ text, series });
  }
  const isFine = side === 1 && last >= 0 && !ascii && isSolid(last, chart, ascii);
  const part = isFine && perCell > 0 ? Math.floor((sum / perCell - cells.length) * 8 + hair) : 0;
  const tip = eighths[part];
  if (tip) cells.push({ text: tip, series: last });
  return cells;
}

function putInterval(cells: Cell[], { low, high }: Estimate, scale: Scale, ascii: boolean): void {
  if (low === undefined || high === undefined) return;
  const glyphs = glyphsOf(ascii);
  const [first, last] = [cellAt(low, scale), cellAt(high, scale)];
  for (let at = first; at <= last; at += 1) put(cells, at, glyphs.line);
  put(cells, first, glyphs.low);
  put(cells, last, glyphs.high);
}

function cellAt(amount: number, { left, room, perCell }: Scale): number {
  const at = perCell === 0 ? left : left + Math.floor(amount / perCell - hair);
  return Math.min(room - 1, Math.max(0, at));
}

function put(cells: Cell[], at: number, text: string): void {
  cells.push(...padding(at + 1 - cells.length));
  cells[at] = { text, series: -1 };
}

function padding(count: number): Cell[] {
  return Array.from({ length: Math.max(0, count) }, () => blank);
}
