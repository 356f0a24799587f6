import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loadDuckdb } from '../../src/mirror/duckdb.ts';
import { createFolder } from '../helpers/run.ts';

const name = '@duckdb/node-api';

// Every version of DuckDB for Node has a dash, such as 1.5.6-r.1. To npm such a version is in no range but `*`:
// any other range would refuse a project that has both packages.
test('npm installs the program beside the DuckDB that is tested', () => {
  const tested = new RegExp(`'${name}@([^']+)'`).exec(
    readFileSync('build/readers.js', 'utf8'),
  )?.[1];
  expect(tested).toContain('-');
  const { peerDependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
  expect(peerDependencies).toEqual({ [name]: '*' });
});

test('the command that installs DuckDB asks for no range of versions', () => {
  expect(() => loadDuckdb(join(createFolder(), 'costctl.js'))).toThrow(
    expect.objectContaining({
      details: expect.objectContaining({
        hint: expect.stringMatching(/^npm install --global @duckdb\/node-api \(/),
      }),
    }),
  );
});
