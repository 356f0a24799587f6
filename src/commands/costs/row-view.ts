import { isNumber } from '../../output/property-path.ts';
import type { Column, View } from '../../output/view.ts';

type Row = Readonly<Record<string, unknown>>;

/**
 * How people see cost rows. Their fields are not published: what a table shows first is chosen by
 * name, and everything else follows as far as it fits. No figure depends on this choice.
 */
export const costRowView: View<Row> = { columns: [], suggest: suggestColumns };

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
    ...named.map((path = '') => ({ path, kind: 'text', importance: 'answer' }) as const),
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

/** Names from the surest on. */
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
