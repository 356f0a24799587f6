import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { afterEach, expect, test, vi } from 'vitest';
import { openSession } from '../src/session.ts';
import { createContext } from './helpers/context.ts';
import { CursorTerminal } from './output/cursor-terminal.ts';

const invocation = { output: {}, dryRun: false, yes: false, ownFormats: false };

test.each([{ quiet: true }, { debug: true }])('shows no progress with %j', async (flags) => {
  const open = async (global: typeof flags | Record<string, never>) => {
    const stderr = new CursorTerminal();
    const session = await openSession(createContext({ stderr }), { ...invocation, global });
    session.progress.start('reading');
    return { stderr, session };
  };
  const silent = await open(flags);
  const loud = await open({});
  while (!loud.stderr.text.includes('reading')) await once(loud.stderr, 'written');
  await loud.session.close();
  await silent.session.close();
  expect(silent.stderr.text).toBe('');
});

test.each([
  ['none with NO_COLOR', { NO_COLOR: '1' }, {}, false],
  ['none with --no-color', {}, { color: false }, false],
  ['else those of the terminal', {}, {}, true],
])('progress has colors: %s', async (_case, env, global, expected) => {
  const stderr = new CursorTerminal();
  const session = await openSession(createContext({ stderr, env }), { ...invocation, global });
  session.progress.start('reading');
  while (!stderr.text.includes('reading')) await once(stderr, 'written');
  await session.close();
  expect(stderr.text.includes('\x1b[36m')).toBe(expected);
});

test.each([
  ['terminal', 'terminal', true],
  ['pipe', 'terminal', false],
  ['terminal', 'pipe', false],
  ['pipe', 'pipe', false],
])(
  'with a %s as stdin and a %s as stderr, questions are allowed: %s',
  async (stdin, stderr, may) => {
    const context = createContext({ stdin: createStream(stdin), stderr: createStream(stderr) });
    const session = await openSession(context, { ...invocation, global: {} });
    expect(session.interactive).toBe(may);
    await session.close();
  },
);

function createStream(kind: string) {
  return Object.assign(new PassThrough().end(), { isTTY: kind === 'terminal' });
}

afterEach(() => vi.useRealTimers());

test.each([{ quiet: true }, { debug: true }])(
  '%j shows no progress even after two seconds',
  async (global) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval'] });
    const stderr = new CursorTerminal();
    const session = await openSession(createContext({ stderr }), { ...invocation, global });
    session.progress.start('reading');
    await vi.advanceTimersByTimeAsync(1000);
    await import('ora');
    await vi.advanceTimersByTimeAsync(1000);
    expect(stderr.text).toBe('');
  },
);
