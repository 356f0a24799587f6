import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { Writable } from 'node:stream';
import { CostctlError } from './errors.ts';

/**
 * Whether the program may have been started without a stdout (`>&-`). Node then opens /dev/null in
 * its place, for reading too, as other programs do that throw the output away. Only Linux shows it.
 */
export function mayStdoutBeClosed(): boolean {
  try {
    if (readlinkSync('/proc/self/fd/1') !== '/dev/null') return false;
    const flags = /^flags:\s*([0-7]+)$/m.exec(readFileSync('/proc/self/fdinfo/1', 'utf8'))?.[1];
    return (Number.parseInt(flags ?? '0', 8) & 3) === 2;
  } catch {
    return false;
  }
}

/**
 * Whether it certainly was: the parent has no stdout to pass on, or is a shell, which opens /dev/null
 * only for writing, and did not pass its own on.
 */
export function isStdoutClosed(parentId: number): boolean {
  if (!mayStdoutBeClosed()) return false;
  const parent = `/proc/${parentId}`;
  try {
    if (!readdirSync(`${parent}/fd`).includes('1')) return true;
    if (readlinkSync(`${parent}/fd/1`) === '/dev/null') return false;
    return shells.has(readFileSync(`${parent}/comm`, 'utf8').trim());
  } catch {
    // The parent is somebody else's, or has ended.
    return false;
  }
}

const shells = new Set(['ash', 'bash', 'busybox', 'dash', 'fish', 'ksh', 'mksh', 'sh', 'zsh']);

/** Takes the place of a stdout that is not there: a result is lost, but no result is no fault. */
export function createClosedStdout(): Writable {
  return new Writable({
    write: (chunk: Buffer, _encoding, done) => done(chunk.length === 0 ? null : lostResult()),
  });
}

export function lostResult(): CostctlError {
  return new CostctlError('file', 'stdout is closed: the result would be lost', {
    hint: 'redirect stdout to a file or a program, or give -O FILE',
  });
}
