// Large OpenAPI documents imported by the whole program: seconds of processor time and peak memory, medians,
// and whether the work grows with the size. `node test/bench/described/import.js [ROUNDS]`, after a build.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { measureRun, program } from '../export/measured-run.js';
import { median } from '../median.js';
import { largeDocument, wideDocument } from './large-document.js';

const rounds = Number(process.argv[2] ?? 3);
const folder = mkdtempSync(join(tmpdir(), 'costctl-bench-'));

try {
  const texts = await measure(largeDocument({ operations: 1_600, sentences: 58, seed: 1 }));
  say(`${texts.size.toFixed(1)} MB, 1,600 operations`, texts);
  const many = await measure(largeDocument({ operations: 12_000, sentences: 0, seed: 2 }));
  say(`12,000 operations, ${many.size.toFixed(1)} MB`, many);
  const [few, wide] = [await measure(wideDocument(10_000)), await measure(wideDocument(100_000))];
  say('100,000 parameters', wide);
  console.log(`100,000 parameters over 10,000: ${(wide.seconds / few.seconds).toFixed(2)} x`);
} finally {
  rmSync(folder, { recursive: true });
}

async function measure(document) {
  const path = join(folder, 'openapi.json');
  const text = JSON.stringify(document);
  writeFileSync(path, text);
  const measured = [];
  for (let round = 0; round < rounds; round += 1) {
    const line = ['api', 'import', path, '--base-url', 'https://bench.test', '-q'];
    // Each is a first import: what was stored before is compared, which takes memory of its own.
    rmSync(join(folder, 'config'), { recursive: true, force: true });
    measured.push(await measureRun(folder, program, line));
  }
  return {
    size: text.length / 1024 / 1024,
    seconds: median(measured.map(({ processor }) => processor)) / 1000,
    memory: median(measured.map(({ memory }) => memory)),
  };
}

function say(name, { seconds, memory }) {
  console.log(`${name}: ${seconds.toFixed(2)} s, ${memory.toFixed(0)} MB`);
}
