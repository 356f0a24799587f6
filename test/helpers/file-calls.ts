import fs from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { dirname, resolve } from 'node:path';

/** A call that changes a file, or puts it on the disk. */
export interface FileCall {
  readonly kind: 'write' | 'cut' | 'sync' | 'rename' | 'remove';
  readonly path: string;
  /** Of a rename. */
  readonly to?: string;
}

const methods: readonly [string, FileCall['kind']][] = [
  ['write', 'write'],
  ['writeFile', 'write'],
  ['appendFile', 'write'],
  ['truncate', 'cut'],
  ['sync', 'sync'],
  ['datasync', 'sync'],
];

/** Records the calls of this process that change files, from here on. */
export function recordFileCalls(): { readonly calls: readonly FileCall[]; stop: () => void } {
  const calls: FileCall[] = [];
  const paths = new Map<number, string>();
  const record = (kind: FileCall['kind'], path: unknown, to?: unknown) => {
    calls.push({
      kind,
      path: resolve(String(path)),
      ...(to === undefined ? {} : { to: resolve(String(to)) }),
    });
  };
  const recordNumber = (kind: FileCall['kind'], descriptor: number) => {
    const path = paths.get(descriptor);
    if (path !== undefined) record(kind, path);
  };

  const { openSync, writeSync, fsyncSync, renameSync, rmSync, unlinkSync } = fs;
  const { open, rename, rm, unlink, writeFile } = fs.promises;
  const original = { openSync, writeSync, fsyncSync, renameSync, rmSync, unlinkSync };
  const originalPromises = { open, rename, rm, unlink, writeFile };

  const watch = (handle: FileHandle, path: unknown): FileHandle => {
    paths.set(handle.fd, String(path));
    for (const [name, kind] of methods) {
      const method: unknown = Reflect.get(handle, name);
      if (typeof method !== 'function') continue;
      Reflect.set(handle, name, async (...given: unknown[]) => {
        const result: unknown = await Reflect.apply(method, handle, given);
        record(kind, path);
        return result;
      });
    }
    return handle;
  };

  Object.assign(fs, {
    openSync: (...given: Parameters<typeof openSync>) => {
      const descriptor = openSync(...given);
      paths.set(descriptor, String(given[0]));
      return descriptor;
    },
    writeSync: (descriptor: number, ...given: unknown[]) => {
      recordNumber('write', descriptor);
      return Reflect.apply(writeSync, fs, [descriptor, ...given]);
    },
    fsyncSync: (descriptor: number) => {
      recordNumber('sync', descriptor);
      fsyncSync(descriptor);
    },
    renameSync: (from: fs.PathLike, to: fs.PathLike) => {
      renameSync(from, to);
      record('rename', from, to);
    },
    rmSync: (path: fs.PathLike, options: fs.RmOptions) => {
      record('remove', path);
      rmSync(path, options);
    },
    unlinkSync: (path: fs.PathLike) => {
      record('remove', path);
      unlinkSync(path);
    },
  });
  Object.assign(fs.promises, {
    open: async (...given: Parameters<typeof open>) => watch(await open(...given), given[0]),
    rename: async (from: fs.PathLike, to: fs.PathLike) => {
      await rename(from, to);
      record('rename', from, to);
    },
    rm: (path: fs.PathLike, options: fs.RmOptions) => {
      record('remove', path);
      return rm(path, options);
    },
  });
  syncBuiltinESMExports();
  return {
    calls,
    stop: () => {
      Object.assign(fs, original);
      Object.assign(fs.promises, originalPromises);
      syncBuiltinESMExports();
    },
  };
}

/** What a power failure could take away: content that has its name, or a name, before it is on the disk. */
export function findUnsafeOrder(calls: readonly FileCall[]): string[] {
  const problems: string[] = [];
  const dirty = new Set<string>();
  const unnamed = new Set<string>();
  for (const { kind, path, to } of calls) {
    if (kind === 'write' || kind === 'cut') dirty.add(path);
    if (kind === 'sync') {
      dirty.delete(path);
      for (const name of unnamed) if (dirname(name) === path) unnamed.delete(name);
    }
    if (kind === 'rename' && to !== undefined) {
      if (dirty.has(path)) problems.push(`${to} gets its name before its content is on the disk`);
      dirty.delete(path);
      unnamed.add(to);
    }
    // What could repair the file is removed only after the file is safe.
    if (kind === 'remove') {
      for (const name of unnamed)
        problems.push(`${path} is removed before the name ${name} is safe`);
    }
  }
  return [...problems, ...[...unnamed].map((name) => `the name ${name} is never made safe`)];
}
