import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type ColumnNeeds, type Fit, fitColumns, fitText } from '../../src/output/fit.ts';
import { widthOf } from '../../src/text-width.ts';

const gap = 2;

const column: fc.Arbitrary<ColumnNeeds> = fc
  .record({
    natural: fc.integer({ min: 1, max: 90 }),
    short: fc.integer({ min: 1, max: 90 }),
    least: fc.integer({ min: 1, max: 16 }),
    floor: fc.integer({ min: 1, max: 6 }),
    isName: fc.boolean(),
    isSparse: fc.boolean(),
    shrinks: fc.constantFrom('first', 'second', 'last'),
    importance: fc.constantFrom('key', 'answer', 'normal', 'extra'),
  })
  .map((needs) => {
    const short = Math.min(needs.short, needs.natural);
    const least = Math.min(needs.least, short);
    return { ...needs, short, least, floor: Math.min(needs.floor, least) };
  });

const cases = fc.record({
  columns: fc.array(column, { minLength: 1, maxLength: 14 }),
  room: fc.integer({ min: 1, max: 200 }),
});

interface Shown extends ColumnNeeds {
  readonly at: number;
  readonly width: number;
}

function shownOf(columns: readonly ColumnNeeds[], { shown, widths }: Fit): Shown[] {
  return shown.flatMap((at, place) => {
    const needs = columns[at];
    return needs === undefined ? [] : [{ ...needs, at, width: widths[place] ?? 0 }];
  });
}

const taken = (widths: readonly number[]) =>
  widths.reduce((total, width) => total + width + gap, -gap);

/** Runs a property of each case in which the columns fit. */
function whereTheyFit(
  property: (
    shown: readonly Shown[],
    fit: Fit,
    one: { columns: ColumnNeeds[]; room: number },
  ) => void,
): void {
  fc.assert(
    fc.property(cases, (one) => {
      const fit = fitColumns(one.columns, { room: one.room, gap });
      if (fit !== undefined) property(shownOf(one.columns, fit), fit, one);
    }),
  );
}

test('the widths and the gaps fit the window', () => {
  whereTheyFit((shown, fit, { room }) => {
    expect(taken(fit.widths)).toBeLessThanOrEqual(Math.max(room, 1));
    for (const { width, natural } of shown) {
      expect(width).toBeGreaterThan(0);
      expect(width).toBeLessThanOrEqual(natural);
    }
  });
});

const isNeeded = ({ importance }: ColumnNeeds) => importance === 'answer' || importance === 'key';
const hasKey = (columns: readonly ColumnNeeds[]) =>
  columns.some(({ importance }) => importance === 'key');

test('what distinguishes rows is always shown, and every answer if nothing does', () => {
  whereTheyFit((_shown, fit, { columns }) => {
    const wanted = hasKey(columns) ? 'key' : 'answer';
    const needed = [...columns.keys()].filter((at) => columns[at]?.importance === wanted);
    expect(fit.shown).toEqual(expect.arrayContaining(needed));
  });
});

test('an answer is left out only if all of them do not fit, and no other column remains', () => {
  whereTheyFit((shown, _fit, { columns, room }) => {
    const answers = columns.filter(isNeeded);
    if (shown.filter(isNeeded).length === answers.length) return;
    expect(taken(answers.map(({ least }) => least))).toBeGreaterThan(room);
    expect(shown.every(isNeeded)).toBe(true);
  });
});

test('fails only if the columns that are needed do not fit at their lowest widths', () => {
  fc.assert(
    fc.property(cases, ({ columns, room }) => {
      const keys = columns.filter(({ importance }) => importance === 'key');
      const answers = keys.length > 0 ? keys : columns.filter(isNeeded);
      const needed = answers.length === 0 ? columns.slice(0, 1) : answers;
      const fits = needed.length === 1 || taken(needed.map(({ floor }) => floor)) <= room;
      expect(fitColumns(columns, { room, gap }) !== undefined).toBe(fits);
    }),
  );
});

test('leaves out nearly empty columns before anything is cut, and extras before others', () => {
  whereTheyFit((_shown, fit, { columns, room }) => {
    const leftOut = [...columns.entries()].filter(([at]) => !fit.shown.includes(at));
    if (leftOut.length === 0) return;
    expect(taken(columns.map(({ short }) => short))).toBeGreaterThan(room);
    const full = leftOut.filter(([, { isSparse }]) => !isSparse);
    const isLeft = (at: number) => !fit.shown.includes(at);
    if (full.some(([, { importance }]) => importance === 'normal')) {
      const extras = [...columns.keys()].filter((at) => columns[at]?.importance === 'extra');
      expect(extras.every(isLeft)).toBe(true);
    }
    // What distinguishes rows is rather whole.
    if (full.length > 0 && !columns.some(({ isName }) => isName)) {
      expect(taken(columns.map(({ least }) => least))).toBeGreaterThan(room);
    }
  });
});

test('cuts no name if it is whole without the columns that do not answer', () => {
  whereTheyFit((shown, _fit, { columns, room }) => {
    const kept = columns.filter((one) => isNeeded(one) && !one.isSparse);
    if (!kept.some(({ isName }) => isName) || taken(kept.map(({ short }) => short)) > room) return;
    if (columns.some((one) => isNeeded(one) && one.isSparse)) return;
    for (const { isName, width, short } of shown) {
      if (isName) expect(width).toBeGreaterThanOrEqual(short);
    }
  });
});

test.each([
  [22, [0, 1], [10, 10]],
  [21, [0], [20]],
])('of two columns of at least 10 cells, a window of %d shows %j', (room, shown, widths) => {
  const column: ColumnNeeds = {
    ...{ natural: 20, short: 20, least: 10, floor: 5 },
    ...{ isName: false, isSparse: false, shrinks: 'first', importance: 'normal' },
  };
  expect(fitColumns([column, column], { room, gap })).toMatchObject({ shown, widths });
});

test('shows everything uncut if it fits', () => {
  whereTheyFit((shown, fit, { columns, room }) => {
    if (taken(columns.map(({ natural }) => natural)) > room) return;
    expect(fit.isShort).toBe(false);
    expect(shown.map(({ width }) => width)).toEqual(columns.map(({ natural }) => natural));
  });
});

test('cuts text before numbers, and nested values before other text', () => {
  const order = ['first', 'second', 'last'];
  whereTheyFit((shown) => {
    if (shown.length < 2) return;
    for (const one of shown) {
      if (one.width >= one.short) continue;
      const earlier = shown.filter(
        ({ shrinks, isName }) => !isName && order.indexOf(shrinks) < order.indexOf(one.shrinks),
      );
      // The last cells may remain because a level is a whole number.
      for (const other of earlier) expect(other.width).toBeLessThanOrEqual(other.least);
    }
  });
});

test('cuts the longest columns of a kind first', () => {
  whereTheyFit((shown) => {
    for (const one of shown.filter(({ width, short }) => width < short)) {
      const longer = shown.filter(
        ({ shrinks, short, width, least, isName }) =>
          !isName && shrinks === one.shrinks && short > one.short && width > least,
      );
      for (const other of longer) expect(other.width).toBeLessThanOrEqual(one.width);
    }
  });
});

test.each([
  ['CostAndUsage-D-005-M', 14, 'CostAnd…-005-M'],
  ['Virtual Machines', 10, 'Virtu…ines'],
  ['데이터 웨어하우스', 9, '데이…우스'],
  ['Compute Engine 19 October 2026', 29, 'Compute Engin…19 October 2026'],
  ['Amazon EC2 15 October 2026', 25, 'Amazon EC2 …October 2026'],
  ['Amazon EC2 15 October 2026', 12, 'Amazon… 2026'],
  ['a 12345678 b', 9, 'a …78 b'],
  ['412583920174', 9, '4125…0174'],
  ['short', 5, 'short'],
  ['abc', 1, '…'],
  ['abcd', 2, 'a…'],
])('%s is shortened in its middle to %d cells', (text, width, shortened) => {
  expect(fitText(text, width, 'middle')).toBe(shortened);
  expect(widthOf(fitText(text, width, 'middle'))).toBeLessThanOrEqual(width);
});

test('of a series the first columns are left out, and of others the last', () => {
  const shownOfThree = (importance: ColumnNeeds['importance']) => {
    const one = { natural: 5, short: 5, least: 5, floor: 5, isName: false, isSparse: false };
    const columns = Array.from({ length: 3 }, () => ({
      ...one,
      shrinks: 'last' as const,
      importance,
    }));
    return fitColumns(columns, { room: 12, gap })?.shown;
  };
  expect([shownOfThree('series'), shownOfThree('extra')]).toEqual([
    [1, 2],
    [0, 1],
  ]);
});
