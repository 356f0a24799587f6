import { randomBytes } from 'node:crypto';
import { getPriority, hostname } from 'node:os';

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
export function hasEnded({ processId, host }: Maker): boolean {
  return host === hostName() && !isRunning(processId);
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
