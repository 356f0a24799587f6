import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { CostctlError, fileError, usageError } from '../errors.ts';

/** A file that is read while it is sent. */
export interface UploadFile {
  /** Its name without the folder. */
  readonly name: string;
  /** In bytes; undefined if the size is unknown in advance, as for a pipe. */
  readonly size: number | undefined;
  readonly type?: string;
  readonly open: () => AsyncIterable<Uint8Array>;
}

interface Reading {
  readonly signal: AbortSignal;
  /** Called with the number of bytes read so far. */
  readonly onProgress?: (file: UploadFile, bytes: number) => void;
}

/** Opens a file to send, before anything is sent. */
export async function findUpload(
  option: string,
  path: string,
  { signal, onProgress }: Reading,
): Promise<UploadFile> {
  if (path === '') throw usageError(`${option}: must name a file`);
  const found = await stat(path).catch((cause: unknown) => {
    throw fileError(`cannot read ${path}`, cause);
  });
  if (found.isDirectory()) throw usageError(`${option}: ${path} is a folder`);
  const size = found.isFile() ? found.size : undefined;
  const file: UploadFile = {
    name: basename(path),
    size,
    open: () => readAll(path, size, signal, (bytes) => onProgress?.(file, bytes)),
  };
  return file;
}

/** The bytes of a file, exactly as many as announced. */
async function* readAll(
  path: string,
  size: number | undefined,
  signal: AbortSignal,
  onProgress: (bytes: number) => void,
): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  try {
    for await (const chunk of createReadStream(path, { signal })) {
      const piece: Uint8Array = chunk;
      bytes += piece.length;
      if (size !== undefined && bytes > size) throw changed(path);
      onProgress(bytes);
      yield piece;
    }
  } catch (cause) {
    if (signal.aborted) throw signal.reason;
    throw cause instanceof CostctlError ? cause : fileError(`cannot read ${path}`, cause);
  }
  if (size !== undefined && bytes < size) throw changed(path);
}

function changed(path: string): CostctlError {
  return new CostctlError('file', `${path} changed while it was being sent`, {
    hint: 'send it again once nothing writes to it any more',
  });
}

/** Bytes in memory, such as those of stdin. */
export function uploadBytes(name: string, bytes: Uint8Array): UploadFile {
  return {
    name,
    size: bytes.length,
    async *open() {
      yield bytes;
    },
  };
}
