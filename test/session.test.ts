import { once } from 'node:events';
import { expect, test } from 'vitest';
import { openSession } from '../src/session.ts';
import { createContext } from './helpers/context.ts';
import { CursorTerminal } from './output/cursor-terminal.ts';

const invocation = { output: {}, dryRun: false, yes: false, ownFormats: false };

test.each([
  ['none with NO_COLOR', { NO_COLOR: '1' }, {}, false],
  ['none with --no-color', {}, { color: false }, false],
  ['else those of the terminal', {}, {}, true],
])('signs of life have colours: %s', async (_case, env, global, expected) => {
  const stderr = new CursorTerminal();
  const session = await openSession(createContext({ stderr, env }), { ...invocation, global });
  session.progress.start('reading');
  while (!stderr.text.includes('reading')) await once(stderr, 'written');
  await session.close();
  expect(stderr.text.includes('\x1b[36m')).toBe(expected);
});
