import { readFile } from 'node:fs/promises';
import { addAbortSignal, Readable } from 'node:stream';
import { fileError } from '../errors.ts';

/** The whole of a file as text. */
export async function readTextFile(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (cause) {
    throw fileError(`cannot read ${path}`, cause);
  }
}

/** The whole of stdin as text. */
export async function readAll(stdin: NodeJS.ReadableStream, signal: AbortSignal): Promise<string> {
  const chunks: Buffer[] = [];
  const stream = stdin instanceof Readable ? addAbortSignal(signal, stdin) : stdin;
  try {
    for await (const chunk of stream) chunks.push(Buffer.from(chunk));
  } catch (cause) {
    if (signal.aborted) throw signal.reason;
    throw fileError('cannot read stdin', cause);
  }
  return Buffer.concat(chunks).toString('utf8');
}
