import { stat } from 'node:fs/promises';
import { CostctlError, toFileError } from '../errors.ts';
import { isComparable } from '../rows/fingerprint.ts';
import { decodeEscapes } from '../text.ts';
import type { LineStore } from './files.ts';
import type { FoundFile } from './hash-files.ts';
import type { Manifest } from './manifest.ts';
import type { FileReader } from './read-files.ts';
import type { HeldSource } from './source-days.ts';

interface ReadSourcesOptions {
  readonly manifest: Manifest;
  readonly check: boolean;
  /** Read every file again. */
  readonly deep: boolean;
  readonly progress: { readonly reading: (path: string) => void };
}

/**
 * A file with the same bytes as before is not read again, even under another name, unless its folders give
 * its rows other columns, or its fingerprints are those of an earlier version.
 */
export async function readSources(
  options: ReadSourcesOptions,
  found: readonly FoundFile[],
  reader: FileReader,
  lines: LineStore,
): Promise<readonly HeldSource[]> {
  const { manifest, deep, check, progress } = options;
  const known = (manifest.sources ?? []).map((source, place) => ({ ...source, place }));
  const names = new Set(found.map(({ name }) => name));
  const sources: HeldSource[] = [];
  /** The places of known files that were found under another name: a second copy of one is a file of its own. */
  const renamed = new Set<number>();
  for (const [place, file] of found.entries()) {
    const { path, name, bytes, sha256 } = file;
    const columns = hiveColumns(name);
    const same = known.filter(
      (source) =>
        source.sha256 === sha256 &&
        JSON.stringify([...hiveColumns(source.path)]) === JSON.stringify([...columns]),
    );
    const old =
      same.find((one) => one.path === name) ??
      same.find((one) => !names.has(one.path) && !renamed.has(one.place));
    const source = { path: name, bytes, sha256, isKnown: old !== undefined };
    if (old !== undefined && old.path !== name) renamed.add(old.place);
    if (old?.days.every(({ hash }) => isComparable(hash)) === true && !deep) {
      sources.push({ ...source, days: old.days, old: old.place });
      continue;
    }
    progress.reading(path);
    const { days, blocks } = await reader.read(path, columns, async (date, chunks) => {
      if (!check) await lines.add(`${place} ${date}`, chunks);
    });
    const { size } = await stat(path).catch(toFileError(`cannot read ${path}`));
    if (size !== bytes) {
      throw new CostctlError('incomplete', `${path} changed while it was read`, {
        hint: 'run the command again once it is complete',
      });
    }
    sources.push({
      ...source,
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

/** Hive's word for no value. */
const noPartition = '__HIVE_DEFAULT_PARTITION__';

/** `billing_period=2026-10/part.parquet`: folders in the manner of Hive are columns. */
function hiveColumns(path: string): ReadonlyMap<string, string | null> {
  return new Map(
    path
      .split('/')
      .slice(0, -1)
      .flatMap((step): [string, string | null][] => {
        const [, name, value] = /^([A-Za-z_]\w*)=(.+)$/.exec(step) ?? [];
        if (name === undefined || value === undefined) return [];
        return [[name, value === noPartition ? null : decodeEscapes(value)]];
      }),
  );
}
