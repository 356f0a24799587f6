/** How a file writes days and amounts. Nothing is guessed: the user specifies it. */
export interface Spelling {
  /** Whether amounts are written `1.234,56` instead of `1234.56`. */
  readonly decimalComma: boolean;
  readonly dateFormat: DateFormat | undefined;
}

export interface DateFormat {
  /** For messages: `DD.MM.YYYY`. */
  readonly name: string;
  /** The day as `YYYY-MM-DD`; undefined if the text does not have this format. */
  readonly read: (text: string) => string | undefined;
  readonly write: (day: string) => string;
}

const parts = ['YYYY', 'MM', 'DD'] as const;

/** Parses a format such as `DD.MM.YYYY`; undefined if it is invalid. */
export function parseDateFormat(text: string): DateFormat | undefined {
  const name = text.toUpperCase();
  const match = /^(YYYY|MM|DD)([./-])(YYYY|MM|DD)\2(YYYY|MM|DD)$/.exec(name);
  if (match === null) return undefined;
  const [, first = '', separator = '', second = '', third = ''] = match;
  const order = [first, second, third];
  if (!parts.every((part) => order.includes(part))) return undefined;
  const pattern = new RegExp(
    `^${order.map((part) => `(\\d{${part.length}})`).join(separator === '.' ? '\\.' : separator)}$`,
  );
  const places = parts.map((part) => order.indexOf(part) + 1);
  return {
    name,
    read(value) {
      const found = pattern.exec(value);
      return found === null ? undefined : places.map((place) => found[place]).join('-');
    },
    write(day) {
      const [year = '', month = '', date = ''] = day.split('-');
      const values: Readonly<Record<string, string>> = { YYYY: year, MM: month, DD: date };
      return order.map((part) => values[part]).join(separator);
    },
  };
}

/** The formats that a text could have, such as `DD/MM/YYYY` and `MM/DD/YYYY` for `01/02/2026`. */
export function guessDateFormats(text: string): string[] {
  const match = /^(\d{2}|\d{4})([./-])\d{2}\2(\d{2}|\d{4})$/.exec(text);
  if (match === null) return [];
  const [, first = '', separator = ''] = match;
  const orders =
    first.length === 4
      ? [['YYYY', 'MM', 'DD']]
      : [
          ['DD', 'MM', 'YYYY'],
          ['MM', 'DD', 'YYYY'],
        ];
  return orders
    .map((order) => order.join(separator))
    .filter((name) => isPossible(parseDateFormat(name)?.read(text)));
}

function isPossible(day: string | undefined): boolean {
  return day !== undefined && Number(day.slice(5, 7)) <= 12 && Number(day.slice(8)) <= 31;
}

/** Groups of three digits, separated by points or by the spaces of French spreadsheets. */
const commaAmount =
  /^[+-]?(?:\d+|\d{1,3}([. \u00a0\u202f])\d{3}(?:\1\d{3})*)(?:,\d+)?(?:[eE][+-]?\d+)?$/;

/** An amount with a decimal comma as a plain decimal; undefined if it has another form. */
export function readCommaAmount(text: string): string | undefined {
  if (!commaAmount.test(text)) return undefined;
  return text.replace(/[. \u00a0\u202f]/g, '').replace(',', '.');
}

/** Whether a text can only be read as an amount with a decimal comma. */
export function needsDecimalComma(text: string): boolean {
  if (!commaAmount.test(text)) return false;
  return /^[+-]?\d+,\d+$/.test(text)
    ? !/^[+-]?\d{1,3},\d{3}$/.test(text)
    : /[,.].*[,.]|[ \u00a0\u202f].*,/.test(text);
}

/** A plain decimal in the notation of files with decimal commas. */
export function writeCommaAmount(amount: string): string {
  return amount.replace('.', ',');
}
