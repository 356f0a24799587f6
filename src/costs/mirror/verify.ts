import { join } from 'node:path';
import { CostctlError } from '../../errors.ts';
import { openParquet } from '../parquet/reader.ts';
import { describeType } from '../parquet/types.ts';
import { describeFile } from '../receipt.ts';
import type { Check } from '../verify.ts';
import type { Change } from './changes.ts';
import type { Manifest, MirrorFile } from './manifest.ts';

/** Compares the files of a mirror with its manifest. */
export async function checkMirrorFiles(folder: string, manifest: Manifest): Promise<Check[]> {
  const checks: Check[] = [];
  for (const file of manifest.files) checks.push(...(await checkFile(folder, manifest, file)));
  return checks;
}

async function checkFile(folder: string, manifest: Manifest, file: MirrorFile): Promise<Check[]> {
  const { path } = file;
  const full = join(folder, path);
  const found = await describeFile(full).catch((error: unknown) => {
    if (error instanceof CostctlError) return undefined;
    throw error;
  });
  const checks = [
    compare(path, 'bytes', String(file.bytes), found === undefined ? null : String(found.bytes)),
    compare(path, 'sha256', file.sha256, found?.sha256 ?? null),
  ];
  if (found?.sha256 !== file.sha256) return checks;
  const reader = openParquet(full);
  const { columns, rows } = reader.footer;
  reader.close();
  const now = columns.map(({ name, type }) => `${name} ${describeType(type)}`).join(', ');
  const then = manifest.columns.map(({ name, type }) => `${name} ${type}`).join(', ');
  return [
    ...checks,
    compare(path, 'rows', String(file.rows), String(rows)),
    ...(then === now ? [] : [compare(path, 'schema', then, now)]),
  ];
}

/** What a day has now, beside what the mirror has of it. */
export function checkChange(change: Change): Check[] {
  const { day, currency } = change;
  const subject = currency === null ? day : `${day} ${currency}`;
  const rows = compare(subject, 'rows', String(change.rowsBefore), String(change.rowsAfter));
  const sum = compare(subject, 'sum', change.sumBefore ?? 'unknown', change.sumAfter ?? 'unknown');
  const isInvisible = rows.result === 'same' && sum.result === 'same';
  // Neither moved: the rows differ in another column.
  return isInvisible ? [{ ...rows, what: 'content', result: 'differs' }] : [rows, sum];
}

function compare(subject: string, what: Check['what'], receipt: string, now: string | null): Check {
  return { subject, what, receipt, now, result: receipt === now ? 'same' : 'differs' };
}
