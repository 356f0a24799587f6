import { chmod, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Context } from '../context.ts';
import { CostctlError, fileError } from '../errors.ts';
import { makeFolder, syncFolder } from '../storage/file-system.ts';
import { withLock } from '../storage/lock.ts';
import { withoutByteOrderMark } from '../text.ts';
import {
  type Configuration,
  configurationName,
  configurationPath,
  readConfiguration,
} from './configuration.ts';

export interface ConfigurationFolder {
  readonly path: string;
  /** Whether it is the default folder, not one given by the user. */
  readonly isUsual: boolean;
}

/** The change sees the stored profiles, and may throw to leave them so. Another process that changes them waits. */
export async function changeConfiguration(
  { path: folder, isUsual }: ConfigurationFolder,
  context: Context,
  change: (configuration: Configuration) => Configuration,
): Promise<void> {
  const path = configurationPath(folder);
  // An unreadable file or an invalid change fails before a folder is created.
  change(await readConfiguration(folder, context));
  try {
    await prepareFolder(folder, isUsual);
    await withLock(
      path,
      async () => store(folder, change(await readConfiguration(folder, context))),
      context,
    );
  } catch (cause) {
    if (cause instanceof CostctlError || context.signal.aborted) throw cause;
    throw fileError(`cannot write ${path}`, cause);
  }
}

async function store(folder: string, { current, profiles }: Configuration): Promise<void> {
  await removeLeftovers(folder);
  // The library is loaded only here: it includes a validator, and creates its folder even to read.
  const { default: Conf } = await import('conf');
  const stored = new Conf<Record<string, unknown>>({
    cwd: folder,
    configName: configurationName,
    configFileMode: 0o600,
    deserialize: (text) => JSON.parse(withoutByteOrderMark(text)),
    serialize: (value) => `${JSON.stringify(value, undefined, 2)}\n`,
  });
  stored.store = { ...stored.store, current, profiles: Object.fromEntries(profiles) };
  await syncFolder(folder);
}

/** Files left by a killed writer contain tokens. Under the lock no one else is writing. */
async function removeLeftovers(folder: string): Promise<void> {
  const names = await readdir(folder);
  const left = names.filter((name) => name.startsWith(`${configurationName}.json.tmp-`));
  await Promise.all(left.map((name) => rm(join(folder, name), { force: true })));
}

/** A folder given by the user may contain other things, so its mode is not changed unless it is empty. */
async function prepareFolder(folder: string, ours: boolean): Promise<void> {
  await makeFolder(folder, 0o700);
  const open = ((await stat(folder)).mode & 0o077) !== 0;
  if (open && (ours || (await readdir(folder)).length === 0)) await chmod(folder, 0o700);
}
