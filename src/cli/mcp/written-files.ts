import { createHash } from 'node:crypto';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { type CostctlError, usageError } from '../../errors.ts';
import { findPlace, makeFolder, statIfThere } from '../../storage/file-system.ts';
import { requireBelow } from '../../storage/write-below.ts';

interface WrittenFile {
  /** The property of the tool that names the file. */
  readonly property: string;
  readonly name: string;
  readonly overwrite: boolean;
}

export type WrittenFiles = ReturnType<typeof createWrittenFiles>;

/**
 * A model chooses the names: nothing outside of the folder is written, and no file of anyone else replaced.
 * What other servers wrote is known from `state`, the folder of what runs remember.
 */
export function createWrittenFiles(folder: string, state: string | undefined) {
  const written = new Map<string, string>();
  const memory = join(state ?? '', 'mcp-files');
  const plans = new Map<string, string>();
  const busy = new Set<string>();

  async function remember(name: string): Promise<void> {
    const { path } = await findPlace(name);
    const found = await identify(path);
    written.set(path, found);
    if (state === undefined) return;
    // If this cannot be stored, only this server can replace the file later.
    await makeFolder(memory, 0o700)
      .then(() => writeFile(join(memory, hashOf(path)), found, { mode: 0o600 }))
      .catch(() => undefined);
  }

  /** A file about which nothing is known is someone else's. */
  async function isOurs(path: string): Promise<boolean> {
    const stored = () => readFile(join(memory, hashOf(path)), 'utf8').catch(() => undefined);
    const known = [written.get(path), state === undefined ? undefined : await stored()];
    return known.includes(await identify(path));
  }

  return {
    remember,
    /** Runs the work that writes a file; throws if no tool may write it, or another call does. */
    async write<Result>(
      { property, name, overwrite }: WrittenFile,
      work: (path: string) => Promise<Result>,
    ): Promise<Result> {
      const path = resolve(folder, name);
      const file = { name: property, path, isWritten: true };
      await requireBelow(
        { workingFolder: () => folder },
        { folder, setBy: '--export-dir of the server' },
        [file],
      );
      const { path: place } = await findPlace(path);
      if (busy.has(place)) throw usageError(`another call writes ${path}`, 'choose another path');
      busy.add(place);
      try {
        const isNew = (await statIfThere(path)) === undefined;
        const isOwn = isNew || (await isOurs(place));
        if (!isNew && !(isOwn && overwrite)) throw refuse(path, isOwn);
        return await work(path);
      } finally {
        busy.delete(place);
      }
    },
    /** Remembers a saved plan, and returns the hash that names it. */
    async rememberPlan(path: string) {
      const hash = hashOf(await readFile(path));
      plans.set(hash, path);
      await remember(path);
      return hash;
    },
    /** The bytes of a plan as it was saved; throws if this server saved none, or it has changed since. */
    async readPlan(hash: string) {
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
    : usageError(`${path} exists, and no server of this program wrote it`, 'choose another path');
}

function hashOf(bytes: Uint8Array | string): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Differs once another program has replaced or changed a file. */
async function identify(path: string): Promise<string> {
  const { dev, ino, size, mtimeNs } = await stat(path, { bigint: true });
  return [dev, ino, size, mtimeNs].join(' ');
}
