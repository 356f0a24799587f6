// 200,000 values from CSV, read, checked, merged and batched, beside csv-parse alone reading the same
// file into records (processor time, medians of interleaved runs; bound 1).
// node test/bench/metrics/import-time.js
import { createReadStream, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'csv-parse';
import { parse as parseWhole } from 'csv-parse/sync';
import { importBundled } from '../bundled.js';
import { writeValues } from './files.js';

const metrics = await importBundled(
  `
      export { sendValues } from './send-batches.ts';
      export { readCsv } from '../formats/csv-records.ts';
      export { takeIn } from './intake.ts';
      export { createLedger } from './ledger.ts';
      export { readBlocks } from '../formats/text-blocks.ts';
      export { createOddities } from './oddities.ts';
      export { createRejects } from './rejects.ts';
      export { openSource } from '../storage/source.ts';
      export { createTally } from './value-tally.ts';
    `,
  'src/metrics',
);

const count = 200_000;
const folder = mkdtempSync(join(tmpdir(), 'costctl-bench-'));
const path = join(folder, 'values.csv');
writeValues(path, count);
const { signal } = new AbortController();

const ways = {
  'csv-parse, a stream of records': async () => {
    let rows = 0;
    for await (const _record of createReadStream(path).pipe(parse({ columns: true }))) rows += 1;
    return rows;
  },
  'csv-parse, in one piece': () => parseWhole(readFileSync(path), { columns: true }).length,
  'own reader alone': async () => {
    let rows = -1;
    const { chunks } = await metrics.openSource(path, process.stdin, signal);
    await metrics.readCsv(metrics.readBlocks(chunks), () => {
      rows += 1;
    });
    return rows;
  },
  'read, checked, merged, batched': async () => {
    const ledger = metrics.createLedger({ folder, random: Math.random });
    const labelColumns = ['region', 'team'];
    const tally = metrics.createTally();
    const spelling = { decimalComma: false };
    await metrics.takeIn(await metrics.openSource(path, process.stdin, signal), {
      ledger,
      tally,
      folder,
      rejects: metrics.createRejects({ labelColumns, spelling }),
      oddities: metrics.createOddities({ labelColumns, trim: false, today: '2026-01-01' }),
      rules: { labelColumns, map: {}, duplicates: 'refuse', spelling },
    });
    const { values } = tally.result();
    let bytes = 0;
    await metrics.sendValues({
      cut: ledger.batches,
      batchSize: 1000,
      concurrency: 1,
      signal,
      send: async (body) => {
        bytes += Buffer.byteLength(body);
        return { created: 0, updated: 0, unchanged: 0, resent: false };
      },
      failed: () => undefined,
      progress: () => undefined,
    });
    ledger.close();
    return bytes > 0 ? values : 0;
  },
};

const times = Object.fromEntries(Object.keys(ways).map((way) => [way, []]));
for (let round = 0; round < 7; round += 1) {
  for (const [way, run] of Object.entries(ways)) {
    globalThis.gc?.();
    const start = process.cpuUsage();
    const rows = await run();
    const { user, system } = process.cpuUsage(start);
    if (rows !== count) throw new Error(`${way} made ${rows} rows of ${count}`);
    times[way].push((user + system) / 1000);
  }
}
rmSync(folder, { recursive: true });
const medians = Object.values(times).map((all) => all.sort((a, b) => a - b)[all.length >> 1]);
const floor = Math.min(medians[0], medians[1]);
for (const [at, way] of Object.keys(ways).entries()) {
  const ratio = (medians[at] / floor).toFixed(2);
  console.log(`${way.padEnd(32)} ${medians[at].toFixed(0).padStart(6)} ms  ${ratio}`);
}
