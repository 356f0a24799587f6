import fs from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { resolve, sep } from 'node:path';

/** How the file systems of Windows, macOS and of network folders differ from Linux's own. */
export const platformFaults = [
  'an append handle cannot be truncated',
  'a rename is refused three times',
  'a rename is refused for ever',
  'there are no links',
  'file numbers exceed a double',
  'a folder cannot be synced',
  'modes mean nothing',
] as const;

export type PlatformFault = (typeof platformFaults)[number];

type Method = (...given: readonly unknown[]) => unknown;

/** Makes the file system below a folder behave so, until the returned function is called. */
export function injectPlatformFault(fault: PlatformFault, folder: string): () => void {
  const isHere = (path: unknown) => `${resolve(String(path))}${sep}`.startsWith(`${folder}${sep}`);
  const undo: (() => void)[] = [];

  function replace(target: object, name: string, wrap: (original: Method) => Method): void {
    const original: unknown = Reflect.get(target, name);
    if (typeof original !== 'function') throw new Error(`there is no ${name}`);
    undo.push(() => Reflect.set(target, name, original));
    Reflect.set(
      target,
      name,
      wrap((...given) => Reflect.apply(original, target, given)),
    );
  }

  /** Everywhere, with each way to report an error. */
  function refuse(name: string, isRefused: (given: readonly unknown[]) => boolean, code: string) {
    const fault = () => Object.assign(new Error(`${code}: ${name}`), { code, syscall: name });
    replace(fs.promises, name, (original) => async (...given) => {
      if (isRefused(given)) throw fault();
      return original(...given);
    });
    replace(fs, `${name}Sync`, (original) => (...given) => {
      if (isRefused(given)) throw fault();
      return original(...given);
    });
    replace(fs, name, (original) => (...given) => {
      const done = given.at(-1);
      if (!isRefused(given) || typeof done !== 'function') return original(...given);
      return queueMicrotask(() => done(fault()));
    });
  }

  function eachHandle(change: (handle: FileHandle, given: readonly unknown[]) => void): void {
    replace(fs.promises, 'open', (original) => async (...given) => {
      const handle = await original(...given);
      if (isHere(given[0])) change(handle as FileHandle, given);
      return handle;
    });
  }

  function refuseOf(handle: FileHandle, name: 'sync' | 'truncate'): void {
    Reflect.set(handle, name, () =>
      Promise.reject(Object.assign(new Error(`EPERM: ${name}`), { code: 'EPERM', syscall: name })),
    );
  }

  function changeStats(change: (stats: fs.Stats | fs.BigIntStats) => void): void {
    const changed = (stats: unknown) => {
      if (typeof stats === 'object' && stats !== null && 'mode' in stats) change(stats as fs.Stats);
      return stats;
    };
    for (const name of ['stat', 'lstat']) {
      replace(
        fs.promises,
        name,
        (original) =>
          async (...given) =>
            changed(await original(...given)),
      );
    }
    for (const name of ['statSync', 'lstatSync', 'fstatSync']) {
      replace(
        fs,
        name,
        (original) =>
          (...given) =>
            changed(original(...given)),
      );
    }
    for (const name of ['stat', 'lstat', 'fstat']) {
      replace(fs, name, (original) => (...given) => {
        const done = given.at(-1);
        if (typeof done !== 'function') return original(...given);
        const answer = (error: unknown, stats: unknown) => done(error, changed(stats));
        return original(...given.slice(0, -1), answer);
      });
    }
    eachHandle((handle) => {
      const stat = handle.stat.bind(handle);
      Reflect.set(handle, 'stat', async (options?: fs.StatOptions) => changed(await stat(options)));
    });
  }

  const inject: Readonly<Record<PlatformFault, () => void>> = {
    'an append handle cannot be truncated': () =>
      eachHandle((handle, [, flags]) => {
        const isAppending = typeof flags === 'string' && flags.startsWith('a');
        if (isAppending || (Number(flags) & fs.constants.O_APPEND) !== 0)
          refuseOf(handle, 'truncate');
      }),
    'a rename is refused three times': () => {
      const refusals = new Map<string, number>();
      refuse(
        'rename',
        ([from, to]) => {
          const count = refusals.get(String(to)) ?? 0;
          refusals.set(String(to), count + 1);
          return isHere(from) && count < 3;
        },
        'EPERM',
      );
    },
    'a rename is refused for ever': () => refuse('rename', ([from]) => isHere(from), 'EBUSY'),
    'there are no links': () => {
      refuse('link', ([from]) => isHere(from), 'ENOTSUP');
      refuse('symlink', ([, path]) => isHere(path), 'EPERM');
    },
    'file numbers exceed a double': () =>
      changeStats((stats) => {
        const beyond = 2n ** 60n;
        if (typeof stats.ino === 'bigint')
          Object.assign(stats, { ino: beyond + (stats.ino % 64n), dev: beyond });
        else Object.assign(stats, { ino: Number(beyond), dev: Number(beyond) });
      }),
    'a folder cannot be synced': () =>
      eachHandle((handle, [path]) => {
        if (fs.statSync(String(path)).isDirectory()) refuseOf(handle, 'sync');
      }),
    'modes mean nothing': () => {
      changeStats((stats) => {
        const mode = stats.isDirectory() ? 0o40666 : 0o100666;
        if (stats.isDirectory() || stats.isFile()) {
          Object.assign(stats, { mode: typeof stats.mode === 'bigint' ? BigInt(mode) : mode });
        }
      });
    },
  };
  inject[fault]();
  syncBuiltinESMExports();
  return () => {
    for (const one of undo.reverse()) one();
    syncBuiltinESMExports();
  };
}
