// The same csv made by other means, as multiples of the processor time of `costs export`: curl | jq, a
// plain Python script, and DuckDB reading pages that were saved before. `node test/bench/export/others.js`,
// after a build. What is not installed is left out.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { daysFrom, measureRun, program, withServer } from './measured-run.js';

const folder = mkdtempSync(join(tmpdir(), 'costctl-bench-'));
const pages = 40;
const pageAt = (address, page) =>
  `${address}/v1/costs?startDate=2026-08-01&endDate=2026-08-08&page=${page}&limit=5000`;

const loop = `for page in $(seq 1 ${pages}); do
  curl -s "$1/v1/costs?startDate=2026-08-01&endDate=2026-08-08&page=$page&limit=5000" |
    jq -r '.data[] | [.[]] | @csv'
done > "$2"`;

const python = `
import csv, json, sys, urllib.request
address, path = sys.argv[1:]
with open(path, 'w', newline='') as file:
    writer = None
    for page in range(1, ${pages} + 1):
        url = f'{address}/v1/costs?startDate=2026-08-01&endDate=2026-08-08&page={page}&limit=5000'
        rows = json.load(urllib.request.urlopen(url))['data']
        writer = writer or csv.DictWriter(file, rows[0].keys())
        writer.writerows(rows)
`;

const duckdb = `
import { DuckDBInstance } from '@duckdb/node-api';
const [pages, path] = process.argv.slice(2);
const connection = await (await DuckDBInstance.create(':memory:')).connect();
await connection.run(\`COPY (SELECT unnest(data, recursive := true) FROM read_json('\${pages}',
  maximum_object_size = 100000000)) TO '\${path}' (FORMAT csv)\`);
connection.closeSync();
`;

try {
  await withServer([25_000, 'even'], compare);
} finally {
  rmSync(folder, { recursive: true });
}

async function compare(address) {
  const output = join(folder, 'other.csv');
  const days = daysFrom('2026-08-01', 8);
  const words = ['costs', 'export', ...days, '-O', join(folder, 'costs.csv')];
  const { processor } = await measureRun(folder, program, [...words, '--base-url', address, '-q']);
  const say = (name, cost) => {
    console.log(
      cost === undefined ? `${name}: not there` : `${name}: ${(cost / processor).toFixed(1)} x`,
    );
  };
  console.log(`200000 rows; costs export to csv: ${processor.toFixed(0)} ms`);
  say('curl and jq', timed(['jq', 'curl'], ['bash', '-c', loop, 'bash', address, output]));
  say('Python', timed(['python3'], ['python3', '-c', python, address, output]));
  for (let page = 1; page <= pages; page++) {
    const response = await fetch(pageAt(address, page));
    writeFileSync(join(folder, `page-${page}.json`), Buffer.from(await response.arrayBuffer()));
  }
  const script = join(import.meta.dirname, `duckdb-${process.pid}.mjs`);
  writeFileSync(script, duckdb);
  try {
    const read = await measureRun(folder, script, [join(folder, 'page-*.json'), output]);
    say('DuckDB, of saved pages', read.processor);
  } catch {
    say('DuckDB, of saved pages', undefined);
  } finally {
    rmSync(script);
  }
}

/** Milliseconds of processor time; undefined if a program is missing. */
function timed(programs, words) {
  const script = `command -v ${programs.join(' ')} > /dev/null || exit 0
    TIMEFORMAT='%U %S'; { time "$@" > /dev/null; } 2>&1`;
  const text = execFileSync('bash', ['-c', script, 'bash', ...words], { encoding: 'utf8' }).trim();
  if (text === '') return undefined;
  return text.split(' ').reduce((sum, part) => sum + Number(part) * 1000, 0);
}
