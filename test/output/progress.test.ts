import { once } from 'node:events';
import { clearLine, cursorTo, moveCursor } from 'node:readline';
import { describe, expect, test } from 'vitest';
import { createProgress } from '../../src/output/progress.ts';
import { MemoryStream } from './memory-stream.ts';

/** A terminal that can move its cursor, as ora wants it, and tells of each write. */
class Terminal extends MemoryStream {
  constructor(columns = 40) {
    super({ terminal: true, columns });
  }

  override _write(chunk: Uint8Array | string, encoding: string, done: () => void): void {
    super._write(chunk, encoding, done);
    this.emit('written');
  }

  cursorTo(column: number): boolean {
    return cursorTo(this, column);
  }

  clearLine(direction: -1 | 0 | 1): boolean {
    return clearLine(this, direction);
  }

  moveCursor(columns: number, rows: number): boolean {
    return moveCursor(this, columns, rows);
  }
}

describe('progress on a terminal', () => {
  test('shows its line, safe and no longer than the window, and takes it away', async () => {
    const stderr = new Terminal();
    const progress = createProgress({ context: { stderr, env: {} }, enabled: true, delay: 0 });
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

  test('tells the shorter text where the window is too narrow for the long one', async () => {
    const stderr = new Terminal(30);
    const progress = createProgress({ context: { stderr, env: {} }, enabled: true, delay: 0 });
    progress.start('first');
    progress.update('350000 of 1200000 rows, 29 %, about 25 s left', '29 %, about 25 s left');
    while (!stderr.text.includes('left')) await once(stderr, 'written');
    progress.stop();
    expect(stderr.text).toContain(' 29 %, about 25 s left');
    expect(stderr.text).not.toContain('350000');
  });

  test('that is stopped before its time shows nothing', async () => {
    const stderr = new Terminal();
    const progress = createProgress({ context: { stderr, env: {} }, enabled: true, delay: 0 });
    progress.start('quick');
    progress.stop();
    await import('ora');
    await new Promise(setImmediate);
    expect(stderr.text).toBe('');
  });

  test('can be started again', async () => {
    const stderr = new Terminal();
    const progress = createProgress({ context: { stderr, env: {} }, enabled: true, delay: 0 });
    progress.start('first');
    progress.stop();
    progress.start('second');
    while (!stderr.text.includes('second')) await once(stderr, 'written');
    progress.stop();
    expect(stderr.text).not.toContain('first');
  });
});

test.each([
  ['with --quiet', new Terminal(), false, {}],
  ['off a terminal', new MemoryStream(), true, {}],
  ['on a terminal that cannot move its cursor', new MemoryStream({ terminal: true }), true, {}],
  ['on a terminal of no width', new Terminal(0), true, {}],
  ['on a dumb terminal', new Terminal(), true, { TERM: 'dumb' }],
])('progress is silent %s', async (_case, stderr, enabled, env) => {
  const progress = createProgress({ context: { stderr, env }, enabled, delay: 0 });
  progress.start('reading');
  await import('ora');
  await new Promise((resolve) => setTimeout(resolve, 5));
  progress.stop();
  expect(stderr.text).toBe('');
});
