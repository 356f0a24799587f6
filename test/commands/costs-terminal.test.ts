import { expect, test } from 'vitest';
import { serveCosts } from '../helpers/costs.ts';
import { run } from '../helpers/run.ts';

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
])('an export shows nothing that a terminal obeys as %s', async (format, text) => {
  const argv = [...line, '-o', format];
  const { stdout } = await run(argv, { service: service(), terminal: 80 });
  expect(stdout).toBe(text);
});

test('an export to anything else has every byte', async () => {
  const { stdout } = await run([...line, '-o', 'csv'], { service: service() });
  expect(stdout).toBe(`date,cost,note,\x07key\n${day},1.5,${row.note},a\tb\n`);
});
