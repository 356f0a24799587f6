import type { Bar, Chart, Estimate } from './chart.ts';
import { glyphsOf, isSolid, limitGlyph, patternOf } from './glyphs.ts';

/** One character of a bar; a series below zero has no colour of its own. */
export interface Cell {
  readonly text: string;
  readonly series: number;
}

export interface Scale {
  /** Cells of the largest sum below zero. */
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
export function drawBar({ bar, bounds, chart, scale, ascii }: BarDrawing): Cell[] {
  const side = { parts: bar.parts, scale, chart, ascii };
  const below = stack(side, -1).reverse();
  const cells = [...padding(scale.left - below.length), ...below, ...stack(side, 1)];
  if (bar.estimate !== undefined) putInterval(cells, bar.estimate, scale, ascii);
  for (const [place, bound] of bounds.entries()) {
    if (bound !== undefined) put(cells, cellAt(bound, scale), limitGlyph(ascii, place));
  }
  if (bar.estimate !== undefined) {
    put(cells, cellAt(bar.estimate.expected, scale), glyphsOf(ascii).expected);
  }
  return cells;
}

interface Side {
  readonly parts: readonly number[];
  readonly scale: Scale;
  readonly chart: Chart;
  readonly ascii: boolean;
}

/** The parts on one side of zero, from zero outwards; each ends where the sum so far ends. */
function stack({ parts, scale: { perCell }, chart, ascii }: Side, side: 1 | -1): Cell[] {
  const cells: Cell[] = [];
  let sum = 0;
  let last = -1;
  for (const [series, part] of parts.entries()) {
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
