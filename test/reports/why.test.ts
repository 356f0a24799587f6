import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { addDecimals, formatDecimal, parseDecimal, zero } from '../../src/json/decimal.ts';
import { createFolder, run } from '../helpers/run.ts';
import { readJson, succeed } from '../helpers/screens.ts';

const now = '2026-11-05T12:00:00Z';

interface Line {
  readonly line: string;
  readonly depth: number;
  readonly cause: string;
  readonly amount: string;
}

interface Months {
  readonly periods: readonly { readonly total: string; readonly unitCost: string }[];
  readonly mean: string;
  readonly unitCost: string;
}

function sum(texts: readonly string[]): string {
  const amounts = texts.map((text) => parseDecimal(text) ?? zero);
  return formatDecimal(amounts.reduce(addDecimals, zero)).replace(/\.?0+$/, '');
}

/** Amounts of a text as plain decimals: `+USD 1,357.56` is 1357.56. */
function amountIn(text: string): string {
  const [start = ''] = text.split(/, (?:of it|with) /);
  const [, sign = '', digits = ''] =
    /([+-])(?:[A-Z]{3}\s)?([\d,.]+)(?: \(\w+\))?$/.exec(start) ?? [];
  return `${sign === '-' ? '-' : ''}${digits.replaceAll(',', '')}`;
}

function section(text: string, title: string): string {
  return text.split(`## ${title}\n`)[1]?.split('\n## ')[0] ?? '';
}

const folder = createFolder();
const world = { folder, now };
const mirror = join(folder, 'mirror');
beforeAll(async () => {
  const line = ['--sandbox', 'costs', 'mirror', mirror, '--from', '2026-06-10'];
  await succeed(run(line, world));
});

describe.each([
  [['--month', '2026-10', '--convert-to', 'USD', '--mirror', mirror]],
  [['--month', '2026-10', '--where', 'currency=EUR', '--against', '2026-08', '--mirror', mirror]],
  [['--month-to-date', '--by', 'region,service', '--where', 'currency=USD']],
])('a report of %s', (words) => {
  test('has the reasons and the lines of costs explain, and they add up to the change', async () => {
    const exact = ['--sandbox', 'costs', 'report', ...words, '--exact', '--sections', 'changes'];
    const { stdout } = await succeed(run(exact, world));
    const line = ['--sandbox', 'costs', 'explain', ...words, '--depth', '2', '-o', 'json'];
    const [whole, ...lines]: Line[] = await readJson(run(line, world));
    const change = sum([whole?.amount ?? '']);
    const reasons = stdout.match(/^- .*$/gm) ?? [];
    expect(reasons.length).toBeGreaterThan(0);
    expect(sum(reasons.map(amountIn))).toBe(change);
    const where = section(stdout, 'Why it changed');
    const cells = [...where.matchAll(/^\| (.*?) \| (\S+) \| \S* ?\|$/gm)]
      .map(([, name = '', amount = '']) => ({ name: name.trim(), amount: amountIn(amount) }))
      .filter(({ name }) => !['What', '---', 'Change'].includes(name));
    const plain = (text: string) => text.replace(/[\\ ]/g, '');
    expect(cells.map(({ amount }) => sum([amount]))).toEqual(
      lines.map(({ amount }) => sum([amount])),
    );
    // A report writes days as its language does.
    const asWritten = (line: string) =>
      line.replace(/(\d+) ([A-Z][a-z]{2})[a-z]* (\d{4})$/, '$2 $1, $3');
    expect(cells.map(({ name }) => plain(name))).toEqual(
      lines.map(({ line: own }) => plain(asWritten(own))),
    );
    for (const isCause of [true, false]) {
      const top = lines.filter((one) => one.depth === 1 && (one.cause !== 'all') === isCause);
      expect(sum(top.map(({ amount }) => amount))).toBe(change);
    }
  });
});

test('a report writes every day as its language does, also those that explain a change', async () => {
  const words = ['--month', '2026-10', '--against', '2026-08', '--where', 'currency=EUR'];
  const line = ['--sandbox', 'costs', 'report', ...words, '--mirror', mirror, '--locale', 'de-DE'];
  const { stdout } = await succeed(run([...line, '--sections', 'changes'], world));
  expect(section(stdout, 'Why it changed')).toContain('Compute Engine 27.10.2026 |');
  expect(stdout).not.toMatch(/\d (August|October) 2026/);
});

test('the months of a report are those of costs trend, from a mirror without being asked for', async () => {
  const words = ['--mirror', mirror, '--convert-to', 'USD'];
  const report = ['--sandbox', 'costs', 'report', '--month', '2026-10', ...words, '--exact'];
  const only = ['--sections', 'months'];
  const { stdout } = await succeed(run([...report, ...only], world));
  // The mirror begins within June, so July is the first month that can be compared.
  const months = section(stdout, 'The last 4 months');
  const shown = [...months.matchAll(/^\| (\w+ 2026) \| ([\d,.]+) \|/gm)].map(([, , amount]) =>
    sum([amount?.replaceAll(',', '') ?? '']),
  );
  const trend = ['--sandbox', 'costs', 'trend', '--months', '4', '--to', '2026-10-31', ...words];
  const lines: Months[] = await readJson(run([...trend, '-o', 'json'], world));
  const { periods = [], mean = '' } = lines[0] ?? {};
  expect(shown).toEqual(periods.map(({ total }) => sum([total])));
  const [, shownMean = ''] = /\| Mean \| ([\d,.]+) \|/.exec(months) ?? [];
  expect(sum([shownMean.replaceAll(',', '')])).toBe(sum([mean]));
  const metric = ['--metric', 'bmt_orders'];
  const units = await succeed(run([...report, '--sections', 'months,unit', ...metric], world));
  const [divided]: Months[] = await readJson(run([...trend, ...metric, '-o', 'json'], world));
  const table = section(units.stdout, 'The last 4 months');
  expect(table).toContain("Unit costs divide the cost of the metric's workspace only");
  expect(table).toContain('| Change % | Unit cost (order) |');
  const costs = [...table.matchAll(/^\| (?:\w+ 2026|Mean) \|(?:[^|]*\|){2} ([\d.]+) \|/gm)];
  expect(costs.map(([, cost]) => cost)).toEqual([
    ...(divided?.periods ?? []).map(({ unitCost }) => unitCost),
    divided?.unitCost,
  ]);
  const all = await succeed(run([...report, ...only, '--months', '3'], world));
  expect(all.stdout).toContain('## The last 3 months');
  const more = await run([...report, ...only, '--months', '13'], world);
  expect(more).toMatchObject({ exitCode: 9, stderr: expect.stringContaining('does not contain') });
});

test('without a mirror no earlier month is read unless someone asks', async () => {
  const line = ['--sandbox', 'costs', 'report', '--month', '2026-10', '--where', 'currency=EUR'];
  const { stdout } = await succeed(run(line, world));
  expect(stdout).not.toContain('months');
  const asked = await succeed(run([...line, '--months', '3', '--sections', 'months'], world));
  expect(asked.stdout).toContain('## The last 3 months');
});
