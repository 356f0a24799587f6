import { count, type Phrase, say, sayYear } from '../phrase.ts';
import type { ResultRow } from '../questions/result-rows.ts';
import {
  currenciesIn,
  currencyOf,
  empty,
  extra,
  inCurrency,
  knownMoney,
  left,
  money,
  name,
  named,
  percent,
  right,
  sizeOf,
  stackedParts,
  tableOf,
  text,
} from './figures.ts';
import { type Bar, type Cell, periodPhrase, type Section } from './report-document.ts';
import type { ReportFacts } from './report-facts.ts';

/** What the running month will cost. */
export function composeOutlook({ outlook }: Pick<ReportFacts, 'outlook'>): Section | undefined {
  if (outlook === undefined) return undefined;
  const { month, rows } = outlook;
  return {
    title: 'Outlook',
    lead: rows.map((row): Phrase => {
      const currency = currencyOf(row);
      const range: Phrase =
        typeof row['low'] === 'string' && typeof row['high'] === 'string'
          ? [
              ...say`, and in ${count(80)} of ${count(100)} cases between `,
              money(row['low'], currency),
              ' and ',
              money(row['high'], currency),
            ]
          : ['; there are too few days with cost for an interval'];
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
        legend: { main: 'so far', second: 'expected until the end', rest: 'up to the high end' },
        ...tableOf(
          rows,
          [
            [left('Currency'), (row) => name(row['currency'])],
            [
              extra(right('So far')),
              (row) =>
                row['actual'] === null
                  ? text('no rows')
                  : money(String(row['actual']), currencyOf(row)),
            ],
            [right('Expected'), (row) => money(String(row['expected']), currencyOf(row))],
            [right('Low'), (row) => knownMoney(row['low'], currencyOf(row))],
            [right('High'), (row) => knownMoney(row['high'], currencyOf(row))],
            [
              extra(right('Days learned')),
              (row) => ({ kind: 'number', value: String(row['learned']) }),
            ],
            [extra(right('Interval held')), (row) => percent(row['coverage'])],
          ],
          outlookBar,
        ),
      },
    ],
  };
}

/** Currencies cannot be compared, so each bar ends at the high end of its own row. */
function outlookBar({ actual, expected, high }: ResultRow): Bar {
  const end = sizeOf(String(high ?? expected));
  const share = (amount: unknown) =>
    end > 0 ? Math.min(1, Math.max(0, sizeOf(String(amount)) / end)) : 0;
  const [used, whole] = [share(actual ?? 0), share(expected)];
  const last = high === null ? whole : 1;
  return { parts: stackedParts([used, 'main'], [whole, 'second'], [last, 'rest']) };
}

/** How much of each budget is used. */
export function composeBudgets({ budgets, period }: ReportFacts): Section | undefined {
  if (budgets === undefined) return undefined;
  const ofState = (wanted: string, what: string): Phrase[] => {
    const own = budgets.filter(({ state }) => state === wanted);
    if (own.length === 0) return [];
    const are = own.length === 1 ? 'is' : 'are';
    const names = own.flatMap((row, at) => [at === 0 ? '' : ', ', named(String(row['budget']))]);
    return [
      say`${count(own.length)} of ${count(budgets.length)} ${budgets.length === 1 ? 'budget' : 'budgets'} ${are} ${what}: ${names}.`,
    ];
  };
  const over = [
    ...ofState('exceeded', 'exceeded'),
    ...ofState('outlook exceeded', 'expected to be exceeded'),
  ];
  const isOpen = budgets.some(({ state }) => state === 'unjudged');
  const shares = budgets.map((row) => sizeOf(String(row['share'] ?? '0')));
  const widest = Math.max(100, ...shares);
  // A narrow screen has no room for both. The sentences above the table name what is exceeded.
  const [currency, ...others] = currenciesIn(budgets);
  const isMixed = others.length > 0;
  const hasOutlook = budgets.some(({ outlook }) => outlook !== null);
  const expectedOf = (row: ResultRow): Cell =>
    row['outlook'] === null ? empty : money(String(row['outlook']), currencyOf(row));
  return {
    title: 'Budgets',
    lead:
      over.length > 0
        ? over
        : [[isOpen ? 'No budget that could be judged is exceeded.' : 'No budget is exceeded.']],
    tables: [
      {
        caption: [
          'Budgets, and how much of each is used up to ',
          { kind: 'day', value: period.to },
          hasOutlook ? ', or expected by its end' : '',
          ...(isMixed ? [] : inCurrency(currency ?? null)),
        ],
        legend: { main: hasOutlook ? 'used or expected' : 'used', up: 'over the limit' },
        ...tableOf(
          budgets,
          [
            [left('Budget'), (row) => name(row['budget'])],
            [isMixed ? extra(left('State')) : left('State'), (row) => text(String(row['state']))],
            [extra(left('Period')), (row) => periodCell(String(row['period']))],
            [isMixed ? left('Currency') : extra(left('Currency')), (row) => name(row['currency'])],
            [extra(right('Used')), (row) => knownMoney(row['actual'], currencyOf(row))],
            ...(hasOutlook ? [[extra(right('Expected')), expectedOf] as const] : []),
            [right('Limit'), (row) => money(String(row['limit']), currencyOf(row))],
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
  const quarter = String(Math.ceil(Number(month) / 3));
  return text(sayYear(year, months === 3 ? quarter : undefined));
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
