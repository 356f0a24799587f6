import { fstatSync } from 'node:fs';
import type { OutputStream } from '../context.ts';
import { isFile } from './sink.ts';

/**
 * Whether a result may appear on the same screen as the progress: on a terminal, or through a pipe whose
 * reader prints it, such as head. Then progress must end before the first byte.
 */
export function sharesScreen(stdout: OutputStream, outFile: string | undefined): boolean {
  if (isFile(outFile)) return false;
  if (stdout.isTTY === true) return true;
  const descriptor = 'fd' in stdout ? stdout.fd : undefined;
  if (typeof descriptor !== 'number') return false;
  try {
    const target = fstatSync(descriptor);
    return target.isFIFO() || target.isSocket();
  } catch {
    return false;
  }
}
