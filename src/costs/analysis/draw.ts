import { formatMoney } from '../../json/money.ts';
import type { Bar, Chart } from './chart.ts';

export interface Drawing {
  /** Cells in a line. */
  readonly width: number;
  /** No character beyond ASCII, apart from names. */
  readonly ascii: boolean;
  /** Colours a text as its series; undefined: patterns distinguish the series. */
  readonly paint: ((text: string, series: number) => string) | undefined;
  /** Makes a name harmless, and cuts it to a width. */
  readonly cut: (text: string, width: number) => string;
  readonly widthOf: (text: string) => number;
}

const asciiPatterns = ['#', '=', '+', 'o', '*', '%', 'x', '-'];
const patterns = ['█', '▒', '▚', '░', '▓', '▞', '▤', '▥'];
const restPattern = { ascii: '.', unicode: '·' };
const eighths = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'];
const gap = 2;
const leastBar = 10;
const longestName = 40;

/** Horizontal bars as lines of text, a chart below the other. */
export function drawCharts(charts: readonly Chart[], drawing: Drawing): string {
  return charts.map((chart) => drawChart(chart, drawing).join('\n')).join('\n\n');
}

function drawChart(chart: Chart, drawing: Drawing): string[] {
  const amounts = chart.bars.map(({ rows, total }) =>
    rows === 0 ? 'no rows' : formatMoney(total, chart.currency),
  );
  const labelWidth = Math.max(...chart.bars.map(({ bucket }) => bucket.length));
  const amountWidth = Math.max(...amounts.map((amount) => amount.length));
  const room = Math.max(leastBar, drawing.width - labelWidth - amountWidth - 2 * gap);
  const scale = scaleOf(chart.bars, room);
  const unit = chart.currency === null ? '' : ` ${chart.currency}`;
  const lines = chart.bars.map((bar, position) => {
    const drawn = drawBar(bar, chart, scale, drawing);
    const pad = ' '.repeat(Math.max(0, room - drawn.cells));
    const amount = (amounts[position] ?? '').padStart(amountWidth);
    return `${bar.bucket.padEnd(labelWidth)}  ${drawn.text}${pad}  ${amount}`;
  });
  return [
    `total ${formatMoney(chart.total, chart.currency)}${unit}`,
    ...lines,
    ...legend(chart, drawing),
  ];
}

interface Scale {
  /** Cells of the largest sum below zero. */
  readonly left: number;
  readonly right: number;
  readonly perCell: number;
}

/** Zero is moved to the right if there are credits. */
function scaleOf(bars: readonly Bar[], room: number): Scale {
  const most = Math.max(0, ...bars.map(({ parts }) => sumOf(parts.filter((part) => part > 0))));
  const least = Math.min(0, ...bars.map(({ parts }) => sumOf(parts.filter((part) => part < 0))));
  const left = least === 0 ? 0 : Math.max(1, Math.round((room * -least) / (most - least)));
  const right = Math.max(1, room - left);
  const perCell = Math.max(most / right, left === 0 ? 0 : -least / left);
  return { left, right, perCell };
}

interface Drawn {
  readonly text: string;
  readonly cells: number;
}

function drawBar({ parts }: Bar, chart: Chart, scale: Scale, drawing: Drawing): Drawn {
  const below = stack(parts, scale, chart, drawing, -1);
  const above = stack(parts, scale, chart, drawing, 1);
  const text = `${' '.repeat(Math.max(0, scale.left - below.cells))}${below.text}${above.text}`;
  return { text, cells: Math.max(scale.left, below.cells) + above.cells };
}

/** The parts on one side of zero, from zero outwards; each ends where the sum so far ends. */
function stack(
  parts: readonly number[],
  { perCell }: Scale,
  chart: Chart,
  drawing: Drawing,
  side: 1 | -1,
): Drawn {
  const pieces: string[] = [];
  let [cells, sum] = [0, 0];
  let last = -1;
  for (const [series, part] of parts.entries()) {
    if (part * side <= 0) continue;
    sum += part * side;
    last = series;
    const end = perCell === 0 ? 0 : Math.floor(sum / perCell + 1e-9);
    pieces.push(colored(patternOf(series, chart, drawing).repeat(end - cells), series, drawing));
    cells = end;
  }
  const isFine = side === 1 && last >= 0 && !drawing.ascii && isSolid(last, chart, drawing);
  const tip = isFine && perCell > 0 ? eighths[Math.floor((sum / perCell - cells) * 8 + 1e-9)] : '';
  if (tip) {
    pieces.push(colored(tip, last, drawing));
    cells += 1;
  }
  return { text: (side === 1 ? pieces : pieces.reverse()).join(''), cells };
}

function legend(chart: Chart, drawing: Drawing): string[] {
  const lines: string[] = [];
  let line = '';
  let used = 0;
  for (const [position, { name }] of chart.series.entries()) {
    const shown = drawing.cut(name, longestName);
    const pattern = colored(patternOf(position, chart, drawing), position, drawing);
    const width = 2 + drawing.widthOf(shown);
    if (used > 0 && used + gap + width > drawing.width) {
      lines.push(line);
      [line, used] = ['', 0];
    }
    line += `${used === 0 ? '' : ' '.repeat(gap)}${pattern} ${shown}`;
    used += (used === 0 ? 0 : gap) + width;
  }
  return line === '' ? lines : [...lines, line];
}

function patternOf(series: number, chart: Chart, drawing: Drawing): string {
  if (drawing.paint !== undefined) return patterns[0] ?? '#';
  const isRest = chart.series[series]?.isRest === true;
  if (isRest) return drawing.ascii ? restPattern.ascii : restPattern.unicode;
  return (drawing.ascii ? asciiPatterns : patterns)[series] ?? '#';
}

/** Only a full block has parts that look like it. */
function isSolid(series: number, chart: Chart, drawing: Drawing): boolean {
  return patternOf(series, chart, drawing) === patterns[0];
}

function colored(text: string, series: number, { paint }: Drawing): string {
  return paint === undefined || text === '' ? text : paint(text, series);
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}
