// The fingerprints of days: processor time over that of an export of the same million rows to csv, with
// and without a receipt. `node test/bench/export/fingerprints.js [ROUNDS]`, after a build.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { importBundled } from '../bundled.js';
import { median } from '../median.js';
import { daysFrom, measureRun, program, withServer } from './measured-run.js';

const rounds = Number(process.argv[2] ?? 5);
const [rowsADay, days, pageSize] = [25_000, 40, 5000];
const { RowScanner, createDayFingerprints } = await importBundled(
  `export { RowScanner } from '../../../src/json/bulk/rows.ts';
  export { createDayFingerprints } from '../../../src/rows/day-fingerprints.ts';`,
  import.meta.dirname,
);
const folder = mkdtempSync(join(tmpdir(), 'costctl-bench-'));

try {
  for (const kind of ['even', 'uneven']) await compare(kind);
} finally {
  rmSync(folder, { recursive: true });
}

async function compare(kind) {
  await withServer([rowsADay, kind], async (address) => {
    const pages = await readPages(address);
    const [alone, plain, proven] = [[], [], []];
    for (let round = 0; round < rounds; round++) {
      alone.push(hashAll(pages));
      plain.push(await exportRows(address, []));
      proven.push(await exportRows(address, ['--receipt', join(folder, 'receipt.json')]));
    }
    const cost = median(alone);
    console.log(`\n${rowsADay * days} ${kind} rows: fingerprints ${cost.toFixed(0)} ms`);
    say(`fingerprints, ${kind}, over an export with a receipt`, cost / median(proven));
    say(`fingerprints, ${kind}, over one without`, cost / median(plain));
  });
}

function say(name, ratio) {
  console.log(`${name}: ${ratio.toFixed(3)} x`);
}

async function readPages(address) {
  const scan = async (page) => {
    const path = `/v1/costs?startDate=2026-08-01&endDate=2026-08-04&page=${page}&limit=${pageSize}`;
    const body = Buffer.from(await (await fetch(address + path)).arrayBuffer());
    return { scanner: new RowScanner(), body };
  };
  return Promise.all([1, 2, 3, 4].map(scan));
}

/** Milliseconds of processor time; finding the rows is not counted. */
function hashAll(pages) {
  const contents = createDayFingerprints('date');
  let time = 0;
  for (let rows = 0; rows < rowsADay * days; rows += pageSize) {
    const { scanner, body } = pages[(rows / pageSize) % pages.length];
    const page = scanner.scan(body);
    const before = process.cpuUsage();
    contents.add(page);
    const { user, system } = process.cpuUsage(before);
    time += (user + system) / 1000;
  }
  contents.commit();
  return time;
}

async function exportRows(address, more) {
  const path = join(folder, 'costs.csv');
  const words = ['costs', 'export', ...daysFrom('2026-08-01', days), '-O', path];
  const { processor } = await measureRun(folder, program, [
    ...words,
    ...['--base-url', address, '-q', ...more],
  ]);
  rmSync(path);
  return processor;
}
