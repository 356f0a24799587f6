import { describe, expect, test } from 'vitest';
import { daysOf, makeFacts, shapes, week, weekOptions } from '../helpers/cost-shapes.ts';
import { serveCosts } from '../helpers/costs.ts';
import { run } from '../helpers/run.ts';

const columns = ['costs', 'columns', ...weekOptions];
const facts = makeFacts(week, 40);

describe.each(shapes)('$name', (shape) => {
  test('counts the rows and distinct values of each column', async () => {
    const service = serveCosts(daysOf(shape, facts));
    const { stdout } = await run([...columns, '-o', 'json'], { service });
    const rows: Record<string, unknown>[] = JSON.parse(stdout);
    const facts1 = (name: string) => {
      const {
        kind,
        rows: count,
        distinct,
        more,
      } = rows.find(({ column }) => column === name) ?? {};
      return { kind, count, distinct, more };
    };
    expect(facts1(shape.service)).toEqual({ kind: 'text', count: 280, distinct: 4, more: false });
    const teams = facts.filter(({ team }) => team !== null).length;
    expect(facts1(shape.team)).toEqual({ kind: 'text', count: teams, distinct: 2, more: false });
  });

  test('shows the detected role of each column', async () => {
    const service = serveCosts(daysOf(shape, facts));
    const { stdout } = await run([...columns, ...shape.options, '-o', 'json'], { service });
    const rows: Record<string, unknown>[] = JSON.parse(stdout);
    expect(
      rows.flatMap(({ role, kind }) => (role === null ? [] : [`${role}: ${kind}`])).sort(),
    ).toEqual([
      expect.stringMatching(/^amount: num/),
      'currency: three-letter code',
      expect.stringMatching(/^date: (day|moment)$/),
    ]);
  });
});

test('a table marks candidates with a question mark and shows mixed columns', async () => {
  const row = { date: week.from, cost: 1.5, amount: '2', code: 'FRA', big: 'x', note: null };
  const rows = Array.from({ length: 1002 }, (_, number) => ({
    ...row,
    cost: number === 7 ? 'n/a' : number,
    amount: number,
    charge: `${number}`,
    list: [number % 3],
  }));
  const service = serveCosts({ [week.from]: rows });
  const { stdout, stderr } = await run(columns, { service });
  expect(stdout).toMatchInlineSnapshot(`
    "2026-11-02 to 2026-11-08 (UTC) · everything the token reaches · date column date, amount column unclear (cost, amount; choose with --amount-column), currency column unclear (code; choose with --currency-column)

    column  kind                rows  distinct  role       example
    date    day                1,002         1  date       2026-11-02
    cost    number or text     1,002    1,000+  amount?    0
    amount  number             1,002    1,000+  amount?    0
    code    three-letter code  1,002         1  currency?  FRA
    big     text               1,002         1             x
    charge  numeric text       1,002    1,000+             0
    list    list               1,002         3             [0]
    "
  `);
  expect(stderr).toMatchInlineSnapshot(`""`);
});

test('control characters in column names and values are escaped', async () => {
  const service = serveCosts({
    [week.from]: [{ date: week.from, cost: 1, '\u001b[2Jx': '\u001b]0;y' }],
  });
  const { stdout } = await run(columns, { service });
  expect(stdout).not.toContain('\u001b');
});
