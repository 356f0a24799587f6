import { formatMoney } from '../json/decimal.ts';
import { widthOf } from '../text-width.ts';
import type { Chart, Limit, Outlook } from './chart-data.ts';

export interface Drawing {
  /** Cells in a line. */
  readonly width: number;
  /** Use no characters beyond ASCII, except in names. */
  readonly ascii: boolean;
  /** Colours a text as its series; undefined: without colours. */
  readonly paint: ((text: string, series: number) => string) | undefined;
  /** Makes a text harmless, and cuts it to a width. */
  readonly cut: (text: string, width: number) => string;
  /** Does the same to names, so that they still differ. */
  readonly cutNames: (names: readonly string[], width: number) => readonly string[];
}

const gap = 2;
const longestName = 40;
const mostFindings = 10;

/** What the parts of the bars are. */
export function drawLegend(chart: Chart, drawing: Drawing): string[] {
  const lines: string[] = [];
  let line = '';
  let used = 0;
  const names = chart.series.map(({ name }) => name);
  const room = Math.min(longestName, drawing.width - 2);
  for (const [position, shown] of drawing.cutNames(names, room).entries()) {
    const pattern = patternOf(position, chart, drawing.ascii);
    const colored = drawing.paint?.(pattern, position) ?? pattern;
    const width = 2 + widthOf(shown);
    if (used > 0 && used + gap + width > drawing.width) {
      lines.push(line);
      [line, used] = ['', 0];
    }
    line += `${used === 0 ? '' : ' '.repeat(gap)}${colored} ${shown}`;
    used += (used === 0 ? 0 : gap) + width;
  }
  return line === '' ? lines : [...lines, line];
}

/** What the lines, the band and the marks say, in words. `drawn` are the visible limits. */
export function describeOverlays(chart: Chart, drawn: readonly Limit[], drawing: Drawing) {
  const { ascii, cutNames } = drawing;
  const glyphs = glyphsOf(ascii);
  const { limits = [], findings = [], outlook, currency } = chart;
  // Names are cut, so that nothing is cut that is said of them.
  const budgetNames = cutNames(
    limits.map(({ name }) => name),
    longestName,
  );
  const budgets = limits.map((limit, at) => {
    const place = drawn.indexOf(limit);
    const glyph = place < 0 ? '' : `${limitGlyph(ascii, place)} `;
    const far = place < 0 ? ', too far beyond the bars to be drawn' : '';
    return `${glyph}budget ${budgetNames[at]}: ${limit.about}${far}`;
  });
  const band = `${glyphs.low}${glyphs.line}${glyphs.expected}${glyphs.line}${glyphs.high}`;
  const estimate =
    outlook === undefined ? [] : [`${band} ${describeOutlook(outlook, currency).join('; ')}`];
  const listed = findings.slice(0, mostFindings);
  const groupNames = cutNames(
    listed.map(({ name }) => name),
    longestName,
  );
  const shown = listed.map(({ direction, day, amounts }, at) =>
    [glyphs[direction], day, groupNames[at], amounts].filter((part) => part !== '').join(' '),
  );
  const more = findings.length - shown.length;
  const rest = more > 0 ? [`and ${more} more; costctl costs anomalies lists them`] : [];
  return [...estimate, ...budgets, ...shown, ...rest].flatMap((text) => wrap(text, drawing));
}

/** The estimate of the whole period, and how far it can be trusted. */
export function describeOutlook(outlook: Outlook, currency: string | null): string[] {
  const { period, expected, low, high, level, coverage, replays } = outlook;
  const money = (amount: number) => formatMoney(String(amount), currency);
  const whole = `outlook of ${period}: ${money(expected)}${currency === null ? '' : ` ${currency}`}`;
  if (low === undefined || high === undefined)
    return [whole, 'too few days with cost for an interval'];
  return [
    whole,
    `${level} % interval ${money(low)} to ${money(high)}`,
    `held in ${coverage?.toFixed(1)} % of ${replays} replays`,
  ];
}

/** Breaks at spaces; what follows the first line is indented. */
function wrap(text: string, { width, cut }: Drawing): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const shown = cut(word, width - gap);
    if (line === '') line = shown;
    else if (widthOf(line) + 1 + widthOf(shown) <= width) line += ` ${shown}`;
    else {
      lines.push(line);
      line = `${' '.repeat(gap)}${shown}`;
    }
  }
  return [...lines, line];
}

const asciiPatterns = ['#', '=', '+', 'o', '*', '%', 'x', '-'];
const patterns = ['█', '▒', '▚', '░', '▓', '▞', '▤', '▥'];
const restPattern = { ascii: '.', unicode: '·' };

const unicodeGlyphs = {
  up: '▲',
  down: '▼',
  low: '├',
  line: '─',
  expected: '●',
  high: '┤',
  /** One for each budget, in their order. */
  limits: ['│', '┊', '║', '┇'],
};

const asciiGlyphs: typeof unicodeGlyphs = {
  up: '^',
  down: 'v',
  low: '[',
  line: '-',
  expected: '@',
  high: ']',
  limits: ['|', '!', ':', ';'],
};

export function glyphsOf(ascii: boolean) {
  return ascii ? asciiGlyphs : unicodeGlyphs;
}

/** With more budgets than glyphs, the last ones share one; the text below names them all. */
export function limitGlyph(ascii: boolean, place: number): string {
  const { limits } = glyphsOf(ascii);
  return limits[place] ?? limits.at(-1) ?? '';
}

/** Parts of a bar differ in their pattern too, for readers who cannot distinguish the colours. */
export function patternOf(series: number, chart: Chart, ascii: boolean): string {
  const isRest = chart.series[series]?.isRest === true;
  if (isRest) return ascii ? restPattern.ascii : restPattern.unicode;
  return (ascii ? asciiPatterns : patterns)[series] ?? '#';
}

/** Only for a full block are there narrower blocks that look like it. */
export function isSolid(series: number, chart: Chart, ascii: boolean): boolean {
  return patternOf(series, chart, ascii) === patterns[0];
}

/** Okabe and Ito's, for the colour-blind, neighbours far apart in lightness; `code`: of a terminal's 256 colours. */
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

/** The colour of what is drawn over the bars: dark, so that it is seen on every colour of the palette. */
export const overlayColors = { limit: '#000000', outlook: '#333333', finding: '#000000' } as const;

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
