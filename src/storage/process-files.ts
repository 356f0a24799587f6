import { randomBytes } from 'node:crypto';
import { readdir, rm } from 'node:fs/promises';
import { getPriority, hostname } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { nameBeside } from './file-system.ts';

const suffix = '.tmp';
/** Bytes reserved for a process name and the suffix. */
const reserved = 100;

/** For a file until it is complete. Nobody can guess it and put a link there. Removes those of killed runs. */
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

/** The creator of a file that exists only as long as its process; part of the file's name. */
export interface Maker {
  readonly processId: number;
  readonly host: string;
}

/** `4242-9f86d081884c7d65-build7`: unique among processes and files. */
export function createProcessName(processId: number): string {
  return `${processId}-${randomBytes(8).toString('hex')}-${hostName()}`;
}

const format = /^(\d{1,10})-[0-9a-f]{16}-(.*)$/;

export function parseProcessName(text: string): Maker | undefined {
  const match = format.exec(text);
  return match === null ? undefined : { processId: Number(match[1]), host: match[2] ?? '' };
}

/** Whether the creator ran on this computer and has ended. Nothing is known about other computers. */
export function hasEnded(maker: Maker): boolean {
  return isThisHost(maker) && !isRunning(maker.processId);
}

export function isThisHost({ host }: Maker): boolean {
  return host === hostName();
}

/** Reading the priority of a process shows whether it exists, and changes nothing. */
function isRunning(processId: number): boolean {
  try {
    getPriority(processId);
    return true;
  } catch (error) {
    return !(error instanceof Error && error.message.includes('ESRCH'));
  }
}

function hostName(): string {
  return encodeURIComponent(hostname()).slice(0, 64);
}
