import type { Chart } from './chart-data.ts';

export interface Drawing {
  /** Cells in a line. */
  readonly width: number;
  /** Colours a text as its series; undefined: without colours. */
  readonly paint: ((text: string, series: number) => string) | undefined;
  /** Makes a name harmless, and cuts it to a width. */
  readonly cut: (text: string, width: number) => string;
  readonly widthOf: (text: string) => number;
}

const gap = 2;
const longestName = 40;

/** What the parts of the bars are. */
export function drawLegend(chart: Chart, drawing: Drawing): string[] {
  const lines: string[] = [];
  let line = '';
  let used = 0;
  for (const [position, { name }] of chart.series.entries()) {
    const shown = drawing.cut(name, Math.min(longestName, drawing.width - 2));
    const pattern = patternOf(position, chart);
    const colored = drawing.paint?.(pattern, position) ?? pattern;
    const width = 2 + drawing.widthOf(shown);
    if (used > 0 && used + gap + width > drawing.width) {
      lines.push(line);
      [line, used] = ['', 0];
    }
    line += `${used === 0 ? '' : ' '.repeat(gap)}${colored} ${shown}`;
    used += (used === 0 ? 0 : gap) + width;
  }
  return line === '' ? lines : [...lines, line];
}

const patterns = ['█', '▒', '▚', '░', '▓', '▞', '▤', '▥'];

/** Parts of a bar differ in their pattern too, for readers who cannot distinguish the colours. */
export function patternOf(series: number, chart: Chart): string {
  const isRest = chart.series[series]?.isRest === true;
  return isRest ? '·' : (patterns[series] ?? '#');
}

/** Only a full block has parts that look like it. */
export function isSolid(series: number, chart: Chart): boolean {
  return patternOf(series, chart) === patterns[0];
}

/**
 * Okabe and Ito's colours, which colour-blind people can distinguish, in an
 * order that keeps neighbours far from each other in lightness; and the nearest of a terminal's 256.
 */
const palette = [
  { hex: '#0072B2', code: 25 },
  { hex: '#E69F00', code: 214 },
  { hex: '#56B4E9', code: 117 },
  { hex: '#D55E00', code: 166 },
  { hex: '#009E73', code: 36 },
  { hex: '#F0E442', code: 227 },
  { hex: '#CC79A7', code: 175 },
] as const;

const restColor = { hex: '#999999', code: 246 } as const;

/** How many groups have a colour of their own. */
export const paletteSize = palette.length;

export function colorOf(series: number, isRest: boolean): { hex: string; code: number } {
  return isRest ? restColor : (palette[series] ?? restColor);
}

export interface Decal {
  readonly kind: 'stripes' | 'dots';
  readonly gap: number;
  /** Degrees. */
  readonly turn: number;
}

const stripes = (turn: number, gap: number): Decal => ({ kind: 'stripes', turn, gap });
const dots = (gap: number): Decal => ({ kind: 'dots', turn: 0, gap });

/** The largest group is plain. */
const decals: readonly (Decal | undefined)[] = [
  undefined,
  stripes(-45, 6),
  dots(4),
  stripes(45, 6),
  stripes(0, 6),
  dots(7),
  stripes(90, 6),
];

/** A pattern on top of the colour, for readers who cannot distinguish the colours. */
export function decalOf(series: number, isRest: boolean): Decal | undefined {
  return isRest ? undefined : decals[series];
}
