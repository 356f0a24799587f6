import { readdir, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { nameBeside } from './output-place.ts';
import { createProcessName, hasEnded, parseProcessName } from './process-name.ts';

const suffix = '.tmp';
/** Bytes reserved for a process name and the suffix. */
const reserved = 100;

/**
 * A temporary path next to another path, for a file that gets that name when it is complete. It cannot
 * be guessed, so no link can wait there. Removes such files left by killed runs.
 */
export async function createTemporaryPath(path: string, processId: number): Promise<string> {
  const start = nameBeside(path, '.', '.', reserved);
  await removeLeftovers(start, processId);
  return `${start}${createProcessName(processId)}${suffix}`;
}

async function removeLeftovers(start: string, processId: number): Promise<void> {
  const folder = dirname(start);
  const prefix = basename(start);
  const names = await readdir(folder).catch(() => []);
  for (const name of names) {
    if (!name.startsWith(prefix) || !name.endsWith(suffix)) continue;
    const maker = parseProcessName(name.slice(prefix.length, -suffix.length));
    if (maker === undefined || maker.processId === processId || !hasEnded(maker)) continue;
    await rm(join(folder, name), { recursive: true, force: true }).catch(() => undefined);
  }
}
