import { currencyOf, extra, left, money, name, percent, right, sizeOf, text } from './figures.ts';
import { type Phrase, periodPhrase, type Section, type TableRow } from './report-document.ts';
import type { ReportFacts } from './report-facts.ts';

/** What the running month will cost. */
export function composeOutlook({ outlook }: ReportFacts): Section | undefined {
  if (outlook === undefined) return undefined;
  const { month, rows } = outlook;
  const highest = Math.max(0, ...rows.map((row) => sizeOf(String(row['high'] ?? row['expected']))));
  const share = (value: unknown) =>
    highest === 0 ? 0 : Math.max(0, sizeOf(String(value ?? '0'))) / highest;
  return {
    id: 'outlook',
    title: 'Outlook',
    lead: rows.map((row): Phrase => {
      const currency = currencyOf(row);
      const range: Phrase =
        typeof row['low'] === 'string' && typeof row['high'] === 'string'
          ? [
              ', and in 80 of 100 cases between ',
              money(row['low'], currency),
              ' and ',
              money(row['high'], currency),
            ]
          : ['; there is too little history for a range'];
      return [
        ...periodPhrase(month, true),
        ' is expected to cost ',
        money(String(row['expected']), currency),
        ...range,
        '.',
      ];
    }),
    charts: [],
    tables: [
      {
        caption: ['Outlook for ', ...periodPhrase(month, true)],
        columns: [
          left('Currency'),
          right('So far'),
          right('Expected'),
          right('Low'),
          right('High'),
          extra(right('Days learned from')),
          extra(right('Range was right')),
        ],
        legend: [
          { tone: 'main', text: 'so far' },
          { tone: 'second', text: 'expected until the end' },
          { tone: 'rest', text: 'up to the high end' },
        ],
        rows: rows.map((row): TableRow => {
          const currency = currencyOf(row);
          const [actual, expected] = [share(row['actual']), share(row['expected'])];
          return {
            cells: [
              currency === null ? text('(none)') : name(currency),
              money(String(row['actual']), currency),
              money(String(row['expected']), currency),
              row['low'] === null ? text('unknown') : money(String(row['low']), currency),
              row['high'] === null ? text('unknown') : money(String(row['high']), currency),
              { kind: 'number', value: String(row['learned']) },
              percent(row['coverage']),
            ],
            bar: {
              parts: [
                { from: 0, to: Math.min(actual, 1), tone: 'main' },
                { from: Math.min(actual, 1), to: Math.min(expected, 1), tone: 'second' },
                {
                  from: Math.min(expected, 1),
                  to: row['high'] === null ? Math.min(expected, 1) : 1,
                  tone: 'rest',
                },
              ],
            },
          };
        }),
      },
    ],
  };
}
