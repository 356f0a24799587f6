import { dayName } from '../days.ts';
import { compareTexts } from '../grouping.ts';
import {
  compareDecimals,
  type Decimal,
  formatDecimal,
  formatMoney,
  magnitude,
  withPlus,
} from '../json/decimal.ts';
import { absolute } from '../json/percent.ts';
import type { Cause } from './change-parts.ts';
import { compareSizes, type Part, sizeOf, sumCauses, type Tree } from './change-tree.ts';
import { keyOf, nameValue, quoteMark } from './result-rows.ts';

/** A group, or a sum of groups, and its change. */
export interface Answer {
  readonly name: string;
  readonly amount: Decimal;
  /** What made up at least half of the change. */
  readonly mostly?: (Mostly & { readonly amount: Decimal }) | undefined;
}

/** A day, a group within, or a cause in words. */
type Mostly = { readonly day: string } | { readonly group: string } | { readonly text: string };

export const causeNames: Readonly<Record<Cause, string>> = {
  new: 'new',
  gone: 'gone',
  credits: 'credits',
  'one-off day': 'one-off days',
  'exchange rate': 'exchange rates',
  usage: 'usage',
  price: 'price',
  other: 'other changes',
};

/** A group among those of other columns: one without a value says which column it lacks. */
export function nameInColumn(value: string | null, column = ''): string {
  const none = `(no ${column})`;
  if (value === null) return none;
  return value === none ? quoteMark(value) : nameValue(value);
}

export function nameOthers(groups: number, nameCount: (count: number) => string = String): string {
  return `${nameCount(groups)} ${groups === 1 ? 'other' : 'others'}`;
}

/** Each one-off day of each group, the largest first. */
export function sumDays(parts: readonly Part[]) {
  const days = new Map<string, { value: string | null; day: string; units: bigint }>();
  for (const { values, day = '', units } of parts) {
    const [value = null] = values;
    const key = keyOf([value, day]);
    days.set(key, { value, day, units: (days.get(key)?.units ?? 0n) + units });
  }
  return [...days.values()].sort(
    (one, other) =>
      compareSizes(one.units, other.units) ||
      compareTexts(one.day, other.day) ||
      compareTexts(one.value, other.value),
  );
}

export interface MainCause {
  readonly cause: Cause;
  readonly units: bigint;
  readonly day?: string | undefined;
}

/** The cause of at least half of the sum of all changes, unless that is `other`, which explains nothing. */
export function mainCause(parts: readonly Part[]): MainCause | undefined {
  const causes = sumCauses(parts);
  const [first] = causes;
  const all = sizeOf(causes.map(({ units }) => units));
  if (first === undefined || first.cause === 'other' || magnitude(first.units) * 2n < all)
    return undefined;
  if (first.cause !== 'one-off day') return first;
  const [day] = sumDays(first.parts);
  const isOne = day !== undefined && magnitude(day.units) * 2n >= magnitude(first.units);
  return isOne ? { cause: first.cause, units: day.units, day: day.day } : first;
}

export function nameCause({ cause, day }: MainCause, nameDay: (day: string) => string): string {
  return day === undefined ? causeNames[cause] : nameDay(day);
}

/** How many groups an answer names. */
const mostNamed = 3;

interface AnswerOptions {
  readonly by: readonly string[];
  readonly scale: number;
  readonly nameCount?: ((count: number) => string) | undefined;
}

export function answer(
  { branches, rest }: Tree,
  parts: readonly Part[],
  { by, scale, nameCount }: AnswerOptions,
): Answer[] {
  const nameOf = ({ value, column }: Tree['branches'][number]) => nameInColumn(value, by[column]);
  const amountOf = (units: bigint) => ({ amount: { units, scale } });
  const named = branches.slice(0, mostNamed);
  if (named.length === 0) {
    return sumCauses(parts).map(({ cause, units }) => ({
      name: causeNames[cause],
      ...amountOf(units),
    }));
  }
  const left = branches.slice(mostNamed);
  const others = left.length + (rest?.groups ?? 0);
  const units = left.reduce((sum, branch) => sum + branch.units, rest?.units ?? 0n);
  return [
    ...named.map((branch) => {
      const main = mainCause(branch.parts);
      const [largest] = branch.branches;
      const isMost =
        largest !== undefined && magnitude(largest.units) * 2n >= magnitude(branch.units);
      const mostly =
        main !== undefined
          ? { ...causeOf(main, branch.units), ...amountOf(main.units) }
          : isMost && largest.units > 0n === branch.units > 0n
            ? { group: nameOf(largest), ...amountOf(largest.units) }
            : undefined;
      return { name: nameOf(branch), ...amountOf(branch.units), ...(mostly && { mostly }) };
    }),
    ...(others === 0 ? [] : [{ name: nameOthers(others, nameCount), ...amountOf(units) }]),
  ];
}

function causeOf({ cause, day, units }: MainCause, whole: bigint): Mostly {
  if (day !== undefined) return { day };
  const isAll = units === whole;
  if (cause === 'new') return { text: isAll ? cause : 'in new groups' };
  if (cause === 'gone') return { text: isAll ? cause : 'in groups that are gone' };
  return { text: cause === 'one-off day' ? 'on one-off days' : `from ${causeNames[cause]}` };
}

/** Whether a cause explains the whole change: then its amount is not repeated. */
export function isWhole(text: string): boolean {
  return text === 'new' || text === 'gone';
}

/** `+7,773.20 USD Amazon EC2, of it +6,678.00 on 17 November 2026`. `currencies` are those of all answers. */
export function describeAnswer(
  { name, amount, mostly }: Answer,
  currency: string | null,
  currencies: readonly unknown[],
): string {
  const money = (one: Decimal) => withPlus(formatMoney(formatDecimal(one), currency));
  // Next to amounts with a currency, one that has none says so.
  const unit = currency ?? (currencies.length > 1 ? '(no currency)' : '');
  const start = `${money(amount)} ${unit === '' ? '' : `${unit} `}${name}`;
  if (mostly === undefined) return start;
  if ('text' in mostly && isWhole(mostly.text)) return `${start} (${mostly.text})`;
  return `${start}, ${linkTo(mostly.amount, amount)} ${money(mostly.amount)} ${placeOf(mostly)}`;
}

/** What comes before the main part of a change. If other parts worked against it, it is more than the whole. */
export function linkTo(part: Decimal, whole: Decimal): string {
  return compareDecimals(absolute(part), absolute(whole)) > 0 ? 'with' : 'of it';
}

/** After an amount: `on 17 November 2026`. */
function placeOf(mostly: Mostly): string {
  if ('day' in mostly) return `on ${dayName(mostly.day)}`;
  return 'group' in mostly ? `in ${mostly.group}` : mostly.text;
}
