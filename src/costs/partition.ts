import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { usageError } from '../errors.ts';
import { CellReader } from '../json/bulk/cell-reader.ts';
import { rowText } from '../json/bulk/rows.ts';
import { makeFolder } from '../storage/folder.ts';
import { dayIn } from './day-cell.ts';
import { type DayRange, eachDay, monthRange } from './days.ts';
import { readLines } from './parquet-rows.ts';
import { openPartFile, type PartFile } from './part.ts';

export const partitions = ['month', 'day'] as const;

export type Partition = (typeof partitions)[number];

/** The rows of one partition of the range, waiting as ndjson. */
export interface PartitionRows {
  /** `month=2026-10` */
  readonly name: string;
  /** Undefined where it has no row. */
  readonly lines: string | undefined;
}

/** A partition is replaced whole: half a month would take the other half away. */
export function requireWholePartitions(range: DayRange, by: Partition): void {
  if (by === 'day') return;
  const isWhole =
    monthRange(range.from.slice(0, 7)).from === range.from &&
    monthRange(range.to.slice(0, 7)).to === range.to;
  if (isWhole) return;
  throw usageError(
    '--partition-by month needs whole months: each partition is replaced whole',
    'give --month or --last-month, or --partition-by day',
  );
}

/** Every partition that the range holds, whether or not it has rows. */
function partitionNames(range: DayRange, by: Partition): string[] {
  return [...new Set([...eachDay(range)].map((day) => nameOf(day, by)))];
}

/** Takes the rows of an ndjson file apart by the day in their date column. */
export async function splitRows(
  path: string,
  folder: string,
  range: DayRange,
  by: Partition,
  dateColumn: string,
): Promise<PartitionRows[]> {
  await rm(folder, { recursive: true, force: true });
  await makeFolder(folder);
  const files = new Map<string, PartFile>();
  try {
    const dates = new CellReader(dateColumn);
    for await (const page of readLines(path)) {
      const texts = new Map<string, string[]>();
      for (let row = 0; row < page.count; row++) {
        const name = nameOf(dayOfRow(dates.read(page, row), dateColumn, range), by);
        const lines = texts.get(name) ?? [];
        lines.push(rowText(page, row), '\n');
        texts.set(name, lines);
      }
      for (const [name, lines] of texts) {
        const file = files.get(name) ?? (await openLines(folder, name));
        files.set(name, file);
        await file.write(Buffer.from(lines.join('')));
      }
    }
    for (const file of files.values()) await file.commit();
  } finally {
    for (const file of files.values()) await file.close();
  }
  return partitionNames(range, by).map((name) => ({
    name,
    lines: files.has(name) ? linesPath(folder, name) : undefined,
  }));
}

/** What stood in the partition before goes, but for the file that took its place. */
export async function clearPartition(folder: string, keep: string | undefined): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names) {
    if (name.endsWith('.parquet') && name !== keep) await rm(join(folder, name));
  }
}

function nameOf(day: string, by: Partition): string {
  return by === 'day' ? `day=${day}` : `month=${day.slice(0, 7)}`;
}

function dayOfRow(text: string | null | undefined, column: string, range: DayRange): string {
  const day = dayIn(text ?? '');
  if (day !== undefined && range.from <= day && day <= range.to) return day;
  throw usageError(
    `--partition-by: a row has '${text ?? ''}' in ${column}, which is not a day of the range`,
    'name the column of the days with --date-column',
  );
}

function openLines(folder: string, name: string): Promise<PartFile> {
  return openPartFile(linesPath(folder, name), { from: 0, gzip: false });
}

function linesPath(folder: string, name: string): string {
  return join(folder, `${name}.ndjson`);
}
