import { fieldOf } from '../analysis/fields.ts';
import {
  barOf,
  change,
  currenciesIn,
  decimalOf,
  extra,
  heading,
  inCurrency,
  isPositive,
  left,
  money,
  name,
  right,
  sizeOf,
  text,
} from './figures.ts';
import type { Phrase, Section, Table, TableRow } from './report-document.ts';
import type { ReportFacts } from './report-facts.ts';

/** Days that deviate from the same weekdays before them. */
export function composeAnomalies({ anomalies, top }: ReportFacts): Section | undefined {
  if (anomalies === undefined) return undefined;
  const { by, rows } = anomalies;
  const [column] = by;
  const found = rows.filter(({ state }) => state !== 'unknown');
  const unknown = rows.length - found.length;
  const lead: Phrase[] = [
    found.length === 0
      ? ['No day deviates from the same weekdays before it.']
      : [
          { kind: 'number', value: String(found.length) },
          found.length === 1 ? ' day deviates' : ' days deviate',
          ' from the same weekdays of the eight weeks before',
          found.length > top ? `; the ${top} largest are shown.` : '.',
        ],
    ...(unknown === 0
      ? []
      : [
          [
            { kind: 'number', value: String(unknown) },
            unknown === 1 ? ' group has' : ' groups have',
            ' too little history to be judged.',
          ] as const,
        ]),
  ];
  return {
    id: 'anomalies',
    title: 'Anomalies',
    lead,
    charts: [],
    tables: currenciesIn(found).map((currency): Table => {
      const own = found.filter((row) => row['currency'] === currency).slice(0, top);
      const sizes = own.map((row) => sizeOf(String(row['difference'] ?? row['actual'])));
      return {
        caption: ['Days out of the ordinary', ...inCurrency(currency)],
        columns: [
          ...(column === undefined ? [] : [left(heading(column))]),
          left('Day'),
          left('State'),
          extra(right('Expected')),
          right('Actual'),
          right('Difference'),
        ],
        legend: [
          { tone: 'up', text: 'more than expected' },
          { tone: 'down', text: 'less than expected' },
        ],
        rows: own.map((row, place): TableRow => {
          const difference = decimalOf(row['difference'] ?? row['actual']);
          return {
            cells: [
              ...(column === undefined ? [] : [name(row[fieldOf(column)])]),
              { kind: 'day', value: String(row['day']) },
              text(String(row['state'])),
              row['expected'] === null ? text('unknown') : money(String(row['expected']), currency),
              money(String(row['actual']), currency),
              change(difference, currency),
            ],
            bar: barOf(sizes[place] ?? 0, sizes, isPositive(difference) ? 'up' : 'down'),
          };
        }),
      };
    }),
  };
}
