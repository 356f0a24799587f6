import { CellReader } from '../json/bulk/cell-reader.ts';
import type { RowPage } from '../json/bulk/rows.ts';
import { formatDecimal } from '../json/decimal.ts';
import { createSum, type Sum } from '../json/sum.ts';
import { createDayReader } from './day-cell.ts';

/** Rows and their exact sum of one day in one currency. */
export interface DaySum {
  readonly date: string;
  /** Null where the rows have no currency. */
  readonly currency: string | null;
  readonly rows: number;
  readonly sum: string;
}

export interface SumColumns {
  readonly date: string;
  readonly amount: string;
  readonly currency: string | undefined;
}

/** Adds up rows a day and currency. */
export interface DaySums {
  readonly add: (page: RowPage) => void;
  /** What was added since the last time, by day and currency. */
  readonly take: () => DaySum[];
  /** Why there are no sums: a row that cannot be added. */
  readonly fault: () => string | undefined;
}

interface Group {
  rows: number;
  readonly sum: Sum;
}

export function createDaySums(columns: SumColumns): DaySums {
  const dates = new CellReader(columns.date);
  const amounts = new CellReader(columns.amount);
  const { currency: named } = columns;
  const currencies = named === undefined ? undefined : new CellReader(named);
  let days = new Map<string, Map<string | undefined, Group>>();
  let fault: string | undefined;
  const dayOfCell = createDayReader();

  function addRow(page: RowPage, row: number): string | undefined {
    const day = dayOfCell(dates.read(page, row) ?? '');
    if (day === undefined) return `a row has no day in ${columns.date}`;
    const currency = currencies?.read(page, row) ?? undefined;
    if (currency === undefined && named !== undefined) return `a row of ${day} has no ${named}`;
    const group = groupOf(day, currency);
    if (!group.sum.add(amounts.read(page, row) ?? '')) {
      return `a row of ${day} has no number in ${columns.amount}`;
    }
    group.rows += 1;
    return undefined;
  }

  function groupOf(day: string, currency: string | undefined): Group {
    const groups = days.get(day) ?? new Map<string | undefined, Group>();
    days.set(day, groups);
    const group = groups.get(currency) ?? { rows: 0, sum: createSum() };
    groups.set(currency, group);
    return group;
  }

  return {
    add: (page) => {
      for (let row = 0; row < page.count && fault === undefined; row++) fault = addRow(page, row);
    },
    take: () => {
      const taken = [...days].flatMap(([date, groups]) =>
        [...groups].map(([currency, { rows, sum }]) => ({
          date,
          currency: currency ?? null,
          rows,
          sum: formatDecimal(sum.total()),
        })),
      );
      days = new Map();
      return taken.sort(byDayAndCurrency);
    },
    fault: () => fault,
  };
}

export function byDayAndCurrency(one: DaySum, other: DaySum): number {
  return compare(one.date, other.date) || compare(one.currency ?? '', other.currency ?? '');
}

function compare(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
