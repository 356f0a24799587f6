import { nameDays, type RateMethod } from '../days.ts';
import { CostctlError } from '../errors.ts';
import { groupBy, within } from '../grouping.ts';
import { type Decimal, multiplyDecimals, parseDecimal } from '../json/decimal.ts';
import { inOrder } from '../limit.ts';
import type { Group } from '../rows/tally.ts';
import { nameFirst } from '../text.ts';
import { meanRate, rateDays } from './rate-method.ts';
import { mergeGroups } from './result-rows.ts';

/** An exchange rate of one day, as the service sent it. */
export interface Rate {
  readonly rate: string;
  readonly effectiveDate: string | null;
  readonly source: string | null;
}

/** Finds a rate, or returns undefined. */
export type FindRate = (base: string, target: string, date: string) => Promise<Rate | undefined>;

/** A rate that amounts were multiplied by, alone or in a mean, for the receipt. */
export interface UsedRate extends Rate {
  readonly baseCurrency: string;
  readonly targetCurrency: string;
  /** The day whose rate was requested. */
  readonly date: string;
}

export interface Conversion {
  readonly target: string;
  /** All amounts at this day's rate; undefined: each as the method says. */
  readonly rateDate: string | undefined;
  readonly method: RateMethod;
  /** The last day of the running month whose rate counts. */
  readonly yesterday: string;
  readonly find: FindRate;
  readonly concurrency: number;
  /** What to do if a rate is missing, for an action without options of its own. */
  readonly ifMissing?: string;
  /** Keep what each converted group was, and merge none. */
  readonly keepsOriginals?: boolean | undefined;
  /** Leave a group without a rate as it is, instead of failing. */
  readonly mayLack?: boolean | undefined;
}

/** A converted group, and what it was before. */
export interface ConvertedGroup extends Group {
  readonly original?: Pick<Group, 'currency' | 'total'>;
  /** The rates that are missing, because of which it was not converted. */
  readonly lacks?: readonly MissingRate[];
}

export interface MissingRate {
  /** `EUR to USD` */
  readonly pair: string;
  readonly date: string;
}

interface Converted {
  readonly groups: readonly ConvertedGroup[];
  readonly rates: readonly UsedRate[];
}

/**
 * Each pair and day is requested once. A rate is used as it is, never inverted and never derived from two
 * others. Products are exact. Rows without a currency stay apart.
 */
export async function convertGroups(
  groups: readonly Group[],
  conversion: Conversion,
): Promise<Converted> {
  const converted = await convertEach(groups, conversion);
  if (conversion.keepsOriginals === true) return converted;
  const done = converted.groups.filter(({ lacks }) => lacks === undefined);
  const lacking = converted.groups.filter(({ lacks }) => lacks !== undefined);
  return { ...converted, groups: [...mergeGroups(done, (group) => group), ...lacking] };
}

/** Leaves each group by itself, and in the same order. */
async function convertEach(groups: readonly Group[], conversion: Conversion): Promise<Converted> {
  const { target } = conversion;
  const { rates, missing } = await findRates(groups, conversion);
  const factors = new Map<string, Decimal>();
  const factorOn = (currency: string, date: string): Decimal => {
    const found = rates.get(keyOf(currency, date));
    // Every pair and day of a group was requested.
    if (found === undefined) throw new Error(`no rate of ${currency}`);
    return found.factor;
  };
  const factorFor = (currency: string, dates: readonly string[]): Decimal =>
    within(factors, `${currency} ${dates[0]} ${dates.length}`, () =>
      meanRate(dates.map((date) => factorOn(currency, date))),
    );
  const converted = groups.map((group): ConvertedGroup => {
    const { currency, total } = group;
    if (currency === target || currency === null) return group;
    const dates = datesOf(group, conversion);
    const lacks = dates.flatMap((date) => missing.get(keyOf(currency, date)) ?? []);
    if (lacks.length > 0) return { ...group, lacks };
    const factor = factorFor(currency, dates);
    const product = multiplyDecimals(total, factor);
    return { ...group, currency: target, total: product, original: { currency, total } };
  });
  return { groups: converted, rates: [...rates.values()].map(({ used }) => used) };
}

interface KnownRate {
  readonly used: UsedRate;
  readonly factor: Decimal;
}

async function findRates(groups: readonly Group[], conversion: Conversion) {
  const { target, find, concurrency, ifMissing, mayLack } = conversion;
  const wanted = new Map<string, { base: string; date: string }>();
  for (const group of groups) {
    if (group.currency === target || group.currency === null) continue;
    for (const date of datesOf(group, conversion)) {
      wanted.set(keyOf(group.currency, date), { base: group.currency, date });
    }
  }
  const sorted = [...wanted].sort(([one], [other]) => (one < other ? -1 : 1));
  const tasks = sorted.map(([key, { base, date }]) => async () => {
    const rate = await find(base, target, date);
    return { key, base, date, rate };
  });
  const rates = new Map<string, KnownRate>();
  const missing = new Map<string, MissingRate>();
  for await (const { key, base, date, rate } of inOrder(tasks, concurrency)) {
    if (rate === undefined) missing.set(key, { pair: `${base} to ${target}`, date });
    else {
      const used = { baseCurrency: base, targetCurrency: target, date, ...rate };
      rates.set(key, { used, factor: factorOf(used) });
    }
  }
  if (missing.size > 0 && mayLack !== true) throw missingRates([...missing.values()], ifMissing);
  return { rates, missing };
}

function datesOf(group: Group, { rateDate, method, yesterday }: Conversion): readonly string[] {
  return rateDate === undefined ? rateDays(method, group.day ?? '', yesterday) : [rateDate];
}

function keyOf(base: string, date: string): string {
  return `${base} ${date}`;
}

function factorOf({ rate, baseCurrency, targetCurrency, date }: UsedRate): Decimal {
  const factor = parseDecimal(rate);
  if (factor !== undefined && factor.units > 0n) return factor;
  throw new CostctlError(
    'unexpected_response',
    `the rate from ${baseCurrency} to ${targetCurrency} on ${date} is not a positive number: ${rate}`,
  );
}

export function missingRates(
  missing: readonly MissingRate[],
  hint = '--rate-date DAY takes the rates of one day, --rates FILE those of a file',
): CostctlError {
  return new CostctlError('incomplete', describeMissingRates(missing), { hint });
}

/** The days of each pair together: `EUR to USD on 2026-10-01 to 2026-10-31; GBP to USD on 2026-10-02`. */
function describeMissingRates(missing: readonly MissingRate[]): string {
  const names = [...groupBy(missing, ({ pair }) => pair)].map(([pair, all]) => {
    const days = new Set(all.map(({ date }) => date));
    return `${pair} on ${nameDays([...days].sort())}`;
  });
  return `no exchange rate for ${nameFirst(names.sort(), 10, '; ')}`;
}
