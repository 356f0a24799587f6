import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Clock } from '../context.ts';
import { countDays, eachDay } from '../days.ts';
import { CostctlError, fileError } from '../errors.ts';
import { parseDateFormat } from '../formats/cell-spelling.ts';
import type { CellBlock } from '../formats/parquet/cell-block.ts';
import { scanLines } from '../formats/parquet/lines.ts';
import type { RowPage } from '../json/bulk/rows.ts';
import type { GivenColumns } from '../rows/detect-columns.ts';
import { emptyFingerprint, isComparable } from '../rows/fingerprint.ts';
import { makeFolder } from '../storage/file-system.ts';
import { type Change, compareDays, isSameContent } from './changes.ts';
import { commitState, namedBy } from './commit-state.ts';
import { createLineStore, type LineStore, removeUnnamed } from './files.ts';
import { findFiles, recordPath } from './find-files.ts';
import type { Manifest, MirrorDay, SourceFile } from './manifest.ts';
import type { MirrorRows } from './mirror-rows.ts';
import { createFileReader, type FileReader } from './read-files.ts';
import { addSourceDays, type HeldSource, layoutOf, refuseTwins } from './source-days.ts';

export interface UpdateFromFilesOptions {
  readonly folder: string;
  readonly manifest: Manifest;
  readonly given: GivenColumns;
  readonly clock: Clock;
  readonly processId: number;
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

export interface UpdatedFromFiles {
  readonly manifest: Manifest;
  readonly changes: readonly Change[];
  readonly files: number;
  /** Files and rows that were read. */
  readonly read: number;
  readonly rows: number;
  readonly notes: readonly string[];
}

/** Brings a mirror in line with its files: only those whose bytes have changed are read. */
export async function updateFromFiles(options: UpdateFromFilesOptions): Promise<UpdatedFromFiles> {
  const { folder, manifest: before, check } = options;
  const { query } = before;
  const found = await hashFiles(options, await findFiles(folder, query.files ?? []));
  const reader = createFileReader({
    given: options.given,
    where: query.where,
    roles: rolesOf(before),
    dateFormat: parseDateFormat(query.dateFormat ?? ''),
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
    if (before.written === '') reader.requireConditions();
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
      read: read.length,
      rows: read.flatMap(({ days }) => days).reduce((sum, { rows }) => sum + rows, 0),
      notes: reader.notes(),
    };
  } finally {
    await lines.close();
  }
}

interface FoundFile {
  /** From the root, and as it is recorded. */
  readonly path: string;
  readonly name: string;
  readonly bytes: number;
  readonly sha256: string;
}

async function hashFiles(
  { folder, signal, progress }: UpdateFromFilesOptions,
  paths: readonly string[],
): Promise<readonly FoundFile[]> {
  const found: FoundFile[] = [];
  for (const path of paths) {
    signal.throwIfAborted();
    progress.hashing(found.length, paths.length);
    const hash = createHash('sha256');
    let bytes = 0;
    try {
      await pipeline(createReadStream(path, { highWaterMark: 1 << 20 }), async (chunks) => {
        for await (const chunk of chunks) {
          signal.throwIfAborted();
          hash.update(chunk);
          bytes += chunk.length;
        }
      });
    } catch (cause) {
      signal.throwIfAborted();
      throw fileError(`cannot read ${path}`, cause);
    }
    found.push({ path, name: recordPath(folder, path), bytes, sha256: hash.digest('hex') });
  }
  return found;
}

/**
 * A file with the same bytes as before is not read again, even under another name, unless its fingerprints
 * are those of an earlier version.
 */
async function readSources(
  options: UpdateFromFilesOptions,
  found: readonly FoundFile[],
  reader: FileReader,
  lines: LineStore,
): Promise<readonly HeldSource[]> {
  const { manifest, deep, check, progress } = options;
  const known = (manifest.sources ?? []).map((source, place) => ({ ...source, place }));
  const names = new Set(found.map(({ name }) => name));
  const sources: HeldSource[] = [];
  for (const [place, file] of found.entries()) {
    const { path, name, bytes, sha256 } = file;
    const same = known.filter((source) => source.sha256 === sha256);
    const old = same.find((one) => one.path === name) ?? same.find((one) => !names.has(one.path));
    if (old?.days.every(({ hash }) => isComparable(hash)) === true && !deep) {
      sources.push({ path: name, bytes, sha256, days: old.days, old: old.place });
      continue;
    }
    progress.reading(path);
    const { days, blocks } = await reader.read(path, hiveColumns(name), async (date, chunks) => {
      if (!check) await lines.add(`${place} ${date}`, chunks);
    });
    const { size } = await stat(path).catch((cause: unknown) => {
      throw fileError(`cannot read ${path}`, cause);
    });
    if (size !== bytes) throw changedMeanwhile(path);
    sources.push({
      path: name,
      bytes,
      sha256,
      days: [...days]
        .filter(({ rows }) => rows > 0)
        .sort((one, other) => (one.date < other.date ? -1 : 1))
        .map(({ date, rows, sums, hash }) => ({ date, rows, sums, hash })),
      old: undefined,
      blocks,
    });
  }
  return sources;
}

function changedMeanwhile(path: string): CostctlError {
  return new CostctlError('incomplete', `${path} changed while it was read`, {
    hint: 'run the command again once it is complete',
  });
}

/** `billing_period=2026-10/part.parquet`: folders in the manner of Hive are columns. */
function hiveColumns(path: string): ReadonlyMap<string, string> {
  return new Map(
    path
      .split('/')
      .slice(0, -1)
      .flatMap((step): [string, string][] => {
        const [, name, value] = /^([A-Za-z_]\w*)=(.+)$/.exec(step) ?? [];
        return name === undefined || value === undefined ? [] : [[name, decode(value)]];
      }),
  );
}

function decode(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

function rolesOf({ query }: Manifest) {
  if (query.dateColumn === null) return undefined;
  return {
    date: query.dateColumn,
    amount: query.amountColumn ?? undefined,
    currency: query.currencyColumn ?? undefined,
  };
}

function withColumns(manifest: Manifest, reader: FileReader): Manifest {
  const roles = reader.roles();
  if (roles === undefined || manifest.query.dateColumn !== null) return manifest;
  const { date, amount = null, currency = null } = roles;
  const columns = { dateColumn: date, amountColumn: amount, currencyColumn: currency };
  return { ...manifest, query: { ...manifest.query, ...columns } };
}

const mostDays = 36_600;

/** The days of the new state, and which of them are to be written. */
function compareStates(
  { clock, folder }: UpdateFromFilesOptions,
  manifest: Manifest,
  sources: readonly HeldSource[],
) {
  const dates = sources.flatMap(({ days }) => days.map(({ date }) => date)).sort();
  const [from, to] = [dates.at(0), dates.at(-1)];
  if (from === undefined || to === undefined) {
    throw new CostctlError('invalid_data', 'the files have no rows', {
      hint: 'nothing was changed; other --files or --where in a new folder may have some',
    });
  }
  if (countDays({ from, to }) > mostDays) {
    throw tooFar(folder, sources, from, to);
  }
  const old = new Map(manifest.days.map((day) => [day.date, day]));
  const oldLayout = layoutOf(manifest.sources ?? []);
  const layout = layoutOf(sources);
  const added = addSourceDays(sources);
  const readAt = new Date(clock.now()).toISOString();
  const changed = new Set<string>();
  const changes: Change[] = [];
  const days = [...eachDay({ from, to })].map((date): MirrorDay => {
    const day = added.get(date) ?? { date, read: 0, rows: 0, sums: [], hash: emptyFingerprint };
    const known = old.get(date);
    old.delete(date);
    if (layout.get(date) !== oldLayout.get(date)) changed.add(date);
    if (isSameContent(known, day)) return known ?? { ...day, readAt };
    changes.push(...compareDays(known, day));
    return { ...day, readAt };
  });
  for (const day of old.values()) {
    changed.add(day.date);
    if (day.rows > 0)
      changes.push(...compareDays(day, { ...day, rows: 0, sums: [], hash: emptyFingerprint }));
  }
  const query = { ...manifest.query, from };
  return {
    manifest: { ...manifest, query },
    days,
    truncated: [],
    sources: sources.map(({ old: _old, blocks: _blocks, ...source }): SourceFile => source),
    changed,
    changes: changes.sort((one, other) => (one.day < other.day ? -1 : 1)),
  };
}

function tooFar(
  folder: string,
  sources: readonly HeldSource[],
  from: string,
  to: string,
): CostctlError {
  const source = sources.find(({ days }) => days.some(({ date }) => date === to));
  const path = resolve(folder, source?.path ?? '');
  return new CostctlError(
    'invalid_data',
    `${path} has rows of ${to}, and the first day of all files is ${from}: these are too many days`,
    { hint: 'if one of the days is wrong, --where leaves out its rows' },
  );
}

/** Where the rows of a changed day come from: what was read now, and what the mirror has of the other files. */
function writing(
  { manifest, progress }: UpdateFromFilesOptions,
  sources: readonly HeldSource[],
  lines: LineStore,
) {
  const before = (manifest.sources ?? []).map(({ days }) => rowsByDay(days));
  const own = sources.map(({ days }) => rowsByDay(days));
  async function* rowsOf(
    date: string,
    mirror: MirrorRows,
  ): AsyncGenerator<RowPage | CellBlock, void> {
    for (const [place, { old, blocks }] of sources.entries()) {
      const rows = own[place]?.get(date) ?? 0;
      if (rows === 0) continue;
      const key = `${place} ${date}`;
      if (blocks !== undefined) {
        for await (const bytes of lines.readParts(key)) yield { ...blocks, bytes };
      } else if (old === undefined) yield* scanLines(lines.read(key));
      else {
        const skip = before.slice(0, old).reduce((sum, days) => sum + (days.get(date) ?? 0), 0);
        yield* mirror.read({ from: date, to: date }, rows, skip);
      }
    }
  }
  return { rowsOf, onWriting: progress.writing };
}

function rowsByDay(days: SourceFile['days']): ReadonlyMap<string, number> {
  return new Map(days.map(({ date, rows }) => [date, rows]));
}
