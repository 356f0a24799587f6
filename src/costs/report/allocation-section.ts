import { addDecimals, compareDecimals, zero } from '../../json/decimal.ts';
import type { ResultRow } from '../analysis/fields.ts';
import { percentOf } from '../analysis/merge.ts';
import { labelOf } from './choose-columns.ts';
import {
  currenciesIn,
  decimalOf,
  empty,
  extra,
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
import type { Bar, Cell, Section, Table, TableRow } from './report-document.ts';
import type { ReportFacts } from './report-facts.ts';

/** Common cost shared among teams or products. */
export function composeAllocation({ allocation, top }: ReportFacts): Section | undefined {
  if (allocation === undefined) return undefined;
  const { column, rows } = allocation;
  return {
    id: 'allocation',
    title: 'Allocation',
    lead: [],
    charts: [],
    tables: currenciesIn(rows).map((currency): Table => {
      const own = rows
        .filter((row) => row['currency'] === currency)
        .sort((one, other) => compareDecimals(decimalOf(other['total']), decimalOf(one['total'])));
      const shown = own.slice(0, own.length <= top + 1 ? top + 1 : top);
      const rest = own.slice(shown.length);
      const add = (some: readonly ResultRow[], key: string) =>
        some.reduce((sum, row) => addDecimals(sum, decimalOf(row[key])), zero);
      const widest = Math.max(0, ...own.map((row) => sizeOf(String(row['total']))));
      const whole = add(own, 'total');
      const cells = (title: Cell, some: readonly ResultRow[], method: Cell): Cell[] => [
        title,
        money(add(some, 'direct'), currency),
        money(add(some, 'allocated'), currency),
        money(add(some, 'total'), currency),
        percent(percentOf(add(some, 'total'), whole)),
        method,
      ];
      return {
        caption: [
          'Cost of each ',
          named(labelOf(column)),
          ' with its share of common cost',
          ...inCurrency(currency),
        ],
        columns: [
          left(heading(column)),
          right('Direct'),
          right('Allocated'),
          right('Total'),
          extra(right('Share')),
          extra(left('Method')),
        ],
        legend: [
          { tone: 'main', text: 'direct' },
          { tone: 'second', text: 'allocated' },
        ],
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
          ...(rest.length === 0
            ? []
            : [{ cells: cells(text(`${rest.length} others`), rest, empty) }]),
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
  return {
    parts: [
      { from: 0, to: Math.min(1, direct), tone: 'main' },
      { from: Math.min(1, direct), to: Math.min(1, total), tone: 'second' },
    ],
  };
}
