// What is written of rows on the screen: tables, yaml, a query over a million rows, and `costs list`
// beside the export of the same rows. `node test/bench/output/lists.js [ROUNDS]`, after a build. Exits 1
// if a bar does not hold. Seconds are of processor time.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { daysFrom, measureRun, program, withServer } from '../export/measured-run.js';
import { median } from '../median.js';

const rounds = Number(process.argv[2] ?? 3);
const folder = mkdtempSync(join(tmpdir(), 'costctl-bench-'));
const fiveColumns = ['--columns', 'date,service,region,cost,currency'];

try {
  await withServer([50_000, 'even'], async (address) => {
    const [table] = await measure(address, [
      ['list', ...daysFrom('2026-08-01', 1), ...fiveColumns],
    ]);
    say('table, 50000 x 5', table.seconds, 's', 1.3);
  });
  await withServer([5_000, 'wide'], async (address) => {
    const list = ['list', ...daysFrom('2026-08-01', 1), '-o'];
    const [table, yaml] = await measure(address, [
      [...list, 'table'],
      [...list, 'yaml'],
    ]);
    say('table, 5000 x 205', table.seconds, 's', 3);
    say('yaml, 5000 x 205', yaml.seconds, 's', 3);
  });
  await withServer([25_000, 'even'], compareWithExport);
} finally {
  rmSync(folder, { recursive: true });
}

async function compareWithExport(address) {
  const days = daysFrom('2026-08-01', 40);
  const file = (format) => ['-O', join(folder, `costs.${format}`)];
  const [query, ...others] = await measure(address, [
    ['list', ...days, '--query', 'length(@)'],
    ['export', ...days, ...file('csv')],
    ['list', ...days, '-o', 'csv'],
    ['export', ...days, ...file('json')],
    ['list', ...days, '-o', 'json'],
  ]);
  say('query length(@), 1000000 rows', query.seconds, 's', 5.2);
  say('query memory', query.memory, 'MB', 285);
  const [csv, listedCsv, json, listedJson] = others;
  say('list csv over export', listedCsv.seconds / csv.seconds, 'x', 1.2);
  say('list json over export', listedJson.seconds / json.seconds, 'x', 1.2);
  say('list memory', Math.max(listedCsv.memory, listedJson.memory), 'MB', 150);
}

/** The medians of each way, in turn. */
async function measure(address, ways) {
  const measured = ways.map(() => []);
  for (let round = 0; round < rounds; round++) {
    for (const [place, words] of ways.entries()) {
      const line = ['costs', ...words, '--base-url', address, '-q'];
      measured[place].push(await measureRun(folder, program, line));
    }
  }
  return measured.map((all) => ({
    seconds: median(all.map(({ processor }) => processor)) / 1000,
    memory: Math.max(...all.map(({ memory }) => memory)),
  }));
}

function say(name, figure, unit, bar) {
  const holds = figure <= bar;
  console.log(
    `${name}: ${figure.toFixed(2)} ${unit}  (at most ${bar}: ${holds ? 'holds' : 'DOES NOT HOLD'})`,
  );
  if (!holds) process.exitCode = 1;
}
