import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';

/** Writes what is made from the command tree: the tree itself, completions, the manual. */
export async function writeGenerated() {
  const folder = mkdtempSync(join(tmpdir(), 'costctl-build-'));
  try {
    const bundle = await rolldown({
      input: { generate: 'src/generate.ts', context: 'src/context.ts' },
      platform: 'node',
      checks: { ineffectiveDynamicImport: false },
    });
    await bundle.write({ dir: folder, format: 'esm', entryFileNames: '[name].mjs' });
    await bundle.close();
    const load = (name) => import(pathToFileURL(join(folder, `${name}.mjs`)).href);
    const [{ generateFiles }, { createContext }] = [await load('generate'), await load('context')];
    // Nothing that was imported on this machine belongs in the package.
    const context = { ...createContext(), env: {}, homeFolder: () => undefined };
    const readTemplate = (name) => readFileSync(join('build/completion', name), 'utf8');
    const files = await generateFiles(context, readTemplate);
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, text);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
