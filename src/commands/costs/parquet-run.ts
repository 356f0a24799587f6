import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { version } from '../../../package.json';
import { findColumns } from '../../costs/found.ts';
import { rowObject } from '../../costs/page.ts';
import { findTypes, type ParquetColumn, writeParquet } from '../../costs/parquet.ts';
import { readLines } from '../../costs/parquet-rows.ts';
import { describeType, parseTypes } from '../../costs/parquet-types.ts';
import { clearPartition, splitRows } from '../../costs/partition.ts';
import type { FileTarget } from '../../costs/target.ts';
import { usageError } from '../../errors.ts';
import { openAtomicFile } from '../../storage/atomic.ts';
import { makeFolder } from '../../storage/folder.ts';
import type { ExportRun } from './run-export.ts';

export interface ParquetPlaced {
  readonly types: Readonly<Record<string, string>>;
  readonly files: readonly string[];
}

/** From the lines of the part file to parquet under its name, or under its partitions' names. */
export async function placeParquet(run: ExportRun, target: FileTarget): Promise<ParquetPlaced> {
  const { progress } = run.session;
  progress.update('looking at the types of the columns');
  const types = parseTypes(run.input.types ?? '');
  const columns = await findTypes(target.part, { columns: run.columns, types });
  progress.update('writing parquet');
  const files = await (run.input.partitionBy === undefined
    ? writeOne(run, target.part, target.path, columns)
    : writePartitions(run, target, columns));
  return {
    files,
    types: Object.fromEntries(columns.map(({ name, type }) => [name, describeType(type)])),
  };
}

async function writeOne(
  { session }: ExportRun,
  lines: string,
  path: string,
  columns: readonly ParquetColumn[],
): Promise<string[]> {
  const file = await openAtomicFile(path, session.context);
  try {
    await writeParquet(lines, columns, file, `costctl version ${version}`);
    await file.commit();
  } finally {
    await file.discard();
  }
  return [path];
}

async function writePartitions(
  run: ExportRun,
  target: FileTarget,
  columns: readonly ParquetColumn[],
): Promise<string[]> {
  const { partitionBy, dateColumn } = run.input;
  if (partitionBy === undefined) return [];
  const folder = `${target.part}.partitions`;
  const files: string[] = [];
  try {
    const column = dateColumn ?? (await findDateColumn(run, target.part));
    const split = await splitRows(target.part, folder, run.choice.period, partitionBy, column);
    for (const { name, lines } of split) {
      const place = join(target.path, name);
      if (lines !== undefined) {
        await makeFolder(place);
        files.push(...(await writeOne(run, lines, join(place, 'part-0.parquet'), columns)));
      }
      await clearPartition(place, lines === undefined ? undefined : 'part-0.parquet');
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return files;
}

async function findDateColumn({ choice }: ExportRun, lines: string): Promise<string> {
  for await (const page of readLines(lines)) {
    const rows = Array.from({ length: Math.min(page.count, 5000) }, (_, row) =>
      rowObject(page, row),
    );
    const { date } = findColumns(rows, choice.columns, choice.period);
    if (date.column !== undefined) return date.column;
    throw usageError(
      `--partition-by: which column has the days is unclear: ${date.candidates.join(', ') || 'none'}`,
      'name it with --date-column',
    );
  }
  return choice.columns.date ?? 'date';
}
