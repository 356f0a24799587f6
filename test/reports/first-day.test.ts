import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
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
    expect(text).toContain('\n2026-11-01 is not over: the period has no complete day yet.\n');
    expect(text.match(/^## .*/gm)).toEqual([
      '## Data',
      '## The last 2 months',
      '## Budgets',
      '## Outlook',
    ]);
    // The budget is that of the month that begins, as in costs check --budgets.
    expect(text).toContain('| all | ok | November 2026 | 0.00 | 1,000.00 | USD | 0.00% |');
    expect(text).toContain('| USD | 0.00 | 51,010.82 |');
  },
);
