import { type FileHandle, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileError } from '../../errors.ts';
import { createProcessName } from '../../storage/process-files.ts';

/** Lines of changed days, stored on the disk of the mirror until their partition is written. */
export interface LineStore {
  readonly add: (day: string, lines: readonly Buffer[]) => Promise<void>;
  /** Nothing of a day that was not added. Each chunk is valid until the next. */
  readonly read: (day: string) => AsyncGenerator<Buffer, void>;
  readonly close: () => Promise<void>;
}

/** Names of files that are of no use once their run has ended. */
export const temporaryName = /^\.mirror\..*\.tmp$/;

export function temporaryPath(folder: string, processId: number): string {
  return join(folder, `.mirror.${createProcessName(processId)}.tmp`);
}

const chunkSize = 1 << 20;

export function createLineStore(folder: string, processId: number): LineStore {
  const places = new Map<string, { readonly at: number; readonly length: number }>();
  const path = temporaryPath(folder, processId);
  let handle: FileHandle | undefined;
  let size = 0;
  let chunk: Buffer | undefined;
  const attempt = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    try {
      return await work();
    } catch (cause) {
      throw fileError(`cannot write rows to ${folder}`, cause);
    }
  };

  async function openFile(): Promise<FileHandle> {
    const opened = await open(path, 'wx+', 0o600);
    // Without a name nothing is left of it after a kill. Windows keeps the name until it is closed.
    await rm(path, { force: true }).catch(() => undefined);
    return opened;
  }

  return {
    add: (day, lines) =>
      attempt(async () => {
        handle ??= await openFile();
        const at = size;
        for (const chunk of lines) {
          await handle.write(chunk, 0, chunk.length, size);
          size += chunk.length;
        }
        places.set(day, { at, length: size - at });
      }),
    read: async function* (day) {
      const place = places.get(day);
      if (place === undefined || handle === undefined) return;
      chunk ??= Buffer.allocUnsafeSlow(chunkSize);
      for (let done = 0; done < place.length; ) {
        const length = Math.min(chunk.length, place.length - done);
        const { bytesRead } = await handle.read(chunk, 0, length, place.at + done);
        if (bytesRead === 0)
          throw fileError(`cannot read rows from ${folder}`, 'they are cut short');
        done += bytesRead;
        yield chunk.subarray(0, bytesRead);
      }
    },
    close: async () => {
      await handle?.close().catch(() => undefined);
      await rm(path, { force: true }).catch(() => undefined);
    },
  };
}
