import { comma, newLine } from '../json/bulk/bytes.ts';
import { endOfSent } from './entry.ts';

/** Numbers of entries: the first, and one more than the last. */
export interface EntryRange {
  readonly from: number;
  readonly to: number;
}

export interface Batch extends EntryRange {
  /** How many of the range are sent. */
  readonly count: number;
  /** The body of the request. */
  readonly body: string;
}

export interface StoredEntries extends EntryRange {
  /** Whole lines of stored entries, from this number on. */
  readonly pieces: Iterable<Buffer>;
  readonly firstNumber: number;
  readonly isCurrent: (number: number) => boolean;
}

/** Labels may be long, so a batch also ends when its body has about this many bytes. */
const longestBody = 4 * 1024 * 1024;

const head = Buffer.from('{"values":[');
/** A comma, or both characters of the end. */
const tail = 2;
const firstLength = 1 << 17;

/** `size` may shrink between batches. Bytes are copied: a million texts would keep the collector busy. */
export function* cutBatches(
  { pieces, firstNumber, from, to, isCurrent }: StoredEntries,
  size: () => number,
): Generator<Batch, void, undefined> {
  let body: Buffer = Buffer.allocUnsafe(firstLength);
  let length = head.copy(body);
  let count = 0;
  let first = from;
  let number = firstNumber;

  function take(): Batch {
    // In place of the last comma.
    length += body.write(']}', length - 1) - 1;
    const batch = { from: first, to: number, count, body: body.toString('utf8', 0, length) };
    length = head.length;
    count = 0;
    first = number;
    return batch;
  }

  for (const piece of pieces) {
    for (let at = 0; at < piece.length && number < to; number += 1) {
      const lineEnd = piece.indexOf(newLine, at);
      if (number >= from && isCurrent(number)) {
        const end = endOfSent(piece, lineEnd);
        const isFull = count >= size() || length + (end - at) > longestBody;
        if (isFull && count > 0) yield take();
        body = withRoom(body, length, end - at + tail);
        length += piece.copy(body, length, at, end);
        body[length] = comma;
        length += 1;
        count += 1;
      }
      at = lineEnd + 1;
    }
    if (number >= to) break;
  }
  if (count > 0) yield take();
}

function withRoom(body: Buffer, length: number, more: number): Buffer {
  if (length + more <= body.length) return body;
  const larger = Buffer.allocUnsafe(2 * (length + more));
  body.copy(larger, 0, 0, length);
  return larger;
}
