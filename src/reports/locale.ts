import { usageError } from '../errors.ts';
import { within } from '../grouping.ts';
import {
  type Decimal,
  formatDecimal,
  formatPercent,
  padPlaces,
  parseDecimal,
  placesOf,
  roundDecimal,
} from '../json/decimal.ts';
import { absolute } from '../json/percent.ts';
import { type Figure, type Said, say } from '../phrase.ts';
import { knownLocale } from '../text.ts';

/** Figures as the readers of a language write them. No figure becomes a float on its way. */
export type Formats = ReturnType<typeof createFormats>;

export interface FormatOptions {
  readonly locale: string;
  /** Show every digit of amounts, and do not round to the currency's decimals. */
  readonly exact: boolean;
  /** Whether amounts without a currency are beside others, and say that they have none. */
  readonly hasCurrencies?: boolean;
}

/** The given language, or the usual one. */
export function chooseLocale(given = 'en-US'): string {
  const locale = knownLocale(given);
  if (locale !== undefined) return locale;
  throw usageError(`--locale: '${given}' is not a known language tag`, 'such as de-DE or en-GB');
}

export function createFormats({ locale, exact, hasCurrencies = false }: FormatOptions) {
  const marks = readMarks(locale);
  const dates = { timeZone: 'UTC', calendar: chooseCalendar(locale) };
  const day = new Intl.DateTimeFormat(locale, { ...dates, dateStyle: 'medium' });
  const time = new Intl.DateTimeFormat(locale, {
    ...dates,
    dateStyle: 'medium',
    timeStyle: 'short',
  });
  const year = new Intl.DateTimeFormat(locale, { ...dates, year: 'numeric' });
  const shortMonth = new Intl.DateTimeFormat(locale, { ...dates, month: 'short', year: 'numeric' });
  const month = new Intl.DateTimeFormat(locale, { ...dates, month: 'long', year: 'numeric' });
  const withoutCurrency = hasCurrencies ? { before: '', after: ' without a currency' } : noAffixes;
  const affixes = new Map<string, Affixes>();
  const affixesOf = (currency: string) =>
    within(affixes, currency, () => readAffixes(locale, currency));

  function write(figure: Figure, isInTable: boolean): string {
    switch (figure.kind) {
      case 'money':
      case 'change': {
        const sign = figure.kind === 'change' ? 'always' : 'minus';
        const { value, currency } = figure;
        const around = isInTable
          ? noAffixes
          : currency === null
            ? withoutCurrency
            : affixesOf(currency);
        return writeAmount(value, currency, { marks, exact, sign }, around);
      }
      case 'currency':
        if (figure.currency !== null) return `, in ${figure.currency}`;
        return hasCurrencies ? `,${withoutCurrency.after}` : '';
      case 'percent':
        return writePercent(figure.value, marks, 'minus');
      case 'percentChange':
        return writePercent(figure.value, marks, 'always');
      case 'number':
        return writeNumber(figure.value, marks);
      case 'day':
        return withoutMarks(day.format(Date.parse(figure.value)));
      case 'year':
        return withoutMarks(year.format(Date.parse(figure.value)));
      case 'shortMonth':
        return withoutMarks(shortMonth.format(Date.parse(`${figure.value}-01`)));
      case 'month':
        return withoutMarks(month.format(Date.parse(`${figure.value}-01`)));
      case 'time': {
        const moment = Date.parse(figure.value);
        return Number.isNaN(moment) ? figure.value : `${withoutMarks(time.format(moment))} UTC`;
      }
      case 'name':
        return figure.value;
    }
  }

  const figure = (one: Figure) => write(one, false);
  return {
    /** A whole or short decimal, such as a mark on an axis. */
    number: (text: string) => writeNumber(text, marks),
    figure,
    /** Like `figure`, for a cell of a table, whose caption names the currency. */
    cell: (one: Figure) => write(one, true),
    phrase: (said: Said) =>
      say`${said}`.map((one) => (typeof one === 'string' ? one : figure(one))).join(''),
  };
}

/** Calendars that only count the years differently. */
const sameMonths = new Set(['gregory', 'iso8601', 'buddhist', 'japanese', 'roc']);

/** The calendar of a language if its months are those of the rows: October 2026 is no month of the Persian one. */
function chooseCalendar(locale: string): string {
  const { calendar } = new Intl.DateTimeFormat(locale).resolvedOptions();
  return sameMonths.has(calendar) ? calendar : 'gregory';
}

/** `always`: an increase has its plus. */
type SignStyle = 'minus' | 'always';

interface Marks {
  readonly digits: readonly string[];
  readonly point: string;
  readonly separator: string;
  /** Digits of the last group, and of those before it: 3 and 2 in India. */
  readonly lastGroup: number;
  readonly otherGroups: number;
  /** Digits that a number needs to be grouped at all. */
  readonly grouped: number;
  readonly minus: string;
  readonly plus: string;
  readonly percent: Affixes;
}

interface Affixes {
  readonly before: string;
  readonly after: string;
}

const noAffixes: Affixes = { before: '', after: '' };

/** Asks the platform for the separators and signs of a language; it never sees an amount. */
function readMarks(locale: string): Marks {
  const parts = new Intl.NumberFormat(locale).formatToParts(-123456789012.5);
  const groups = parts.filter(({ type }) => type === 'integer').map(({ value }) => [...value]);
  const isGrouped = (number: number) =>
    new Intl.NumberFormat(locale).formatToParts(number).some(({ type }) => type === 'group');
  const plain = new Intl.NumberFormat(locale, { useGrouping: false });
  const partOf = (type: string) => parts.find((part) => part.type === type)?.value;
  const plus = new Intl.NumberFormat(locale, { signDisplay: 'always' })
    .formatToParts(1)
    .find(({ type }) => type === 'plusSign')?.value;
  const percent = new Intl.NumberFormat(locale, { style: 'percent' }).formatToParts(0.05);
  return {
    digits: Array.from({ length: 10 }, (_, digit) => plain.format(digit)),
    point: partOf('decimal') ?? '.',
    separator: partOf('group') ?? '',
    lastGroup: groups.at(-1)?.length ?? 3,
    otherGroups: groups.at(-2)?.length ?? 3,
    grouped: isGrouped(1234) ? 4 : 5,
    minus: withoutMarks(partOf('minusSign') ?? '-'),
    plus: withoutMarks(plus ?? '+'),
    percent: affixesIn(percent),
  };
}

function readAffixes(locale: string, currency: string): Affixes {
  try {
    const options = { style: 'currency', currency, currencyDisplay: 'code' } as const;
    return affixesIn(new Intl.NumberFormat(locale, options).formatToParts(1));
  } catch {
    // What the service calls a currency need not be three letters.
    return { before: '', after: `\u00a0${currency}` };
  }
}

/** Removes the direction marks that some languages have next to a sign: here the page sets the direction. */
function withoutMarks(text: string): string {
  return text.replace(/[\u061c\u200e\u200f]/g, '');
}

/** What is before and after the digits. */
function affixesIn(parts: readonly Intl.NumberFormatPart[]): Affixes {
  const isDigits = ({ type }: Intl.NumberFormatPart) =>
    type === 'integer' || type === 'decimal' || type === 'fraction';
  const first = parts.findIndex(isDigits);
  const last = parts.findLastIndex(isDigits);
  const join = (some: readonly Intl.NumberFormatPart[]) =>
    withoutMarks(some.map(({ value }) => value).join(''));
  return { before: join(parts.slice(0, first)), after: join(parts.slice(last + 1)) };
}

interface AmountStyle {
  readonly marks: Marks;
  readonly exact: boolean;
  readonly sign: SignStyle;
}

/** Rounded half to even to the currency's decimals; less than its smallest unit never looks like nothing. */
function writeAmount(
  text: string,
  currency: string | null,
  { marks, exact, sign }: AmountStyle,
  affixes: Affixes,
): string {
  const amount = parseDecimal(text);
  if (amount === undefined) return text;
  const places = placesOf(currency);
  const shown = exact ? amount : padPlaces(roundDecimal(amount, places), places);
  if (shown.units !== 0n || amount.units === 0n) return affix(shown, marks, sign, affixes);
  return writeLess(amount, { units: 1n, scale: places }, marks, sign, affixes);
}

/** An amount that is not zero, and closer to it than the smallest unit: `-<USD 0.01`. */
function writeLess(
  amount: Decimal,
  least: Decimal,
  marks: Marks,
  sign: SignStyle,
  affixes: Affixes,
): string {
  return `${signOf(amount, marks, sign)}<${affix(least, marks, 'minus', affixes)}`;
}

/** Written as in the tables of other commands: two decimals, and a mark if there are more. */
function writePercent(text: string, marks: Marks, sign: SignStyle): string {
  const [, minus = '', mark = '', digits = ''] =
    /^(-?)([<>]?)(.*)$/.exec(formatPercent(text)) ?? [];
  const share = parseDecimal(minus + digits.replaceAll(',', ''));
  if (share !== undefined && mark === '<' && digits === '0.01') {
    return writeLess(share, absolute(share), marks, sign, marks.percent);
  }
  return share === undefined ? text : mark + affix(padPlaces(share, 2), marks, sign, marks.percent);
}

/** The sign comes first: `-USD 1.50`. */
function affix(decimal: Decimal, marks: Marks, sign: SignStyle, { before, after }: Affixes) {
  return `${signOf(decimal, marks, sign)}${before}${writeSize(decimal, marks)}${after}`;
}

function writeNumber(text: string, marks: Marks): string {
  const number = parseDecimal(text);
  return number === undefined ? text : affix(number, marks, 'minus', noAffixes);
}

function writeSize(decimal: Decimal, marks: Marks): string {
  const [whole = '0', fraction] = formatDecimal(absolute(decimal)).split('.');
  const own = (digits: string) => [...digits].map((digit) => marks.digits[Number(digit)]).join('');
  const groups = groupsOf(whole, marks).map(own).join(marks.separator);
  const point = fraction === undefined ? '' : `${marks.point}${own(fraction)}`;
  return `${groups}${point}`;
}

function groupsOf(whole: string, { separator, lastGroup, otherGroups, grouped }: Marks): string[] {
  if (separator === '' || whole.length < grouped) return [whole];
  const groups = [whole.slice(-lastGroup)];
  for (let end = whole.length - lastGroup; end > 0; end -= otherGroups) {
    groups.unshift(whole.slice(Math.max(0, end - otherGroups), end));
  }
  return groups;
}

function signOf({ units }: Decimal, { minus, plus }: Marks, sign: SignStyle): string {
  if (units < 0n) return minus;
  return sign === 'always' && units > 0n ? plus : '';
}
