import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { eachDay } from '../../src/days.ts';
import { groupBy } from '../../src/grouping.ts';
import { serveCosts } from '../helpers/costs.ts';
import { createFolder, run } from '../helpers/run.ts';
import { succeed } from '../helpers/screens.ts';

test.each(['--month-to-date', '--month 2026-11'])(
  'a report of %s on the first day says that no day is over, and shows what is known',
  async (period) => {
    const folder = createFolder();
    const budgets = join(folder, 'budgets.yaml');
    writeFileSync(budgets, '- {name: all, amount: 1000, currency: USD}\n');
    const world = { folder, now: '2026-11-01T06:00:00Z', usualRows: true };
    const path = join(folder, 'r.md');
    const line = `--sandbox costs report ${period} --convert-to USD --months 2 --budgets ${budgets}`;
    const { stderr } = await succeed(run(`${line} -O ${path}`, world));
    expect(stderr).toContain('note: 2026-11-01 is not over: the period has no complete day yet\n');
    const text = readFileSync(path, 'utf8');
    expect(text).toContain('\nNo complete day from Nov 1, 2026 on\n');
    expect(text).toContain('\nNov 1, 2026 is not over: the period has no complete day yet.\n');
    expect(text.match(/^## .*/gm)).toEqual([
      '## Data',
      '## The last 2 months',
      '## Budgets',
      '## Outlook',
    ]);
    // The budget is that of the month that begins, as in costs check --budgets.
    expect(text).toContain('| all | ok | November 2026 | USD | 0.00 | 1,000.00 | 0.00% |');
    expect(text).toContain('| USD | 0.00 | 50,536.17 |');
  },
);

const budgets = `
- {name: all, amount: 100, currency: USD, period: quarter}
- {name: web, amount: 100, currency: USD, period: quarter, where: [service=web]}
- {name: ended, amount: 100, currency: USD, period: quarter, where: [service=old]}
- {name: typo, amount: 100, currency: USD, period: quarter, where: [service=wbe]}
- {name: outlook, amount: 100, currency: USD, period: quarter, where: [service=old], on: outlook}
- {name: new, amount: 100, currency: USD, where: [service=wbe], mayBeEmpty: true}
`;

const rowsOf = (service: string, from: string, to: string) =>
  [...eachDay({ from, to })].map((date) => ({ date, service, cost: 1, currency: 'USD' }));

const july = rowsOf('web', '2026-07-01', '2026-09-30');
const old = rowsOf('old', '2026-07-01', '2026-09-30');

test.each([
  [
    'on the first day',
    '2026-11-01',
    [...july, ...rowsOf('web', '2026-10-01', '2026-10-31'), ...old],
    ['all ok', 'web ok', 'ended ok', 'typo unjudged', 'outlook ok', 'new ok'],
  ],
  [
    'on the first day, after a month without rows',
    '2026-11-01',
    [...july, ...old],
    [
      'all unjudged',
      'web unjudged',
      'ended unjudged',
      'typo unjudged',
      'outlook unjudged',
      'new ok',
    ],
  ],
  [
    'later',
    '2026-11-06',
    [...july, ...rowsOf('web', '2026-10-01', '2026-11-05'), ...old],
    ['all ok', 'web ok', 'ended ok', 'typo unjudged', 'outlook ok', 'new ok'],
  ],
  [
    'while a day is missing',
    '2026-11-12',
    [
      ...july,
      ...[
        ...rowsOf('web', '2026-10-01', '2026-11-04'),
        ...rowsOf('web', '2026-11-06', '2026-11-11'),
      ],
      ...old,
    ],
    [
      'all unjudged',
      'web unjudged',
      'ended unjudged',
      'typo unjudged',
      'outlook unjudged',
      'new unjudged',
    ],
  ],
])(
  'a budget has the same state and cost in a report as in its check, %s',
  async (_, now, rows, expected) => {
    const folder = createFolder();
    const path = join(folder, 'budgets.yaml');
    writeFileSync(path, budgets);
    const service = serveCosts(Object.fromEntries(groupBy(rows, ({ date }) => date)));
    const world = { folder, service, now: `${now}T06:00:00Z` };
    const check = await run(`costs check --budgets ${path} -o json`, world);
    const judged: { budget: string; state: string; actual: string | null }[] = JSON.parse(
      check.stdout,
    );
    const line = `costs report --month-to-date --sections budgets --budgets ${path}`;
    const { stdout } = await succeed(run(line, world));
    const table = stdout.split('\n').filter((one) => one.includes(' | 100.00 | '));
    const shown = table.map((one) => one.split('|').map((cell) => cell.trim()));
    expect(shown.map(([, name, state, , , actual]) => [name, state, actual])).toEqual(
      judged.map(({ budget, state, actual }) => [
        budget,
        state,
        actual === null ? 'unknown' : Number(actual).toFixed(2),
      ]),
    );
    expect(judged.map(({ budget, state }) => `${budget} ${state}`)).toEqual(expected);
  },
);
