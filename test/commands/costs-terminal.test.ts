import { once } from 'node:events';
import { expect, test } from 'vitest';
import { main } from '../../src/cli/main.ts';
import { describePace, trackPace } from '../../src/commands/costs/row-progress.ts';
import { createContext } from '../helpers/context.ts';
import { serveCosts } from '../helpers/costs.ts';
import { answer, openLoopback } from '../helpers/loopback.ts';
import { run, testToken } from '../helpers/run.ts';
import { CursorTerminal } from '../output/cursor-terminal.ts';

const day = '2026-10-01';
const line = ['costs', 'export', '--from', day, '--to', day, '-q'];
const row = { date: day, cost: 1.5, note: 'ü\x1b[2J\x9b\u202e', '\x07key': 'a\tb' };
const service = () => serveCosts({ [day]: [row] });

test.each([
  ['csv', `date,cost,note,\\x07key\n${day},1.5,ü\\x1b[2J\\x9b\\u{202e},a\tb\n`],
  ['tsv', `date\tcost\tnote\t\\x07key\n${day}\t1.5\tü\\x1b[2J\\x9b\\u{202e}\ta\\tb\n`],
  [
    'ndjson',
    `{"date":"${day}","cost":1.5,"note":"ü\\u001b[2J\\u009b\\u202e","\\u0007key":"a\\tb"}\n`,
  ],
  [
    'json',
    `[{"date":"${day}","cost":1.5,"note":"ü\\u001b[2J\\u009b\\u202e","\\u0007key":"a\\tb"}]\n`,
  ],
])('an export to a terminal escapes control characters as %s', async (format, text) => {
  const argv = [...line, '-o', format];
  const { stdout } = await run(argv, { service: service(), terminal: 80 });
  expect(stdout).toBe(text);
});

test('an export that does not go to a terminal has every byte', async () => {
  const { stdout } = await run([...line, '-o', 'csv'], { service: service() });
  expect(stdout).toBe(`date,cost,note,\x07key\n${day},1.5,${row.note},a\tb\n`);
});

test('rows replace the progress line on the same screen', async () => {
  const screen = new CursorTerminal(80);
  const page = { links: { next: null }, meta: { totalRecords: 1 }, data: [{ date: day, cost: 1 }] };
  const service = await openLoopback(async (socket, request) => {
    while (!screen.text.includes('counting')) await once(screen, 'written');
    answer(200, page)(socket, request);
  });
  const env = { COSTCTL_BASE_URL: service.url.href, COSTCTL_TOKEN: testToken, NO_COLOR: '1' };
  const clock = { now: () => Date.parse('2026-11-15'), sleep: () => Promise.resolve() };
  const context = createContext({ stdout: screen, stderr: screen, env, clock });
  const status = await main(context, ['costs', 'export', '--from', day, '--to', day]);
  await service.close();
  const before = screen.text.slice(0, screen.text.indexOf('date,cost'));
  expect({ status, left: before.slice(before.lastIndexOf('\x1b[0K')) }).toEqual({
    status: 0,
    left: '\x1b[0K',
  });
});

const second = 1000;
const minute = 60 * second;

test.each([
  [{ rows: 0, before: 0, total: 10, elapsed: 0 }, '0 of 10 rows, 0 %', '0 %'],
  [{ rows: 0, before: 0, total: 0, elapsed: second }, '0 of 0 rows, 100 %', '100 %'],
  [
    { rows: 350_000, before: 0, total: 1_200_000, elapsed: 10 * second },
    '350000 of 1200000 rows, 29 %, 35000 rows/s, about 25 s left',
    '29 %, about 25 s left',
  ],
  [
    { rows: 5000, before: 600_000, total: 1_200_000, elapsed: 5 * second },
    '605000 of 1200000 rows, 50 %, 1000 rows/s, about 10 min left',
    '50 %, about 10 min left',
  ],
  [
    { rows: 1000, before: 0, total: 10_000_000, elapsed: second },
    '1000 of 10000000 rows, 0 %, 1000 rows/s, about 3 h left',
    '0 %, about 3 h left',
  ],
])('the pace of %j', (pace, full, short) => {
  expect(describePace(pace)).toEqual([full, short]);
});

test('the time left includes and counts the waits of a known budget', () => {
  const pace = { rows: 50_000, before: 0, total: 1_050_000, elapsed: second };
  expect(describePace({ ...pace, budget: { requests: 50, length: 3 * minute } })).toEqual([
    '50000 of 1050000 rows, 4 %, 50000 rows/s, about 12 min left, 3 waits',
    '4 %, about 12 min left, 3 waits',
  ]);
  expect(describePace({ ...pace, budget: { requests: 100, length: 3 * minute } })).toContain(
    '4 %, about 6 min left, 1 wait',
  );
});

test('a budget large enough for the rest does not change the estimate', () => {
  const pace = { rows: 50_000, before: 0, total: 100_000, elapsed: second };
  expect(describePace({ ...pace, budget: { requests: 5000, length: second } })).toEqual(
    describePace(pace),
  );
});

test('each range begins at none of its rows', () => {
  const clock = { now: () => 0, sleep: () => Promise.resolve() };
  const pace = trackPace(clock, () => undefined);
  const shown = [4, 6].map((total) => {
    pace.begin(total);
    pace.add(total - 1);
    return pace.add(1);
  });
  expect(shown.map(([full]) => full)).toEqual(['4 of 4 rows, 100 %', '6 of 6 rows, 100 %']);
});
