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
import { type Atoms, addToAtom, divideAtoms } from './change-atoms.ts';
import {
  type Cause,
  createSplit,
  type Effect,
  effectOf,
  type Part,
  type Side,
} from './change-parts.ts';
import type { ConvertedGroup } from './convert-currency.ts';
import type { OneOff } from './one-off-days.ts';
import { keyOf } from './result-rows.ts';

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
  return [...effects, ...divideAtoms(atoms, change.alike)];
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
