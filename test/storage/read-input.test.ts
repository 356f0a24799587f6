import { Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { CostctlError } from '../../src/errors.ts';
import {
  claimStdin,
  readStart,
  readStdin,
  readStdinLine,
  readTextFile,
} from '../../src/storage/read-input.ts';
import { createFile } from '../focus/files.ts';
import { needs } from '../helpers/needs.ts';

const { signal } = new AbortController();

test('reads stdin completely', async () => {
  const stdin = Readable.from(['{"name":', '"Zürich"}']);
  expect(await readStdin({ stdin, signal }, '--data')).toBe('{"name":"Zürich"}');
});

test('a mark that Windows puts before UTF-8 is no part of the text', async () => {
  const stdin = Readable.from([Buffer.from('\ufeff{"a":1}')]);
  expect(await readStdin({ stdin, signal }, '--data')).toBe('{"a":1}');
  const path = createFile('marked.json', '\ufeff{"a":"\ufeff"}');
  expect(await readTextFile(path)).toBe('{"a":"\ufeff"}');
  expect(await readTextFile(path, { keepsMark: true })).toBe('\ufeff{"a":"\ufeff"}');
});

test.each([
  ['a line end', ['tok', 'en\nmore', 'and more'], 'token\nmore'],
  [
    'more than the longest line',
    ['x'.repeat(8), 'y'.repeat(8), 'z'],
    'x'.repeat(8) + 'y'.repeat(8),
  ],
  ['its end', ['tok', 'en'], 'token'],
])('stdin is read up to %s, and not further', async (_what, chunks, text) => {
  const stdin = Readable.from(chunks);
  expect(await readStdinLine({ stdin, signal }, '--token-stdin', 15)).toBe(text);
});

test('refuses a second option that reads stdin and names both', async () => {
  const stdin = Readable.from(['secret']);
  await readStdin({ stdin, signal }, '--credentials');
  expect(() => claimStdin({ stdin }, '--data')).toThrow(
    expect.objectContaining({
      message: '--credentials and --data both read stdin',
      details: { hint: 'give one of the two a file instead' },
    }),
  );
  await expect(readStdin({ stdin, signal }, '--data')).rejects.toMatchObject({ code: 'usage' });
});

test('does not read stdin after an interruption', async () => {
  const interruption = AbortSignal.abort(new CostctlError('interrupted', 'by a person'));
  const stdin = Readable.from(['{}']);
  await expect(readStdin({ stdin, signal: interruption }, '--data')).rejects.toMatchObject({
    code: 'interrupted',
  });
  expect(stdin.destroyed).toBe(false);
});

const endless = '/dev/zero';

describe('an endless file', () => {
  needs('/dev/zero');

  test('is refused at 64 MiB', async () => {
    await expect(readTextFile(endless)).rejects.toMatchObject({
      code: 'usage',
      message: '/dev/zero: the file has more than 64 MiB',
    });
    expect(await readStart(endless, 100_000)).toHaveLength(100_000);
  });
});

test('the start of a short file is the whole file', async () => {
  const text = await readTextFile('package.json');
  expect((await readStart('package.json', 1e6)).toString()).toBe(text);
});
