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
import type { Bar, Cell, Phrase, Section, TableRow } from './report-document.ts';
import type { ReportFacts } from './report-facts.ts';

/** How much of each budget is used. */
export function composeBudgets({ budgets }: ReportFacts): Section | undefined {
  if (budgets === undefined) return undefined;
  const over = budgets.filter(({ state }) => String(state).endsWith('exceeded'));
  const shares = budgets.map((row) => sizeOf(String(row['share'] ?? '0')));
  const widest = Math.max(100, ...shares);
  return {
    id: 'budgets',
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
