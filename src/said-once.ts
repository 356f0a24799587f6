import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Context } from './context.ts';
import { findStateFolder } from './settings/user-folders.ts';
import { writeFileAtomically } from './storage/atomic.ts';
import { makeFolder } from './storage/file-system.ts';

/** Milliseconds. A shell that starts later may get the same process id. */
const validFor = 12 * 60 * 60_000;
const mostShells = 50;

/**
 * From now on it counts as said. Without a terminal, or if nothing can be stored, the answer is always no. A
 * terminal is recognized by the shell that starts each run.
 */
export async function wasSaid(context: Context, what: string): Promise<boolean> {
  const { stderr, parentProcessId: shell, clock } = context;
  const folder = findStateFolder(context);
  if (stderr.isTTY !== true || shell === undefined || folder === undefined) return false;
  const path = join(folder, `${what}.said`);
  const now = clock.now();
  const lines = (await readFile(path, 'utf8').catch(() => '')).split('\n');
  const recent = lines.filter((line) => {
    const age = now - Number(line.split(' ')[1]);
    return age >= 0 && age < validFor;
  });
  if (recent.some((line) => line.split(' ')[0] === String(shell))) return true;
  try {
    await makeFolder(folder, 0o700);
    const kept = [...recent, `${shell} ${now}`].slice(-mostShells);
    await writeFileAtomically(path, `${kept.join('\n')}\n`, { ...context, mode: 0o600 });
  } catch {
    // The next run says it again.
  }
  return false;
}
