import { compareDecimals, sumDecimals } from '../json/decimal.ts';
import { percentOf } from '../json/percent.ts';
import type { Phrase } from '../phrase.ts';
import { decimalOf, type ResultRow } from '../questions/result-rows.ts';
import {
  currenciesIn,
  currencyOf,
  empty,
  extra,
  groupColumn,
  heading,
  inCurrency,
  labelOf,
  left,
  money,
  name,
  named,
  othersOf,
  percent,
  right,
  sizeOf,
  stackedParts,
  tableOf,
  text,
} from './figures.ts';
import type { Bar, Cell, Section, Table, TableRow } from './report-document.ts';
import type { ReportFacts } from './report-facts.ts';

/** How much of the cost has the tags that it needs. */
export function composeCoverage(facts: ReportFacts): Section | undefined {
  const { coverage, top } = facts;
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
      legend: { main: 'covered', up: 'not covered' },
      ...tableOf(
        own.slice(0, top),
        [
          column === undefined
            ? [left('Rows'), () => text('All rows')]
            : groupColumn(column, facts),
          [right('Positive cost'), (row) => money(String(row['positiveCost']), currency)],
          [right('Without'), (row) => money(String(row['uncovered']), currency)],
          [right('Covered'), (row) => percent(row['percent'])],
        ],
        (row) => {
          const share = sizeOf(String(row['percent'] ?? '0')) / 100;
          return { parts: stackedParts([share, 'main'], [1, 'up']) };
        },
      ),
    };
  });
  return {
    title: 'Tag coverage',
    lead: all.map((row): Phrase => {
      const currency = currencyOf(row);
      const share = percent(row['percent']);
      if (share.kind !== 'percent')
        return [
          'No positive cost could have ',
          named(required.join(' and ')),
          ...inCurrency(currency),
          '.',
        ];
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
    tables: tables.filter(({ rows: own }) => own.length > 0),
  };
}

/** Common cost shared among teams or products. */
export function composeAllocation(facts: ReportFacts): Section | undefined {
  const { allocation, top } = facts;
  if (allocation === undefined) return undefined;
  const { column, rows } = allocation;
  return {
    title: 'Allocation',
    tables: currenciesIn(rows).map((currency): Table => {
      const own = rows
        .filter((row) => row['currency'] === currency)
        .sort((one, other) => compareDecimals(decimalOf(other['total']), decimalOf(one['total'])));
      const shown = own.slice(0, own.length <= top + 1 ? top + 1 : top);
      const rest = own.slice(shown.length);
      const add = (some: readonly ResultRow[], key: string) =>
        sumDecimals(some.map((row) => decimalOf(row[key])));
      const sizeOfRow = (row: ResultRow) => sizeOf(String(row['total']));
      const widest = own.reduce((most, row) => Math.max(most, sizeOfRow(row)), 0);
      const whole = add(own, 'total');
      const cells = (title: Cell, some: readonly ResultRow[], method: Cell): Cell[] => [
        title,
        money(add(some, 'direct'), currency),
        money(add(some, 'allocated'), currency),
        money(add(some, 'total'), currency),
        method,
        percent(percentOf(add(some, 'total'), whole)),
      ];
      return {
        caption: [
          'Cost of each ',
          named(labelOf(column, facts)),
          ' with its share of common cost',
          ...inCurrency(currency),
        ],
        columns: [
          left(heading(column, facts)),
          right('Direct'),
          right('Allocated'),
          right('Total'),
          extra(left('Method')),
          extra(right('Share')),
        ],
        legend: { main: 'direct', second: 'allocated' },
        rows: [
          ...shown.map(
            (row): TableRow => ({
              cells: cells(
                name(row['target']),
                [row],
                row['method'] === null ? empty : text(String(row['method'])),
              ),
              bar: allocationBar(row, widest),
            }),
          ),
          ...(rest.length === 0 ? [] : [{ cells: cells(othersOf(rest.length), rest, empty) }]),
          { isTotal: true, cells: cells(text('Total'), own, empty) },
        ],
      };
    }),
  };
}

function allocationBar(row: ResultRow, widest: number): Bar {
  if (widest === 0) return { parts: [] };
  const direct = Math.max(0, sizeOf(String(row['direct']))) / widest;
  const total = Math.max(direct, sizeOf(String(row['total'])) / widest);
  return { parts: stackedParts([Math.min(1, direct), 'main'], [Math.min(1, total), 'second']) };
}
