import { formatMoney } from '../../json/money.ts';
import type { Chart, Limit, Outlook } from './chart.ts';
import { glyphsOf, limitGlyph, patternOf } from './glyphs.ts';

export interface Drawing {
  /** Cells in a line. */
  readonly width: number;
  /** No character beyond ASCII, apart from names. */
  readonly ascii: boolean;
  /** Colours a text as its series; undefined: without colours. */
  readonly paint: ((text: string, series: number) => string) | undefined;
  /** Makes a name harmless, and cuts it to a width. */
  readonly cut: (text: string, width: number) => string;
  readonly widthOf: (text: string) => number;
}

const gap = 2;
const longestName = 40;
const longestText = 200;
const mostFindings = 10;

/** What the parts of the bars are. */
export function drawLegend(chart: Chart, drawing: Drawing): string[] {
  const lines: string[] = [];
  let line = '';
  let used = 0;
  for (const [position, { name }] of chart.series.entries()) {
    const shown = drawing.cut(name, Math.min(longestName, drawing.width - 2));
    const pattern = patternOf(position, chart, drawing.ascii);
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

/** What the lines, the band and the marks say, in words. `drawn` are the visible limits. */
export function describeOverlays(
  chart: Chart,
  drawn: readonly Limit[],
  drawing: Drawing,
): string[] {
  const { ascii } = drawing;
  const glyphs = glyphsOf(ascii);
  const { limits = [], findings = [], outlook, currency } = chart;
  const budgets = limits.map((limit) => {
    const place = drawn.indexOf(limit);
    const glyph = place < 0 ? '' : `${limitGlyph(ascii, place)} `;
    const far = place < 0 ? ', too far beyond the bars to be drawn' : '';
    return `${glyph}budget ${limit.name}: ${limit.about}${far}`;
  });
  const band = `${glyphs.low}${glyphs.line}${glyphs.expected}${glyphs.line}${glyphs.high}`;
  const estimate =
    outlook === undefined ? [] : [`${band} ${describeOutlook(outlook, currency).join('; ')}`];
  const shown = findings
    .slice(0, mostFindings)
    .map(({ direction, text }) => `${glyphs[direction]} ${text}`);
  const more = findings.length - shown.length;
  const rest = more > 0 ? [`and ${more} more; costctl costs anomalies lists them`] : [];
  return [...estimate, ...budgets, ...shown, ...rest].flatMap((text) => wrap(text, drawing));
}

/** The estimate of the whole period, and how far it can be trusted. */
export function describeOutlook(outlook: Outlook, currency: string | null): string[] {
  const { period, expected, low, high, level, coverage, replays } = outlook;
  const money = (amount: number) => formatMoney(amount.toFixed(2), currency);
  const whole = `outlook of ${period}: ${money(expected)}${currency === null ? '' : ` ${currency}`}`;
  if (low === undefined || high === undefined) {
    return [whole, 'too little history for an interval'];
  }
  return [
    whole,
    `${level} % interval ${money(low)} to ${money(high)}`,
    `right in ${coverage?.toFixed(1)} % of ${replays} replays`,
  ];
}

/** Breaks at spaces; what follows the first line is indented. */
function wrap(text: string, { width, cut, widthOf }: Drawing): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of cut(text, longestText).split(' ')) {
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
