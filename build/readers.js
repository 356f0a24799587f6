import { rmSync, symlinkSync } from 'node:fs';
import { resolve } from 'node:path';
import { fetchTools } from './tools.js';

// npm installs an optional peer dependency only beside a package that needs it, so these are linked here.
const readers = {
  '@duckdb': '@duckdb/node-api@1.5.6-r.1',
  'parquet-wasm': 'parquet-wasm@0.8.0',
  // Decodes what parquet-wasm returns.
  'apache-arrow': 'apache-arrow@21.2.0',
  // In later versions the package for the platform needs Node 22.
  'nodejs-polars': 'nodejs-polars@0.24.1',
};
const installed = fetchTools(...Object.values(readers));
for (const name of Object.keys(readers)) {
  const place = resolve('node_modules', name);
  rmSync(place, { recursive: true, force: true });
  symlinkSync(installed(name), place, 'junction');
}
