import { type Decimal, subtractDecimals, zero } from '../json/decimal.ts';
import { firstFilled, type TrendLine, wholesOf } from '../questions/trend-lines.ts';
import { nestedRows } from '../questions/trend-rows.ts';
import {
  empty,
  extra,
  inCurrency,
  left,
  money,
  named,
  nameOf,
  numberOr,
  percentChange,
  right,
  sizeOf,
  text,
  unitOf,
} from './figures.ts';
import { type Cell, periodPhrase, type Section, type TableRow } from './report-document.ts';
import type { ReportFacts } from './report-facts.ts';

/** The last months side by side, as `costs trend` has them: a section for each currency. */
export function composeMonths(facts: ReportFacts): Section[] {
  const wholes = wholesOf(facts.months.lines);
  return wholes.map((whole) => composeCurrency(whole, wholes.length > 1, facts));
}

function composeCurrency(
  whole: TrendLine,
  isOneOfSeveral: boolean,
  { months: { periods, lines, divided }, units }: ReportFacts,
): Section {
  const { currency } = whole;
  const since = firstFilled(lines);
  const parted = lines.filter((line) => line.currency === currency && line.mark !== 'all');
  const groups = parted.some(({ values }) => values.length > 0) ? parted : [];
  const [figures = {}] = nestedRows([whole], { by: [], periods, since, metric: undefined });
  const amountOf = (line: TrendLine, place: number) => line.cells[place]?.total ?? zero;
  const line = divided.filter((one) => one.currency === currency);
  const perUnit = units.map(({ values, ...one }) => {
    const metric = { ...one, values, digits: 6 };
    const [row] = nestedRows(line, { by: [], periods, since, metric });
    const cells = Array.isArray(row?.['periods']) ? row['periods'] : [];
    const costs = [...cells.map((own) => own.unitCost), row?.['unitCost']];
    return {
      column: right(['Unit cost (', named(unitOf(one)), ')']),
      cells: costs.map((cost) => numberOr(cost, 'no value')),
    };
  });
  const sizes = periods.map((_, place) => sizeOf(amountOf(whole, place)));
  const rows = periods.map(({ name, isPartial }, place): TableRow => {
    const isKnown = place >= since;
    const cell = (line: TrendLine): Cell =>
      isKnown ? money(amountOf(line, place), currency) : text('no rows');
    const isCompared = place > since && !isPartial;
    return {
      cells: [
        { kind: 'month', value: name },
        cell(whole),
        isCompared ? changeCell(amountOf(whole, place), amountOf(whole, place - 1)) : empty,
        ...perUnit.map(({ cells }) => cells[place] ?? empty),
        ...groups.map(cell),
      ],
    };
  });
  const { mean } = figures;
  const average: TableRow[] =
    typeof mean === 'string'
      ? [
          {
            isTotal: true,
            cells: [
              ...[text('Mean'), money(mean, currency), empty],
              ...perUnit.map(({ cells }) => cells[periods.length] ?? empty),
              ...groups.map(() => empty),
            ],
          },
        ]
      : [];
  const open = periods.find(({ isPartial }) => isPartial);
  const title = `The last ${periods.length} months`;
  return {
    title: isOneOfSeveral ? `${title}, ${currency ?? 'no currency'}` : title,
    lead: open === undefined ? [] : [[...periodPhrase(open, true), ' has not ended.']],
    charts: [
      {
        label: ['Cost of each month', ...inCurrency(currency)],
        points: periods.map(({ name }, place) => ({
          label: name.slice(2),
          value: sizes[place] ?? 0,
        })),
        legend: [{ tone: 'main', text: 'cost of the month' }],
      },
    ],
    tables: [
      {
        caption: ['Cost of each month', ...inCurrency(currency)],
        columns: [
          left('Month'),
          right('Cost'),
          right('Change %'),
          ...perUnit.map(({ column }) => column),
          ...groups.map((line) => extra(right(headerOf(line)))),
        ],
        rows: [...rows, ...average],
      },
    ],
  };
}

function changeCell(now: Decimal, before: Decimal): Cell {
  return percentChange(subtractDecimals(now, before), before);
}

function headerOf({ mark, values }: TrendLine) {
  return mark === 'rest' ? 'Others' : [nameOf(values[0] ?? null)];
}
