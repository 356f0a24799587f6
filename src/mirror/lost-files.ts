import { join } from 'node:path';
import { describeFile } from '../rows/receipt.ts';
import { statIfThere } from '../storage/file-system.ts';
import { quote } from '../text.ts';
import { hasItsDays } from './count-days.ts';
import type { Manifest, MirrorFile } from './manifest.ts';

/** Gone, or of another size than the manifest says; with `deep`, of other bytes or other rows of a day. */
export async function findLost(
  folder: string,
  manifest: Manifest,
  deep: boolean,
): Promise<readonly MirrorFile[]> {
  const lost: MirrorFile[] = [];
  for (const file of manifest.files) {
    const path = join(folder, file.path);
    const found = await statIfThere(path);
    const isLike = found?.isFile() === true && found.size === file.bytes;
    const isOwn =
      isLike &&
      (!deep ||
        ((await describeFile(path)).sha256 === file.sha256 &&
          (await hasItsDays(folder, manifest, file))));
    if (!isOwn) lost.push(file);
  }
  return lost;
}

export function repairHint(folder: string): string {
  return `costctl costs mirror ${quote(folder)} --deep reads the days of such files again`;
}

/** The hash of a day whose rows are lost: it is read and written again, whatever the rows are. */
export const lostHash = 'lost';

export function markLost(manifest: Manifest, lost: readonly MirrorFile[]): Manifest {
  if (lost.length === 0) return manifest;
  const mark = <Day extends { readonly date: string; readonly hash: string }>(
    days: readonly Day[],
  ): Day[] =>
    days.map((day) =>
      lost.some(({ from, to }) => from <= day.date && day.date <= to)
        ? { ...day, hash: lostHash }
        : day,
    );
  const { sources } = manifest;
  return {
    ...manifest,
    days: mark(manifest.days),
    ...(sources && { sources: sources.map((one) => ({ ...one, days: mark(one.days) })) }),
  };
}
