import { chmod, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Context } from '../context.ts';
import { CostctlError, fileError } from '../errors.ts';
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
  /** Not one that the user named. */
  readonly isUsual: boolean;
}

/**
 * Changes the kept profiles. The change sees what stands there now and may throw to leave it so;
 * another process that changes them at the same time waits.
 */
export async function changeConfiguration(
  { path: folder, isUsual }: ConfigurationFolder,
  context: Context,
  change: (configuration: Configuration) => Configuration,
): Promise<void> {
  const path = configurationPath(folder);
  // A file that cannot be read or a change that cannot be made fails before a folder is made for it.
  change(await readConfiguration(folder));
  try {
    await prepareFolder(folder, isUsual);
    await withLock(
      path,
      async () => store(folder, change(await readConfiguration(folder))),
      context,
    );
  } catch (cause) {
    if (cause instanceof CostctlError || context.signal.aborted) throw cause;
    throw fileError(`cannot write ${path}`, cause);
  }
}

async function store(folder: string, { current, profiles }: Configuration): Promise<void> {
  await removeLeftovers(folder);
  // Loaded only here: it brings a validator along, and makes its folder when it reads.
  const { default: Conf } = await import('conf');
  const kept = new Conf<Record<string, unknown>>({
    cwd: folder,
    configName: configurationName,
    configFileMode: 0o600,
    clearInvalidConfig: false,
    accessPropertiesByDotNotation: false,
    serialize: (value) => `${JSON.stringify(value, undefined, 2)}\n`,
  });
  kept.store = { ...kept.store, current, profiles: Object.fromEntries(profiles) };
}

/** What a killed writer left beside the file holds tokens. Under the lock nobody is writing one. */
async function removeLeftovers(folder: string): Promise<void> {
  const names = await readdir(folder);
  const left = names.filter((name) => name.startsWith(`${configurationName}.json.tmp-`));
  await Promise.all(left.map((name) => rm(join(folder, name), { force: true })));
}

/** A folder that the user named may hold other things: its mode is theirs unless it is empty. */
async function prepareFolder(folder: string, ours: boolean): Promise<void> {
  await makeFolder(folder, 0o700);
  const open = ((await stat(folder)).mode & 0o077) !== 0;
  if (open && (ours || (await readdir(folder)).length === 0)) await chmod(folder, 0o700);
}
