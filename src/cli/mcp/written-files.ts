import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { type CostctlError, usageError } from '../../errors.ts';
import { statIfThere } from '../../storage/file-system.ts';
import { requireBelow } from '../../storage/write-below.ts';

/** The files that a server may write, and those that it wrote. */
export interface WrittenFiles {
  /** The path of a file that a tool may write; throws if it may not. */
  readonly choose: (path: string, overwrite: boolean) => Promise<string>;
  readonly remember: (path: string) => Promise<void>;
  /** Remembers a saved plan, and returns the hash that names it. */
  readonly rememberPlan: (path: string) => Promise<string>;
  /** The bytes of a plan as it was saved; throws if this server saved none, or it has changed since. */
  readonly readPlan: (hash: string) => Promise<Buffer>;
}

/** A model chooses the names: nothing outside of the folder is written, and no file of anyone else replaced. */
export function createWrittenFiles(folder: string): WrittenFiles {
  const written = new Map<string, string>();
  const plans = new Map<string, string>();

  async function remember(path: string): Promise<void> {
    written.set(path, await identify(path));
  }

  return {
    remember,
    async choose(name, overwrite) {
      const path = resolve(folder, name);
      const file = { name: 'file', path, isWritten: true };
      await requireBelow({ workingFolder: () => folder }, { folder, setBy: '--export-dir' }, [
        file,
      ]);
      if ((await statIfThere(path)) === undefined) return path;
      const isOwn = written.get(path) === (await identify(path));
      if (isOwn && overwrite) return path;
      throw refuse(path, isOwn);
    },
    async rememberPlan(path) {
      const hash = hashOf(await readFile(path));
      plans.set(hash, path);
      await remember(path);
      return hash;
    },
    async readPlan(hash) {
      const path = plans.get(hash);
      if (path === undefined) {
        throw usageError(
          `this server saved no plan ${hash}`,
          'call config_plan, and show its result',
        );
      }
      const bytes = await readFile(path).catch(() => undefined);
      if (bytes !== undefined && hashOf(bytes) === hash) return bytes;
      throw usageError(`${path} has changed since it was saved`, 'call config_plan again');
    },
  };
}

function refuse(path: string, isOwn: boolean): CostctlError {
  return isOwn
    ? usageError(`${path} exists`, 'set overwrite to true to replace it, or choose another path')
    : usageError(`${path} exists, and this server did not write it`, 'choose another path');
}

function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Differs once another program has replaced or changed a file. */
async function identify(path: string): Promise<string> {
  const { dev, ino, size, mtimeNs } = await stat(path, { bigint: true });
  return [dev, ino, size, mtimeNs].join(' ');
}
