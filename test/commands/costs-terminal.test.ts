import { once } from 'node:events';
import { expect, test } from 'vitest';
import { main } from '../../src/cli/main.ts';
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
