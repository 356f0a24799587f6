import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { askLine } from '../src/terminal.ts';

/** Someone at a terminal who types this; answers with what was read and what the screen shows. */
async function type(typed: string, secret: boolean) {
  const stdin = new PassThrough();
  const stderr = new PassThrough();
  const interrupts: string[] = [];
  const answer = askLine({
    ...{ stdin, stderr, secret, question: 'API token: ' },
    signal: new AbortController().signal,
    interrupt: () => interrupts.push('Ctrl-C'),
  });
  stdin.write(typed);
  stdin.end();
  const read = await answer;
  return { read, screen: String(stderr.read() ?? ''), interrupts };
}

test('reads a secret without showing it on the screen', async () => {
  expect(await type('tok_hidden\r', true)).toEqual({
    read: 'tok_hidden',
    screen: 'API token: \n',
    interrupts: [],
  });
});

test('shows an ordinary answer while it is typed', async () => {
  const { read, screen } = await type('wsp_seen\r', false);
  expect(read).toBe('wsp_seen');
  expect(screen).toContain('API token: ');
  expect(screen).toContain('wsp_seen');
});

test('the end of input without text is an empty answer', async () => {
  expect(await type('', true)).toMatchObject({ read: '' });
});

test('Ctrl-C interrupts and is not part of the answer', async () => {
  expect(await type('tok\u0003', true)).toMatchObject({ read: '', interrupts: ['Ctrl-C'] });
});
