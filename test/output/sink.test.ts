import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { OutputStream } from '../../src/context.ts';
import { openSink } from '../../src/output/sink.ts';
import { drain, isClosedOutput } from '../../src/output/write-stream.ts';
import { createContext } from '../helpers/context.ts';
import { ClosedPipe, MemoryStream } from './memory-stream.ts';

const never = new AbortController().signal;
let folder = '';

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'costctl-sink-'));
});

afterEach(async () => {
  await rm(folder, { recursive: true });
});

function open(stdout: OutputStream, outFile?: string, signal: AbortSignal = never) {
  return openSink({ context: createContext({ stdout, signal }), outFile });
}

describe('stdout', () => {
  test('waits for a slow reader, which gets every byte', async () => {
    const chunks: string[] = [];
    const slow = new Writable({
      highWaterMark: 10,
      write(chunk, _encoding, done) {
        chunks.push(String(chunk));
        setImmediate(done);
      },
    });
    const sink = await open(slow);
    for (let line = 0; line < 100; line += 1) {
      await sink.write(`line ${line}\n`);
      expect(slow.writableLength).toBeLessThan(10);
    }
    await sink.commit();
    expect(chunks.join('')).toBe(
      Array.from({ length: 100 }, (_, line) => `line ${line}\n`).join(''),
    );
  });

  test('lets the memory of bytes be used again, however small they are', async () => {
    const held: Buffer[] = [];
    const slow = new Writable({
      write(chunk: Buffer, _encoding, done) {
        setImmediate(() => {
          held.push(Buffer.from(chunk));
          done();
        });
      },
    });
    const sink = await open(slow);
    const memory = Buffer.alloc(3);
    for (const text of ['one', 'two', 'six']) {
      memory.write(text);
      await sink.write(memory);
    }
    memory.fill(0);
    await sink.commit();
    expect(Buffer.concat(held).toString()).toBe('onetwosix');
  });

  test.each(['EPIPE', 'EOF', 'ERR_STREAM_DESTROYED', 'ECONNRESET'])(
    'a reader that disconnects (%s) ends writing with a closed output',
    async (code) => {
      const sink = await open(new ClosedPipe(3, code));
      const written = writeForever(sink.write);
      await expect(written).rejects.toSatisfy(isClosedOutput);
    },
  );

  test('the commit notices a reader that closed before the last write', async () => {
    const sink = await open(new ClosedPipe(0));
    await sink.write('').catch(() => undefined);
    await expect(sink.commit()).rejects.toSatisfy(isClosedOutput);
  });

  test('a destroyed stream counts as a closed output', async () => {
    const stream = new MemoryStream();
    stream.destroy();
    const sink = await open(stream);
    await expect(writeForever(sink.write)).rejects.toSatisfy(isClosedOutput);
  });

  test('a full disk is an error, for text and for bytes', async () => {
    const sink = await open(new ClosedPipe(1, 'ENOSPC'));
    await expect(writeForever(sink.write)).rejects.toMatchObject({
      code: 'file',
      message: 'cannot write the output: no space left on the disk',
    });
    const sinkOfBytes = await open(new ClosedPipe(0, 'ENOSPC'));
    await expect(sinkOfBytes.write(Buffer.from('bytes'))).rejects.toMatchObject({ code: 'file' });
  });

  test('a signal ends the wait for a reader that does not read', async () => {
    const stuck = new Writable({ highWaterMark: 1, write: () => undefined });
    const controller = new AbortController();
    const sink = await open(stuck, undefined, controller.signal);
    const written = sink.write('more than fits');
    controller.abort(new Error('interrupted'));
    await expect(written).rejects.toThrow('interrupted');
  });

  test('draining never fails in any state of the stream', async () => {
    const gone = new MemoryStream();
    gone.destroy();
    await expect(drain(gone)).resolves.toBeUndefined();
    await expect(drain(new ClosedPipe(0))).resolves.toBeUndefined();
  });

  test('a terminal gets whole characters, even if they arrive in parts', async () => {
    const terminal = new MemoryStream({ terminal: true });
    const context = createContext({ stdout: terminal, signal: never });
    const show = (text: string) => `[${text}]`;
    const sink = await openSink({ context, show });
    const [first, second] = [Buffer.from('aü').subarray(0, 2), Buffer.from('ü').subarray(1)];
    await sink.write(first);
    await sink.write(second);
    await sink.write('b');
    await sink.commit();
    expect(terminal.text).toBe('[a][ü][b]');
  });

  test('a terminal shows that the last character is cut off', async () => {
    const terminal = new MemoryStream({ terminal: true });
    const context = createContext({ stdout: terminal, signal: never });
    const sink = await openSink({ context, show: (text) => `[${text}]` });
    await sink.write(Buffer.from('aü').subarray(0, 2));
    await sink.commit();
    expect(terminal.text).toBe('[a][\ufffd]');
  });

  test('- is stdout', async () => {
    const stdout = new MemoryStream();
    const sink = await open(stdout, '-');
    await sink.write('a');
    await sink.commit();
    expect(stdout.text).toBe('a');
  });
});

describe('a file', () => {
  const stdout = new MemoryStream();

  test('appears only when complete, and nothing goes to stdout', async () => {
    const path = join(folder, 'a.csv');
    const sink = await open(stdout, path);
    await sink.write('a,');
    await sink.write(new Uint8Array([98, 10]));
    await sink.write('c');
    expect(await readdir(folder)).not.toContain('a.csv');
    await sink.commit();
    await sink.discard();
    expect(await readFile(path, 'utf8')).toBe('a,b\nc');
    expect(stdout.text).toBe('');
  });

  test('bytes that only begin as gzip does are compressed', async () => {
    const path = join(folder, 'a.csv.gz');
    const bytes = Buffer.from([0x1f, 0x41]);
    const sink = await open(new MemoryStream(), path);
    await sink.write(bytes);
    await sink.commit();
    expect(gunzipSync(await readFile(path))).toEqual(bytes);
  });

  test.each(['a.csv', 'a.csv.gz'])(
    '%s stays unchanged when the result is discarded',
    async (name) => {
      const path = join(folder, name);
      await writeFile(path, 'old');
      const sink = await open(stdout, path);
      await sink.write('new'.repeat(100_000));
      await sink.discard();
      expect(await readFile(path, 'utf8')).toBe('old');
      expect(await readdir(folder)).toEqual([name]);
    },
  );

  test('is compressed according to its extension, with the same bytes each time', async () => {
    const text = Array.from({ length: 50_000 }, (_, line) => `line ${line}\n`).join('');
    const files = [];
    for (const name of ['a.csv.gz', 'b.csv.gz']) {
      const sink = await open(stdout, join(folder, name));
      for (const line of text.match(/.{1,1000}/gs) ?? []) await sink.write(line);
      await sink.commit();
      files.push(await readFile(join(folder, name)));
    }
    const [first = Buffer.alloc(0), second] = files;
    expect(gunzipSync(first).toString()).toBe(text);
    expect(first.equals(second ?? Buffer.alloc(0))).toBe(true);
    expect(first.readUInt32LE(4)).toBe(0);
  });

  test('is compressed from memory that is used again', async () => {
    const path = join(folder, 'a.json.gz');
    const sink = await open(stdout, path);
    const memory = Buffer.alloc(100_000);
    for (let fill = 0; fill < 20; fill += 1) await sink.write(memory.fill(fill));
    await sink.commit();
    const bytes = gunzipSync(await readFile(path));
    expect(Array.from({ length: 20 }, (_, at) => bytes[at * 100_000 + 50_000])).toEqual(
      Array.from({ length: 20 }, (_, at) => at),
    );
  });

  test('that cannot be created is reported with its path', async () => {
    const path = join(folder, 'missing', 'a.csv');
    await expect(open(stdout, path)).rejects.toMatchObject({
      code: 'file',
      message: `cannot write ${path}: no such file or folder`,
    });
  });

  test('a signal during compression leaves no file', async () => {
    const controller = new AbortController();
    const sink = await open(stdout, join(folder, 'a.json.gz'), controller.signal);
    await sink.write('begun');
    controller.abort(new Error('interrupted'));
    await expect(sink.write('more')).rejects.toThrow('interrupted');
    await sink.discard();
    expect(await readdir(folder)).toEqual([]);
  });
});

async function writeForever(write: (chunk: string) => Promise<void>): Promise<never> {
  for (;;) await write('some text\n');
}
