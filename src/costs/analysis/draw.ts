import { formatMoney } from '../../json/money.ts';
import { type Cell, drawBar, type Scale } from './bar-cells.ts';
import type { Bar, Chart, Limit } from './chart.ts';
import { glyphsOf } from './glyphs.ts';
import { type Drawing, describeOverlays, drawLegend } from './legend.ts';

const gap = 2;
const leastBar = 10;
/** Below this width, a star marks a partial week or month. */
const wide = 60;
/** A line this many times beyond the bars would leave nothing of them. */
const farthestLimit = 3;

/** Horizontal bars as lines of text, one chart below the other. */
export function drawCharts(charts: readonly Chart[], drawing: Drawing): string {
  return charts.map((chart) => drawChart(chart, drawing).join('\n')).join('\n\n');
}

function drawChart(chart: Chart, drawing: Drawing): string[] {
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
  const unit = chart.currency === null ? '' : ` ${chart.currency}`;
  const isCut = partial === '*' && chart.bars.some(({ isPartial }) => isPartial);
  return [
    `total ${formatMoney(chart.total, chart.currency)}${unit}`,
    ...lines,
    ...(isCut ? ['* partial'] : []),
    ...drawLegend(chart, drawing),
    ...describeOverlays(chart, limits, drawing),
  ];
}

function amountOf({ rows, total, estimate }: Bar, { currency }: Chart): string {
  if (estimate !== undefined) return `~${formatMoney(estimate.expected.toFixed(4), currency)}`;
  return rows === 0 ? 'no rows' : formatMoney(total, currency);
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

/** Neighbouring cells of one colour take one colour sequence. */
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
