import { isNumber } from '../../json/number.ts';
import type { Column, View } from '../../output/view.ts';

type Row = Readonly<Record<string, unknown>>;

/**
 * How people see cost rows. Their fields are not published: what a table shows first is chosen by
 * name, and everything else follows as far as it fits. No figure depends on this choice.
 */
export const costRowView: View<Row> = { columns: [], suggest: suggestColumns };

/** All columns of the answer in its order and with all digits; the same ones matter most. */
export function queryView(fields: readonly string[]): View<Row> {
  const suggest = (rows: readonly Row[]) => {
    const first = new Map(suggestColumns(rows).map((column) => [column.path, column.importance]));
    return fields.map((path) => ({ path, importance: first.get(path) ?? 'normal' }) as const);
  };
  return { columns: [], suggest, fields };
}

/** Enough rows to see which columns there are. */
const looked = 100;

function suggestColumns(rows: readonly Row[]): Column<Row>[] {
  const first = rows.slice(0, looked);
  const names = new Set(first.flatMap((row) => Object.keys(row)));
  const currency = findName(names, currencyNames);
  const amount = findName(
    [...names].filter((name) => first.every((row) => isAmount(row[name]))),
    amountNames,
  );
  const texts = [dateNames, serviceNames, accountNames].map((patterns) =>
    findName(names, patterns),
  );
  const named = [...new Set(texts)].filter((name) => name !== undefined && name !== amount);
  return [
    ...named.map((path = '') => ({ path, kind: 'text', ...placeOf(path) }) as const),
    ...(amount === undefined
      ? []
      : [
          {
            path: amount,
            kind: 'money',
            importance: 'answer',
            ...(currency === undefined ? {} : { currency }),
          } as const,
        ]),
    ...(currency === undefined ? [] : [{ path: currency, importance: 'answer' } as const]),
  ];
}

/** The day and the service distinguish rows; the account is left out before the cost. */
function placeOf(path: string): Pick<Column<Row>, 'importance' | 'names'> {
  const isAccount = accountNames.some((pattern) => pattern.test(path));
  return isAccount ? {} : { importance: 'answer', names: true };
}

/** Patterns of names, the surest one first. */
const dateNames = [/^(date|day)$/i, /^(usage|charge|cost|billing)_?(date|day)$/i, /date|day/i];
const serviceNames = [/^service(_?name)?$/i, /service|product/i];
const accountNames = [/^account(_?name)?$/i, /account|subscription/i, /project|provider/i];
const currencyNames = [/^currency(_?code)?$/i, /currency/i];
const amountNames = [
  /^(cost|amount)$/i,
  /(cost|amount)s?$/i,
  /cost|amount/i,
  /spend|charge|price|total/i,
];

function findName(names: Iterable<string>, patterns: readonly RegExp[]): string | undefined {
  const all = [...names];
  return patterns.flatMap((pattern) => all.find((name) => pattern.test(name)) ?? [])[0];
}

function isAmount(value: unknown): boolean {
  if (value === null || value === undefined || value === '') return true;
  return isNumber(value) || (typeof value === 'string' && /^[+-]?\d+(\.\d+)?$/.test(value));
}
