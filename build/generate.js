import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';

/** Writes what is made from the command tree: the tree itself, completions, the manual. */
export async function writeGenerated() {
  const folder = mkdtempSync(join(tmpdir(), 'costctl-build-'));
  try {
    const bundle = await rolldown({
      input: { generate: 'src/generate.ts' },
      platform: 'node',
      checks: { ineffectiveDynamicImport: false },
    });
    await bundle.write({ dir: folder, format: 'esm', entryFileNames: '[name].mjs' });
    await bundle.close();
    const { generateFiles } = await import(pathToFileURL(join(folder, 'generate.mjs')).href);
    for (const [path, text] of Object.entries(await generateFiles())) {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, text);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
