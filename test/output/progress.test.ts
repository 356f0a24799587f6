import { once } from 'node:events';
import { describe, expect, test } from 'vitest';
import {
  createProgress,
  type Progress,
  type ProgressOptions,
  wrapFor,
} from '../../src/output/progress.ts';
import { CursorTerminal } from './cursor-terminal.ts';
import { MemoryStream } from './memory-stream.ts';

/** Shown at once, in what colours there are. */
function open(stderr: MemoryStream, options: Partial<ProgressOptions> = {}): Progress {
  const usual = { context: { stderr, env: {} }, enabled: true, color: undefined, delay: 0 };
  return createProgress({ ...usual, ...options });
}

describe('progress on a terminal', () => {
  test('shows one escaped line that fits the window, and removes it', async () => {
    const stderr = new CursorTerminal();
    const progress = open(stderr);
    progress.start('first');
    progress.update(`reading \x1b[2J ${'x'.repeat(100)}`);
    while (!stderr.text.includes('xxx')) await once(stderr, 'written');
    progress.stop();
    const shown = stderr.text;
    expect(shown).toContain('reading \\x1b[2J xxx');
    expect(shown).toContain('…');
    expect(shown).not.toContain('\x1b[?25l');
    const last = shown.slice(shown.lastIndexOf('…') + 1);
    expect(last).toContain('\x1b[1G');
    expect(last).toContain('\x1b[0K');
  });

  test('shows the shorter text if the window is too narrow for the long one', async () => {
    const stderr = new CursorTerminal(30);
    const progress = open(stderr);
    progress.start('first');
    progress.update('350000 of 1200000 rows, 29 %, about 25 s left', '29 %, about 25 s left');
    while (!stderr.text.includes('left')) await once(stderr, 'written');
    progress.stop();
    expect(stderr.text).toContain(' 29 %, about 25 s left');
    expect(stderr.text).not.toContain('350000');
  });

  test.each([
    [undefined, true],
    [true, true],
    [false, false],
  ])('with the color setting %j has colors: %j', async (color, expected) => {
    const stderr = new CursorTerminal();
    const progress = open(stderr, { color });
    progress.start('reading');
    while (!stderr.text.includes('reading')) await once(stderr, 'written');
    progress.stop();
    expect(stderr.text.includes('\x1b[36m')).toBe(expected);
  });

  test('shows nothing if it is stopped before its delay ends', async () => {
    const stderr = new CursorTerminal();
    const progress = open(stderr);
    progress.start('quick');
    progress.stop();
    await import('ora');
    await new Promise(setImmediate);
    expect(stderr.text).toBe('');
  });

  test('can be started again', async () => {
    const stderr = new CursorTerminal();
    const progress = open(stderr);
    progress.start('first');
    progress.stop();
    progress.start('second');
    while (!stderr.text.includes('second')) await once(stderr, 'written');
    progress.stop();
    expect(stderr.text).not.toContain('first');
  });
});

test.each([
  ['with --quiet', new CursorTerminal(), false, {}],
  ['off a terminal', new MemoryStream(), true, {}],
  ['on a terminal that cannot move its cursor', new MemoryStream({ terminal: true }), true, {}],
  ['on a terminal of no width', new CursorTerminal(0), true, {}],
  ['on a dumb terminal', new CursorTerminal(), true, { TERM: 'dumb' }],
])('progress is silent %s', async (_case, stderr, enabled, env) => {
  const progress = open(stderr, { context: { stderr, env }, enabled });
  progress.start('reading');
  await import('ora');
  await new Promise((resolve) => setTimeout(resolve, 5));
  progress.stop();
  expect(stderr.text).toBe('');
});

test.each([
  [
    'hint: give --workspace ID, or costctl profiles set NAME workspace=ID, or set COSTCTL_WORKSPACE',
    [
      'hint: give --workspace ID, or',
      'costctl profiles set NAME workspace=ID,',
      'or set COSTCTL_WORKSPACE',
    ],
  ],
  [
    'hint: costctl costs list --where \'service="A; B"\' --last 7d; --accept CLASS accepts a class',
    [
      'hint:',
      'costctl costs list --where \'service="A; B"\' --last 7d;',
      '--accept CLASS accepts a class',
    ],
  ],
  [
    "  it's a word that no quote ends, and costctl it's",
    ["  it's a word that no quote ends, and", "  costctl it's"],
  ],
])('a terminal breaks a text between words, never within a command: %s', (text, lines) => {
  const terminal = new CursorTerminal(40);
  expect(wrapFor(terminal, text).split('\n')).toEqual(lines);
  expect(wrapFor(new MemoryStream(), text)).toBe(text);
});

test.each([
  [`costctl costs list --where 'a="b, c" shows it'`, 'shows the rows', 40],
  ['costctl metrics list', 'lists all of them', 20],
])('the command %s stays in one piece, and the words after it wrap', (command, words, columns) => {
  const terminal = new MemoryStream({ terminal: true, columns });
  const text = wrapFor(terminal, `hint: ${command} ${words}`);
  expect(text).toBe(`hint:\n${command}\n${words}`);
});
