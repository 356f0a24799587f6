import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type ColumnNeeds, type Fit, fitColumns } from '../../src/output/fit.ts';

const gap = 2;

const column: fc.Arbitrary<ColumnNeeds> = fc
  .record({
    natural: fc.integer({ min: 1, max: 90 }),
    short: fc.integer({ min: 1, max: 90 }),
    least: fc.integer({ min: 1, max: 16 }),
    floor: fc.integer({ min: 1, max: 6 }),
    shrinks: fc.constantFrom('first', 'second', 'last'),
    importance: fc.constantFrom('answer', 'normal', 'extra'),
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

test('columns that answer the question are never left out', () => {
  whereTheyFit((_shown, fit, { columns }) => {
    const answers = [...columns.keys()].filter((at) => columns[at]?.importance === 'answer');
    expect(fit.shown).toEqual(expect.arrayContaining(answers));
  });
});

test('fails only if the answer columns do not fit at their lowest widths', () => {
  fc.assert(
    fc.property(cases, ({ columns, room }) => {
      const answers = columns.filter(({ importance }) => importance === 'answer');
      const needed = answers.length === 0 ? columns.slice(0, 1) : answers;
      const fits = needed.length === 1 || taken(needed.map(({ floor }) => floor)) <= room;
      expect(fitColumns(columns, { room, gap }) !== undefined).toBe(fits);
    }),
  );
});

test('leaves out other columns only after all extras, and only for lack of room', () => {
  whereTheyFit((_shown, fit, { columns, room }) => {
    const leftOut = [...columns.entries()].filter(([at]) => !fit.shown.includes(at));
    if (leftOut.length === 0) return;
    if (leftOut.some(([, { importance }]) => importance === 'normal')) {
      expect(fit.shown.filter((at) => columns[at]?.importance === 'extra')).toEqual([]);
    }
    expect(taken(columns.map(({ least }) => least))).toBeGreaterThan(room);
  });
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
        ({ shrinks }) => order.indexOf(shrinks) < order.indexOf(one.shrinks),
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
        ({ shrinks, short, width, least }) =>
          shrinks === one.shrinks && short > one.short && width > least,
      );
      for (const other of longer) expect(other.width).toBeLessThanOrEqual(one.width);
    }
  });
});
