import { type Decimal, subtractDecimals } from '../json/decimal.ts';
import { count, say } from '../phrase.ts';
import { costIn, firstFilled, type TrendLine, wholesOf } from '../questions/trend-lines.ts';
import { nestedRows } from '../questions/trend-rows.ts';
import { byLabel } from '../questions/unit-costs.ts';
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
  tableOf,
  text,
  unitOf,
} from './figures.ts';
import { type Cell, periodPhrase, type Section } from './report-document.ts';
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
  const amountOf = (line: TrendLine, place: number): Decimal | undefined =>
    place < since ? undefined : costIn(line, periods, place);
  const { mean } = figures;
  /** The place of the row of means, after those of the months. */
  const last = periods.length;
  const ofMonths = (line: TrendLine) => (place: number) => {
    if (place === last) return line === whole ? money(String(mean), currency) : empty;
    const amount = amountOf(line, place);
    return amount === undefined ? text('no rows') : money(amount, currency);
  };
  const changeOf = (place: number): Cell => {
    const [before, after] = [amountOf(whole, place - 1), amountOf(whole, place)];
    const isKnown = before !== undefined && after !== undefined;
    const areWhole = [place - 1, place].every((one) => periods[one]?.isPartial === false);
    if (!isKnown || !areWhole) return empty;
    return percentChange(subtractDecimals(after, before), before);
  };
  const own = divided.filter((line) => line.currency === currency);
  const perUnit = units.map((one) => {
    const metric = { ...one, values: byLabel(one.values), digits: 6 };
    const [row] = nestedRows(own, { by: [], periods, since, metric });
    const cells = Array.isArray(row?.['periods']) ? row['periods'] : [];
    const ofPlace = (place: number) => {
      if (place === last) return numberOr(row?.['unitCost'], 'no unit cost');
      const { rows = 0, value = '', unitCost } = cells[place] ?? {};
      const hasRows = amountOf(whole, place) !== undefined;
      const why = value === null ? 'no value' : rows === 0 ? 'no cost' : 'no unit cost';
      return numberOr(unitCost, hasRows ? why : 'no rows');
    };
    return [right(['Unit cost (', named(unitOf(one)), ')']), ofPlace] as const;
  });
  const { columns, rows } = tableOf(
    [...periods.keys(), ...(typeof mean === 'string' ? [last] : [])],
    [
      [
        left('Month'),
        (place) =>
          place === last ? text('Mean') : { kind: 'month', value: periods[place]?.name ?? '' },
      ],
      [right('Cost'), ofMonths(whole)],
      [right('Change %'), changeOf],
      ...perUnit,
      ...groups.map((line) => [extra(right(headerOf(line))), ofMonths(line)] as const),
    ],
  );
  const ending = typeof mean === 'string' ? ', and the mean leaves it out.' : '.';
  const title =
    periods.length === 1 ? ['The last month'] : say`The last ${count(periods.length)} months`;
  return {
    title: isOneOfSeveral ? say`${title}, ${currency ?? 'no currency'}` : title,
    lead: periods
      .filter(({ isPartial }) => isPartial)
      .map((period) =>
        period.isCut
          ? ['The files begin within ', ...periodPhrase(period, true), ending]
          : [...periodPhrase(period, true), ' has not ended', ending],
      ),
    charts: [
      {
        label: ['Cost of each month', ...inCurrency(currency)],
        points: periods.map(({ name }, place) => {
          const amount = amountOf(whole, place);
          return { label: [{ kind: 'shortMonth', value: name }], value: amount && sizeOf(amount) };
        }),
        legend: { main: 'cost of the month', none: 'no rows' },
      },
    ],
    tables: [
      {
        caption: ['Cost of each month', ...inCurrency(currency)],
        columns,
        rows: rows.map((row, place) => ({ ...row, isTotal: place === last })),
      },
    ],
  };
}

function headerOf({ mark, values }: TrendLine) {
  return mark === 'rest' ? 'Others' : [nameOf(values[0] ?? null)];
}
