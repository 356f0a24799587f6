import { once } from 'node:events';
import { expect, test } from 'vitest';
import { createProgress } from '../../src/output/progress.ts';
import { CursorTerminal } from './cursor-terminal.ts';

function open() {
  const stderr = new CursorTerminal();
  const context = { stderr, env: {} };
  const progress = createProgress({ context, enabled: true, color: false, delay: 0 });
  const shows = async (text: string) => {
    while (!stderr.text.includes(text)) await once(stderr, 'written');
  };
  return { stderr, progress, shows };
}

test('an interjection replaces the progress of a command, which then returns', async () => {
  const { stderr, progress, shows } = open();
  progress.start('read 1 of 9');
  await shows('read 1 of 9');
  progress.interject('continuing in 3 s');
  progress.update('read 2 of 9');
  await shows('continuing in 3 s');
  expect(stderr.text).not.toContain('read 2 of 9');
  progress.interject(undefined);
  await shows('read 2 of 9');
  progress.stop();
});

test('an interjection is removed at its end if the command reports no progress', async () => {
  const { stderr, progress, shows } = open();
  progress.interject('continuing in 3 s');
  await shows('continuing in 3 s');
  progress.interject(undefined);
  const last = stderr.text.slice(stderr.text.lastIndexOf('3 s'));
  expect(last).toContain('\x1b[0K');
  progress.start('reading');
  await shows('reading');
  progress.stop();
});
