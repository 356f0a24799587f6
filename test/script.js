// Runs a TypeScript script of the tests: `node test/script.js test/faults/run.ts [WORDS]`.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildSync } from 'esbuild';

const [script, ...words] = process.argv.slice(2);
const bundle = resolve(
  `node_modules/.cache/costctl-scripts/${basename(resolve(script, '..'))}.mjs`,
);
// At once: the process that `build` leaves running could keep this one from ending.
buildSync({
  entryPoints: [script],
  outfile: bundle,
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.18',
  packages: 'external',
});
// All temporary folders of a script are in one, which is removed at its end.
const temporary = mkdtempSync(join(tmpdir(), 'costctl-script-'));
process.env.TMPDIR = temporary;
process.on('exit', () => rmSync(temporary, { recursive: true, force: true }));

process.argv.splice(1, process.argv.length, bundle, ...words);
await import(pathToFileURL(bundle).href);
