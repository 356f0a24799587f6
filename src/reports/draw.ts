import { formatMoney } from '../json/decimal.ts';
import type { Bar, Chart } from './chart-data.ts';
import { type Drawing, drawLegend, isSolid, patternOf } from './legend.ts';

const gap = 2;
const leastBar = 10;
/** Below this width, a star marks a partial week or month. */
const wide = 60;

/** Horizontal bars as lines of text, one chart below the other. */
export function drawCharts(charts: readonly Chart[], drawing: Drawing): string {
  return charts.map((chart) => drawChart(chart, drawing).join('\n')).join('\n\n');
}

function drawChart(chart: Chart, drawing: Drawing): string[] {
  const { width } = drawing;
  const partial = width < wide ? '*' : ' (partial)';
  const labels = chart.bars.map(({ bucket, isPartial }) => `${bucket}${isPartial ? partial : ''}`);
  const amounts = chart.bars.map((bar) => amountOf(bar, chart));
  const labelWidth = Math.max(...labels.map((label) => label.length));
  const amountWidth = Math.max(...amounts.map((amount) => amount.length));
  const room = Math.max(leastBar, width - labelWidth - amountWidth - 2 * gap);
  const scale = scaleOf(chart.bars, room);
  const lines = chart.bars.map((bar, position) => {
    const cells = drawBar(bar, chart, scale);
    const pad = ' '.repeat(Math.max(0, room - cells.length));
    return [
      (labels[position] ?? '').padEnd(labelWidth),
      '  ',
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
  ];
}

function amountOf({ rows, total }: Bar, { currency }: Chart): string {
  return rows === 0 ? 'no rows' : formatMoney(total, currency);
}

/** Zero is moved to the right if there are credits. */
function scaleOf(bars: readonly Bar[], room: number): Scale {
  const ends = bars.flatMap(extentOf);
  const most = Math.max(0, ...ends);
  const least = Math.min(0, ...ends);
  const left = least === 0 ? 0 : Math.max(1, Math.round((room * -least) / (most - least)));
  const right = Math.max(1, room - left);
  const perCell = Math.max(most / right, left === 0 ? 0 : -least / left);
  return { left, room, perCell };
}

/** How far a bar reaches on both sides of zero. */
function extentOf({ parts }: Bar): number[] {
  const sides = [parts.filter((part) => part > 0), parts.filter((part) => part < 0)];
  return sides.map((side) => side.reduce((sum, part) => sum + part, 0));
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

/** One character of a bar; a series below zero has no colour of its own. */
interface Cell {
  readonly text: string;
  readonly series: number;
}

interface Scale {
  /** Cells of the largest sum below zero. */
  readonly left: number;
  readonly room: number;
  readonly perCell: number;
}

const eighths = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'];
const blank: Cell = { text: ' ', series: -1 };
/** Makes up for the last digits of doubles. */
const hair = 1e-9;

function drawBar({ parts }: Bar, chart: Chart, scale: Scale): Cell[] {
  const side = { parts, scale, chart };
  const below = stack(side, -1).reverse();
  return [...padding(scale.left - below.length), ...below, ...stack(side, 1)];
}

interface Side {
  readonly parts: readonly number[];
  readonly scale: Scale;
  readonly chart: Chart;
}

/** The parts on one side of zero, from zero outwards; each ends where the sum so far ends. */
function stack({ parts, scale: { perCell }, chart }: Side, side: 1 | -1): Cell[] {
  const cells: Cell[] = [];
  let sum = 0;
  let last = -1;
  for (const [series, part] of parts.entries()) {
    if (part * side <= 0) continue;
    sum += part * side;
    last = series;
    const end = perCell === 0 ? 0 : Math.floor(sum / perCell + hair);
    const text = patternOf(series, chart);
    while (cells.length < end) cells.push({ text, series });
  }
  const isFine = side === 1 && last >= 0 && isSolid(last, chart);
  const part = isFine && perCell > 0 ? Math.floor((sum / perCell - cells.length) * 8 + hair) : 0;
  const tip = eighths[part];
  if (tip) cells.push({ text: tip, series: last });
  return cells;
}

function padding(count: number): Cell[] {
  return Array.from({ length: Math.max(0, count) }, () => blank);
}
