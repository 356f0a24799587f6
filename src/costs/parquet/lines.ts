import { open } from 'node:fs/promises';
import { comma, newLine } from '../../json/bulk/bytes.ts';
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

/** The rows of ndjson that comes in chunks of any size. */
export async function* scanLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<RowPage, void> {
  const scanner = new RowScanner();
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of chunks) {
    const end = chunk.lastIndexOf(newLine);
    if (end < 0) {
      rest = Buffer.concat([rest, chunk]);
      continue;
    }
    yield scanner.scan(joinLines(rest, chunk.subarray(0, end)));
    rest = Buffer.from(chunk.subarray(end + 1));
  }
}

/** A line end in ndjson is always between two rows: a comma in its place makes an array of the lines. */
function joinLines(rest: Buffer, lines: Buffer): Buffer {
  const body = Buffer.concat([head, rest, lines, tail]);
  for (let at = body.indexOf(newLine); at >= 0; at = body.indexOf(newLine, at + 1)) {
    body[at] = comma;
  }
  return body;
}
