import { randomBytes } from 'node:crypto';
import { closeSync, fstatSync, openSync, readSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { CostctlError, fileError, isAbsence } from '../../errors.ts';

/**
 * A file of lines that any number of processes read and append to; each continues where it stopped. The
 * first line names the file: a file with another name was created by a reset and is read from its start.
 * The next append removes a partial line left by a kill.
 */
export interface SharedJournal {
  /** Passes on what was appended since the last call, after calling `forget` if the file is new. */
  readonly readOn: (take: (line: string) => void, forget: () => void) => void;
  /** Only under the lock, right after `readOn`. */
  readonly append: (line: string) => Promise<void>;
}

export function createSharedJournal(path: string): SharedJournal {
  let header = '';
  /** The end of the last complete line that was read. */
  let position = 0;
  let seen = '';

  function readOn(take: (line: string) => void, forget: () => void): void {
    const stamp = stampOf(path);
    if (stamp === seen) return;
    const file = stamp === '' ? undefined : openSync(path, 'r');
    try {
      const found = file === undefined ? '' : readHeader(path, file);
      if (found !== header) {
        forget();
        header = found;
        position = header.length;
      }
      if (file !== undefined && header !== '') position = readLines(file, position, take);
    } finally {
      if (file !== undefined) closeSync(file);
    }
    seen = stamp;
  }

  async function append(line: string): Promise<void> {
    const start = header === '' ? createHeader() : '';
    const handle = await open(path, 'a', 0o600);
    try {
      await handle.truncate(position);
      await handle.appendFile(`${start}${line}\n`);
    } finally {
      await handle.close();
    }
  }

  return {
    readOn: (take, forget) => withFault(`cannot read ${path}`, () => readOn(take, forget)),
    append: (line) =>
      append(line).catch((cause: unknown) => {
        throw fileError(`cannot write ${path}`, cause);
      }),
  };
}

const headerStart = '{"costctlSandbox":1,"name":"';
const headerLength = headerStart.length + 24;
const pieceLength = 4 * 1024 * 1024;
const newline = 10;

/** A name that no other journal has. */
function createHeader(): string {
  return `${headerStart}${randomBytes(10).toString('hex')}"}`.padEnd(headerLength - 1).concat('\n');
}

/** Empty if there is nothing, or only a partial first line. */
function readHeader(path: string, file: number): string {
  const bytes = Buffer.alloc(headerLength);
  const text = bytes.toString('latin1', 0, readSync(file, bytes, 0, headerLength, 0));
  const begins = text.startsWith(headerStart) || headerStart.startsWith(text);
  if (!begins || (text.length === headerLength && !text.endsWith('\n'))) {
    throw new CostctlError('file', `${path} is not a state file of the sandbox`, {
      hint: `remove ${path}, or name another file, which the sandbox will create`,
    });
  }
  return text.length === headerLength ? text : '';
}

function readLines(file: number, start: number, take: (line: string) => void): number {
  const { size } = fstatSync(file);
  let position = start;
  let length = pieceLength;
  while (position < size) {
    const bytes = Buffer.allocUnsafe(Math.min(length, size - position));
    const read = readSync(file, bytes, 0, bytes.length, position);
    const end = bytes.lastIndexOf(newline, read - 1) + 1;
    if (end === 0 && position + read >= size) break;
    if (end === 0) length *= 2;
    for (const line of bytes.toString('utf8', 0, end).split('\n')) if (line !== '') take(line);
    position += end;
  }
  return position;
}

/** Changes whenever the file does; empty if there is no file, or cannot be one (HOME=/dev/null). */
function stampOf(path: string): string {
  try {
    const { ino, size, mtimeNs } = statSync(path, { bigint: true });
    return `${ino} ${size} ${mtimeNs}`;
  } catch (cause) {
    if (isAbsence(cause)) return '';
    throw cause;
  }
}

function withFault<Result>(doing: string, work: () => Result): Result {
  try {
    return work();
  } catch (cause) {
    throw cause instanceof CostctlError ? cause : fileError(doing, cause);
  }
}
