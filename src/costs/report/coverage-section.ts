import { fieldOf } from '../analysis/fields.ts';
import {
  currenciesIn,
  currencyOf,
  decimalOf,
  heading,
  inCurrency,
  left,
  money,
  name,
  named,
  percent,
  right,
  sizeOf,
  text,
} from './figures.ts';
import type { Phrase, Section, Table, TableRow } from './report-document.ts';
import type { ReportFacts } from './report-facts.ts';

/** How much of the cost has the tags that it needs. */
export function composeCoverage({ coverage, top }: ReportFacts): Section | undefined {
  if (coverage === undefined) return undefined;
  const { required, by, rows, all } = coverage;
  const [column] = by;
  const tables = currenciesIn(rows).map((currency): Table => {
    const own = rows.filter(
      (row) => row['currency'] === currency && decimalOf(row['uncovered']).units !== 0n,
    );
    return {
      caption: [
        'Cost without ',
        named(required.join(', ')),
        ', the largest first',
        ...inCurrency(currency),
      ],
      columns: [
        left(column === undefined ? 'Rows' : heading(column)),
        right('Cost'),
        right('Without'),
        right('Covered'),
      ],
      legend: [
        { tone: 'main', text: 'covered' },
        { tone: 'up', text: 'not covered' },
      ],
      rows: own.slice(0, top).map((row): TableRow => {
        const share = sizeOf(String(row['percent'] ?? '0')) / 100;
        return {
          cells: [
            column === undefined ? text('All rows') : name(row[fieldOf(column)]),
            money(String(row['total']), currency),
            money(String(row['uncovered']), currency),
            percent(row['percent']),
          ],
          bar: {
            parts: [
              { from: 0, to: share, tone: 'main' },
              { from: share, to: 1, tone: 'up' },
            ],
          },
        };
      }),
    };
  });
  return {
    id: 'coverage',
    title: 'Tag coverage',
    lead: all.map((row): Phrase => {
      const currency = currencyOf(row);
      const share = percent(row['percent']);
      if (share.kind !== 'percent') return ['No cost needs ', named(required.join(', ')), '.'];
      return [
        share,
        ' of the cost has ',
        named(required.join(' and ')),
        '; ',
        money(String(row['uncovered']), currency),
        ' has not. Credits of ',
        money(String(row['credits']), currency),
        ' are not counted.',
      ];
    }),
    charts: [],
    tables: tables.filter(({ rows: own }) => own.length > 0),
  };
}
