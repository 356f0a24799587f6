import type { Stats } from 'node:fs';
import { stat } from 'node:fs/promises';
import { type AtomicFile, openAtomicFile } from '../storage/atomic.ts';
import { createLineSpool } from './line-spool.ts';
import type { Rejects, RejectsFile } from './rejects.ts';
import type { MetricTools } from './tools.ts';

/**
 * Rejects are in a file without a name until all are known, so that a killed run leaves nothing behind.
 * Anything that would prevent writing the file is reported now.
 */
export async function openRejectsFile(
  { context }: Pick<MetricTools, 'context'>,
  path: string,
  folder: string,
): Promise<RejectsFile & { readonly close: () => Promise<void> }> {
  // Without the signal: an interrupted import still writes its rejects.
  const open = () => openAtomicFile(path, { ...context, signal: undefined });
  const first = await open();
  const isReplaced = (await look(path))?.isFile() ?? true;
  if (isReplaced) await first.discard();
  const spool = createLineSpool(folder);
  return {
    spool,
    // A pipe is opened only once, because its reader stops at the first end.
    save: async (lines) => writeLines(isReplaced ? await open() : first, lines),
    async close() {
      spool.close();
      await first.discard();
    },
  };
}

const chunkLength = 1 << 16;

async function writeLines(file: AtomicFile, lines: Iterable<string>): Promise<void> {
  try {
    let text = '';
    for (const line of lines) {
      text += `${line}\n`;
      if (text.length < chunkLength) continue;
      await file.write(text);
      text = '';
    }
    await file.write(text);
    await file.commit();
  } finally {
    await file.discard();
  }
}

/** The rejects of an earlier run must not be mistaken for those of this one. */
export async function leaveFault(
  { output }: Pick<MetricTools, 'output'>,
  rejects: Rejects,
  fault: unknown,
): Promise<void> {
  try {
    if (!output.isClosed(fault))
      rejects.addFault(fault instanceof Error ? fault.message : `${fault}`);
    await rejects.commit();
  } catch (failure) {
    output.warn(failure instanceof Error ? failure.message : `${failure}`);
  }
}

/** Undefined if the file is missing or cannot be inspected: opening it then reports why. */
function look(path: string): Promise<Stats | undefined> {
  return stat(path).catch(() => undefined);
}
