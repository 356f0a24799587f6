import { appendFileSync, mkdtempSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { CostctlError } from '../../src/errors.ts';
import { openSource } from '../../src/storage/source.ts';

const { signal } = new AbortController();

function createFile(content: string | Buffer): string {
  const path = join(mkdtempSync(join(tmpdir(), 'costctl-test-')), 'values.csv');
  writeFileSync(path, content);
  return path;
}

async function readAll(path: string, onFirst: () => void = () => undefined): Promise<string> {
  const { chunks } = await openSource(path, Readable.from([]), signal);
  onFirst();
  const read: Buffer[] = [];
  for await (const chunk of chunks) read.push(chunk);
  return Buffer.concat(read).toString();
}

test('reads a file unchanged, compressed or not', async () => {
  const text = 'date,amount\n'.repeat(100_000);
  expect(await readAll(createFile(text))).toBe(text);
  expect(await readAll(createFile(gzipSync(text)))).toBe(text);
});

test('refuses a file that grows while it is read', async () => {
  const path = createFile(`${'date,amount\n'.repeat(100_000)}2026-01-01,12`);
  const reading = readAll(path, () => appendFileSync(path, '34\n'));
  await expect(reading).rejects.toMatchObject({
    code: 'file',
    message: `${path} was changed while it was read`,
  });
});

test('refuses a file that is rewritten while it is read, even at the same length', async () => {
  const path = createFile('date,amount\n'.repeat(100_000));
  const reading = readAll(path, () => utimesSync(path, 1, 1));
  await expect(reading).rejects.toThrow('was changed while it was read');
});

test('refuses a folder', async () => {
  await expect(readAll(tmpdir())).rejects.toThrow(`cannot read ${tmpdir()}: it is a folder`);
});

test('does not start a file after an interruption, and nothing fails later', async () => {
  const interruption = AbortSignal.abort(new CostctlError('interrupted', 'by a person'));
  const path = createFile('date,amount\n'.repeat(100_000));
  await expect(openSource(path, Readable.from([]), interruption)).rejects.toMatchObject({
    code: 'interrupted',
  });
  // The stream's own failure came a turn later, when nothing listened any more.
  await new Promise((resolve) => setImmediate(resolve));
});
