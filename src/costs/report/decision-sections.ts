import { addDecimals, compareDecimals, subtractDecimals, zero } from '../../json/decimal.ts';
import { fieldOf, type ResultRow } from '../analysis/fields.ts';
import { percentOf } from '../analysis/merge.ts';
import {
  barOf,
  change,
  decimalOf,
  empty,
  extra,
  isPositive,
  left,
  money,
  name,
  named,
  percent,
  right,
  sizeOf,
  text,
} from './cells.ts';
import { labelOf } from './choose-columns.ts';
import {
  type Bar,
  type Cell,
  type Phrase,
  periodPhrase,
  type Section,
  type Table,
  type TableRow,
} from './document.ts';
import type { ReportFacts, UnitFacts } from './facts.ts';
import { heading, inCurrency } from './main-sections.ts';

/** What one order, seat or request cost. */
export function composeUnits({ units }: ReportFacts): Section | undefined {
  if (units.length === 0) return undefined;
  const parts = units.map((one) => ({ one, days: one.rows.filter(({ all }) => all !== true) }));
  return {
    id: 'unit',
    title: 'Unit costs',
    lead: parts.flatMap(({ one }) => unitLeads(one)),
    charts: parts.flatMap(({ one, days }) =>
      currenciesIn(days).map((currency) => ({
        kind: 'columns' as const,
        label: ['Cost of one ', named(unitOf(one)), ' on each day', ...inCurrency(currency)],
        points: days
          .filter((row) => row['currency'] === currency)
          .map((row) => ({
            label: String(Number(String(row['period']).slice(8))),
            value: sizeOf(String(row['unitCost'] ?? '0')),
          })),
        legend: [{ tone: 'main' as const, text: `cost of one ${unitOf(one)}` }],
      })),
    ),
    tables: parts.flatMap(({ one, days }) =>
      currenciesIn(days).map((currency) => unitTable(one, currency, days)),
    ),
  };
}

function unitOf({ unit, name: own }: UnitFacts): string {
  return unit === '' ? own : unit;
}

function unitLeads(one: UnitFacts): Phrase[] {
  return one.rows
    .filter(({ all }) => all === true)
    .map((row): Phrase => {
      const currency = currencyOf(row);
      if (typeof row['unitCost'] !== 'string') return [named(one.name), ': ', String(row['state'])];
      const loose = decimalOf(row['costLeftOut'] ?? '0');
      return [
        named(one.name),
        ': one ',
        named(unitOf(one)),
        ' cost ',
        { kind: 'number', value: row['unitCost'] },
        ...(currency === null ? [] : [' ', named(currency)]),
        '. That is ',
        money(subtractDecimals(decimalOf(row['cost']), loose), currency),
        ' divided by ',
        { kind: 'number', value: String(row['value'] ?? '0') },
        ...(loose.units === 0n
          ? []
          : ['; ', money(loose, currency), ' is on days without a value and is left out']),
        '.',
      ];
    });
}

function unitTable(one: UnitFacts, currency: string | null, days: readonly ResultRow[]): Table {
  return {
    caption: [named(one.name), ' day by day', ...inCurrency(currency)],
    columns: [
      left('Day'),
      right('Cost'),
      right(['Value (', named(unitOf(one)), ')']),
      right('Unit cost'),
    ],
    isFolded: true,
    rows: days
      .filter((row) => row['currency'] === currency)
      .map((row) => ({
        cells: [
          { kind: 'day', value: String(row['period']) },
          money(String(row['cost']), currency),
          numberOr(row['value'], 'no value'),
          numberOr(row['unitCost'], String(row['state'])),
        ],
      })),
  };
}

function numberOr(value: unknown, otherwise: string): Cell {
  return typeof value === 'string' ? { kind: 'number', value } : text(otherwise);
}

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

/** Common cost shared among teams or products. */
export function composeAllocation({ allocation, top }: ReportFacts): Section | undefined {
  if (allocation === undefined) return undefined;
  const { column, rows } = allocation;
  return {
    id: 'allocation',
    title: 'Allocation',
    lead: [],
    charts: [],
    tables: currenciesIn(rows).map((currency): Table => {
      const own = rows
        .filter((row) => row['currency'] === currency)
        .sort((one, other) => compareDecimals(decimalOf(other['total']), decimalOf(one['total'])));
      const shown = own.slice(0, own.length <= top + 1 ? top + 1 : top);
      const rest = own.slice(shown.length);
      const add = (some: readonly ResultRow[], key: string) =>
        some.reduce((sum, row) => addDecimals(sum, decimalOf(row[key])), zero);
      const widest = Math.max(0, ...own.map((row) => sizeOf(String(row['total']))));
      const whole = add(own, 'total');
      const cells = (title: Cell, some: readonly ResultRow[], method: Cell): Cell[] => [
        title,
        money(add(some, 'direct'), currency),
        money(add(some, 'allocated'), currency),
        money(add(some, 'total'), currency),
        percent(percentOf(add(some, 'total'), whole)),
        method,
      ];
      return {
        caption: [
          'Cost of each ',
          named(labelOf(column)),
          ' with its share of common cost',
          ...inCurrency(currency),
        ],
        columns: [
          left(heading(column)),
          right('Direct'),
          right('Allocated'),
          right('Total'),
          extra(right('Share')),
          extra(left('Method')),
        ],
        legend: [
          { tone: 'main', text: 'direct' },
          { tone: 'second', text: 'allocated' },
        ],
        rows: [
          ...shown.map(
            (row): TableRow => ({
              cells: cells(
                name(row['target']),
                [row],
                row['method'] === null ? empty : text(String(row['method'])),
              ),
              bar: allocationBar(row, widest),
            }),
          ),
          ...(rest.length === 0
            ? []
            : [{ cells: cells(text(`${rest.length} others`), rest, empty) }]),
          { isTotal: true, cells: cells(text('Total'), own, empty) },
        ],
      };
    }),
  };
}

function allocationBar(row: ResultRow, widest: number): Bar {
  if (widest === 0) return { parts: [] };
  const direct = Math.max(0, sizeOf(String(row['direct']))) / widest;
  const total = Math.max(direct, sizeOf(String(row['total'])) / widest);
  return {
    parts: [
      { from: 0, to: Math.min(1, direct), tone: 'main' },
      { from: Math.min(1, direct), to: Math.min(1, total), tone: 'second' },
    ],
  };
}

/** How much of the cost has the tags that it needs. */
export function composeCoverage({ coverage, top }: ReportFacts): Section | undefined {
  if (coverage === undefined) return undefined;
  const { required, by, rows, all } = coverage;
  const [column] = by;
  const tables = currenciesIn(rows).map((currency): Table => {
    const own = rows.filter(
      (row) => row['currency'] === currency && decimalOf(row['uncovered']).units !== 0n,
    );
    return {
      caption: [
        'Cost without ',
        named(required.join(', ')),
        ', the largest first',
        ...inCurrency(currency),
      ],
      columns: [
        left(column === undefined ? 'Rows' : heading(column)),
        right('Cost'),
        right('Without'),
        right('Covered'),
      ],
      legend: [
        { tone: 'main', text: 'covered' },
        { tone: 'up', text: 'not covered' },
      ],
      rows: own.slice(0, top).map((row): TableRow => {
        const share = sizeOf(String(row['percent'] ?? '0')) / 100;
        return {
          cells: [
            column === undefined ? text('All rows') : name(row[fieldOf(column)]),
            money(String(row['total']), currency),
            money(String(row['uncovered']), currency),
            percent(row['percent']),
          ],
          bar: {
            parts: [
              { from: 0, to: share, tone: 'main' },
              { from: share, to: 1, tone: 'up' },
            ],
          },
        };
      }),
    };
  });
  return {
    id: 'coverage',
    title: 'Tag coverage',
    lead: all.map((row): Phrase => {
      const currency = currencyOf(row);
      const share = percent(row['percent']);
      if (share.kind !== 'percent') return ['No cost needs ', named(required.join(', ')), '.'];
      return [
        share,
        ' of the cost has ',
        named(required.join(' and ')),
        '; ',
        money(String(row['uncovered']), currency),
        ' has not. Credits of ',
        money(String(row['credits']), currency),
        ' are not counted.',
      ];
    }),
    charts: [],
    tables: tables.filter(({ rows: own }) => own.length > 0),
  };
}

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

function currencyOf(row: ResultRow): string | null {
  const currency = row['currency'];
  return typeof currency === 'string' ? currency : null;
}

function currenciesIn(rows: readonly ResultRow[]): (string | null)[] {
  return [...new Set(rows.map(currencyOf))];
}
