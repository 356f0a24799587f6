import { decimalOf, type ResultRow } from '../questions/result-rows.ts';
import {
  barOf,
  change,
  currencyOf,
  inCurrency,
  isPositive,
  left,
  percent,
  right,
  sizeOf,
  text,
} from './figures.ts';
import type { Cell, Section, Table, TableRow } from './report-document.ts';
import type { ReportFacts } from './report-facts.ts';

/** Why the cost changed: the causes, which add up to the change, and where it happened. */
export function composeWhy({ explained }: ReportFacts): Section | undefined {
  const tables = explained.flatMap(({ rows }): Table[] => {
    const [whole, ...others] = rows;
    if (whole === undefined || others.length === 0) return [];
    const first = others.findIndex(({ depth, cause }) => depth === 1 && cause === 'all');
    const split = first === -1 ? others.length : first;
    return [
      table('Causes of the change', others.slice(0, split), whole),
      table('Where it changed', others.slice(split), whole),
    ].filter((one) => one.rows.length > 1);
  });
  if (tables.length === 0) return undefined;
  return { title: 'Why it changed', tables };
}

function table(caption: string, rows: readonly ResultRow[], whole: ResultRow): Table {
  const currency = currencyOf(whole);
  const sizes = rows.map(({ amount }) => sizeOf(String(amount)));
  const row = (own: ResultRow, place: number): TableRow => ({
    cells: [indent(own), change(String(own['amount']), currency), percent(own['share'])],
    isPart: Number(own['depth']) > 1,
    bar: barOf(sizes[place] ?? 0, sizes, isPositive(decimalOf(own['amount'])) ? 'up' : 'down'),
  });
  const total: TableRow = {
    isTotal: true,
    cells: [text('Change'), change(String(whole['amount']), currency), percent(whole['share'])],
  };
  return {
    caption: [caption, ...inCurrency(currency)],
    columns: [left('What'), right('Change'), right('Share')],
    legend: { up: 'costs more', down: 'costs less' },
    rows: [...rows.map(row), total],
  };
}

/** Lines of one depth add up to the line above them, but the cause of a group is a part of it. */
function indent({ line, depth }: ResultRow): Cell {
  return { kind: 'name', value: `${'\u2003'.repeat(Number(depth) - 1)}${line}` };
}
