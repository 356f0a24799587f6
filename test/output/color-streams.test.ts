import { expect, test } from 'vitest';
import { main } from '../../src/cli/main.ts';
import { findColor } from '../../src/settings.ts';
import { createContext } from '../settings/world.ts';
import { MemoryStream } from './memory-stream.ts';

interface Streams {
  readonly stdout?: boolean;
  readonly stderr?: boolean;
}

/** Which of the streams is written to in colours. */
async function colorsOf(
  { stdout = false, stderr = false }: Streams,
  env: Readonly<Record<string, string>> = {},
  words: readonly string[] = [],
) {
  const colors = [];
  for (const line of [['list'], ['get', 'main']]) {
    const out = new MemoryStream({ terminal: stdout });
    const said = new MemoryStream({ terminal: stderr });
    const context = createContext({ stdout: out, stderr: said, env: { TERM: 'xterm', ...env } });
    await main(context, ['profiles', ...line, ...words]);
    await main(context, ['--sandbox', 'workspaces', ...line, ...words]);
    colors.push([out, said].map(({ text }) => text.includes('\u001b[')));
  }
  const [[inResult] = [], [, inError] = []] = colors;
  return { stdout: inResult, stderr: inError };
}

test.each<[Streams]>([
  [{ stdout: true, stderr: true }],
  [{ stdout: true, stderr: false }],
  [{ stdout: false, stderr: true }],
  [{ stdout: false, stderr: false }],
])('%j: only streams that are terminals have colors', async (streams) => {
  expect(await colorsOf(streams)).toEqual(streams);
});

const all = { stdout: true, stderr: true };
const none = { stdout: false, stderr: false };

test.each<[string, Streams, Record<string, string>, string[], Streams]>([
  ['--no-color', all, {}, ['--no-color'], none],
  ['--no-color wins over FORCE_COLOR', all, { FORCE_COLOR: '1' }, ['--no-color'], none],
  ['NO_COLOR', all, { NO_COLOR: '1' }, [], none],
  ['NO_COLOR wins over FORCE_COLOR', all, { NO_COLOR: '1', FORCE_COLOR: '1' }, [], none],
  ['an empty NO_COLOR', all, { NO_COLOR: '' }, [], all],
  ['FORCE_COLOR', none, { FORCE_COLOR: '1' }, [], all],
  ['FORCE_COLOR=0', all, { FORCE_COLOR: '0' }, [], none],
  ['TERM=dumb', all, { TERM: 'dumb' }, [], none],
])('%s: %j with %j and %j has colors: %j', async (_name, streams, env, words, expected) => {
  expect(await colorsOf(streams, env, words)).toEqual(expected);
});

test.each([
  ['1', true],
  ['true', true],
  ['3', true],
  ['0', false],
  ['false', false],
])('FORCE_COLOR=%s turns colors on: %s', (text, expected) => {
  expect(findColor({}, { FORCE_COLOR: text })).toBe(expected);
});
