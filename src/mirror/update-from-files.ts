import type { Clock } from '../context.ts';
import { parseDateFormat } from '../formats/cell-spelling.ts';
import type { CellBlock } from '../formats/parquet/cell-block.ts';
import { scanLines } from '../formats/parquet/lines.ts';
import { addTo } from '../grouping.ts';
import type { RowPage } from '../json/bulk/rows.ts';
import type { GivenColumns } from '../rows/detect-columns.ts';
import { fillColumns, namedColumns } from '../rows/detect-columns.ts';
import { makeFolder } from '../storage/file-system.ts';
import type { RequireLock } from '../storage/lock.ts';
import { commitState, namedBy } from './commit-state.ts';
import { compareStates } from './compare-states.ts';
import { createLineStore, type LineStore, removeUnnamed } from './files.ts';
import { findFiles } from './find-files.ts';
import { hashFiles } from './hash-files.ts';
import type { Manifest, SourceFile } from './manifest.ts';
import type { MirrorRows } from './mirror-rows.ts';
import { createFileReader, type FileReader } from './read-files.ts';
import { readSources } from './read-sources.ts';
import { type HeldSource, refuseTwins } from './source-days.ts';
import { holdColumns } from './watch-columns.ts';

export interface UpdateFromFilesOptions {
  readonly folder: string;
  readonly manifest: Manifest;
  readonly given: GivenColumns;
  /** Whether this run was given the patterns of the files. */
  readonly isGiven: boolean;
  readonly clock: Clock;
  readonly processId: number;
  readonly requireLock: RequireLock;
  readonly createdBy: string;
  readonly signal: AbortSignal;
  readonly check: boolean;
  /** Read every file again. */
  readonly deep: boolean;
  readonly allowDuplicates: boolean;
  readonly progress: {
    readonly hashing: (files: number, all: number) => void;
    readonly reading: (path: string) => void;
    readonly rows: (rows: number) => void;
    readonly writing: (days: number) => void;
  };
}

/** Brings a mirror in line with its files: only those whose bytes have changed are read. */
export async function updateFromFiles(options: UpdateFromFilesOptions) {
  const { folder, manifest: before, check } = options;
  const { query } = before;
  const files = await findFiles(folder, query.files ?? [], options.isGiven);
  const found = await hashFiles(options, files);
  const reader = createFileReader({
    given: fillColumns(namedColumns(query), options.given),
    where: query.where,
    held: holdColumns(folder, before),
    dateFormat: parseDateFormat(query.dateFormat ?? ''),
    nullTexts: new Set(query.nullTexts),
    signal: options.signal,
    onRows: options.progress.rows,
  });
  if (!check) {
    await makeFolder(folder);
    await removeUnnamed(folder, namedBy(before));
  }
  const lines = createLineStore(folder, options.processId);
  try {
    const sources = await readSources(options, found, reader, lines);
    const manifest = withColumns(before, reader);
    if (before.written === '') await reader.requireConditions();
    if (!options.allowDuplicates) refuseTwins(folder, sources);
    const state = compareStates(options, manifest, sources);
    const { changes } = state;
    const read = sources.filter(({ old }) => old === undefined);
    return {
      manifest: check
        ? manifest
        : await commitState({ ...options, ...writing(options, sources, lines) }, state),
      changes,
      files: sources.length,
      /** Files and rows that were read. */
      read: read.length,
      rows: read.flatMap(({ days }) => days).reduce((sum, { rows }) => sum + rows, 0),
      notes: reader.notes(),
    };
  } finally {
    await lines.close();
  }
}

function withColumns(manifest: Manifest, reader: FileReader): Manifest {
  const { query } = manifest;
  const { date = null, amount = null, currency = query.currencyColumn } = reader.roles() ?? {};
  const columns = { dateColumn: date, amountColumn: amount, currencyColumn: currency };
  return { ...manifest, query: { ...query, ...columns } };
}

/** Where the rows of a changed day come from: what was read now, and what the mirror has of the other files. */
function writing(
  { manifest, progress }: UpdateFromFilesOptions,
  sources: readonly HeldSource[],
  lines: LineStore,
) {
  const [before, own] = [sharesByDay(manifest.sources ?? []), sharesByDay(sources)];
  async function* rowsOf(
    date: string,
    mirror: MirrorRows,
  ): AsyncGenerator<RowPage | CellBlock, void> {
    const starts = startsOf(before.get(date) ?? []);
    // Rows of the mirror that follow each other are read at once.
    let held = { skip: 0, rows: 0 };
    const readHeld = () => mirror.read({ from: date, to: date }, held.rows, held.skip);
    for (const { place, rows } of own.get(date) ?? []) {
      const { old, blocks } = sources[place] ?? {};
      const skip = old === undefined ? undefined : starts.get(old);
      if (skip !== undefined && skip === held.skip + held.rows) {
        held.rows += rows;
        continue;
      }
      yield* readHeld();
      held = { skip: skip ?? 0, rows: skip === undefined ? 0 : rows };
      if (skip !== undefined) continue;
      const key = `${place} ${date}`;
      if (blocks === undefined) yield* scanLines(lines.read(key));
      else for await (const bytes of lines.readParts(key)) yield { ...blocks, bytes };
    }
    yield* readHeld();
  }
  return { rowsOf, onWriting: progress.writing };
}

/** The rows that a file has of a day. */
interface Share {
  /** The number of the file. */
  readonly place: number;
  readonly rows: number;
}

/** The files of each day: of many files, a day has few. */
function sharesByDay(sources: readonly Pick<SourceFile, 'days'>[]): ReadonlyMap<string, Share[]> {
  const shares = new Map<string, Share[]>();
  for (const [place, { days }] of sources.entries()) {
    for (const { date, rows } of days) if (rows > 0) addTo(shares, date, { place, rows });
  }
  return shares;
}

/** Where the rows of each file begin. */
function startsOf(shares: readonly Share[]): ReadonlyMap<number, number> {
  let end = 0;
  return new Map(
    shares.map(({ place, rows }) => {
      end += rows;
      return [place, end - rows];
    }),
  );
}
