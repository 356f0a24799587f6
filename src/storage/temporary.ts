import { readdir, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { nameBeside } from './place.ts';
import { createProcessName, hasEnded, parseProcessName } from './process-name.ts';

const suffix = '.tmp';
/** Bytes that a process name and the suffix may take. */
const reserved = 100;

/**
 * A path beside another one for what gets that name when it is complete. Nobody can guess it, so no
 * link can wait under it. What killed runs left under such a name is removed.
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
