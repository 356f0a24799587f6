import { fstat, type Stats, stat } from 'node:fs';
import { promisify } from 'node:util';
import { usageError } from '../errors.ts';
import { type AtomicFile, openAtomicFile } from '../storage/atomic.ts';
import { createLineSpool } from './line-spool.ts';
import type { Rejects, RejectsFile } from './rejects.ts';
import { nameOfSource } from './source.ts';
import type { MetricTools } from './tools.ts';

/**
 * Rejects wait without a name until all are known, so that a run that is killed leaves nothing
 * behind. Whatever would keep the file from being written is reported now.
 */
export async function openRejectsFile(
  { context }: Pick<MetricTools, 'context'>,
  path: string,
  folder: string,
): Promise<RejectsFile & { readonly close: () => Promise<void> }> {
  // Without the signal: an interrupted import writes its rejects all the same.
  const open = () => openAtomicFile(path, { ...context, signal: undefined });
  const first = await open();
  const isReplaced = (await look(path))?.isFile() ?? true;
  if (isReplaced) await first.discard();
  const spool = createLineSpool(folder);
  return {
    spool,
    // A pipe is opened once: its reader would take the first end for the only one.
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

/** The rejects of an earlier run must not pass for the rows that this one did not store. */
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

interface Places {
  readonly file: string;
  readonly rejects: string | undefined;
  readonly outFile: string | undefined;
}

/** Writing over the file that is read would destroy it. */
export async function refuseSameFile(
  { stdin }: Pick<MetricTools['context'], 'stdin'>,
  { file, rejects, outFile }: Places,
): Promise<void> {
  const input = await look(file === '-' ? descriptorOf(stdin) : file);
  const name = nameOfSource(file);
  const [rejected, written] = [await look(rejects), await look(outFile)];
  if (isSame(input, rejected)) throw usageError(`--rejects would overwrite ${name}`, another);
  if (isSame(input, written)) throw usageError(`--out-file would overwrite ${name}`, another);
  if (rejects !== undefined && (rejects === outFile || isSame(rejected, written))) {
    throw usageError('--rejects and --out-file are the same file', another);
  }
}

const another = 'name another file';

function isSame(one: Stats | undefined, other: Stats | undefined): boolean {
  if (one === undefined || other === undefined || !one.isFile()) return false;
  return one.dev === other.dev && one.ino === other.ino;
}

function descriptorOf(stdin: object): number | undefined {
  return 'fd' in stdin && typeof stdin.fd === 'number' ? stdin.fd : undefined;
}

/** Undefined if there is none, or it cannot be looked at: opening it then says why. */
function look(place: string | number | undefined): Promise<Stats | undefined> {
  if (place === undefined) return Promise.resolve(undefined);
  const found = typeof place === 'number' ? promisify(fstat)(place) : promisify(stat)(place);
  return found.catch(() => undefined);
}
