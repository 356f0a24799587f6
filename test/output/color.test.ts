import { describe, expect, test } from 'vitest';
import { writeError } from '../../src/cli/write-error.ts';
import { CostctlError } from '../../src/errors.ts';
import { hasColor } from '../../src/output/color.ts';
import { createOutput } from '../../src/output/create-output.ts';
import { createContext } from '../helpers/context.ts';
import { allColumns } from './failing-list.ts';
import { MemoryStream } from './memory-stream.ts';
import { optionsOver } from './open-output.ts';

const terminal = () => new MemoryStream({ terminal: true });
const pipe = () => new MemoryStream();

test.each([
  ['a terminal', terminal(), undefined, {}, true],
  ['a pipe', pipe(), undefined, {}, false],
  ['a dumb terminal', terminal(), undefined, { TERM: 'dumb' }, false],
  ['a terminal where a person wants none', terminal(), false, {}, false],
  ['a pipe where a person wants them', pipe(), true, {}, true],
])('decides correctly whether %s has colors', (_case, stream, wanted, env, expected) => {
  expect(hasColor(wanted, stream, env)).toBe(expected);
});

describe.each([
  ['stdout', terminal, pipe],
  ['stderr', pipe, terminal],
])('if only %s is a terminal', (name, openStdout, openStderr) => {
  const [stdout, stderr] = [openStdout(), openStderr()];

  test('results have colors if stdout is a terminal', async () => {
    const output = createOutput({ ...optionsOver(stdout, stderr), color: undefined });
    await output.list([{ id: 'a' }], allColumns);
    expect(stdout.text.includes('\x1b[1m')).toBe(name === 'stdout');
  });

  test('errors have colors if stderr is a terminal', async () => {
    const error = new CostctlError('not_found', 'it is not there', { hint: 'look' });
    await writeError(createContext({ stdout, stderr }), error, { json: false, flags: {} });
    expect(stderr.text.includes('\x1b[31m')).toBe(name === 'stderr');
  });
});
