import { within } from '../grouping.ts';
import {
  addDecimals,
  compareDecimals,
  type Decimal,
  divideDecimals,
  multiplyDecimals,
  roundDecimal,
  subtractDecimals,
  sumDecimals,
  zero,
} from '../json/decimal.ts';
import type { ConvertedGroup } from './convert-currency.ts';
import type { OneOff } from './one-off-days.ts';
import { keyOf } from './result-rows.ts';

/** In the order in which they apply: an amount belongs to the first that fits. */
export const causes = [
  'new',
  'gone',
  'credits',
  'one-off day',
  'exchange rate',
  'usage',
  'price',
  'other',
] as const;

export type Cause = (typeof causes)[number];

/** A part of the change that has one cause. */
export interface Effect {
  readonly cause: Cause;
  /** One value for each column that the change is explained by. */
  readonly values: readonly (string | null)[];
  readonly currency: string | null;
  readonly amount: Decimal;
  /** Only for a one-off day. */
  readonly day?: string | undefined;
}

/** The rows of both periods by day, with their mark as a credit first among the values. */
export interface Change {
  readonly before: readonly ConvertedGroup[];
  readonly after: readonly ConvertedGroup[];
  /** How many values, after the mark, belong to the columns that the change is explained by. */
  readonly columns: number;
  /** The places of the values, after the mark, that rows must share for their prices to be compared. */
  readonly alike: readonly number[];
  /** Of the cost without credits. */
  readonly oneOffs: readonly OneOff[];
}

/** Divides the change into effects that add up to it exactly. */
export function findEffects(change: Change): Effect[] {
  const { before, after, columns } = change;
  const split = createSplit(columns);
  const keysIn = (groups: readonly ConvertedGroup[]) => {
    const keys = new Map<string | null, Set<string>>();
    for (const { currency, values } of groups) {
      within(keys, currency, () => new Set<string>()).add(split(values).key);
    }
    return keys;
  };
  const old = keysIn(before);
  const present = keysIn(after);
  const effects: Effect[] = [];
  const atoms: Atoms = new Map();
  const named = new Map<string, { readonly oneOff: OneOff; readonly parts: Part[] }>();
  for (const oneOff of change.oneOffs) {
    const { currency, value, day } = oneOff;
    named.set(keyOf([currency, value, day]), { oneOff, parts: [] });
  }
  const specialDays = new Set<string | null>(change.oneOffs.map(({ day }) => day));

  function add(group: ConvertedGroup, side: Side): void {
    const { currency, day } = group;
    const values = split(group.values);
    const give = (cause: Cause) => effects.push({ cause, ...effectOf(values.own, group, side) });
    if (!old.get(currency)?.has(values.key)) give('new');
    else if (!present.get(currency)?.has(values.key)) give('gone');
    else if (values.mark === 'credit') give('credits');
    else {
      const part = { group, values, side };
      const isSpecial = specialDays.has(day);
      const special = isSpecial && named.get(keyOf([currency, values.own[0] ?? null, day]));
      if (special) special.parts.push(part);
      else addToAtom(atoms, part, group);
    }
  }

  for (const group of before) add(group, -1);
  for (const group of after) add(group, 1);
  for (const { oneOff, parts } of named.values()) {
    for (const effect of takeExcess(oneOff, parts, atoms)) effects.push(effect);
  }
  return [...effects, ...divideAtoms(atomsIn(atoms), change.alike)];
}

type Side = -1 | 1;

interface Part {
  readonly group: ConvertedGroup;
  readonly values: Split;
  readonly side: Side;
}

/** The values of a group. */
interface Split {
  readonly mark: string | null;
  /** Of the columns that the change is explained by. */
  readonly own: readonly (string | null)[];
  readonly key: string;
  /** Of all columns. */
  readonly all: readonly (string | null)[];
  readonly keyOfAll: string;
}

/** A tally has one list for equal values of all days: it is split once. */
function createSplit(columns: number): (values: readonly (string | null)[]) => Split {
  const known = new Map<readonly (string | null)[], Split>();
  return (values) =>
    within(known, values, () => {
      const [mark = null, ...all] = values;
      const own = all.slice(0, columns);
      return { mark, own, key: keyOf(own), all, keyOfAll: keyOf(all) };
    });
}

function effectOf(
  values: readonly (string | null)[],
  { currency, total }: Pick<ConvertedGroup, 'currency' | 'total'>,
  side: Side,
) {
  return { values, currency, amount: side === 1 ? total : subtractDecimals(zero, total) };
}

/** What a one-off day cost beyond what was expected; the expected part is treated like other days. */
function takeExcess(
  { difference, expected }: OneOff,
  parts: readonly Part[],
  atoms: Atoms,
): Effect[] {
  const actual = sumDecimals(parts.map(({ group }) => group.total));
  const beyond = subtractDecimals(actual, expected);
  // New groups of that day are explained already.
  const excess =
    difference.units > 0n && compareDecimals(beyond, difference) < 0 ? beyond : difference;
  const kept = roundDecimal(subtractDecimals(actual, excess), actual.scale);
  const isNone = difference.units > 0n ? excess.units <= 0n : excess.units >= 0n;
  if (isNone || actual.units <= 0n || kept.units < 0n) {
    for (const part of parts) addToAtom(atoms, part, part.group);
    return [];
  }
  const share = (amount: Decimal, digits: number) =>
    divideDecimals(multiplyDecimals(amount, kept), actual, amount.scale + digits);
  const shares = parts.map((part) => {
    const { total, original } = part.group;
    if (original === undefined) return { part, own: share(total, 0), original };
    // At the rate of the whole amount: a share of it is no effect of exchange rates.
    const was = share(original.total, moreDigits);
    const own = multiplyDecimals(was, rateOf(total, original.total));
    return { part, own, original: { total: was } };
  });
  const last = shares.findLastIndex(({ original }) => original === undefined);
  const rest = subtractDecimals(kept, sumDecimals(shares.map(({ own }) => own)));
  return shares.map(({ part, own: rounded, original }, place) => {
    const { group, values, side } = part;
    const own = place === last ? addDecimals(rounded, rest) : rounded;
    addToAtom(atoms, part, {
      total: own,
      quantity: group.quantity ? share(group.quantity, moreDigits) : group.quantity,
      original,
    });
    const total = subtractDecimals(group.total, own);
    const day = group.day ?? undefined;
    const currency = group.currency;
    return { cause: 'one-off day', ...effectOf(values.own, { currency, total }, side), day };
  });
}

/** What a converted amount was multiplied by: the division leaves no rest. */
function rateOf(total: Decimal, original: Decimal): Decimal {
  if (original.units === 0n) return zero;
  return divideDecimals(total, original, Math.max(0, total.scale - original.scale));
}

/** Digits that a share of a quantity has beyond those of the quantity. */
const moreDigits = 6;

interface Counted {
  readonly total: Decimal;
  readonly quantity?: Decimal | null | undefined;
  readonly original?: { readonly total: Decimal } | undefined;
}

interface Figures {
  amount: Decimal;
  /** The amount in the currency that it was converted from. */
  original: Decimal;
  /** Null if a row has none. */
  quantity: Decimal | null;
}

/** Rows that are alike in everything but their day. */
interface Atom {
  readonly values: Split;
  readonly currency: string | null;
  readonly from: string | null | undefined;
  readonly before: Figures;
  readonly after: Figures;
}

/** By currency, currency before the conversion, and values of all columns. */
type Atoms = Map<string | null, Map<string | null, Map<string, Atom>>>;

function atomsIn(atoms: Atoms): Atom[] {
  return [...atoms.values()].flatMap((inner) =>
    [...inner.values()].flatMap((own) => [...own.values()]),
  );
}

function addToAtom(
  atoms: Atoms,
  { group: { currency, original: was }, values, side }: Part,
  { total, quantity, original }: Counted,
): void {
  const from = was?.currency;
  const inner = within(atoms, currency, () => new Map<string | null, Map<string, Atom>>());
  const own = within(inner, from ?? null, () => new Map<string, Atom>());
  const nothing = () => ({ amount: zero, original: zero, quantity: zero });
  const atom = within(own, values.keyOfAll, () => ({
    ...{ values, currency, from },
    ...{ before: nothing(), after: nothing() },
  }));
  const figures = side === 1 ? atom.after : atom.before;
  figures.amount = addDecimals(figures.amount, total);
  figures.original = addDecimals(figures.original, original?.total ?? zero);
  const { quantity: sum } = figures;
  figures.quantity = quantity && sum ? addDecimals(sum, quantity) : null;
}

/** What one unit of something cost before, as a fraction; undefined if that is not known. */
interface Price {
  readonly amount: Decimal;
  readonly quantity: Decimal | null;
}

/** Exchange rates first, then usage at the old price, then the price; without a quantity the rest is `other`. */
function divideAtoms(atoms: readonly Atom[], alike: readonly number[]): Effect[] {
  const prices = new Map<string, Price>();
  const keyOfPrice = ({ currency, from, values: { all } }: Atom) =>
    keyOf([currency, from ?? null, ...alike.map((place) => all[place] ?? null)]);
  for (const atom of atoms) {
    const key = keyOfPrice(atom);
    const known = prices.get(key) ?? { amount: zero, quantity: zero };
    const { before, after } = atom;
    const isCounted = known.quantity !== null && after.quantity !== null;
    const quantity = isCounted && before.quantity ? before.quantity : null;
    prices.set(key, {
      amount: addDecimals(known.amount, before.amount),
      quantity: quantity && known.quantity && addDecimals(known.quantity, quantity),
    });
  }
  return atoms.flatMap((atom) => {
    const { values, currency, before, after, from } = atom;
    const atOldRates = atOldRate(atom);
    const moved = subtractDecimals(atOldRates, before.amount);
    const price = prices.get(keyOfPrice(atom));
    const usage = price && usageOf(atom, price, moved.scale);
    const parts: (readonly [Cause, Decimal])[] = [
      ...(from === undefined
        ? []
        : [['exchange rate', subtractDecimals(after.amount, atOldRates)] as const]),
      ...(usage === undefined
        ? [['other', moved] as const]
        : [['usage', usage] as const, ['price', subtractDecimals(moved, usage)] as const]),
    ];
    return parts
      .filter(([, amount]) => amount.units !== 0n)
      .map(([cause, amount]) => ({ cause, values: values.own, currency, amount }));
  });
}

/** The amount after, at the rate of the amount before. */
function atOldRate({ before, after, from }: Atom): Decimal {
  if (from === undefined || before.original.units === 0n) return after.amount;
  const product = multiplyDecimals(after.original, before.amount);
  return divideDecimals(product, before.original, after.amount.scale);
}

function usageOf({ before, after }: Atom, price: Price, digits: number): Decimal | undefined {
  if (price.quantity === null || price.quantity.units === 0n) return undefined;
  if (before.quantity === null || after.quantity === null) return undefined;
  const more = subtractDecimals(after.quantity, before.quantity);
  return divideDecimals(multiplyDecimals(more, price.amount), price.quantity, digits);
}
