import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';
import { beforeEach } from 'vitest';
import { canMount } from '../kill/mounted-places.ts';
import { wanting } from './skipped-tests.ts';

/**
 * Skips the tests of this file, or of the `describe` around the call, if this machine lacks one of
 * these: a program, a path of the system, or one of the conditions below. The run ends with a list
 * of what was skipped. With COSTCTL_TEST_TOOLS=all, as in the pipeline, they fail instead.
 */
export function needs(...tools: readonly string[]): void {
  const missing = tools.filter((tool) => !has(tool));
  if (missing.length === 0) return;
  const words = `${wanting}${missing.join(', ')}`;
  beforeEach(({ skip }) => {
    if (process.env['COSTCTL_TEST_TOOLS'] === 'all') throw new Error(words);
    skip(words);
  });
}

/** The first Python that can import a module: a person's own may lack what the system's has. */
export function pythonWith(module: string): string | undefined {
  return ['/usr/bin/python3', 'python3'].find(
    (name) => spawnSync(name, ['-c', `import ${module}`]).status === 0,
  );
}

const conditions: ReadonlyMap<string, () => boolean> = new Map([
  ['openpyxl', () => pythonWith('openpyxl') !== undefined],
  ['PyYAML', () => pythonWith('yaml') !== undefined],
  ['Node 20', () => process.versions.node.startsWith('20.')],
  ['the right to mount', () => canMount()],
  ['Unix signals', () => process.platform !== 'win32'],
  // The platform's builds of some are optional packages of their own.
  ['@duckdb/node-api', () => canLoad('@duckdb/node-api')],
  ['parquet-wasm', () => canLoad('parquet-wasm/node') && canLoad('apache-arrow')],
  ['nodejs-polars', () => canLoad('nodejs-polars')],
]);

export function has(tool: string): boolean {
  const condition = conditions.get(tool);
  if (condition !== undefined) return condition();
  if (tool.startsWith('/')) return existsSync(tool);
  return (process.env['PATH'] ?? '')
    .split(delimiter)
    .some((folder) => isProgram(join(folder, tool)));
}

function canLoad(name: string): boolean {
  try {
    createRequire(import.meta.url)(name);
    return true;
  } catch {
    return false;
  }
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
