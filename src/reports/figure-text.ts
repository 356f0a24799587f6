import {
  formatDecimal,
  formatMoney,
  formatPercent,
  groupDigits,
  padPlaces,
  parseDecimal,
  withPlus,
} from '../json/decimal.ts';
import type { Figure, Phrase } from './report-document.ts';

/** Figures as a reader writes them. No figure becomes a float on its way. */
export interface Formats {
  readonly figure: (figure: Figure) => string;
  /** The same in a table, whose caption names the currency. */
  readonly cell: (figure: Figure) => string;
  readonly phrase: (phrase: Phrase) => string;
}

/** `exact` shows every digit of amounts, and does not round to the currency's decimals. */
export function createFormats(exact: boolean): Formats {
  const figure = (one: Figure) => write(one, exact, false);
  return {
    figure,
    cell: (one) => write(one, exact, true),
    phrase: (phrase) => phrase.map((one) => (typeof one === 'string' ? one : figure(one))).join(''),
  };
}

function write(figure: Figure, exact: boolean, isInTable: boolean): string {
  switch (figure.kind) {
    case 'money':
    case 'change': {
      const { value, currency } = figure;
      const amount = exact ? writeNumber(value) : formatMoney(value, currency);
      const signed = figure.kind === 'change' ? withPlus(amount) : amount;
      return isInTable || currency === null ? signed : withCurrency(signed, currency);
    }
    case 'percent':
      return writePercent(figure.value);
    case 'percentChange':
      return withPlus(writePercent(figure.value));
    case 'number':
      return writeNumber(figure.value);
    case 'day':
      return day.format(Date.parse(figure.value));
    case 'month':
      return month.format(Date.parse(`${figure.value}-01`));
    case 'name':
      return figure.value;
  }
}

const timeZone = 'UTC';
const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone });
const month = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone });

/** The sign comes first: `-USD 1.50`. What the service calls a currency need not be three letters. */
function withCurrency(amount: string, currency: string): string {
  if (!/^[A-Z]{3}$/.test(currency)) return `${amount}\u00a0${currency}`;
  return amount.replace(/^[<>]?[+-]?/, (sign) => `${sign}${currency}\u00a0`);
}

/** As a table of the command that has the share: two decimals, and a mark if there are more. */
function writePercent(text: string): string {
  const share = parseDecimal(text);
  return share === undefined ? text : `${formatPercent(formatDecimal(padPlaces(share, 2)))}%`;
}

function writeNumber(text: string): string {
  const number = parseDecimal(text);
  return number === undefined ? text : groupDigits(formatDecimal(number));
}
