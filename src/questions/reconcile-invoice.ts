import { within } from '../grouping.ts';
import {
  addDecimals,
  compareDecimals,
  type Decimal,
  placesOf,
  subtractDecimals,
  zero,
} from '../json/decimal.ts';
import { absolute } from '../json/percent.ts';
import { hasNone } from '../rows/cell-conditions.ts';
import type { Group } from '../rows/tally.ts';
import { compareBy, keyOf } from './result-rows.ts';

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

export interface InvoiceLine {
  readonly values: readonly (string | null)[];
  readonly currency: string | null;
  readonly amount: Decimal;
  /** What the invoice says the line is. */
  readonly kind: 'credit' | 'tax' | undefined;
  /** What FOCUS says of its invoice; of others nothing is known. */
  readonly status?: 'open' | 'issued' | 'voided' | undefined;
  /** The day of the charge, if the invoice names one. */
  readonly day?: string | undefined;
  /** Whether the invoice has had the same line before. */
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

interface Account {
  readonly values: readonly (string | null)[];
  readonly currency: string | null;
  /** Undefined if the invoice, or the rows, do not have the key. */
  invoice: Decimal | undefined;
  rows: Decimal | undefined;
  /** Parts of the invoice that the rows may lack, and credits that the invoice may lack. */
  repeated: Decimal;
  credits: Decimal;
  taxes: Decimal;
  rowCredits: Decimal;
}

/** Spreadsheets add invisible spaces. A text that is empty in rows is empty here too. */
function plainValue(given: string | null): string | null {
  return hasNone(given) ? null : (given?.trim() ?? null);
}

/** How rows spell the values of a key, column by column. */
export function spellingsOf(
  { values }: Pick<Difference, 'values'>,
  groups: readonly Pick<Group, 'values'>[],
): readonly (readonly (string | null)[])[] {
  const own = groups
    .map(({ values: [_mark, ...given] }) => given)
    .filter((given) => given.every((one, at) => plainValue(one) === values[at]));
  return values.map((value, at) =>
    value === null ? [null] : [...new Set(own.map((given) => given[at] ?? null))],
  );
}

/** The amounts of an invoice, added up by key and currency as they are read. */
export function createInvoiceTally() {
  const accounts = new Map<string, Account>();

  function accountOf(given: readonly (string | null)[], currency: string | null): Account {
    const values = given.map(plainValue);
    return within(accounts, keyOf([currency, ...values]), () => ({
      ...{ values, currency, invoice: undefined, rows: undefined },
      ...{ repeated: zero, credits: zero, taxes: zero, rowCredits: zero },
    }));
  }

  return {
    add: ({ values, currency, amount, kind, isRepeated }: InvoiceLine) => {
      const account = accountOf(values, currency);
      account.invoice = addDecimals(account.invoice ?? zero, amount);
      if (isRepeated) account.repeated = addDecimals(account.repeated, amount);
      else if (kind === 'tax') account.taxes = addDecimals(account.taxes, amount);
      else if (kind === 'credit' || amount.units < 0n)
        account.credits = addDecimals(account.credits, amount);
    },
    /** Compares the invoice with the rows, in groups that `markCredits` marked. */
    reconcile: (groups: readonly Group[], tolerance?: Decimal) => {
      for (const { values: marked, currency, total } of groups) {
        const [mark, ...values] = marked;
        const account = accountOf(values, currency);
        account.rows = addDecimals(account.rows ?? zero, total);
        if (mark === 'credit') account.rowCredits = addDecimals(account.rowCredits, total);
      }
      const verdicts = [...accounts.values()].map((account) =>
        classify(account, tolerance ?? { units: 1n, scale: placesOf(account.currency) }),
      );
      const isProven = findProven(verdicts);
      return verdicts
        .flatMap((verdict) => splitBy(verdict, isProven))
        .sort(compareBy(({ difference }) => absolute(difference)));
    },
  };
}

/** A part of the difference that the other side may not have. */
interface Reason extends Difference {
  readonly side: 'invoice' | 'rows';
}

interface Verdict {
  readonly account: Account;
  /** The possible reasons, and those chosen: undefined if nothing makes both sides agree. */
  readonly reasons: readonly Reason[];
  readonly chosen: readonly Reason[] | undefined;
  /** What no reason explains. */
  readonly left: readonly Difference[];
}

/**
 * Repeated lines, taxes and credits are the reason only if the rest then agrees: a tax that is on
 * both sides explains nothing. The parts add up to the amounts of the key.
 */
function classify(account: Account, tolerance: Decimal): Verdict {
  const { invoice, rows, repeated, credits, taxes, rowCredits } = account;
  const part = partOf(account);
  const [billed, counted] = [invoice ?? zero, rows ?? zero];
  const isSmall = compareDecimals(absolute(subtractDecimals(billed, counted)), tolerance) <= 0;
  if (!isSmall && (rows === undefined || invoice === undefined)) {
    return { account, reasons: [], chosen: [], left: classifyLone(account, part) };
  }
  const reasons = [
    { ...part(repeated, zero, 'duplicated'), side: 'invoice' as const },
    { ...part(taxes, zero, 'tax'), side: 'invoice' as const },
    { ...part(credits, zero, 'credit'), side: 'invoice' as const },
    { ...part(zero, rowCredits, 'credit'), side: 'rows' as const },
  ].filter(({ difference }) => difference.units !== 0n);
  for (const chosen of choicesOf(reasons)) {
    const rest = withoutParts(account, chosen, 'rounding');
    if (compareDecimals(absolute(rest.difference), tolerance) > 0) continue;
    const agreed = rest.difference.units === 0n ? ({ ...rest, class: 'matched' } as const) : rest;
    const isNothing = chosen.length > 0 && rest.invoice.units === 0n && rest.rows.units === 0n;
    return { account, reasons, chosen: joinCredits(chosen), left: isNothing ? [] : [agreed] };
  }
  return { account, reasons, chosen: undefined, left: [] };
}

/** Credits that both sides have are one difference: neither side lacks them. */
function joinCredits(chosen: readonly Reason[]): readonly Reason[] {
  const [billed, counted] = chosen.filter((reason) => reason.class === 'credit');
  if (billed === undefined || counted === undefined) return chosen;
  const difference = addDecimals(billed.difference, counted.difference);
  const joined = { ...billed, rows: counted.rows, difference };
  return [...chosen.filter((reason) => reason.class !== 'credit'), joined];
}

function partOf({ values, currency }: Account) {
  return (billed: Decimal, counted: Decimal, name: InvoiceClass): Difference => ({
    ...{ values, currency, invoice: billed, rows: counted, class: name },
    difference: subtractDecimals(billed, counted),
  });
}

function withoutParts(account: Account, chosen: readonly Reason[], name: InvoiceClass): Difference {
  const { invoice = zero, rows = zero } = account;
  return partOf(account)(
    chosen.reduce((left, one) => subtractDecimals(left, one.invoice), invoice),
    chosen.reduce((left, one) => subtractDecimals(left, one.rows), rows),
    name,
  );
}

/** A reason is proven if it makes a key agree, and no other key that agrees has it without needing it. */
function findProven(verdicts: readonly Verdict[]): (reason: Reason) => boolean {
  const nameOf = (reason: Reason) => `${reason.class} ${reason.side}`;
  const [proven, refuted] = [new Set<string>(), new Set<string>()];
  for (const { reasons, chosen } of verdicts) {
    if (chosen === undefined) continue;
    for (const reason of reasons) (chosen.includes(reason) ? proven : refuted).add(nameOf(reason));
  }
  return (reason) => proven.has(nameOf(reason)) && !refuted.has(nameOf(reason));
}

/** A key that does not agree gets the reasons that other keys prove. The rest of it is `amount differs`. */
function splitBy(
  { account, reasons, chosen, left }: Verdict,
  isProven: (reason: Reason) => boolean,
): Difference[] {
  const own = chosen ?? reasons.filter(isProven);
  const rest = chosen === undefined ? [withoutParts(account, own, 'amount differs')] : left;
  return [...rest, ...own.map(({ side: _, ...difference }) => difference)];
}

/** The parts of a key that only one side has, without those that are zero. */
function classifyLone(
  { invoice, rows, repeated, taxes, credits }: Account,
  part: (billed: Decimal, counted: Decimal, name: InvoiceClass) => Difference,
): Difference[] {
  if (invoice === undefined) {
    const counted = rows ?? zero;
    return [part(zero, counted, counted.units < 0n ? 'credit' : 'missing in the invoice')];
  }
  const rest = [repeated, taxes, credits].reduce(subtractDecimals, invoice);
  return [
    part(rest, zero, 'missing in the rows'),
    part(repeated, zero, 'duplicated'),
    part(taxes, zero, 'tax'),
    part(credits, zero, 'credit'),
  ].filter(({ difference }) => difference.units !== 0n);
}

/** No reason, each one alone, then several: the fewest that suffice come first. */
function choicesOf(reasons: readonly Reason[]): (readonly Reason[])[] {
  const choices: (readonly Reason[])[] = [[]];
  for (const reason of reasons) choices.push(...choices.map((chosen) => [...chosen, reason]));
  return choices.sort((one, other) => one.length - other.length);
}
