import { expect, test } from 'vitest';
import type { DayRange } from '../../src/days.ts';
import { planRange } from '../../src/rows/windows.ts';

const range = { from: '2026-01-01', to: '2026-01-04' };
const spell = ({ from, to }: DayRange) => `${from.slice(8)}-${to.slice(8)}`;

/** A service that gives these totals, one range after the other or always the last of them. */
function serviceOf(totals: Readonly<Record<string, readonly number[]>>) {
  const asked: string[] = [];
  const askTotal = async (wanted: DayRange) => {
    const name = spell(wanted);
    const given = totals[name] ?? [];
    const times = asked.filter((other) => other === name).length;
    asked.push(name);
    return given[Math.min(times, given.length - 1)] ?? 0;
  };
  return { asked, askTotal };
}

test('a plan has the total of its whole range', async () => {
  const { askTotal } = serviceOf({ '01-04': [7] });
  expect(await planRange(range, askTotal)).toEqual({
    range,
    windows: [{ ...range, total: 7 }],
    total: 7,
  });
});

test('a split plan keeps the first total of its range', async () => {
  const { askTotal } = serviceOf({
    '01-04': [150_000, 160_000],
    '01-02': [80_000],
    '03-04': [80_000],
  });
  const plan = await planRange(range, askTotal);
  expect(plan.total).toBe(150_000);
  expect(plan.windows.map(({ total }) => total)).toEqual([80_000, 80_000]);
});

test('a plan fails after three attempts if its parts never add up', async () => {
  const { asked, askTotal } = serviceOf({
    '01-04': [150_000],
    '01-02': [80_000],
    '03-04': [80_000],
  });
  await expect(planRange(range, askTotal)).rejects.toMatchObject({ code: 'incomplete' });
  expect(asked.filter((name) => name === '01-04')).toHaveLength(3);
  expect(asked).toHaveLength(9);
});

test('a part with more rows than the range it was split from is detected', async () => {
  const { askTotal } = serviceOf({
    '01-04': [160_000],
    '01-02': [110_000],
    '03-04': [50_000],
    '01-01': [110_001],
  });
  await expect(planRange(range, askTotal)).rejects.toMatchObject({
    message: expect.stringContaining(
      '2026-01-01 to 2026-01-02 do not add up: 110000 for the whole',
    ),
  });
});

test('a part with all rows of the range it was split from leaves none for the rest', async () => {
  const { askTotal } = serviceOf({
    '01-04': [150_000],
    '01-02': [110_000],
    '03-04': [40_000],
    '01-01': [110_000],
  });
  const { windows } = await planRange(range, askTotal);
  expect(windows.map(({ total }) => total)).toEqual([110_000, 40_000]);
});

test.each([
  [160_000, { '01-02': [80_000], '03-04': [80_000] }],
  [160_001, { '01-01': [80_000], '02-02': [80_000], '03-04': [1] }],
])('%i rows are split into parts that are at most four fifths full', async (total, parts) => {
  const { asked, askTotal } = serviceOf({ '01-04': [total], ...parts });
  await planRange(range, askTotal);
  expect(asked).toEqual(['01-04', ...Object.keys(parts)]);
});

test('neighboring days that exactly fill a window are joined', async () => {
  const { askTotal } = serviceOf({
    '01-04': [200_000],
    '01-01': [50_000],
    '02-02': [50_000],
    '03-04': [100_000],
  });
  expect((await planRange(range, askTotal)).windows.map(spell)).toEqual(['01-02', '03-04']);
});
