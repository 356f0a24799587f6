import { addDays, countDays, eachDay } from '../days.ts';
import { compareDecimals, type Decimal, subtractDecimals, zero } from '../json/decimal.ts';
import { count, say } from '../phrase.ts';
import { currenciesOf, mergeGroups } from '../questions/result-rows.ts';
import {
  change,
  empty,
  extra,
  inCurrency,
  left,
  money,
  right,
  sizeOf,
  tableOf,
  text,
} from './figures.ts';
import type { ColumnChart, Section, Table } from './report-document.ts';
import type { ReportFacts } from './report-facts.ts';

/** Every day compared with the same weekday some weeks before: a Saturday says nothing about a Thursday. */
export function composeDaily(facts: ReportFacts): Section {
  const { whole, period, baseline, daysWithRows } = facts;
  const weeks = Math.max(
    1,
    Math.round((countDays({ from: baseline.from, to: period.from }) - 1) / 7),
  );
  const since = weeks === 1 ? ['a week before'] : say`${count(weeks)} weeks before`;
  const days = [...eachDay(period)];
  // A day that is in both periods counts once.
  const isInBoth = (day: string | null) =>
    [period, baseline].every(({ from, to }) => day !== null && day >= from && day <= to);
  const before = whole.before.filter(({ day }) => !isInBoth(day));
  const all = [...whole.after, ...before];
  const isAsked = (day: string) =>
    [period, baseline].some(({ from, to }) => day >= from && day <= to);
  const isRead = (day: string) => isAsked(day) && daysWithRows?.has(day) === true;
  const both = currenciesOf(all).map((currency): { chart: ColumnChart; table: Table } => {
    const own = all.filter((group) => group.currency === currency);
    const sums = new Map(
      mergeGroups(own, ({ day }) => ({ day, currency, values: [] })).map(
        ({ day, total }) => [day ?? '', total] as const,
      ),
    );
    // A day of which only other rows were read cost nothing; a day without any row is not known.
    const costOn = (day: string) => sums.get(day) ?? (isRead(day) ? zero : undefined);
    const points = days.map((day) => ({
      day,
      now: costOn(day),
      earlier: costOn(addDays(day, -7 * weeks)),
    }));
    const largest = largestOf(points);
    const chart: ColumnChart = {
      label: [
        'Cost of each day',
        ...inCurrency(currency),
        ...(largest === undefined
          ? []
          : say`; the largest is ${{ kind: 'day', value: largest.day }} with ${money(largest.now, currency)}`),
      ],
      points: points.map(({ day, now, earlier }) => ({
        label: [count(Number(day.slice(8)))],
        value: now && sizeOf(now),
        before: earlier && sizeOf(earlier),
      })),
      legend: { main: 'cost of the day', second: say`the same weekday ${since}`, none: 'no rows' },
    };
    const table: Table = {
      caption: ['Cost of each day', ...inCurrency(currency)],
      isFolded: true,
      ...tableOf(points, [
        [left('Day'), ({ day }) => ({ kind: 'day', value: day })],
        [right('Cost'), ({ now }) => (now === undefined ? text('no rows') : money(now, currency))],
        [
          extra(right(weeks === 1 ? 'A week before' : since)),
          ({ day, earlier }) =>
            earlier === undefined
              ? text(isAsked(addDays(day, -7 * weeks)) ? 'no rows' : 'not compared')
              : money(earlier, currency),
        ],
        [
          right('Change'),
          ({ now, earlier }) =>
            now === undefined || earlier === undefined
              ? empty
              : change(subtractDecimals(now, earlier), currency),
        ],
      ]),
    };
    return { chart, table };
  });
  return {
    title: 'Day by day',
    charts: both.map(({ chart }) => chart),
    tables: both.map(({ table }) => table),
  };
}

/** The first of the days that cost the most, of those whose cost is known. */
function largestOf(points: readonly { readonly day: string; readonly now: Decimal | undefined }[]) {
  const known = points.flatMap(({ day, now }) => (now === undefined ? [] : [{ day, now }]));
  return known.sort((one, other) => compareDecimals(other.now, one.now))[0];
}
