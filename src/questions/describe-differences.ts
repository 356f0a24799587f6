import { formatDecimal, formatMoney, sumDecimals, withPlus } from '../json/decimal.ts';
import { unitOf } from '../rows/currency-and-day.ts';
import { nameFirst } from '../text.ts';
import { type Difference, type InvoiceClass, invoiceClasses } from './reconcile-invoice.ts';
import { keyOf, nameValues, type ResultRow, valueFields } from './result-rows.ts';

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
export function describeDifferences(differences: readonly Difference[], what = 'difference') {
  return sumClasses(differences).map(({ currency, difference, classes }, _, sums) => {
    const amount = (one: typeof difference) =>
      withPlus(formatMoney(formatDecimal(one), currency))
        .replace(/^\+<(\S+)/, 'between 0 and +$1')
        .replace(/^-<(\S+)/, 'between -$1 and 0');
    const parts = classes.map(({ name, totals }) => `${name} ${totals.map(amount).join(' and ')}`);
    const whole = `${what} ${amount(difference)} ${unitOf(currency, sums)}`.trimEnd();
    return parts.length === 0 ? whole : `${whole}: ${parts.join(', ')}`;
  });
}

const mostNamed = 3;

/** What only the invoice and only the rows have, if it differs in nothing but capitals, spaces and signs. */
export function describeSpellings(differences: readonly Difference[]): string | undefined {
  const plainKey = ({ values, currency }: Difference) =>
    keyOf([
      currency,
      ...values.map((value) => value?.toLowerCase().replace(noLetters, '') ?? null),
    ]);
  const ofClass = (name: InvoiceClass) => differences.filter((one) => one.class === name);
  const counted = new Map(ofClass('missing in the invoice').map((one) => [plainKey(one), one]));
  const pairs = ofClass('missing in the rows').flatMap((one) => {
    const twin = counted.get(plainKey(one));
    if (twin === undefined) return [];
    const [billed, held] = [one, twin].map(({ values }) => nameValues(values).join(' '));
    return [`${billed} of the invoice is perhaps ${held} of the rows`];
  });
  return pairs.length === 0
    ? undefined
    : `${nameFirst(pairs, mostNamed, ', ')}: values are compared as they are written`;
}

const noLetters = /[^\p{L}\p{N}]+/gu;

/** The whole difference of each currency, and the classes that it consists of. */
function sumClasses(differences: readonly Difference[]) {
  const currencies = [...new Set(differences.map(({ currency }) => currency))];
  return currencies.map((currency) => {
    const own = differences.filter((one) => one.currency === currency);
    const sum = (parts: readonly Difference[]) =>
      sumDecimals(parts.map(({ difference }) => difference));
    /** Differences that cancel out, all or most of them, are still differences. */
    const totalsOf = (name: InvoiceClass, parts: readonly Difference[]) => {
      const ups = parts.filter(({ difference }) => difference.units > 0n);
      const downs = parts.filter(({ difference }) => difference.units < 0n);
      const areBoth = ups.length > 0 && downs.length > 0;
      const areApart = areBoth && (name !== 'rounding' || sum(parts).units === 0n);
      return areApart ? [sum(ups), sum(downs)] : [sum(parts)];
    };
    const classes = invoiceClasses.flatMap((name) => {
      const parts = own.filter((one) => one.class === name);
      if (parts.length === 0 || name === 'matched') return [];
      return [{ name, totals: totalsOf(name, parts) }];
    });
    return { currency, difference: sum(own), classes };
  });
}
