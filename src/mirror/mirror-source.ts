import { type DayRange, describeRange, eachDay, nameDays } from '../days.ts';
import { CostctlError } from '../errors.ts';
import type { ColumnBatch } from '../formats/column-batch.ts';
import type { RowPage } from '../json/bulk/rows.ts';
import { rankName, roles } from '../rows/detect-columns.ts';
import { largestPage } from '../rows/page-reader.ts';
import type { RowSource } from '../rows/row-source.ts';
import type { Plan, Window } from '../rows/windows.ts';
import { quote } from '../text.ts';
import { type Manifest, parquetTypeOf } from './manifest.ts';
import { createMirrorRows, inTurns, type MirrorRows } from './mirror-rows.ts';

export interface MirrorReading {
  readonly pageSize?: number | undefined;
  /** Called if days before the first day of all files are read: they have no rows. */
  readonly onBefore?: (first: string) => void;
  /** The day whose state is read, if not the newest. */
  readonly asOf?: string | undefined;
}

/** At most, unless one day has more. To finish a window takes as long as reading some thousand rows. */
const windowRows = 1_000_000;

/** The rows of a mirror, as of one state of it. No request is sent. */
export function createMirrorSource(
  folder: string,
  openManifest: () => Promise<Manifest>,
  { pageSize = largestPage, onBefore, asOf }: MirrorReading = {},
): RowSource {
  let opened: Promise<OpenMirror> | undefined;

  function mirror(): Promise<OpenMirror> {
    opened ??= openManifest().then((manifest) => ({
      manifest,
      rows: createMirrorRows(folder, manifest),
    }));
    return opened;
  }

  async function reading(work: (opened: OpenMirror) => Promise<void>): Promise<void> {
    const opened = await mirror();
    try {
      await work(opened);
    } catch (error) {
      throw opened.rows.explain(error);
    } finally {
      opened.rows.close();
    }
  }

  async function plan(range: DayRange): Promise<Plan> {
    const { manifest } = await mirror();
    requireDays(folder, manifest, range, asOf);
    const first = manifest.days[0]?.date;
    if (first !== undefined && range.from < first) onBefore?.(first);
    const counts = new Map(manifest.days.map(({ date, rows }) => [date, rows]));
    const windows: Window[] = [];
    for (const day of eachDay(range)) {
      const total = counts.get(day) ?? 0;
      const last = windows.at(-1);
      if (last !== undefined && last.total + total <= windowRows) {
        windows[windows.length - 1] = { from: last.from, to: day, total: last.total + total };
      } else windows.push({ from: day, to: day, total });
    }
    const total = windows.reduce((sum, window) => sum + window.total, 0);
    return { range: { from: range.from, to: range.to }, windows, total, isUnlimited: true };
  }

  /** Hands over `count` rows of the range, after the first `skip`. */
  async function readSome(
    range: DayRange,
    skip: number,
    count: number,
    take: (page: RowPage) => Promise<void> | void,
  ): Promise<void> {
    await reading(async ({ manifest, rows }) => {
      requireDays(folder, manifest, range, asOf);
      for await (const page of rows.read(range, count, skip)) await take(page);
    });
  }

  return {
    plan,
    sample: ({ range }, take, most = largestPage) => readSome(range, 0, most, take),
    sampleColumns: ({ range }, take) =>
      reading(async ({ rows }) => {
        for await (const batch of rows.readColumns(range, undefined, largestPage)) take(batch);
      }),
    read: async (windows, transaction, { columns } = {}) => {
      const { manifest } = await mirror();
      const wanted = columns === undefined ? undefined : [...columns, ...namedColumns(manifest)];
      const addAll = async (pages: AsyncIterable<RowPage>): Promise<number> => {
        let count = 0;
        for await (const page of pages) {
          count += page.count;
          await transaction.add(page);
        }
        return count;
      };
      const addColumns = async (batches: AsyncIterable<ColumnBatch>): Promise<number> => {
        let count = 0;
        for await (const batch of batches) {
          if (transaction.addColumns?.(batch) === true) count += batch.count;
          else count += await addAll(inTurns(batch.pages()));
        }
        return count;
      };
      await reading(async ({ rows }) => {
        for (const window of windows) {
          const count =
            wanted === undefined
              ? await addAll(rows.read(window))
              : await addColumns(rows.readColumns(window, wanted));
          if (count !== window.total) throw damaged(folder, window, count);
          await transaction.commit({ ...window, rows: count });
        }
      });
    },
    confirm: async () => undefined,
    readFirst: (range, count, take) => readSome(range, 0, count, take),
    readPage: (range, page, take) => readSome(range, (page - 1) * pageSize, pageSize, take),
    columns: async () => {
      const { manifest } = await mirror();
      return manifest.columns.flatMap(({ name, inside }) => (inside === undefined ? [name] : []));
    },
    types: async () => {
      const { manifest } = await mirror();
      return new Map(manifest.columns.map((column) => [column.name, parquetTypeOf(column)]));
    },
    requests: () => 0,
  };
}

interface OpenMirror {
  readonly manifest: Manifest;
  readonly rows: MirrorRows;
}

/** Columns whose name suggests a role, or that have one inside: the user needs their values to choose. */
function namedColumns({ columns }: Manifest): string[] {
  const isNamed = (name: string) => roles.some((role) => rankName(role, name) !== undefined);
  return columns.flatMap(({ name, inside }) => (isNamed(name) ? [inside ?? name] : []));
}

/** How to ask for days that there are: a later run never reads days before the first one, or changes a past state. */
function hintOf(
  folder: string,
  { days, truncated }: Manifest,
  missing: readonly string[],
  asOf: string | undefined,
): string {
  const held = days.map(({ date }) => date).sort();
  const [first = '', begin = '', last = ''] = [missing[0], held[0], held.at(-1)];
  if (asOf !== undefined) {
    return `it had ${describeRange({ from: begin, to: last })} then: choose days between these, or a later --as-of`;
  }
  if (first < begin) {
    return `it begins on ${begin}: costctl costs mirror NEW_DIR --from ${first} makes one that begins earlier`;
  }
  if (missing.every((day) => truncated.some(({ date }) => date === day))) {
    return 'the service has more rows of such a day than it can be asked for: choose other days';
  }
  return `costctl costs mirror ${quote(folder)} brings it up to yesterday; it never has today`;
}

/** Files have all rows that there are: which days a person may ask for is checked where they are chosen. */
function requireDays(
  folder: string,
  manifest: Manifest,
  range: DayRange,
  asOf: string | undefined,
): void {
  if (manifest.query.files !== undefined) return;
  const held = new Set(manifest.days.map(({ date }) => date));
  const cut = new Set(manifest.truncated.map(({ date }) => date));
  const missing = [...eachDay(range)].filter((day) => !held.has(day) || cut.has(day));
  if (missing.length === 0) return;
  const time = asOf === undefined ? '' : ` as of ${asOf}`;
  throw new CostctlError(
    'incomplete',
    `the mirror ${folder}${time} does not contain ${nameDays(missing)}`,
    { hint: hintOf(folder, manifest, missing, asOf) },
  );
}

function damaged(folder: string, window: Window, count: number): CostctlError {
  return new CostctlError(
    'incomplete',
    `the mirror ${folder} has ${count} rows of ${describeRange(window)}, and its manifest says ${window.total}`,
    { hint: `costctl costs verify ${quote(`${folder}/_manifest.json`)} checks all files` },
  );
}
