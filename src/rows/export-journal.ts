import { createHmac } from 'node:crypto';
import { rm, stat } from 'node:fs/promises';
import * as z from 'zod/mini';
import { CostctlError, toFileError, usageError } from '../errors.ts';
import { statIfThere } from '../storage/file-system.ts';
import { type Journal, openJournal, readJournal } from '../storage/journal.ts';
import { DayContent, DaySum } from './manifest-file.ts';

const WindowSchema = z.object({ from: z.string(), to: z.string(), total: z.number() });

const ChoiceSchema = z.object({
  column: z.optional(z.string()),
  how: z.enum(['given', 'found', 'none', 'unclear']),
  candidates: z.readonly(z.array(z.string())),
});

/** A value that the form of the rows does not allow. */
const RefusedValue = z.object({
  column: z.string(),
  value: z.string(),
  fault: z.string(),
  rows: z.number(),
  /** Counted from 1 over all rows of the export. */
  firstRow: z.number(),
});
export type RefusedValue = z.infer<typeof RefusedValue>;

/** The command that the journal belongs to, and the windows that it chose. */
const StartSchema = z.object({
  version: z.literal(1),
  started: z.string(),
  binding: z.record(z.string(), z.string()),
  salt: z.string(),
  token: z.string(),
  windows: z.readonly(z.array(WindowSchema)),
  total: z.number(),
});
export type JournalStart = z.infer<typeof StartSchema>;

/** A complete window in the part file, and all that is needed to continue after it. */
const CheckpointSchema = z.object({
  window: z.object({
    ...WindowSchema.shape,
    read: z.number(),
    rows: z.number(),
    sums: z.optional(z.readonly(z.array(DaySum))),
    days: z.optional(z.readonly(z.array(DayContent))),
  }),
  /** Bytes of the part file. */
  size: z.number(),
  requests: z.number(),
  encoder: z.object({
    rows: z.number(),
    /** Bytes written, before compression. */
    bytes: z.number(),
    /** Columns of a table in their order; empty for other formats. */
    columns: z.readonly(z.array(z.string())),
    /** Columns of --columns that no row has had so far. */
    unseen: z.readonly(z.array(z.string())),
    /** How many cells the lines have, and from which byte on. */
    steps: z.readonly(z.array(z.object({ at: z.number(), columns: z.number() }))),
    /** For an export to FOCUS: the values that FOCUS does not allow. */
    refused: z.optional(z.readonly(z.array(RefusedValue))),
  }),
  missing: z.readonly(z.array(z.string())),
  found: z.optional(z.object({ date: ChoiceSchema, amount: ChoiceSchema, currency: ChoiceSchema })),
  fault: z.optional(z.string()),
});
export type Checkpoint = z.infer<typeof CheckpointSchema>;

/** What an earlier run left. */
export interface LeftOver {
  readonly start: JournalStart;
  readonly checkpoints: readonly Checkpoint[];
  /** Whether the file has its name already: the run ended right after that. */
  readonly isPlaced: boolean;
}

/** What the journal of this run must contain. */
export interface Binding {
  /** Every option that decides on the bytes, and the address, by name. */
  readonly options: Readonly<Record<string, string>>;
  /** Never stored: only a keyed hash of it. */
  readonly token: string;
}

export function fingerprint(token: string, salt: string): string {
  return createHmac('sha256', salt).update(token).digest('hex').slice(0, 32);
}

export async function beginJournal(path: string, start: JournalStart): Promise<Journal> {
  await rm(path, { force: true }).catch(toFileError(`cannot write ${path}`));
  const journal = await openJournal(path);
  await journal.append(start);
  return journal;
}

export async function hasJournal(path: string): Promise<boolean> {
  const found = await statIfThere(path).catch(toFileError(`cannot read ${path}`));
  return found !== undefined;
}

/** What can be continued; undefined if the earlier run had not begun to read. */
export async function readLeftOver({
  journal: path,
  part,
  path: file,
}: Readonly<Record<'journal' | 'part' | 'path', string>>): Promise<LeftOver | undefined> {
  const [first, ...others] = await readJournal(path);
  if (first === undefined) return undefined;
  const start = StartSchema.safeParse(first);
  const checkpoints = z.array(CheckpointSchema).safeParse(others);
  if (!start.success || !checkpoints.success) throw unusable(path, 'is of another version');
  const size = checkpoints.data.at(-1)?.size ?? 0;
  const isComplete = checkpoints.data.length === start.data.windows.length;
  const found = await sizeOf(part);
  // If the part file is gone after the last window, it is in place already.
  const isPlaced = isComplete && found === undefined && (await sizeOf(file)) !== undefined;
  if (!isPlaced && (found ?? 0) < size) throw unusable(path, `does not fit ${part}`);
  return { start: start.data, checkpoints: checkpoints.data, isPlaced };
}

/** Continuing with other options, another address or another token would mix two exports. */
export function requireSameExport(left: JournalStart, { options, token }: Binding): void {
  const names = new Set([...Object.keys(left.binding), ...Object.keys(options)]);
  const different = [...names].find((name) => left.binding[name] !== options[name]);
  if (different !== undefined) {
    const was = left.binding[different] ?? 'not given';
    throw usageError(
      `--resume: the earlier run was not the same: ${different} was ${was}, and is now ${options[different] ?? 'not given'}`,
      'give the same command, or leave out --resume to start over',
    );
  }
  if (left.token === fingerprint(token, left.salt)) return;
  throw usageError(
    '--resume: the earlier run had another token, which may reach other rows',
    'use the same token, or leave out --resume to start over',
  );
}

async function sizeOf(path: string): Promise<number | undefined> {
  return stat(path).then(
    (found) => found.size,
    () => undefined,
  );
}

function unusable(path: string, reason: string): CostctlError {
  return new CostctlError('file', `--resume: ${path} ${reason}`, {
    hint: 'leave out --resume to start over',
  });
}
