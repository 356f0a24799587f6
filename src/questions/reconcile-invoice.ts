import {
  addDecimals,
  compareDecimals,
  type Decimal,
  formatDecimal,
  formatMoney,
  placesOf,
  subtractDecimals,
  zero,
} from '../json/decimal.ts';
import type { Group } from '../rows/tally.ts';
import {
  compareTexts,
  compareValues,
  keyOf,
  magnitude,
  type ResultRow,
  valueFields,
} from './result-rows.ts';

export const invoiceClasses = [
  'matched',
  'rounding',
  'missing in the rows',
  'missing in the invoice',
  'duplicated',
  'amount differs',
  'credit',
  'tax',
] as const;

export type InvoiceClass = (typeof invoiceClasses)[number];

/** A line of an invoice. */
export interface InvoiceLine {
  readonly values: readonly (string | null)[];
  readonly currency: string | null;
  readonly amount: Decimal;
  /** What the invoice says that it is. */
  readonly kind: 'credit' | 'tax' | undefined;
  /** The invoice has had the same line before. */
  readonly isRepeated: boolean;
}

/** A part of the difference of a key. */
export interface Difference {
  readonly values: readonly (string | null)[];
  readonly currency: string | null;
  readonly invoice: Decimal;
  readonly rows: Decimal;
  readonly difference: Decimal;
  readonly class: InvoiceClass;
}

/** The invoice and the rows of one key and currency. */
interface Account {
  readonly values: readonly (string | null)[];
  readonly currency: string | null;
  /** Undefined: it has none. */
  invoice: Decimal | undefined;
  rows: Decimal | undefined;
  /** Parts of the invoice that the rows may lack, and credits that the invoice may lack. */
  repeated: Decimal;
  credits: Decimal;
  taxes: Decimal;
  rowCredits: Decimal;
}

/** The amounts of an invoice, added up by key and currency as they are read. */
interface InvoiceTally {
  readonly add: (line: InvoiceLine) => void;
  /** Against the rows, in groups that `markCredits` marked. */
  readonly reconcile: (groups: readonly Group[], tolerance?: Decimal) => Difference[];
}

export function createInvoiceTally(): InvoiceTally {
  const accounts = new Map<string, Account>();

  function accountOf(values: readonly (string | null)[], currency: string | null): Account {
    const key = keyOf([currency, ...values]);
    const known = accounts.get(key);
    if (known !== undefined) return known;
    const account = {
      ...{ values, currency, invoice: undefined, rows: undefined },
      ...{ repeated: zero, credits: zero, taxes: zero, rowCredits: zero },
    };
    accounts.set(key, account);
    return account;
  }

  return {
    add: ({ values, currency, amount, kind, isRepeated }) => {
      const account = accountOf(values, currency);
      account.invoice = addDecimals(account.invoice ?? zero, amount);
      if (isRepeated) account.repeated = addDecimals(account.repeated, amount);
      else if (kind === 'tax') account.taxes = addDecimals(account.taxes, amount);
      else if (kind === 'credit' || amount.units < 0n)
        account.credits = addDecimals(account.credits, amount);
    },
    reconcile: (groups, tolerance) => {
      for (const { values: marked, currency, total } of groups) {
        const [mark, ...values] = marked;
        const account = accountOf(values, currency);
        account.rows = addDecimals(account.rows ?? zero, total);
        if (mark === 'credit') account.rowCredits = addDecimals(account.rowCredits, total);
      }
      return [...accounts.values()]
        .flatMap((account) => classify(account, tolerance ?? smallestUnit(account.currency)))
        .sort(
          (one, other) =>
            compareTexts(one.currency, other.currency) ||
            compareDecimals(magnitude(other.difference), magnitude(one.difference)) ||
            compareValues(one.values, other.values),
        );
    },
  };
}

function smallestUnit(currency: string | null): Decimal {
  return { units: 1n, scale: placesOf(currency) };
}

/**
 * Repeated lines, taxes and credits are the reason only if the rest then agrees: a tax that is on
 * both sides explains nothing. The parts add up to the amounts of the key.
 */
function classify(account: Account, tolerance: Decimal): Difference[] {
  const { values, currency, invoice, rows, repeated, credits, taxes, rowCredits } = account;
  const part = (billed: Decimal, counted: Decimal, name: InvoiceClass): Difference => ({
    ...{ values, currency, invoice: billed, rows: counted, class: name },
    difference: subtractDecimals(billed, counted),
  });
  const [billed, counted] = [invoice ?? zero, rows ?? zero];
  const isSmall = compareDecimals(magnitude(subtractDecimals(billed, counted)), tolerance) <= 0;
  if (!isSmall && (rows === undefined || invoice === undefined)) return classifyLone(account, part);
  const reasons = [
    part(repeated, zero, 'duplicated'),
    part(taxes, zero, 'tax'),
    part(credits, zero, 'credit'),
    part(zero, rowCredits, 'credit'),
  ].filter(({ difference }) => difference.units !== 0n);
  for (const chosen of choicesOf(reasons)) {
    const rest = part(
      chosen.reduce((left, one) => subtractDecimals(left, one.invoice), billed),
      chosen.reduce((left, one) => subtractDecimals(left, one.rows), counted),
      'rounding',
    );
    if (compareDecimals(magnitude(rest.difference), tolerance) > 0) continue;
    const agreed = rest.difference.units === 0n ? ({ ...rest, class: 'matched' } as const) : rest;
    return [agreed, ...chosen];
  }
  return [part(billed, counted, 'amount differs')];
}

/** A key that only one side has. */
function classifyLone(
  { invoice, rows, repeated, taxes, credits }: Account,
  part: (billed: Decimal, counted: Decimal, name: InvoiceClass) => Difference,
): Difference[] {
  if (invoice === undefined) {
    const isCredit = rows !== undefined && rows.units < 0n;
    return [part(zero, rows ?? zero, isCredit ? 'credit' : 'missing in the invoice')];
  }
  const rest = [repeated, taxes, credits].reduce(subtractDecimals, invoice);
  return [
    part(rest, zero, 'missing in the rows'),
    part(repeated, zero, 'duplicated'),
    part(taxes, zero, 'tax'),
    part(credits, zero, 'credit'),
  ].filter(({ difference }, place, all) => {
    const isEmpty = all.every((one) => one.difference.units === 0n);
    return difference.units !== 0n || (isEmpty && place === 0);
  });
}

/** No reason, each one alone, then several: the fewest that suffice come first. */
function choicesOf(reasons: readonly Difference[]): (readonly Difference[])[] {
  const choices: (readonly Difference[])[] = [[]];
  for (const reason of reasons) {
    choices.push(...choices.map((chosen) => [...chosen, reason]));
  }
  return choices.sort((one, other) => one.length - other.length);
}

export function describeDifference(one: Difference, by: readonly string[]): ResultRow {
  return {
    ...valueFields(by, one.values),
    currency: one.currency,
    invoice: formatDecimal(one.invoice),
    rows: formatDecimal(one.rows),
    difference: formatDecimal(one.difference),
    class: one.class,
  };
}

/** One sentence for each currency. */
export function describeDifferences(
  differences: readonly Difference[],
  what = 'difference',
): string[] {
  return sumClasses(differences).map(({ currency, difference, classes }) => {
    const amount = (one: typeof difference) => formatMoney(formatDecimal(one), currency);
    const parts = classes.map(({ name, total }) => `${name} ${amount(total)}`);
    const whole = `${what} ${amount(difference)}${currency === null ? '' : ` ${currency}`}`;
    return parts.length === 0 ? whole : `${whole}: ${parts.join(', ')}`;
  });
}

/** The whole difference of each currency, and the classes that it consists of. */
function sumClasses(differences: readonly Difference[]) {
  const currencies = [...new Set(differences.map(({ currency }) => currency))];
  return currencies.map((currency) => {
    const own = differences.filter((one) => one.currency === currency);
    const sum = (parts: readonly Difference[]) =>
      parts.reduce((total, { difference }) => addDecimals(total, difference), zero);
    const classes = invoiceClasses.flatMap((name) => {
      const parts = own.filter((one) => one.class === name);
      return parts.length === 0 || name === 'matched' ? [] : [{ name, total: sum(parts) }];
    });
    return { currency, difference: sum(own), classes };
  });
}
