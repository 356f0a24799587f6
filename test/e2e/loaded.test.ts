import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runProgram } from './program.ts';

const spy = join(mkdtempSync(join(tmpdir(), 'costctl-loaded-')), 'spy.cjs');
const report = `require('node:fs').writeSync(2, Object.keys(require.cache).join('\\n'))`;
writeFileSync(spy, `process.on('exit', () => { ${report}; });`);

/** The files of the build that a line loads, without the hashes in their names. */
async function loadedBy(line: string): Promise<string[]> {
  const { stderr } = await runProgram(line.split(' '), {
    env: { NODE_OPTIONS: `--require=${spy}` },
  });
  return [...stderr.matchAll(/\/dist\/([a-z]+)[^/\n]*\.cjs$/gm)].map(([, name = '']) => name);
}

test.each([
  ['--version', 'ready'],
  ['workspaces list --help', 'ready'],
  ['help output', 'ready'],
  ['wrokspaces list', 'invalid'],
  ['__complete line =-- workspaces list', 'answer'],
])('%s loads nothing that runs a command', async (line, own) => {
  const loaded = await loadedBy(line);
  expect(loaded).toContain(own);
  expect(loaded.filter((name) => ['run', 'call'].includes(name))).toEqual([]);
});
