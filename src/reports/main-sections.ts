import { countDays } from '../days.ts';
import {
  type Decimal,
  divideDecimals,
  roundDecimal,
  subtractDecimals,
  sumDecimals,
  zero,
} from '../json/decimal.ts';
import { percentOf } from '../json/percent.ts';
import { count, type Phrase, say } from '../phrase.ts';
import { averagedDays } from '../questions/choose-periods.ts';
import {
  cutPairs,
  type Pair,
  pairGroups,
  pairTotals,
  sortPairs,
  wholeDecimal,
} from '../questions/pair-groups.ts';
import { currenciesOf } from '../questions/result-rows.ts';
import {
  barOf,
  behind,
  change,
  empty,
  extra,
  heading,
  inCurrency,
  isPositive,
  labelOf,
  left,
  money,
  name,
  named,
  othersOf,
  percent,
  percentChange,
  right,
  sizeOf,
  tableOf,
  text,
} from './figures.ts';
import {
  type Cell,
  periodPhrase,
  type Section,
  type Table,
  type TableColumn,
  type TableRow,
} from './report-document.ts';
import type { ReportFacts } from './report-facts.ts';

/** How many changes are shown for each column. */
const mostChanges = 5;

/** What the period cost, compared with the one before. */
export function composeTotal(facts: ReportFacts): Section {
  const { whole, period, baseline, areMonths } = facts;
  const days = [countDays(period), countDays(baseline)] as const;
  const averaged = [
    averagedDays(period, facts.known),
    averagedDays(baseline, facts.known),
  ] as const;
  const [now, before] = [periodPhrase(period, areMonths), periodPhrase(baseline, areMonths)];
  const tables = pairTotals(whole.before, whole.after, facts).map((pair): Table => {
    const { currency } = pair;
    const [after, earlier] = [pair.after ?? zero, pair.before ?? zero];
    const average = (amount: typeof after, count: number) =>
      count === 0
        ? empty
        : money(divideDecimals(amount, wholeDecimal(count), amount.scale + 2), currency);
    const perDay = (amount: typeof after, count: number) =>
      divideDecimals(amount, wholeDecimal(Math.max(1, count)), amount.scale + 6);
    const moved = subtractDecimals(perDay(after, averaged[0]), perDay(earlier, averaged[1]));
    return {
      caption: ['Total and daily average', ...inCurrency(currency)],
      columns: [
        left('Figure'),
        extra(right(before)),
        right(now),
        right('Change'),
        right('Change %'),
      ],
      rows: [
        {
          cells: [
            text('Total'),
            money(earlier, currency),
            money(after, currency),
            change(pair.change, currency),
            percentChange(pair.change, pair.before),
          ],
        },
        {
          cells: [
            text('Average of a day'),
            average(earlier, averaged[1]),
            average(after, averaged[0]),
            change(roundDecimal(moved, 6), currency),
            percentChange(
              moved,
              pair.before === undefined ? undefined : perDay(earlier, averaged[1]),
            ),
          ],
        },
      ],
    };
  });
  const lead: Phrase[] = [
    say`${now} has ${count(days[0])} ${days[0] === 1 ? 'day' : 'days'}, and ${before} has ${count(days[1])}.`,
  ];
  return { title: 'Total', lead, tables };
}

/** The largest increases and decreases by each column. */
export function composeChanges(facts: ReportFacts): Section | undefined {
  const now = periodPhrase(facts.period, facts.areMonths);
  const before = periodPhrase(facts.baseline, facts.areMonths);
  const tables = facts.parts.flatMap((part, place) =>
    pairsByCurrency(part, facts).flatMap(([currency, pairs]): Table[] => {
      const moved = sortPairs(pairs, 'change')
        .filter(({ change: amount }) => amount.units !== 0n)
        .slice(0, mostChanges);
      if (moved.length === 0) return [];
      const sizes = moved.map((pair) => sizeOf(pair.change));
      return [
        {
          caption: [
            'Largest changes by ',
            named(labelOf(part.column, facts)),
            ...inCurrency(currency),
          ],
          legend: { up: 'costs more', down: 'costs less' },
          ...tableOf(
            moved,
            [
              [left(heading(part.column, facts)), ({ values }) => name(values[0])],
              [extra(right(before)), (pair) => amountOr(pair.before, empty, currency)],
              [right(now), (pair) => amountOr(pair.after, text('gone'), currency)],
              [right('Change'), (pair) => change(pair.change, currency)],
              [right('Change %'), relativeChange],
              ...(place === 0 && facts.pairs !== undefined ? [mostly(facts)] : []),
            ],
            (pair, at) => barOf(sizes[at] ?? 0, sizes, isPositive(pair.change) ? 'up' : 'down'),
          ),
        },
      ];
    }),
  );
  if (tables.length === 0) return undefined;
  return { title: 'What changed most', tables };
}

function mostly(facts: ReportFacts): [TableColumn, (pair: Pair) => Cell] {
  const cellOf = (pair: Pair) => {
    const found = behind(pair, facts);
    return found === undefined ? empty : name(found.values[1]);
  };
  return [extra(left('Mostly')), cellOf];
}

/** What is new has no percentage. */
function relativeChange({ change, before }: Pair): Cell {
  return before === undefined ? text('new') : percentChange(change, before);
}

function amountOr(amount: Decimal | undefined, otherwise: Cell, currency: string | null): Cell {
  return amount === undefined ? otherwise : money(amount, currency);
}

/** Where the money went: one section for each column. */
export function composeParts(facts: ReportFacts): Section[] {
  return facts.parts.map((part) => ({
    title: `By ${labelOf(part.column, facts)}`,
    tables: pairsByCurrency(part, facts).map(([currency, pairs]) =>
      partTable(part.column, currency, pairs, facts),
    ),
  }));
}

function partTable(
  column: string,
  currency: string | null,
  pairs: readonly Pair[],
  facts: ReportFacts,
): Table {
  const { top, isBaselineKnown } = facts;
  const cut = cutPairs(sortPairs(pairs, 'after'), top);
  const rest = pairs.length - cut.filter(({ isRest }) => !isRest).length;
  const whole = sumDecimals(pairs.map(({ after = zero }) => after));
  const before = sumDecimals(pairs.map((pair) => pair.before ?? zero));
  const moved = subtractDecimals(whole, before);
  const sizes = cut.map(({ pair }) => sizeOf(pair.after ?? zero));
  const all = tableOf(
    cut,
    [
      [
        left(heading(column, facts)),
        ({ pair, isRest }) => (isRest ? othersOf(rest) : name(pair.values[0])),
      ],
      [right('Cost'), ({ pair }) => money(pair.after ?? zero, currency)],
      [right('Share'), ({ pair }) => percent(percentOf(pair.after ?? zero, whole))],
      ...(isBaselineKnown ? changeColumns(currency) : []),
    ],
    ({ isRest }, at) => barOf(sizes[at] ?? 0, sizes, isRest ? 'rest' : 'main'),
  );
  const total: TableRow = {
    isTotal: true,
    cells: [
      text('Total'),
      money(whole, currency),
      percent(percentOf(whole, whole)),
      ...(isBaselineKnown ? [change(moved, currency), percentChange(moved, before)] : []),
    ],
  };
  return {
    caption: ['Cost by ', named(labelOf(column, facts)), ...inCurrency(currency)],
    columns: all.columns,
    rows: [...all.rows, total],
  };
}

function changeColumns(currency: string | null) {
  return [
    [right('Change'), ({ pair }: CutPair) => change(pair.change, currency)],
    [extra(right('Change %')), ({ pair }: CutPair) => relativeChange(pair)],
  ] as const;
}

type CutPair = ReturnType<typeof cutPairs>[number];

function pairsByCurrency(
  part: ReportFacts['parts'][number],
  facts: ReportFacts,
): [string | null, Pair[]][] {
  const pairs = pairGroups(part.before, part.after, facts);
  return currenciesOf([...part.after, ...part.before]).map((currency) => [
    currency,
    pairs.filter((pair) => pair.currency === currency),
  ]);
}
