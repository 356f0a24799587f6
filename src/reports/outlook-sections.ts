import {
  currencyOf,
  extra,
  left,
  money,
  name,
  named,
  percent,
  right,
  sizeOf,
  text,
} from './figures.ts';
import {
  type Bar,
  type Cell,
  type Phrase,
  periodPhrase,
  type Section,
  type TableRow,
} from './report-document.ts';
import type { ReportFacts } from './report-facts.ts';

/** What the running month will cost. */
export function composeOutlook({ outlook }: ReportFacts): Section | undefined {
  if (outlook === undefined) return undefined;
  const { month, rows } = outlook;
  const highest = Math.max(0, ...rows.map((row) => sizeOf(String(row['high'] ?? row['expected']))));
  const share = (value: unknown) =>
    highest === 0 ? 0 : Math.max(0, sizeOf(String(value ?? '0'))) / highest;
  return {
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

/** How much of each budget is used. */
export function composeBudgets({ budgets }: ReportFacts): Section | undefined {
  if (budgets === undefined) return undefined;
  const over = budgets.filter(({ state }) => String(state).endsWith('exceeded'));
  const shares = budgets.map((row) => sizeOf(String(row['share'] ?? '0')));
  const widest = Math.max(100, ...shares);
  return {
    title: 'Budgets',
    lead: [
      over.length === 0
        ? ['No budget is exceeded.']
        : [
            `${over.length} of ${budgets.length} budgets ${over.length === 1 ? 'is' : 'are'} exceeded: `,
            ...over.flatMap(
              (row, place): Phrase => [
                ...(place === 0 ? [] : [', ']),
                named(String(row['budget'])),
              ],
            ),
            '.',
          ],
    ],
    charts: [],
    tables: [
      {
        caption: ['Budgets, and how much of each is used'],
        columns: [
          left('Budget'),
          left('State'),
          extra(left('Period')),
          extra(right('Used')),
          right('Limit'),
          extra(left('Currency')),
          right('Share'),
        ],
        legend: [
          { tone: 'main', text: 'used' },
          { tone: 'up', text: 'over the limit' },
        ],
        rows: budgets.map(
          (row, place): TableRow => ({
            cells: [
              name(row['budget']),
              text(String(row['state'])),
              periodCell(String(row['period'])),
              money(String(row['outlook'] ?? row['actual']), currencyOf(row)),
              money(String(row['limit']), currencyOf(row)),
              name(row['currency']),
              percent(row['share']),
            ],
            bar: budgetBar(shares[place] ?? 0, widest),
          }),
        ),
      },
    ],
  };
}

/** A month by its name; a quarter and a year as people write them. */
function periodCell(period: string): Cell {
  const [from = '', to = ''] = period.split('..');
  const [year = '', month = ''] = from.split('-');
  const months = Number(to.slice(5, 7)) - Number(month) + 1;
  if (months === 1) return { kind: 'month', value: from.slice(0, 7) };
  return text(months === 3 ? `Q${Math.ceil(Number(month) / 3)} ${year}` : year);
}

function budgetBar(share: number, widest: number): Bar {
  const limit = 100 / widest;
  const used = Math.max(0, share) / widest;
  return {
    parts: [
      { from: 0, to: Math.min(used, limit), tone: 'main' },
      ...(used > limit ? [{ from: limit, to: used, tone: 'up' } as const] : []),
    ],
    mark: limit,
  };
}
