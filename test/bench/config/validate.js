// `config validate` of settings with 30,000 keys, in lists of items and below one item: seconds of processor
// time, medians. `node test/bench/config/validate.js [ROUNDS]`, after a build.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { measureRun, program } from '../export/measured-run.js';
import { median } from '../median.js';

const rounds = Number(process.argv[2] ?? 5);
const folder = mkdtempSync(join(tmpdir(), 'costctl-bench-'));
const count = 30_000;
const repeat = (times, text) => Array.from({ length: times }, (_, at) => text(at)).join('');

const files = {
  'in 10,000 items': `version: 1\nmetrics:\n${repeat(
    count / 3,
    (at) => `  - name: Orders ${at}\n    unit: order\n    labelColumns: [region, team]\n`,
  )}`,
  'below one item': `version: 1\nworkspace:\n  name: Main\n${repeat(count, (at) => `  key${at}: value ${at}\n`)}`,
};

try {
  for (const [name, text] of Object.entries(files)) {
    const path = join(folder, 'costctl.yaml');
    writeFileSync(path, text);
    const times = [];
    for (let round = 0; round < rounds; round += 1) {
      times.push((await measureRun(folder, program, ['config', 'validate', path])).processor);
    }
    console.log(`30,000 keys ${name}: ${(median(times) / 1000).toFixed(2)} s`);
  }
} finally {
  rmSync(folder, { recursive: true });
}
