import { createHash } from 'node:crypto';
import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { CostctlError, toFileError } from '../errors.ts';
import { openParquet } from '../formats/parquet/reader.ts';
import { describeType } from '../formats/parquet/types.ts';
import { rolesOf } from '../mirror/day-rows.ts';
import { isWithin, type Manifest, type MirrorFile, readManifest } from '../mirror/manifest.ts';
import { type CloseManifest, closeManifestName, formatChecksums } from '../rows/manifest-file.ts';
import { describeFile, type ReceiptFile } from '../rows/receipt.ts';
import { type Check, compare } from './checks.ts';

export async function checkFile(path: string, file: ReceiptFile): Promise<Check[]> {
  return compareFile(path, file, await describeFile(path));
}

/** Compares the files of a close pack with its manifest; one that the manifest does not name differs too. */
export async function checkCloseFiles(folder: string, manifest: CloseManifest): Promise<Check[]> {
  const names = await readdir(folder).catch(toFileError(`cannot read ${folder}`));
  const files = await expectFiles(folder, manifest);
  const known = new Set([closeManifestName, ...files.map(({ path }) => path)]);
  const checks: Check[] = [];
  for (const file of files) {
    const { path } = file;
    // What a manifest says is not trusted: a link or a path may lead out of the folder, and a pipe may never end.
    if (names.includes(path) && !(await isPlainFile(join(folder, path)))) {
      checks.push(compare(path, 'content', null, 'not a plain file'));
      continue;
    }
    const found = names.includes(path) ? await describeIfReadable(join(folder, path)) : undefined;
    checks.push(...compareFile(path, file, found));
  }
  for (const path of names.filter((name) => !known.has(name)).sort()) {
    checks.push(compare(path, 'content', null, 'a file that the manifest does not name'));
  }
  return checks;
}

/** The files that the manifest names, and the list of their hashes as it must be. */
async function expectFiles(folder: string, { files, checksums }: CloseManifest) {
  if (checksums === undefined) return files;
  const path = closeManifestName;
  const { sha256 } = await describeFile(join(folder, path));
  const text = formatChecksums([...files, { path, sha256 }]);
  const hash = createHash('sha256').update(text).digest('hex');
  return [...files, { path: checksums, bytes: Buffer.byteLength(text), sha256: hash }];
}

async function isPlainFile(path: string): Promise<boolean> {
  return (await lstat(path).catch(() => undefined))?.isFile() === true;
}

export async function checkMirrorFiles(folder: string, manifest: Manifest): Promise<Check[]> {
  const checks = checkRoles(manifest);
  for (const file of manifest.files)
    checks.push(...(await checkMirrorFile(folder, manifest, file)));
  return checks;
}

/** Compares the files that only past states of a mirror have with the manifests of these. */
export async function checkPastFiles(folder: string, { files, past }: Manifest): Promise<Check[]> {
  const known = new Set(files.map(({ path }) => path));
  const checks: Check[] = [];
  for (const { path } of past) {
    const state = await readManifest(join(folder, path));
    if (state === undefined) checks.push(compare(path, 'schema', 'a past state', null));
    for (const file of state?.files ?? []) {
      if (known.has(file.path)) continue;
      known.add(file.path);
      checks.push(
        ...compareFile(file.path, file, await describeIfReadable(join(folder, file.path))),
      );
    }
  }
  return checks;
}

/** The columns of the day, the amount and the currency, if the mirror does not have them. */
function checkRoles({ columns, query }: Manifest): Check[] {
  const { dateColumn, amountColumn } = query;
  const currencyColumn = rolesOf(query).currency ?? null;
  return Object.entries({ dateColumn, amountColumn, currencyColumn }).flatMap(([role, column]) =>
    columns.length === 0 || column === null || columns.some(({ name }) => isWithin(column, name))
      ? []
      : [compare(role, 'schema', column, null)],
  );
}

async function checkMirrorFile(folder: string, manifest: Manifest, file: MirrorFile) {
  const { path } = file;
  const full = join(folder, path);
  const found = await describeIfReadable(full);
  const checks = compareFile(path, file, found);
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

/** `found` is undefined if the file cannot be read. */
function compareFile(
  path: string,
  { bytes, sha256 }: Pick<ReceiptFile, 'bytes' | 'sha256'>,
  found: ReceiptFile | undefined,
): Check[] {
  return [
    compare(path, 'bytes', String(bytes), found === undefined ? null : String(found.bytes)),
    compare(path, 'sha256', sha256, found?.sha256 ?? null),
  ];
}

/** Describes a file; undefined if it cannot be read. */
function describeIfReadable(path: string): Promise<ReceiptFile | undefined> {
  return describeFile(path).catch((error: unknown) => {
    if (error instanceof CostctlError) return undefined;
    throw error;
  });
}
