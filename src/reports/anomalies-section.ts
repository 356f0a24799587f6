import { count, type Phrase, say } from '../phrase.ts';
import { decimalOf, type ResultRow } from '../questions/result-rows.ts';
import {
  barOf,
  change,
  currenciesIn,
  extra,
  groupColumn,
  inCurrency,
  isPositive,
  knownMoney,
  left,
  money,
  right,
  sizeOf,
  tableOf,
  text,
} from './figures.ts';
import { periodPhrase, type Section, type Table } from './report-document.ts';
import type { ReportFacts } from './report-facts.ts';

/** Days that deviate from the same weekdays before them. */
export function composeAnomalies(facts: ReportFacts): Section | undefined {
  const { anomalies, period, top } = facts;
  if (anomalies === undefined) return undefined;
  const { by, rows, judged, isBlank } = anomalies;
  const found = rows.filter(({ state }) => state !== 'unknown');
  const unknown = rows.length - found.length;
  const currencies = currenciesIn(found);
  const ofCurrency = (currency: string | null) =>
    found.filter((row) => row['currency'] === currency);
  const isCut = currencies.some((currency) => ofCurrency(currency).length > top);
  const each = currencies.length > 1 ? ' of each currency' : '';
  const lead: Phrase[] = [
    isBlank
      ? ['No day was judged: ', ...periodPhrase(judged, false), ' has no rows.']
      : found.length === 0
        ? [
            `No day${unknown === 0 ? '' : ' that could be judged'} deviates from the same weekdays before it.`,
          ]
        : [
            // Several groups may deviate on one day.
            found.length === 1 ? 'There is ' : 'There are ',
            count(found.length),
            found.length === 1 ? ' deviation' : ' deviations',
            ' from the same weekdays of the eight weeks before',
            ...(isCut ? say`; the ${count(top)} largest${each} are shown.` : ['.']),
          ],
    ...(unknown === 0
      ? []
      : [
          say`${count(unknown)} ${unknown === 1 ? 'group has' : 'groups have'} too little history to be judged.`,
        ]),
    ...(judged.to === period.to
      ? []
      : [
          [
            'Days after ',
            { kind: 'day', value: judged.to },
            ' may not be complete and are left out.',
          ] as const,
        ]),
  ];
  return {
    title: 'Anomalies',
    lead,
    tables: currencies.map((currency): Table => {
      const own = ofCurrency(currency).slice(0, top);
      const differenceOf = (row: ResultRow) => decimalOf(row['difference'] ?? row['actual']);
      const sizes = own.map((row) => sizeOf(differenceOf(row)));
      return {
        caption: ['Days out of the ordinary', ...inCurrency(currency)],
        legend: { up: 'more than expected', down: 'less than expected' },
        ...tableOf(
          own,
          [
            [left('Day'), (row) => ({ kind: 'day', value: String(row['day']) })],
            ...by.map((column) => groupColumn(column, facts)),
            [left('State'), (row) => text(String(row['state']))],
            [right('Actual'), (row) => money(String(row['actual']), currency)],
            [extra(right('Expected')), (row) => knownMoney(row['expected'], currency)],
            [right('Difference'), (row) => change(differenceOf(row), currency)],
          ],
          (row, at) => barOf(sizes[at] ?? 0, sizes, isPositive(differenceOf(row)) ? 'up' : 'down'),
        ),
      };
    }),
  };
}
