import { within } from '../grouping.ts';
import {
  addDecimals,
  type Decimal,
  divideDecimals,
  multiplyDecimals,
  subtractDecimals,
  zero,
} from '../json/decimal.ts';
import type { Cause, Effect, Part, Split } from './change-parts.ts';
import { keyOf } from './result-rows.ts';

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
export type Atoms = Map<string | null, Map<string | null, Map<string, Atom>>>;

export function addToAtom(
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
export function divideAtoms(all: Atoms, alike: readonly number[]): Effect[] {
  const atoms = [...all.values()].flatMap((inner) =>
    [...inner.values()].flatMap((own) => [...own.values()]),
  );
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
