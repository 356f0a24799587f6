import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { claimStdin, readStdin } from '../../src/files/input.ts';

const { signal } = new AbortController();

test('stdin is read whole', async () => {
  const stdin = Readable.from(['{"name":', '"Zürich"}']);
  expect(await readStdin({ stdin, signal }, '--data')).toBe('{"name":"Zürich"}');
});

test('a second option that wants stdin is refused, and both are named', async () => {
  const stdin = Readable.from(['secret']);
  await readStdin({ stdin, signal }, '--credentials');
  expect(() => claimStdin({ stdin }, '--data')).toThrow('--credentials and --data both want stdin');
  await expect(readStdin({ stdin, signal }, '--data')).rejects.toMatchObject({ code: 'usage' });
});
