import { expect, onTestFinished, test } from 'vitest';
import { createSpool } from '../../src/costs/spool.ts';

async function drained(spool: ReturnType<typeof createSpool>): Promise<string[]> {
  const texts: string[] = [];
  await spool.drain(async (chunk) => {
    texts.push(Buffer.from(chunk).toString());
  });
  return texts;
}

function openSpool(limit: number) {
  const spool = createSpool(Math.random, limit);
  onTestFinished(spool.close);
  return spool;
}

test('few bytes stay the chunks that they were', async () => {
  const spool = openSpool(4);
  await spool.write(Buffer.from('ab'));
  await spool.write(Buffer.from('cd'));
  expect(await drained(spool)).toEqual(['ab', 'cd']);
});

test('what is more than memory may hold comes back in its order, from the file and then from memory', async () => {
  const spool = openSpool(4);
  for (const text of ['abc', 'def', 'gh']) await spool.write(Buffer.from(text));
  expect(await drained(spool)).toEqual(['abcdef', 'gh']);
  expect(await drained(spool)).toEqual([]);
});

test('a file longer than one chunk comes back whole, and is written anew afterwards', async () => {
  const spool = openSpool(4);
  const text = 'x'.repeat(300_000);
  await spool.write(Buffer.from(text));
  const chunks = await drained(spool);
  expect(chunks.length).toBeGreaterThan(1);
  expect(chunks.join('')).toBe(text);
  await spool.write(Buffer.from('fresh'));
  expect(await drained(spool)).toEqual(['fresh']);
});

test('what was cleared does not come back', async () => {
  const spool = openSpool(4);
  await spool.write(Buffer.from('in the file'));
  spool.clear();
  await spool.write(Buffer.from('new'));
  expect(await drained(spool)).toEqual(['new']);
});
