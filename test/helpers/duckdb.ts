import { createRequire } from 'node:module';
import type { Duckdb, DuckdbConnection } from '../../src/mirror/duckdb.ts';
import { has } from './needs.ts';

/** Call it in a `describe` that needs '@duckdb/node-api': `npm run readers` installs it. */
export async function openDuckdb(): Promise<DuckdbConnection> {
  const library: Duckdb = createRequire(import.meta.url)('@duckdb/node-api');
  const instance = await library.DuckDBInstance.create(':memory:');
  return instance.connect();
}

export const hasDuckdb = has('@duckdb/node-api');
