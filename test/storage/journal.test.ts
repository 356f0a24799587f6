import { mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openJournal, readJournal } from '../../src/storage/journal.ts';

function createPath(): string {
  return join(mkdtempSync(join(tmpdir(), 'costctl-journal-')), 'export.journal');
}

test('reads entries back in the order in which they were added', async () => {
  const path = createPath();
  const journal = await openJournal(path);
  await Promise.all([journal.append({ window: 1 }), journal.append({ window: 2 })]);
  await journal.close();
  expect(await readJournal(path)).toEqual([{ window: 1 }, { window: 2 }]);
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

test('a missing journal has no entries', async () => {
  expect(await readJournal(createPath())).toEqual([]);
});

test('after any cut by a kill, reads the complete entries and appends new ones', async () => {
  const whole = '{"a":"é"}\n{"b":2}\n{"c":[3]}\n';
  const bytes = Buffer.from(whole);
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 0, max: bytes.length }), async (length) => {
      const path = createPath();
      writeFileSync(path, bytes.subarray(0, length));
      const before = await readJournal(path);
      expect(before).toEqual([{ a: 'é' }, { b: 2 }, { c: [3] }].slice(0, before.length));
      expect(before).toHaveLength(
        bytes.subarray(0, length).toString('latin1').split('\n').length - 1,
      );
      const journal = await openJournal(path);
      await journal.append('next');
      await journal.close();
      expect(await readJournal(path)).toEqual([...before, 'next']);
    }),
    { numRuns: bytes.length },
  );
});

test('drops a damaged last line, as a lost disk block leaves it', async () => {
  const path = createPath();
  writeFileSync(path, '{"a":1}\n\0\0\0\n');
  const journal = await openJournal(path);
  await journal.append({ b: 2 });
  await journal.close();
  expect(readFileSync(path, 'utf8')).toBe('{"a":1}\n{"b":2}\n');
});

test.each([
  ['no JSON', 'oops', 1],
  ['a part of an entry', '{"a":', 1],
  ['no JSON after an entry', '{"a":1}\noops', 2],
])('a journal with %s before its last line is refused', async (_what, start, line) => {
  const path = createPath();
  writeFileSync(path, `${start}\n{"b":2}\n`);
  for (const read of [readJournal, openJournal]) {
    await expect(read(path)).rejects.toMatchObject({
      code: 'file',
      message: `cannot read ${path}: line ${line} is not JSON`,
      details: { hint: `remove ${path} to start over` },
    });
  }
  expect(readFileSync(path, 'utf8')).toBe(`${start}\n{"b":2}\n`);
});

test('a folder in place of a journal is a file error', async () => {
  const path = dirname(createPath());
  await expect(readJournal(path)).rejects.toMatchObject({
    code: 'file',
    message: expect.stringContaining(`cannot read ${path}: `),
  });
});

test('a journal in a missing folder is empty, and cannot be written', async () => {
  const path = join(dirname(createPath()), 'no', 'journal');
  expect(await readJournal(path)).toEqual([]);
  await expect(openJournal(path)).rejects.toMatchObject({
    code: 'file',
    message: expect.stringContaining(`cannot write ${path}: `),
  });
});
