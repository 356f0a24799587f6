import { CostctlError } from '../../src/errors.ts';
import { type Decimal, parseDecimal } from '../../src/json/decimal.ts';
import { analyze } from '../../src/questions/analyze.ts';
import { convertGroups } from '../../src/questions/convert-currency.ts';
import type { DaySum } from '../../src/rows/manifest-file.ts';
import type { Group } from '../../src/rows/tally.ts';
import {
  drawRecords,
  findRate,
  places,
  type Records,
  rateUnits,
  sourceOf,
  type Truth,
} from '../helpers/open-records.ts';
import { createDraw, type Fuzzer } from './draw.ts';

const report = {
  count: () => undefined,
  begin: () => undefined,
  add: () => undefined,
  stop: () => undefined,
  onFound: () => undefined,
};

/** How the cases ended: a run in which none was answered would prove nothing. */
export interface Outcomes {
  answered: number;
  refused: number;
}

/** Plays random open records against an exact oracle. Throws at the first wrong answer. */
export async function playRecords(count: number, seed: number): Promise<Outcomes> {
  const draw = createDraw(seed);
  const outcomes = { answered: 0, refused: 0 };
  for (let played = 0; played < count; played += 1) {
    const periods = 1 + draw.below(2);
    const { records, truth } = drawRecords(draw, periods);
    const mode = draw.pick(['plain', 'days', 'convert'] as const);
    const problem = await playCase(records, truth, mode, draw.below(2) === 0, outcomes);
    if (problem !== undefined) {
      throw new Error(`${problem} (${mode}): ${JSON.stringify(records)}`);
    }
  }
  return outcomes;
}

export const recordFuzzer: Fuzzer = {
  name: 'open cost records are added up exactly, or an error names the column',
  cases: 1_000_000,
  play: async (count, seed) => {
    const { answered, refused } = await playRecords(count, seed);
    if (answered < count / 4 || (count > 100 && refused === 0)) {
      throw new Error(`${answered} answered, ${refused} refused: the cases prove too little`);
    }
  },
};

type Mode = 'plain' | 'days' | 'convert';

async function playCase(
  records: readonly Records[],
  truth: Truth,
  mode: Mode,
  rereads: boolean,
  outcomes: Outcomes,
): Promise<string | undefined> {
  try {
    const answer = await analyze(
      sourceOf(records, rereads),
      {
        ranges: records.map(({ range }) => range),
        given: {},
        conditions: [],
        by: mode === 'plain' ? [truth.team] : [],
        byDay: mode !== 'plain',
        withSums: mode === 'days',
      },
      report,
    );
    if (!truth.hasColumns) return undefined;
    outcomes.answered += 1;
    if (mode === 'plain') return checkTotals(answer.periods, truth);
    const [first] = answer.periods;
    if (first === undefined) return 'no period';
    if (mode === 'convert') return await checkConverted(first.groups, truth);
    const sums = first.windows.flatMap(({ window }) => window.sums ?? []);
    return checkDays(first.groups, truth) ?? checkReceipt(sums, truth);
  } catch (error) {
    if (!(error instanceof CostctlError)) throw error;
    outcomes.refused += 1;
    const hasRate = !error.message.startsWith('no exchange rate for');
    if (truth.isPlain && hasRate) return `plain records were refused: ${error.message}`;
    // A currency without a rate is named instead of its column.
    if (!hasRate) return undefined;
    // No row has the column at all.
    if (error.message.startsWith('no column could be the')) return undefined;
    const isNamed = [...truth.columns].some((column) => error.message.includes(column));
    return isNamed ? undefined : `the error names no column: ${error.message}`;
  }
}

function checkTotals(
  periods: readonly { readonly groups: readonly Group[] }[],
  truth: Truth,
): string | undefined {
  if (truth.faults > 0) return 'an amount that is not a number was added';
  for (const [place, { groups }] of periods.entries()) {
    const wanted = new Map(truth.totals[place]);
    for (const { currency, values, total } of groups) {
      const team = values[0] === null ? 'null' : JSON.stringify(values[0]);
      // null and a missing team are one group.
      const key = `${currency ?? ''}|${team}`;
      if (unitsOf(total) !== (wanted.get(key) ?? 0n)) return `the total of ${key} is wrong`;
      wanted.delete(key);
    }
    const missing = [...wanted].find(([, units]) => units !== 0n);
    if (missing !== undefined) return `the total of ${missing[0]} is missing`;
  }
  return undefined;
}

function checkDays(groups: readonly Group[], truth: Truth): string | undefined {
  if (truth.faults + truth.dayFaults > 0) return 'a row that cannot be added up was added';
  return compare(
    groups.map(({ day, currency, total }) => [`${day}|${currency ?? ''}`, unitsOf(total)]),
    truth.days,
  );
}

function checkReceipt(sums: readonly DaySum[], truth: Truth): string | undefined {
  return compare(
    sums.map(({ date, currency, sum }) => {
      const decimal = parseDecimal(sum);
      return [`${date}|${currency ?? ''}`, decimal === undefined ? undefined : unitsOf(decimal)];
    }),
    truth.days,
  );
}

async function checkConverted(groups: readonly Group[], truth: Truth): Promise<string | undefined> {
  if (truth.faults + truth.dayFaults > 0) return 'a row that cannot be added up was added';
  const conversion = {
    target: 'CHF',
    rateDate: undefined,
    method: 'daily' as const,
    yesterday: '2026-11-14',
    find: findRate,
    concurrency: 4,
  };
  const converted = await convertGroups(groups, conversion);
  const wanted = new Map<string, bigint>();
  for (const [key, units] of truth.days) {
    const [day = '', currency = ''] = key.split('|');
    const target = `${day}|${currency === '' ? '' : 'CHF'}`;
    const factor = currency === '' ? 10_000n : rateUnits(currency, day);
    wanted.set(target, (wanted.get(target) ?? 0n) + units * factor);
  }
  return compare(
    converted.groups.map(({ day, currency, total }) => [
      `${day}|${currency ?? ''}`,
      unitsOf(total, 2 * places),
    ]),
    wanted,
  );
}

function compare(
  found: readonly (readonly [key: string, units: bigint | undefined])[],
  wanted: ReadonlyMap<string, bigint>,
): string | undefined {
  const keys = new Set(found.map(([key]) => key));
  if (keys.size !== found.length) return 'a group is there twice';
  for (const [key, units] of found) {
    if (units !== (wanted.get(key) ?? 0n)) return `the sum of ${key} is wrong`;
  }
  const missing = [...wanted.keys()].find((key) => !keys.has(key));
  return missing === undefined ? undefined : `the sum of ${missing} is missing`;
}

/** Undefined if the decimal has more digits than the oracle. */
function unitsOf({ units, scale }: Decimal, wanted = places): bigint | undefined {
  if (scale <= wanted) return units * 10n ** BigInt(wanted - scale);
  const factor = 10n ** BigInt(scale - wanted);
  return units % factor === 0n ? units / factor : undefined;
}
