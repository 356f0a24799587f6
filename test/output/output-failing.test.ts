import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Format } from '../../src/formats/registry.ts';
import { createOutput } from '../../src/output/create-output.ts';
import type { Output } from '../../src/output/output.ts';
import { isClosedOutput } from '../../src/output/write-stream.ts';
import { allColumns, failing, failure } from './failing-list.ts';
import { ClosedPipe } from './memory-stream.ts';
import { openOutput, optionsOver } from './open-output.ts';

describe('a list that fails on a later page', () => {
  test.each(['json', 'table', 'yaml', 'markdown'] as const)(
    'prints nothing as %s',
    async (format) => {
      const { output, stdout } = openOutput({ format });
      await expect(output.list(failing(), allColumns)).rejects.toBe(failure);
      expect(stdout.text).toBe('');
    },
  );

  test.each(['json', 'csv', 'ndjson'] as const)(
    'prints nothing of a query as %s',
    async (format) => {
      const { output, stdout } = openOutput({ format, query: '[].id' });
      await expect(output.list(failing(), allColumns)).rejects.toBe(failure);
      expect(stdout.text).toBe('');
    },
  );

  test.each(['csv', 'tsv', 'ndjson'] as const)(
    'streams the earlier records as %s',
    async (format) => {
      const { output, stdout } = openOutput({ format });
      await expect(output.list(failing(), allColumns)).rejects.toBe(failure);
      expect(stdout.text.trimEnd().split('\n').at(-1)).toMatch(/100/);
    },
  );
});

describe('a reader that closes the pipe', () => {
  test.each(['csv', 'ndjson'] as const)('stops the list quietly as %s', async (format) => {
    let read = 0;
    let ended = false;
    async function* endless(): AsyncGenerator<unknown> {
      try {
        for (;;) {
          read += 1;
          yield { read };
        }
      } finally {
        ended = true;
      }
    }
    const output = overPipe(new ClosedPipe(5), format);
    await expect(output.list(endless(), allColumns)).rejects.toSatisfy(isClosedOutput);
    expect(read).toBeLessThan(200);
    expect(ended).toBe(true);
  });

  test('also stops a table', async () => {
    const output = overPipe(new ClosedPipe(0), 'table');
    await expect(output.list([{ id: 1 }], allColumns)).rejects.toSatisfy(isClosedOutput);
  });
});

describe('--out-file', () => {
  let folder = '';
  let path = '';

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'costctl-output-'));
    path = join(folder, 'result');
  });

  afterEach(async () => {
    await rm(folder, { recursive: true });
  });

  test('writes a list, a record or a text, and nothing to stdout', async () => {
    const { output, stdout } = openOutput({ format: 'json', outFile: path, terminal: true });
    await output.list([{ id: '\u202e' }], allColumns);
    expect(await readFile(path, 'utf8')).toBe('[{"id":"\u202e"}]\n');
    await output.one({ id: 1 });
    expect(await readFile(path, 'utf8')).toBe('{"id":1}\n');
    await output.text('as it is');
    expect(await readFile(path, 'utf8')).toBe('as it is');
    expect(stdout.text).toBe('');
  });

  test.each(['json', 'csv', 'ndjson', 'table'] as const)(
    'keeps its old content when a list fails as %s',
    async (format) => {
      await writeFile(path, 'old');
      const { output } = openOutput({ format, outFile: path });
      await expect(output.list(failing(), allColumns)).rejects.toBe(failure);
      expect(await readFile(path, 'utf8')).toBe('old');
      expect(await readdir(folder)).toEqual(['result']);
    },
  );

  test('keeps its old content when a single record fails', async () => {
    await writeFile(path, 'old');
    const { output } = openOutput({ format: 'json', outFile: path });
    await expect(output.one(Promise.reject(failure))).rejects.toBe(failure);
    expect(await readFile(path, 'utf8')).toBe('old');
  });
});

function overPipe(pipe: ClosedPipe, format: Format): Output {
  return createOutput({ ...optionsOver(pipe, pipe), format });
}
