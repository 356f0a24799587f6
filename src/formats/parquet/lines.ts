import { open } from 'node:fs/promises';
import { comma, newLine } from '../../json/bulk/bytes.ts';
import { Bytes } from '../../json/bulk/growing-bytes.ts';
import { type RowPage, RowScanner } from '../../json/bulk/rows.ts';

const chunkSize = 4 * 1024 * 1024;
const head = Buffer.from('{"data":[');
const tail = Buffer.from(']}');

/** The rows of an ndjson file, a few megabytes at a time. Each page is valid until the next. */
export async function* readLines(path: string): AsyncGenerator<RowPage, void> {
  const file = await open(path, 'r');
  try {
    yield* scanLines(file.createReadStream({ highWaterMark: chunkSize, autoClose: false }));
  } finally {
    await file.close();
  }
}

/** The rows of ndjson that comes in chunks of any size. Each chunk need be valid only until the next. */
export async function* scanLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<RowPage, void> {
  const scanner = new RowScanner();
  const body = new Bytes(0);
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of chunks) {
    const end = chunk.lastIndexOf(newLine);
    if (end < 0) {
      rest = Buffer.concat([rest, chunk]);
      continue;
    }
    joinLines(body, rest, chunk.subarray(0, end));
    rest = Buffer.from(chunk.subarray(end + 1));
    yield scanner.scan(body.written());
  }
}

/**
 * In ndjson, a line end is always between two rows: a comma there makes an array. The memory is used again: a
 * new buffer for each chunk would pile up before it is collected.
 */
function joinLines(body: Bytes, rest: Buffer, lines: Buffer): void {
  body.clear();
  for (const part of [head, rest, lines, tail]) body.append(part);
  const joined = body.written();
  for (let at = joined.indexOf(newLine); at >= 0; at = joined.indexOf(newLine, at + 1)) {
    joined[at] = comma;
  }
}
