import { addDays, type DayRange, eachDay } from '../../src/days.ts';
import type { Verdict } from '../../src/rows/judge-source.ts';
import { judgePresence } from '../../src/rows/presence.ts';
import type { SourceDay } from '../../src/rows/source-facts.ts';

/** Rows and cost of one source on one day. */
type Day = { rows: number; cost: number };
type History = Map<string, Day>;

interface World {
  readonly today: string;
  readonly period: DayRange;
  readonly read: DayRange;
  readonly draw: () => number;
}

/** How healthy data looks: none of these is a fault. */
const healthy: Readonly<Record<string, (world: World) => History>> = {
  'rows every day': (world) => fill(world, () => true),
  'a day late': (world) =>
    cut(
      fill(world, () => true),
      addDays(world.today, -2),
    ),
  'two days late': (world) =>
    cut(
      fill(world, () => true),
      addDays(world.today, -3),
    ),
  'the last day only begun': (world) => {
    const days = fill(world, () => true);
    const last = days.get(addDays(world.today, -1 - Math.floor(world.draw() * 2)));
    if (last !== undefined) Object.assign(last, { rows: 1, cost: last.cost * 0.05 });
    return days;
  },
  'no rows on weekends': (world) => fill(world, (day) => !isWeekend(day)),
  'a third of the cost on weekends': (world) =>
    fill(
      world,
      () => true,
      (day) => (isWeekend(day) ? 0.33 : 1),
    ),
  'billed on the 1st': (world) => fill(world, (day) => day.endsWith('-01')),
  'ended months ago': () => new Map(),
  'new, for up to 13 days': (world) => {
    const start = addDays(world.today, -1 - Math.floor(world.draw() * 13));
    return fill(world, (day) => day >= start);
  },
  'a little more or less each week': (world) => {
    const slope = 0.98 + 0.04 * world.draw();
    const start = Date.parse(world.read.from);
    return fill(
      world,
      () => true,
      (day) => slope ** ((Date.parse(day) - start) / 86_400_000),
    );
  },
};

/** What is planted in a healthy source with rows on every day or on every weekday. */
const planted: Readonly<Record<string, (days: History, world: World) => Verdict>> = {
  'its rows end': (days, { today, period, draw }) => {
    const settled = [...days.keys()].filter(
      (day) => day >= period.from && day < addDays(today, -2),
    );
    const first = settled[settled.length - 1 - Math.floor(draw() * Math.min(settled.length, 6))];
    for (const day of [...days.keys()]) if (day >= (first ?? '')) days.delete(day);
    return 'stalled';
  },
  'a gap of one or two days': (days, { today, period, draw }) => {
    const from = addDays(period.from, Math.floor(draw() * 2));
    const length = 1 + Math.floor(draw() * 2);
    for (let step = 0; step < length; step += 1) {
      const day = addDays(from, step);
      if (day < addDays(today, -3)) days.delete(day);
    }
    return 'gap';
  },
  'a day with 2 to 12 % of its rows and cost': (days, { today, period, draw }) => {
    const settled = [...days].filter(([day]) => day >= period.from && day < addDays(today, -2));
    const [, chosen] = settled[Math.floor(draw() * settled.length)] ?? [];
    if (chosen !== undefined) {
      const left = 0.02 + 0.1 * draw();
      Object.assign(chosen, {
        rows: Math.floor(chosen.rows * left) || 1,
        cost: chosen.cost * left,
      });
    }
    return 'partial';
  },
};

export interface Score {
  readonly name: string;
  readonly histories: number;
  /** Of healthy ones: those that a gate would not pass. Of planted ones: those that it found. */
  readonly reported: number;
}

/** Judges healthy histories, in groups of four sources, as a gate judges them. */
export function scoreHealthy(perKind: number, seed: number): Score[] {
  const draw = createDraw(seed);
  const kinds = Object.entries(healthy);
  const reported = new Map(kinds.map(([name]) => [name, 0]));
  for (let number = 0; number < perKind; number += 1) {
    const world = createWorld(draw);
    const histories = new Map(kinds.map(([name, make]) => [name, make(world)]));
    const { missing, sources } = judge(histories, world);
    for (const { source, verdict } of sources) {
      const isAlarm = verdict !== 'ok' && verdict !== 'late';
      if (isAlarm) reported.set(source ?? '', (reported.get(source ?? '') ?? 0) + 1);
    }
    if (missing.length > 0) throw new Error(`days without rows: ${missing.join(', ')}`);
  }
  return [...reported].map(([name, count]) => ({ name, histories: perKind, reported: count }));
}

/** Plants a fault in one of two sources, and looks for exactly it. */
export function scorePlanted(perKind: number, seed: number): Score[] {
  const draw = createDraw(seed);
  return Object.entries(planted).map(([name, plant]) => {
    let found = 0;
    for (let number = 0; number < perKind; number += 1) {
      const world = createWorld(draw);
      const days = fill(world, number % 3 === 0 ? (day) => !isWeekend(day) : () => true);
      const before = days.size;
      const costs = [...days.values()].reduce((sum, { cost }) => sum + cost, 0);
      const expected = plant(days, world);
      const after = [...days.values()].reduce((sum, { cost }) => sum + cost, 0);
      // The fault may fall on a weekend on which there are no rows in any case.
      if (before === days.size && costs === after) {
        number -= 1;
        continue;
      }
      const { sources } = judge(
        new Map([
          ['planted', days],
          ['other', fill(world, () => true)],
        ]),
        world,
      );
      if (sources.find(({ source }) => source === 'planted')?.verdict === expected) found += 1;
    }
    return { name, histories: perKind, reported: found };
  });
}

function judge(histories: ReadonlyMap<string, History>, { today, period, read }: World) {
  const days: SourceDay[] = [...histories].flatMap(([source, own]) =>
    [...own].map(([day, { rows, cost }]) => {
      const units = BigInt(Math.round(cost * 100));
      return { source, day, currency: 'USD', rows, cost: { units, scale: 2 } };
    }),
  );
  const lag = { usual: 2, bySource: new Map<string, number>() };
  return judgePresence({ read: [read], judged: [period], days, hasColumn: true, today, lag });
}

/** A period of a week to a month up to yesterday, and the two weeks before it. */
function createWorld(draw: () => number): World {
  const today = addDays('2026-01-01', Math.floor(draw() * 700));
  const from = addDays(today, -7 - Math.floor(draw() * 24));
  const to = addDays(today, -1);
  return { today, period: { from, to }, read: { from: addDays(from, -14), to }, draw };
}

function fill(
  { read, draw }: World,
  hasRows: (day: string) => boolean,
  factor: (day: string) => number = () => 1,
): History {
  const rows = 8 + Math.floor(draw() * 400);
  const cost = 1 + draw() * 10_000;
  const noise = () => 0.7 + 0.6 * draw();
  return new Map(
    [...eachDay(read)].filter(hasRows).map((day) => {
      const level = factor(day);
      return [day, { rows: Math.max(1, Math.round(rows * noise())), cost: cost * level * noise() }];
    }),
  );
}

function cut(days: History, last: string): History {
  return new Map([...days].filter(([day]) => day <= last));
}

function isWeekend(day: string): boolean {
  return [0, 6].includes(new Date(day).getUTCDay());
}

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
function createDraw(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
