import { chmod, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Context } from '../context.ts';
import { CostctlError, fileError } from '../errors.ts';
import { syncFolder } from '../storage/durable.ts';
import { makeFolder } from '../storage/folder.ts';
import { withLock } from '../storage/lock.ts';
import {
  type Configuration,
  configurationName,
  configurationPath,
  readConfiguration,
} from './read.ts';

export interface ConfigurationFolder {
  readonly path: string;
  /** The default one, not one that the user named. */
  readonly isUsual: boolean;
}

/**
 * Changes the stored profiles. The change sees the current ones, and may throw to leave them as they
 * are. Another process that changes them at the same time waits.
 */
export async function changeConfiguration(
  { path: folder, isUsual }: ConfigurationFolder,
  context: Context,
  change: (configuration: Configuration) => Configuration,
): Promise<void> {
  const path = configurationPath(folder);
  // A file that cannot be read, or a change that cannot be made, fails before a folder is created.
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
  // Loaded only here: it brings a validator along, and creates its folder when it reads.
  const { default: Conf } = await import('conf');
  const stored = new Conf<Record<string, unknown>>({
    cwd: folder,
    configName: configurationName,
    configFileMode: 0o600,
    clearInvalidConfig: false,
    accessPropertiesByDotNotation: false,
    serialize: (value) => `${JSON.stringify(value, undefined, 2)}\n`,
  });
  stored.store = { ...stored.store, current, profiles: Object.fromEntries(profiles) };
  await syncFolder(folder);
}

/** Files that a killed writer left contain tokens. Under the lock nobody else is writing one. */
async function removeLeftovers(folder: string): Promise<void> {
  const names = await readdir(folder);
  const left = names.filter((name) => name.startsWith(`${configurationName}.json.tmp-`));
  await Promise.all(left.map((name) => rm(join(folder, name), { force: true })));
}

/** A folder that the user named may contain other things: its mode is theirs unless it is empty. */
async function prepareFolder(folder: string, ours: boolean): Promise<void> {
  await makeFolder(folder, 0o700);
  const open = ((await stat(folder)).mode & 0o077) !== 0;
  if (open && (ours || (await readdir(folder)).length === 0)) await chmod(folder, 0o700);
}
