import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';
import { declareLibrary } from './declarations.js';

/** What is made from the command tree, as text by its path: the tree, completions, the manual. */
export async function generate() {
  const folder = mkdtempSync(join(tmpdir(), 'costctl-build-'));
  try {
    const build = await rolldown({
      input: {
        generate: 'src/cli/generate.ts',
        context: 'src/context.ts',
        operations: 'src/api/operations.ts',
        operation: 'src/api/operation.ts',
        fields: 'src/api/schemas/shared-fields.ts',
      },
      preserveEntrySignatures: 'strict',
      platform: 'node',
      external: ['@duckdb/node-api'],
      checks: { ineffectiveDynamicImport: false },
    });
    const names = { entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' };
    await build.write({ dir: folder, format: 'esm', ...names });
    await build.close();
    const load = (name) => import(pathToFileURL(join(folder, `${name}.mjs`)).href);
    const [{ generateFiles }, { createContext }] = [await load('generate'), await load('context')];
    const world = createContext();
    // Nothing that was imported on this machine belongs in the package.
    const context = { ...world, env: {}, homeFolder: () => undefined };
    const files = await generateFiles(context, (name) =>
      readFileSync(join('build/completion', name), 'utf8'),
    );
    world.leave();
    const parts = await Promise.all(['operations', 'operation', 'fields'].map(load));
    const described = Object.assign({}, ...parts);
    return { ...files, 'dist/library.d.ts': declareLibrary(described) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
