import type { Chart } from './chart.ts';

const asciiPatterns = ['#', '=', '+', 'o', '*', '%', 'x', '-'];
const patterns = ['█', '▒', '▚', '░', '▓', '▞', '▤', '▥'];
const restPattern = { ascii: '.', unicode: '·' };

interface Glyphs {
  readonly up: string;
  readonly down: string;
  readonly low: string;
  readonly line: string;
  readonly expected: string;
  readonly high: string;
  /** Of budgets, in their order. */
  readonly limits: readonly string[];
}

const unicodeGlyphs: Glyphs = {
  up: '▲',
  down: '▼',
  low: '├',
  line: '─',
  expected: '●',
  high: '┤',
  limits: ['│', '┊', '║', '┇'],
};

const asciiGlyphs: Glyphs = {
  up: '^',
  down: 'v',
  low: '[',
  line: '-',
  expected: '@',
  high: ']',
  limits: ['|', '!', ':', ';'],
};

export function glyphsOf(ascii: boolean): Glyphs {
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

/** Only a full block has parts that look like it. */
export function isSolid(series: number, chart: Chart, ascii: boolean): boolean {
  return patternOf(series, chart, ascii) === patterns[0];
}
