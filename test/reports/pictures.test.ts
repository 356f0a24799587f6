import { expect, test } from 'vitest';
import { type ChartOptions, chartCosts } from '../../src/reports/chart-data.ts';
import { drawCharts } from '../../src/reports/draw.ts';
import { colorOf, paletteSize } from '../../src/reports/legend.ts';
import { paintCharts } from '../../src/reports/picture.ts';
import { characterWidth } from '../../src/reports/svg.ts';
import { groupOf } from '../helpers/groups.ts';

const options: ChartOptions = {
  range: { from: '2026-11-02', to: '2026-11-03' },
  by: ['team'],
  granularity: 'day',
  most: 1,
};
const picture = {
  title: 'Costs',
  lines: [],
  cut: (text: string, width: number) => text.slice(0, width),
  cutNames: (names: readonly string[], width: number) => names.map((name) => name.slice(0, width)),
};
const texts = (svg: string) => [...svg.matchAll(/<text[^>]*>([^<]*)</g)].map(([, text]) => text);

test('a picture without charts shows "no rows"', () => {
  expect(texts(paintCharts([], picture))).toEqual(['Costs', 'no rows']);
});

test('costs without currency and groups are drawn in one color without a legend', () => {
  const charts = chartCosts([groupOf({ currency: null, total: '7' })], { ...options, by: [] });
  const svg = paintCharts(charts, picture);
  expect(texts(svg)).toContain('total 7.00');
  expect(svg).toContain(colorOf(0, false).hex);
  expect(svg).not.toContain(colorOf(1, false).hex);
});

test('a day without rows has a frame, which a day without cost has not', () => {
  const groups = [groupOf({ total: '7' })];
  const drawn = (days: readonly string[]) => {
    const charts = chartCosts(groups, { ...options, by: [], delivered: new Set(days) });
    const svg = paintCharts(charts, picture);
    return [texts(svg).includes('no rows'), svg.match(/<rect[^>]*stroke-dasharray/g)?.length];
  };
  expect(drawn(['2026-11-02'])).toEqual([true, 2]);
  expect(drawn(['2026-11-02', '2026-11-03'])).toEqual([false, undefined]);
});

test('beside charts of currencies, that of costs without one says so', () => {
  const groups = [groupOf({ currency: null, total: '7' }), groupOf({ total: '5' })];
  const charts = chartCosts(groups, { ...options, by: [] });
  const drawing = { ...{ ...picture, width: 60, ascii: true }, paint: undefined };
  const lines = drawCharts(charts, drawing);
  for (const said of ['total 5.00 EUR', 'total 7.00 without a currency']) {
    expect(texts(paintCharts(charts, picture))).toContain(said);
    expect(lines.split('\n')).toContain(said);
  }
});

test('the legend shows shortened group names and an entry for the other groups', () => {
  const name = 'a team with a name that is longer than forty characters';
  const charts = chartCosts(
    [
      groupOf({ values: [name], total: '7' }),
      groupOf({ values: ['b'], total: '2' }),
      groupOf({ values: [null], total: '1', day: '2026-11-03' }),
    ],
    options,
  );
  const svg = paintCharts(charts, picture);
  expect(texts(svg)).toContain(name.slice(0, 40));
  expect(texts(svg)).toContain('other (2)');
  expect(texts(svg)).toContain('total 10.00 EUR');
  expect(svg).toContain(colorOf(0, true).hex);
});

test('groups beyond the palette have the color of the other groups', () => {
  expect(colorOf(paletteSize, false)).toEqual(colorOf(0, true));
  expect(colorOf(paletteSize - 1, false)).not.toEqual(colorOf(0, true));
});

test.each([
  [true, '#', '.'],
  [false, '█', '·'],
])(
  'without colors the other groups have a pattern of their own, ASCII: %s',
  (ascii, full, rest) => {
    const groups = ['a', 'b', 'c'].map((team, place) =>
      groupOf({ values: [team], total: String(4 - place) }),
    );
    const drawing = {
      width: 60,
      ascii,
      paint: undefined,
      cut: picture.cut,
      cutNames: picture.cutNames,
    };
    const lines = drawCharts(chartCosts(groups, options), drawing).split('\n');
    expect(lines[1]).toMatch(new RegExp(`^2026-11-02  \\${full}+\\${rest}+ +9\\.00$`));
    expect(lines[3]).toBe(`${full} a  ${rest} other (2)`);
  },
);

test('costs outside the range appear in no bar', () => {
  const [chart] = chartCosts([groupOf({}), groupOf({ day: '2026-12-01' })], options);
  expect(chart?.bars.map(({ isBlank }) => isBlank)).toEqual([false, true]);
});

/** Where the texts with a symbol before them begin. */
const placesOf = (svg: string) =>
  [...svg.matchAll(/translate\(([\d.]+) ([\d.]+)\)">.*?<\/text>/g)].map(
    ([, x, y]) => [Number(x), Number(y)] as const,
  );

test('wide characters have the room that they take in the legend', () => {
  const names = ['転'.repeat(20), 'b'.repeat(40), 'c'];
  const groups = names.map((team, place) => groupOf({ values: [team], total: String(9 - place) }));
  const [, first, second, third] = placesOf(
    paintCharts(chartCosts(groups, { ...options, most: 3 }), picture),
  );
  expect((second?.[0] ?? 0) - (first?.[0] ?? 0)).toBe((third?.[0] ?? 0) - (second?.[0] ?? 0));
});

test('a long legend is above the bars, and all of it in the picture', () => {
  const [chart] = chartCosts([groupOf({ total: '7' })], { ...options, by: [] });
  if (chart === undefined) throw new Error('no chart');
  const limits = Array.from({ length: 40 }, (_, number) => ({
    ...{ name: `budget ${number}`, about: '900.00 a month, about 30.00 a day' },
    amounts: [1, 1],
  }));
  const svg = paintCharts([{ ...chart, limits }, chart], picture);
  const lowest = Math.max(
    ...placesOf(svg)
      .slice(0, 41)
      .map(([, y]) => y),
  );
  const tops = [...svg.matchAll(/<rect [^>]*y="([\d.]+)"/g)].map(([, y]) => Number(y));
  expect(Math.min(...tops.filter((y) => y > 0))).toBeGreaterThan(90);
  expect(svg).toMatch(/<rect [^>]*height="[1-9][\d.]*" fill="#0072B2"/);
  const [, second, height] = [/^/, /translate\(0 (\d{3,})\)/, /height="(\d+)"/].map((one) =>
    Number(one.exec(svg)?.[1]),
  );
  expect(second).toBeGreaterThan(lowest + 180);
  expect(height).toBe((second ?? 0) + 400);
});

test('a picture says which bars are partial, whether they have a label or not', () => {
  const range = { from: '2026-06-10', to: '2026-11-27' };
  const charts = chartCosts([groupOf({})], { ...options, by: [], range, granularity: 'week' });
  const svg = paintCharts(charts, picture);
  expect(texts(svg)).toContain('total 1.00 EUR; 2026-W24 and 2026-W48 are partial');
  const labels = [...svg.matchAll(/<text x="([\d.]+)"[^>]*>2026-W\d\d</g)];
  expect(labels.length).toBeGreaterThan(2);
  expect(Number(labels.at(-1)?.[1]) + 4 * characterWidth).toBeLessThanOrEqual(1000);
});

test('what is said of a chart is wrapped, and above its legend', () => {
  const [chart] = chartCosts([groupOf({ total: '7' })], {
    ...options,
    by: [],
    delivered: new Set(),
  });
  if (chart === undefined) throw new Error('no chart');
  const outlook = {
    ...{ period: 'November 2026', expected: 123456789012, low: 111111111111, high: 222222222222 },
    ...{ level: 80, coverage: 79.5, replays: 155 },
  };
  const svg = paintCharts([{ ...chart, outlook }], picture);
  const lines = [...svg.matchAll(/<text x="24" y="(\d+)" font-size="13">([^<]*)</g)];
  expect(lines.map(([, , line]) => line).join(' ')).toContain('held in 79.5 % of 155 replays');
  expect(lines.length).toBe(2);
  for (const [, y, line = ''] of lines) {
    expect(line.length).toBeLessThanOrEqual(125);
    expect(Number(y)).toBeLessThan(
      Math.min(
        ...placesOf(svg)
          .slice(1)
          .map(([, place]) => place),
      ),
    );
  }
});

test('the label of the last of many bars ends inside the picture', () => {
  const range = { from: '2026-01-01', to: '2026-07-18' };
  const svg = paintCharts(chartCosts([groupOf({})], { ...options, by: [], range }), picture);
  const [, x] = [...svg.matchAll(/<text x="([\d.]+)"[^>]*>2026-07-18</g)][0] ?? [];
  expect(Number(x) + 5 * characterWidth).toBeLessThanOrEqual(1000);
});
