import { dayName } from '../days.ts';
import { type Decimal, formatDecimal, formatMoney } from '../json/decimal.ts';
import { quoteInCondition } from '../rows/where-language.ts';
import type { Cause, Effect } from './change-effects.ts';
import {
  type Branch,
  compareSizes,
  growTree,
  isLarge,
  type Part,
  type Rest,
  size,
  sizeOf,
  sumCauses,
  sumOf,
  type TreeOptions,
} from './change-tree.ts';
import { compareTexts, keyOf, percentOf, type ResultRow } from './result-rows.ts';

export interface ExplainOptions extends TreeOptions {
  /** The columns that the effects have values of. */
  readonly by: readonly string[];
  /** The column of days, for the rows of a one-off day. */
  readonly dateColumn: string | undefined;
  /** The command that shows the rows behind a line. */
  readonly commandOf: (place: Place) => string;
}

/** Where rows are that a line is about. */
export interface Place {
  readonly cause: Cause | 'all';
  readonly path: readonly (readonly [column: string, value: string | null])[];
  readonly day?: string | undefined;
}

/** The change of one currency. */
export interface Explained {
  readonly currency: string | null;
  readonly change: Decimal;
  /** The largest groups, each with what did most of it, and the others: they add up to the change. */
  readonly answers: readonly Answer[];
  readonly rows: readonly ResultRow[];
}

/** A group of the first column and its change. */
export interface Answer {
  /** Null if it has no value. */
  readonly name: string | null;
  readonly amount: Decimal;
  /** Of several groups, whose names are left out. */
  readonly others?: number;
  /** What did at least half of it. */
  readonly mostly?: (Mostly & { readonly amount: Decimal }) | undefined;
}

/** A day, a group within, or a cause in words. */
type Mostly =
  | { readonly day: string }
  | { readonly group: string | null }
  | { readonly text: string };

/** Each currency by itself, in order. */
export function explainChange(effects: readonly Effect[], options: ExplainOptions): Explained[] {
  const currencies = [...new Set(effects.map(({ currency }) => currency))].sort(compareTexts);
  return currencies.map((currency) => {
    const own = effects.filter((effect) => effect.currency === currency);
    const scale = own.reduce((most, { amount }) => Math.max(most, amount.scale), 0);
    const parts = own.map(({ amount, ...effect }) => ({
      ...effect,
      units: amount.units * 10n ** BigInt(scale - amount.scale),
    }));
    return explainCurrency(parts, currency, scale, options);
  });
}

function explainCurrency(
  parts: readonly Part[],
  currency: string | null,
  scale: number,
  options: ExplainOptions,
): Explained {
  const { by, top, dateColumn, depth: deepest } = options;
  const whole = sumOf(parts);
  // Of columns that explain equally much the first by name is taken.
  const columns = [...by.keys()].sort((one, other) => compareTexts(by[one] ?? '', by[other] ?? ''));
  const tree = growTree(parts, columns, options);
  const rows: ResultRow[] = [];

  function write(line: string, units: bigint, depth: number, place: Where, more: ResultRow = {}) {
    if (depth > deepest) return;
    const { cause, path = [], day } = place;
    const days = day === undefined || dateColumn === undefined ? [] : [[dateColumn, day] as const];
    const amount = { units, scale };
    rows.push({
      line,
      cause,
      path: [...path, ...days].map(([column, value]) => conditionOf(column, value)),
      depth,
      currency,
      amount: formatDecimal(amount),
      share: percentOf(amount, { units: whole, scale }),
      command: options.commandOf({ cause, path, day }),
      ...more,
    });
  }

  function writeRest(rest: Rest | undefined, depth: number, place: Where): void {
    if (rest === undefined) return;
    write(`(${nameOthers(rest.groups)})`, rest.units, depth, place, { rest: true });
  }

  function writeTree(
    { branches, rest }: Tree,
    depth: number,
    { cause, path = [] }: Where,
    known?: MainCause,
  ): void {
    for (const branch of branches) {
      const own = [...path, [by[branch.column] ?? '', branch.value] as const];
      write(branch.value ?? '(none)', branch.units, depth, { cause, path: own });
      const main = cause === 'all' ? mainCause(branch.parts) : undefined;
      // What holds for a branch holds for those in it, unless they say otherwise.
      if (main !== undefined && nameCause(main) !== (known && nameCause(known))) {
        const { units, day } = main;
        write(nameCause(main), units, depth + 1, { cause: main.cause, path: own, day });
      }
      writeTree(branch, depth + 1, { cause, path: own }, main ?? known);
    }
    writeRest(rest, depth, { cause, path });
  }

  function writeDays(own: readonly Part[]): void {
    const days = sumDays(own);
    const shown = days.filter(({ units }) => isLarge(units, tree.all)).slice(0, top);
    for (const { value, day, units } of shown) {
      const path = by[0] === undefined ? [] : [[by[0], value] as const];
      const line = `${value ?? ''} ${dayName(day)}`.trim();
      write(line, units, 2, { cause: 'one-off day', path, day });
    }
    const rest = days.filter((one) => !shown.includes(one));
    if (shown.length === 0 || rest.length === 0) return;
    const units = rest.reduce((sum, one) => sum + one.units, 0n);
    writeRest({ groups: rest.length, units }, 2, { cause: 'one-off day' });
  }

  const answers = answer(tree, parts, scale);
  const sentences = answers.map((one) => describeAnswer(one, currency));
  write('all', whole, 0, { cause: 'all' }, { answer: sentences });
  for (const { cause, units, parts: own } of sumCauses(parts)) {
    write(causeNames[cause], units, 1, { cause });
    if (cause === 'one-off day') writeDays(own);
    else if (isLarge(units, tree.all)) {
      writeTree(growTree(own, columns, { depth: 1, top, all: tree.all }), 2, { cause });
    }
  }
  writeTree(tree, 1, { cause: 'all' });
  return { currency, change: { units: whole, scale }, answers, rows };
}

type Where = Pick<Place, 'cause'> & Partial<Place>;
type Tree = Pick<Branch, 'branches' | 'rest'>;

/** A condition that is met by the rows with this value, or without one. */
export function conditionOf(column: string, value: string | null): string {
  return `${quoteInCondition(column)}=${value === null ? '' : quoteInCondition(value)}`;
}

const causeNames: Readonly<Record<Cause, string>> = {
  new: 'new',
  gone: 'gone',
  credits: 'credits',
  'one-off day': 'one-off days',
  'exchange rate': 'exchange rates',
  usage: 'usage',
  price: 'price',
  other: 'other changes',
};

function nameOthers(groups: number): string {
  return groups === 1 ? '1 other' : `${groups} others`;
}

/** Each one-off day of each group, the largest first. */
function sumDays(parts: readonly Part[]) {
  const days = new Map<string, { value: string | null; day: string; units: bigint }>();
  for (const { values, day = '', units } of parts) {
    const [value = null] = values;
    const key = keyOf([value, day]);
    days.set(key, { value, day, units: (days.get(key)?.units ?? 0n) + units });
  }
  return [...days.values()].sort(
    (one, other) => compareSizes(one.units, other.units) || compareTexts(one.day, other.day),
  );
}

interface MainCause {
  readonly cause: Cause;
  readonly units: bigint;
  /** The one day that did it. */
  readonly day?: string | undefined;
}

/** The cause of at least half of all that happened; what has no quantity is no cause. */
function mainCause(parts: readonly Part[]): MainCause | undefined {
  const causes = sumCauses(parts);
  const [first] = causes;
  const all = sizeOf(causes.map(({ units }) => units));
  if (first === undefined || first.cause === 'other' || size(first.units) * 2n < all)
    return undefined;
  if (first.cause !== 'one-off day') return first;
  const [day] = sumDays(first.parts);
  const isOne = day !== undefined && size(day.units) * 2n >= size(first.units);
  return isOne ? { cause: first.cause, units: day.units, day: day.day } : first;
}

function nameCause({ cause, day }: MainCause): string {
  return day === undefined ? causeNames[cause] : dayName(day);
}

/** Groups that an answer names. */
const mostNamed = 3;

function answer({ branches, rest }: Tree, parts: readonly Part[], scale: number): Answer[] {
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
      const isMost = largest !== undefined && size(largest.units) * 2n >= size(branch.units);
      const mostly =
        main !== undefined
          ? { ...causeOf(main, branch.units), ...amountOf(main.units) }
          : isMost && largest.units > 0n === branch.units > 0n
            ? { group: largest.value, ...amountOf(largest.units) }
            : undefined;
      return { name: branch.value, ...amountOf(branch.units), ...(mostly && { mostly }) };
    }),
    ...(others === 0 ? [] : [{ name: null, others, ...amountOf(units) }]),
  ];
}

function causeOf({ cause, day, units }: MainCause, whole: bigint): Mostly {
  if (day !== undefined) return { day };
  const isAll = units === whole;
  if (cause === 'new') return { text: isAll ? cause : 'in new groups' };
  if (cause === 'gone') return { text: isAll ? cause : 'in groups that are gone' };
  return { text: cause === 'one-off day' ? 'on one-off days' : `from ${causeNames[cause]}` };
}

/** Whether a cause did all of it: then its amount is not repeated. */
export function isWhole(text: string): boolean {
  return text === 'new' || text === 'gone';
}

/** `+7,773.20 Amazon EC2, of it +6,678.00 on 17 November` */
export function describeAnswer(
  { name, amount, others, mostly }: Answer,
  currency: string | null,
): string {
  const money = (one: Decimal) => signed(formatMoney(formatDecimal(one), currency));
  const code = currency === null ? '' : ` ${currency}`;
  const who = others === undefined ? (name ?? '(none)') : nameOthers(others);
  const start = `${money(amount)}${code} ${who}`;
  if (mostly === undefined) return start;
  if ('text' in mostly && isWhole(mostly.text)) return `${start} (${mostly.text})`;
  return `${start}, of it ${money(mostly.amount)} ${placeOf(mostly)}`;
}

/** After an amount: `on 17 November`. */
function placeOf(mostly: Mostly): string {
  if ('day' in mostly) return `on ${dayName(mostly.day)}`;
  return 'group' in mostly ? `in ${mostly.group ?? '(none)'}` : mostly.text;
}

function signed(text: string): string {
  return /^[->]/.test(text) ? text : `+${text}`;
}
