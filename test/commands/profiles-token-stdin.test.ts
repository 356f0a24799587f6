import { PassThrough, Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { readStdinLine } from '../../src/storage/read-input.ts';
import { run, testToken } from '../helpers/run.ts';

const add = ['profiles', 'add', 'work', '--base-url', 'https://a.test', '--token-stdin'];
const { signal } = new AbortController();

test.each(['', 'a line of its own\n', 'x'.repeat(100_000)])(
  'the token is the first line of stdin, with any text after it',
  async (rest) => {
    const stdin = `${testToken}\n${rest}`;
    const added = await run([...add, '--no-verify'], { stdin });
    expect({ stderr: added.stderr, exitCode: added.exitCode }).toMatchObject({ exitCode: 0 });
    const shown = await run(['profiles', 'show', 'work', '-o', 'json'], { folder: added.folder });
    expect(shown.stdout).toContain(testToken.slice(-4));
  },
);

test.each([16_385, 20_000, 200_000])('a token of %i characters is refused', async (length) => {
  const { stderr, exitCode } = await run([...add, '--no-verify'], { stdin: 'x'.repeat(length) });
  expect(stderr).toContain('--token-stdin: the token is longer than 16384 characters');
  expect(exitCode).toBe(2);
});

test('an endless stdin is read only up to the limit', async () => {
  let pieces = 0;
  const stdin = Readable.from(
    (function* () {
      for (;;) {
        pieces += 1;
        yield Buffer.alloc(1024, 'x');
      }
    })(),
  );
  const read = await readStdinLine({ stdin, signal }, '--token-stdin', 16_384);
  expect(read.length).toBeLessThan(32_768);
  expect(pieces).toBeLessThan(64);
});

test('reading ends after the first line, even if stdin stays open', async () => {
  const stdin = new PassThrough();
  stdin.write('tok_first\n');
  expect(await readStdinLine({ stdin, signal }, '--token-stdin', 16_384)).toBe('tok_first\n');
});
