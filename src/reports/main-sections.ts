import { addDays, countDays, eachDay } from '../days.ts';
import {
  addDecimals,
  compareDecimals,
  divideDecimals,
  roundDecimal,
  subtractDecimals,
  zero,
} from '../json/decimal.ts';
import {
  cutPairs,
  type Pair,
  pairGroups,
  pairTotals,
  sortPairs,
  wholeDecimal,
} from '../questions/compare-periods.ts';
import { currenciesOf, mergeGroups, percentOf } from '../questions/result-rows.ts';
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
  text,
} from './figures.ts';
import {
  type ColumnChart,
  type Phrase,
  periodPhrase,
  type Section,
  type Table,
  type TableRow,
} from './report-document.ts';
import type { ReportFacts } from './report-facts.ts';

/** Changes that are shown for each column. */
const mostChanges = 5;

/** What it cost, compared with the period before. */
export function composeTotal(facts: ReportFacts): Section {
  const { whole, period, baseline, areMonths } = facts;
  const days = [countDays(period), countDays(baseline)] as const;
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
    const moved = subtractDecimals(perDay(after, days[0]), perDay(earlier, days[1]));
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
            average(earlier, days[1]),
            average(after, days[0]),
            change(roundDecimal(moved, 6), currency),
            percentChange(moved, pair.before === undefined ? undefined : perDay(earlier, days[1])),
          ],
        },
      ],
    };
  });
  const lead: Phrase[] = [
    [
      ...now,
      ' has ',
      { kind: 'number', value: String(days[0]) },
      ' days, ',
      ...before,
      ' ',
      { kind: 'number', value: String(days[1]) },
      '.',
    ],
  ];
  return { title: 'Total', lead, charts: [], tables };
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
          caption: ['Largest changes by ', named(labelOf(part.column)), ...inCurrency(currency)],
          columns: [
            left(heading(part.column)),
            extra(right(before)),
            right(now),
            right('Change'),
            right('Change %'),
            ...(place === 0 && facts.pairs !== undefined ? [extra(left('Mostly'))] : []),
          ],
          legend: [
            { tone: 'up', text: 'costs more' },
            { tone: 'down', text: 'costs less' },
          ],
          rows: moved.map((pair, at) => ({
            cells: [
              name(pair.values[0]),
              pair.before === undefined ? text('new') : money(pair.before, currency),
              pair.after === undefined ? text('gone') : money(pair.after, currency),
              change(pair.change, currency),
              percentChange(pair.change, pair.before),
              ...(place === 0 && facts.pairs !== undefined ? [mostly(pair, facts)] : []),
            ],
            bar: barOf(sizes[at] ?? 0, sizes, isPositive(pair.change) ? 'up' : 'down'),
          })),
        },
      ];
    }),
  );
  if (tables.length === 0) return undefined;
  return { title: 'What changed most', lead: [], charts: [], tables };
}

function mostly(pair: Pair, facts: ReportFacts) {
  const found = behind(pair, facts);
  return found === undefined ? empty : name(found.values[1]);
}

/** Every day compared with the same weekday some weeks before: a Saturday says nothing about a Thursday. */
export function composeDaily(facts: ReportFacts): Section {
  const { whole, period, baseline } = facts;
  const weeks = Math.max(
    1,
    Math.round((countDays({ from: baseline.from, to: period.from }) - 1) / 7),
  );
  const since = `${weeks === 1 ? 'a week' : `${weeks} weeks`} before`;
  const days = [...eachDay(period)];
  const all = [...whole.after, ...whole.before];
  const both = currenciesOf(all).map((currency): { chart: ColumnChart; table: Table } => {
    const sums = new Map(
      mergeGroups(
        all.filter((group) => group.currency === currency),
        ({ day }) => ({ day, currency, values: [] }),
      ).map(({ day, total }) => [day ?? '', total]),
    );
    const points = days.map((day) => ({
      day,
      now: sums.get(day),
      earlier: sums.get(addDays(day, -7 * weeks)),
    }));
    const [largest] = [...points].sort((one, other) =>
      compareDecimals(other.now ?? zero, one.now ?? zero),
    );
    const chart: ColumnChart = {
      label: [
        'Cost of each day',
        ...inCurrency(currency),
        '; the largest is ',
        { kind: 'day', value: largest?.day ?? period.from },
        ' with ',
        money(largest?.now ?? zero, currency),
      ],
      points: points.map(({ day, now = zero, earlier }) => ({
        label: String(Number(day.slice(8))),
        value: sizeOf(now),
        before: earlier === undefined ? undefined : sizeOf(earlier),
      })),
      legend: [
        { tone: 'main', text: 'cost of the day' },
        { tone: 'second', text: `the same weekday ${since}` },
      ],
    };
    const table: Table = {
      caption: ['Cost of each day', ...inCurrency(currency)],
      columns: [left('Day'), right('Cost'), extra(right(`Weekday ${since}`)), right('Change')],
      isFolded: true,
      rows: points.map(({ day, now, earlier }) => ({
        cells: [
          { kind: 'day', value: day },
          now === undefined ? text('no rows') : money(now, currency),
          earlier === undefined ? empty : money(earlier, currency),
          earlier === undefined ? empty : change(subtractDecimals(now ?? zero, earlier), currency),
        ],
      })),
    };
    return { chart, table };
  });
  return {
    title: 'Day by day',
    lead: [],
    charts: both.map(({ chart }) => chart),
    tables: both.map(({ table }) => table),
  };
}

/** Where the money went: one section for each column. */
export function composeParts(facts: ReportFacts): Section[] {
  return facts.parts.map((part) => ({
    title: `By ${labelOf(part.column)}`,
    lead: [],
    charts: [],
    tables: pairsByCurrency(part, facts).map(([currency, pairs]) =>
      partTable(part.column, currency, pairs, facts),
    ),
  }));
}

function partTable(
  column: string,
  currency: string | null,
  pairs: readonly Pair[],
  { top }: ReportFacts,
): Table {
  const cut = cutPairs(sortPairs(pairs, 'after'), top);
  const rest = pairs.length - cut.filter(({ isRest }) => !isRest).length;
  const whole = pairs.reduce((sum, { after }) => addDecimals(sum, after ?? zero), zero);
  const before = pairs.reduce((sum, pair) => addDecimals(sum, pair.before ?? zero), zero);
  const moved = subtractDecimals(whole, before);
  const sizes = cut.map(({ pair }) => sizeOf(pair.after ?? zero));
  const rows = cut.map(
    ({ pair, isRest }, at): TableRow => ({
      cells: [
        isRest ? othersOf(rest) : name(pair.values[0]),
        money(pair.after ?? zero, currency),
        percent(percentOf(pair.after ?? zero, whole)),
        change(pair.change, currency),
        pair.before === undefined ? text('new') : percentChange(pair.change, pair.before),
      ],
      bar: barOf(sizes[at] ?? 0, sizes, isRest ? 'rest' : 'main'),
    }),
  );
  return {
    caption: ['Cost by ', named(labelOf(column)), ...inCurrency(currency)],
    columns: [
      left(heading(column)),
      right('Cost'),
      right('Share'),
      right('Change'),
      extra(right('Change %')),
    ],
    rows: [
      ...rows,
      {
        isTotal: true,
        cells: [
          text('Total'),
          money(whole, currency),
          percent(percentOf(whole, whole)),
          change(moved, currency),
          percentChange(moved, before),
        ],
      },
    ],
  };
}

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
