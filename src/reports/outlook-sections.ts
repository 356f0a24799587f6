import type { ResultRow } from '../questions/result-rows.ts';
import {
  currencyOf,
  extra,
  knownMoney,
  left,
  money,
  name,
  named,
  percent,
  right,
  sizeOf,
  tableOf,
  text,
} from './figures.ts';
import { type Bar, type Cell, type Phrase, periodPhrase, type Section } from './report-document.ts';
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
    tables: [
      {
        caption: ['Outlook for ', ...periodPhrase(month, true)],
        legend: [
          { tone: 'main', text: 'so far' },
          { tone: 'second', text: 'expected until the end' },
          { tone: 'rest', text: 'up to the high end' },
        ],
        ...tableOf(
          rows,
          [
            [left('Currency'), (row) => name(row['currency'])],
            [right('So far'), (row) => money(String(row['actual']), currencyOf(row))],
            [right('Expected'), (row) => money(String(row['expected']), currencyOf(row))],
            [right('Low'), (row) => knownMoney(row['low'], currencyOf(row))],
            [right('High'), (row) => knownMoney(row['high'], currencyOf(row))],
            [
              extra(right('Days learned from')),
              (row) => ({ kind: 'number', value: String(row['learned']) }),
            ],
            [extra(right('Range was right')), (row) => percent(row['coverage'])],
          ],
          (row) => {
            const actual = Math.min(share(row['actual']), 1);
            const expected = Math.min(share(row['expected']), 1);
            return {
              parts: [
                { from: 0, to: actual, tone: 'main' },
                { from: actual, to: expected, tone: 'second' },
                { from: expected, to: row['high'] === null ? expected : 1, tone: 'rest' },
              ],
            };
          },
        ),
      },
    ],
  };
}

/** How much of each budget is used. */
export function composeBudgets({ budgets, period }: ReportFacts): Section | undefined {
  if (budgets === undefined) return undefined;
  const over = budgets.filter(({ state }) => String(state).endsWith('exceeded'));
  const isOpen = budgets.some(({ state }) => state === 'unjudged');
  const shares = budgets.map((row) => sizeOf(String(row['share'] ?? '0')));
  const widest = Math.max(100, ...shares);
  const hasOutlook = budgets.some(({ outlook }) => outlook !== null);
  const expectedOf = (row: ResultRow): Cell =>
    row['outlook'] === null ? { kind: 'empty' } : money(String(row['outlook']), currencyOf(row));
  return {
    title: 'Budgets',
    lead: [
      over.length === 0
        ? [isOpen ? 'No budget that could be judged is exceeded.' : 'No budget is exceeded.']
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
    tables: [
      {
        caption: [
          'Budgets, and how much of each is used up to ',
          { kind: 'day', value: period.to },
        ],
        legend: [
          { tone: 'main', text: hasOutlook ? 'used or expected' : 'used' },
          { tone: 'up', text: 'over the limit' },
        ],
        ...tableOf(
          budgets,
          [
            [left('Budget'), (row) => name(row['budget'])],
            [left('State'), (row) => text(String(row['state']))],
            [extra(left('Period')), (row) => periodCell(String(row['period']))],
            [extra(right('Used')), (row) => knownMoney(row['actual'], currencyOf(row))],
            ...(hasOutlook ? [[extra(right('Expected')), expectedOf] as const] : []),
            [right('Limit'), (row) => money(String(row['limit']), currencyOf(row))],
            [extra(left('Currency')), (row) => name(row['currency'])],
            [right('Share'), (row) => percent(row['share'])],
          ],
          (_row, place) => budgetBar(shares[place] ?? 0, widest),
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
