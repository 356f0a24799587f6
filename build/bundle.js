import { cpSync, rmSync } from 'node:fs';
import { build } from 'esbuild';

// Another folder lets two people build at once.
const outdir = process.argv[2] ?? 'dist';

rmSync(outdir, { recursive: true, force: true });
await build({
  entryPoints: ['src/start.ts'],
  outdir,
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.18',
  minify: true,
  sourcemap: true,
  sourcesContent: false,
  legalComments: 'none',
  chunkNames: '[name]-[hash]',
  // Bundled CommonJS packages ask for Node's own modules by require.
  banner: {
    js: "import{createRequire as $createRequire}from'node:module';const require=$createRequire(import.meta.url);",
  },
});

// The checker of OpenAPI documents reads its schemas from files beside itself.
for (const version of ['v3.0', 'v3.1']) {
  const schemas = `schemas/${version}`;
  cpSync(`node_modules/@seriousme/openapi-schema-validator/${schemas}`, `${outdir}/${schemas}`, {
    recursive: true,
  });
}
