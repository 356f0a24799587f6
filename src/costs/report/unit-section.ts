import { subtractDecimals } from '../../json/decimal.ts';
import type { ResultRow } from '../analysis/fields.ts';
import {
  currenciesIn,
  currencyOf,
  decimalOf,
  inCurrency,
  left,
  money,
  named,
  right,
  sizeOf,
  text,
} from './figures.ts';
import type { Cell, Phrase, Section, Table } from './report-document.ts';
import type { ReportFacts, UnitFacts } from './report-facts.ts';

/** What one order, seat or request cost. */
export function composeUnits({ units }: ReportFacts): Section | undefined {
  if (units.length === 0) return undefined;
  const parts = units.map((one) => ({ one, days: one.rows.filter(({ all }) => all !== true) }));
  return {
    id: 'unit',
    title: 'Unit costs',
    lead: parts.flatMap(({ one }) => unitLeads(one)),
    charts: parts.flatMap(({ one, days }) =>
      currenciesIn(days).map((currency) => ({
        kind: 'columns' as const,
        label: ['Cost of one ', named(unitOf(one)), ' on each day', ...inCurrency(currency)],
        points: days
          .filter((row) => row['currency'] === currency)
          .map((row) => ({
            label: String(Number(String(row['period']).slice(8))),
            value: sizeOf(String(row['unitCost'] ?? '0')),
          })),
        legend: [{ tone: 'main' as const, text: `cost of one ${unitOf(one)}` }],
      })),
    ),
    tables: parts.flatMap(({ one, days }) =>
      currenciesIn(days).map((currency) => unitTable(one, currency, days)),
    ),
  };
}

function unitOf({ unit, name: own }: UnitFacts): string {
  return unit === '' ? own : unit;
}

function unitLeads(one: UnitFacts): Phrase[] {
  return one.rows
    .filter(({ all }) => all === true)
    .map((row): Phrase => {
      const currency = currencyOf(row);
      if (typeof row['unitCost'] !== 'string') return [named(one.name), ': ', String(row['state'])];
      const loose = decimalOf(row['costLeftOut'] ?? '0');
      return [
        named(one.name),
        ': one ',
        named(unitOf(one)),
        ' cost ',
        { kind: 'number', value: row['unitCost'] },
        ...(currency === null ? [] : [' ', named(currency)]),
        '. That is ',
        money(subtractDecimals(decimalOf(row['cost']), loose), currency),
        ' divided by ',
        { kind: 'number', value: String(row['value'] ?? '0') },
        ...(loose.units === 0n
          ? []
          : ['; ', money(loose, currency), ' is on days without a value and is left out']),
        '.',
      ];
    });
}

function unitTable(one: UnitFacts, currency: string | null, days: readonly ResultRow[]): Table {
  return {
    caption: [named(one.name), ' day by day', ...inCurrency(currency)],
    columns: [
      left('Day'),
      right('Cost'),
      right(['Value (', named(unitOf(one)), ')']),
      right('Unit cost'),
    ],
    isFolded: true,
    rows: days
      .filter((row) => row['currency'] === currency)
      .map((row) => ({
        cells: [
          { kind: 'day', value: String(row['period']) },
          money(String(row['cost']), currency),
          numberOr(row['value'], 'no value'),
          numberOr(row['unitCost'], String(row['state'])),
        ],
      })),
  };
}

function numberOr(value: unknown, otherwise: string): Cell {
  return typeof value === 'string' ? { kind: 'number', value } : text(otherwise);
}
