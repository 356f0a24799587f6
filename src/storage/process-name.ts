import { randomBytes } from 'node:crypto';
import { getPriority, hostname } from 'node:os';

/** Who made a file that lives no longer than its process: stated in the name of the file. */
export interface Maker {
  readonly processId: number;
  readonly host: string;
}

/** `4242-9f86d081884c7d65-build7`: no other process and no other file has it. */
export function createProcessName(processId: number): string {
  return `${processId}-${randomBytes(8).toString('hex')}-${hostName()}`;
}

const format = /^(\d{1,10})-[0-9a-f]{16}-(.*)$/;

export function parseProcessName(text: string): Maker | undefined {
  const match = format.exec(text);
  return match === null ? undefined : { processId: Number(match[1]), host: match[2] ?? '' };
}

/** Whether the maker ran on this computer and has ended. Of another computer nothing is known. */
export function hasEnded({ processId, host }: Maker): boolean {
  return host === hostName() && !isRunning(processId);
}

export function isThisHost({ host }: Maker): boolean {
  return host === hostName();
}

/** Asking for the priority of a process shows whether it exists, and changes nothing. */
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
