import { widthOf } from '../text-width.ts';
import type { ColumnChart } from './report-document.ts';
import { characterWidth, round } from './svg.ts';

export interface ChartFrame {
  /** In units of the picture, which is scaled to the width of the page. */
  readonly width: number;
  readonly height: number;
  /** Writes a mark of the axis, which is plain decimal text, for the reader. */
  readonly formatMark: (text: string) => string;
  readonly escapeText: (text: string) => string;
}

/** A column of a chart, with its label as the page writes it. */
type Point = ColumnChart['points'][number] & { readonly label: string };

const top = 10;
const bottom = 24;

/** Columns over time with an axis. It has no colours of its own: the style of the page has them. */
export function drawColumns(points: readonly Point[], frame: ChartFrame): string {
  const { width, height, formatMark, escapeText } = frame;
  const values = points.flatMap(({ value = 0, before = 0 }) => [value, before]);
  const marks = marksOf(Math.min(0, ...values), Math.max(0, ...values));
  const [low, high] = [marks[0]?.value ?? 0, marks.at(-1)?.value ?? 1];
  const texts = marks.map(({ text }) => formatMark(text));
  const left = Math.ceil(Math.max(...texts.map(widthOf)) * characterWidth) + 10;
  const y = (value: number) =>
    round(top + ((high - value) / (high - low)) * (height - top - bottom));
  const longest = Math.max(...points.map(({ label }) => widthOf(label)));
  const count = Math.max(1, points.length);
  // The last label, in the middle of its column, must not reach beyond the page.
  const beyond = Math.max(0, (longest * characterWidth - (width - left) / count) / 2);
  const step = (width - left - beyond) / count;
  const thick = Math.min(40, step * 0.72);
  const every = Math.max(1, Math.ceil(((longest + 0.6) * characterWidth) / step));
  const lines = marks.map(
    ({ value }, place) =>
      `<line class="${value === 0 ? 'zero' : 'grid'}" x1="${left}" x2="${width}" y1="${y(value)}" y2="${y(value)}"/><text x="${left - 8}" y="${y(value) + 4}" text-anchor="end">${escapeText(texts[place] ?? '')}</text>`,
  );
  const columns = points.map(({ value, before, label }, place) => {
    const x = left + place * step;
    // What is not known has a frame of the whole height.
    const [tone, from, to] =
      value === undefined
        ? ['none', y(high), y(low)]
        : ['main', y(Math.max(0, value)), y(Math.min(0, value))];
    const column = `<rect class="${tone}" x="${round(x + (step - thick) / 2)}" y="${from}" width="${round(thick)}" height="${round(Math.max(0, to - from))}"/>`;
    const line =
      before === undefined
        ? ''
        : `<rect class="before" x="${round(x + step * 0.05)}" y="${round(y(before) - 1.5)}" width="${round(step * 0.9)}" height="3"/>`;
    const text =
      place % every === 0
        ? `<text x="${round(x + step / 2)}" y="${height - 6}" text-anchor="middle">${escapeText(label)}</text>`
        : '';
    return column + line + text;
  });
  return `${lines.join('')}${columns.join('')}`;
}

/** Three to six round marks that enclose the values: 1, 2 or 5 times a power of ten apart. */
export function marksOf(
  low: number,
  high: number,
): { readonly value: number; readonly text: string }[] {
  const span = high - low;
  if (!(span > 0) || !Number.isFinite(span))
    return [0, 1].map((value) => ({ value, text: String(value) }));
  const power = Math.floor(Math.log10(span / 4));
  const unit = 10 ** power;
  const factor = [1, 2, 5, 10].find((one) => span / (one * unit) <= 5) ?? 10;
  const first = Math.floor(low / (factor * unit) + 1e-9);
  const last = Math.ceil(high / (factor * unit) - 1e-9);
  return Array.from({ length: last - first + 1 }, (_, place) => {
    const count = (first + place) * factor;
    return { value: count * unit, text: scaleText(count, power) };
  });
}

/** `count` times ten to the power, without the noise of a double. */
function scaleText(count: number, power: number): string {
  if (power >= 0) return `${count}${count === 0 ? '' : '0'.repeat(power)}`;
  const digits = String(Math.abs(count)).padStart(1 - power, '0');
  return `${count < 0 ? '-' : ''}${digits.slice(0, power)}.${digits.slice(power)}`;
}
