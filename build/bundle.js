import { cpSync, rmSync } from 'node:fs';
import { rolldown } from 'rolldown';
import { writeGenerated } from './generate.js';
import { createGraph } from './graph.js';

// What is loaded together lies in one file: each further file is a search and a read of its own.
const helpRoots = ['src/help/kept.ts', 'src/help/find.ts', 'src/help/render.ts'];
const runRoots = [
  'src/run.ts',
  'src/session.ts',
  'src/commands/workspaces.ts',
  'src/http/client.ts',
];

// CommonJS: Node starts it without its module loader, which alone takes a twentieth of a run.
rmSync('dist', { recursive: true, force: true });
const graph = createGraph();
const bundle = await rolldown({
  plugins: [graph.plugin],
  input: { start: 'src/start.ts' },
  platform: 'node',
  transform: { target: 'node20.18' },
  checks: { ineffectiveDynamicImport: false },
});
await bundle.write({
  dir: 'dist',
  format: 'cjs',
  minify: true,
  comments: { legal: false },
  entryFileNames: '[name].cjs',
  chunkFileNames: '[name]-[hash].cjs',
  codeSplitting: {
    groups: [
      { name: 'start-parts', priority: 3, test: (id) => graph.reaches(['src/start.ts'], id) },
      { name: 'help', priority: 2, test: (id) => graph.reaches(helpRoots, id) },
      { name: 'run', priority: 1, test: (id) => graph.reaches(runRoots, id) },
    ],
  },
});
await bundle.close();

// The checker of OpenAPI documents reads its schemas from files beside itself.
for (const version of ['v3.0', 'v3.1']) {
  const schemas = `schemas/${version}`;
  cpSync(`node_modules/@seriousme/openapi-schema-validator/${schemas}`, `dist/${schemas}`, {
    recursive: true,
  });
}

await writeGenerated();
