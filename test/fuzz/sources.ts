import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Big from 'big.js';
import { loadFocus } from '../../src/focus/version.ts';
import { separatedLine } from '../../src/output/table-rows.ts';
import { run } from '../helpers/run.ts';
import { createDraw, type Draw, type Fuzzer, strange } from './draw.ts';

const plain = { spreadsheetSafe: false, terminal: false, format: 'csv' } as const;
const services = ['EC2', 'a,b', '"', "it's", '=1+1', '<b>', '__proto__', ...strange];
const amounts = ['1', '-1.50', '0', '0.000001', '12345678901234567890.12', '1e2'];
const wrongAmounts = ['x', '1;5', '0x1', 'NaN', '--1', '1 000'];
const days = ['2026-10-01'];
const wrongDays = ['2026-02-30', 'yesterday', '2026-10', '1'];

interface Drawn {
  readonly text: string;
  readonly rows: number;
  readonly total: string;
  readonly isWrong: boolean;
}

function drawRows(draw: Draw): Drawn {
  let total = new Big(0);
  let isWrong = false;
  const wrong = (cells: readonly string[], others: readonly string[]) => {
    const is = draw.below(60) === 0;
    isWrong ||= is;
    return draw.pick(is ? others : cells);
  };
  const table = Array.from({ length: 1 + draw.below(12) }, () => {
    const amount = wrong(amounts, wrongAmounts);
    if (amounts.includes(amount)) total = total.plus(amount);
    const service = `s${draw.text(services, 3)}`;
    return [wrong(days, wrongDays), service, amount, 'USD'];
  });
  const lines = [['day', 'service', 'cost', 'currency'], ...table];
  const text = lines.map((cells) => separatedLine(cells, plain)).join('');
  return { text, rows: table.length, total: total.toFixed(), isWrong };
}

async function ask(folder: string, words: readonly string[]) {
  const ended = await run([...words, '-o', 'json', '-q'], { folder });
  if (/a defect in this program/.test(ended.stderr)) throw new Error(ended.stderr);
  return ended;
}

function expectExit({ exitCode, stderr }: { exitCode: number; stderr: string }, due: number): void {
  if (exitCode !== due) throw new Error(`exit ${exitCode} instead of ${due}: ${stderr}`);
}

async function expectRefusal(folder: string, words: readonly string[]): Promise<void> {
  const ended = await ask(folder, words);
  expectExit(ended, 10);
  if (!/line \d+/.test(ended.stderr)) throw new Error(`no line is named: ${ended.stderr}`);
}

/** The sums of a mirror of the file, and of the file as an invoice, are those of its rows. */
async function checkRows(draw: Draw): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'costctl-fuzz-'));
  const drawn = drawRows(draw);
  const path = join(folder, 'rows.csv');
  writeFileSync(path, drawn.text);
  const mirror = ['costs', 'mirror', join(folder, 'm'), '--files', path];
  if (drawn.isWrong) return expectRefusal(folder, mirror);
  expectExit(await ask(folder, mirror), 0);
  const month = ['--mirror', join(folder, 'm'), '--from', '2026-10-01', '--to', '2026-10-01'];
  const summed = await ask(folder, ['costs', 'summary', ...month]);
  expectExit(summed, 0);
  const [{ rows, total }]: [{ rows: number; total: number }] = JSON.parse(
    summed.stdout.replace(/"total":\s*(-?[\d.]+)/g, '"total":"$1"'),
  );
  if (rows !== drawn.rows || !new Big(total).eq(drawn.total)) {
    throw new Error(`${rows} rows, ${total} instead of ${drawn.rows}, ${drawn.total}`);
  }
  const reconcile = ['costs', 'reconcile', path, '--by', 'service', ...month];
  expectExit(await ask(folder, [...reconcile, '--accept', 'credit']), 0);
  writeFileSync(path, drawn.text.replace('\n', '\n2026-10-01,"more",7,USD\n'));
  expectExit(await ask(folder, reconcile), 11);
  const [first = '', ...others] = drawn.text.split('\n');
  writeFileSync(path, [first, '2026-10-01,s,x,USD', ...others].join('\n'));
  await expectRefusal(folder, reconcile);
}

const values = [
  '',
  '1',
  '-1.5',
  '1e400',
  'USD',
  'Usage',
  '2026-10-01T00:00:00Z',
  '2026-10-01',
  '{"a":1}',
  ...strange,
];

/** Each row of a file of FOCUS 1.4 is judged, whatever it holds. */
async function checkFocus(draw: Draw): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'costctl-fuzz-'));
  const { columns } = await loadFocus('1.4');
  const names = columns.map(({ name }) => name).filter(() => draw.below(10) > 0);
  const rows = Array.from({ length: 1 + draw.below(5) }, () => names.map(() => draw.pick(values)));
  const path = join(folder, 'focus.csv');
  writeFileSync(path, [names, ...rows].map((cells) => separatedLine(cells, plain)).join(''));
  expectExit(await ask(folder, ['costs', 'focus-check', path, '--focus', '1.4']), 11);
}

const fuzzer = (name: string, cases: number, check: (draw: Draw) => Promise<void>): Fuzzer => ({
  name,
  cases,
  play: async (count, seed) => {
    for (let played = 0; played < count; played += 1) {
      await check(createDraw(seed * 1_000_003 + played)).catch((cause: unknown) => {
        throw new Error(`file ${played} of seed ${seed}: ${String(cause)}`, { cause });
      });
    }
  },
});

export const sourceFuzzers: readonly Fuzzer[] = [
  fuzzer(
    'csv as the source of a mirror, and as an invoice: their sums, or the wrong line',
    2000,
    checkRows,
  ),
  fuzzer('files of FOCUS 1.4: judged', 1000, checkFocus),
];
