import { isComparable } from '../rows/fingerprint.ts';
import { createFilter } from '../rows/where.ts';
import type { Condition } from '../rows/where-language.ts';
import { nameFirst } from '../text.ts';
import { createDayCollector, rolesOf } from './day-rows.ts';
import {
  isWithin,
  type Manifest,
  type ManifestColumn,
  type MirrorDay,
  type MirrorFile,
} from './manifest.ts';
import { parseMirrorConditions } from './mirror-conditions.ts';
import { createMirrorRows } from './mirror-rows.ts';

export type CountedDay = Omit<MirrorDay, 'read' | 'readAt'>;

/** Without rows that do not meet the conditions of the mirror: a manifest may have been edited. */
export async function countDays(
  folder: string,
  manifest: Manifest,
  file: MirrorFile,
  onRows: (rows: number) => void = () => undefined,
): Promise<readonly CountedDay[]> {
  const rows = createMirrorRows(folder, manifest);
  const collector = createDayCollector(rolesOf(manifest.query));
  const filter = createFilter(keptConditions(manifest));
  try {
    for await (const page of rows.read(file)) {
      collector.add(filter.select(page), page);
      // Only what they add up to is wanted.
      collector.drain();
      onRows(page.count);
    }
  } catch (error) {
    throw rows.explain(error);
  } finally {
    rows.close();
  }
  return [...collector.take().values()].map(({ day }) => day);
}

/** Conditions on columns whose cells are those that the conditions were judged by. */
function keptConditions(manifest: Manifest): Condition[] {
  const inexact = inexactColumns(manifest);
  return parseMirrorConditions(manifest.query.where, () => rolesOf(manifest.query).currency).filter(
    ({ column }) => !inexact.some(({ name }) => isWithin(column, name)),
  );
}

/** Whether a file has the rows that the manifest says it has of each day. */
export async function hasItsDays(folder: string, manifest: Manifest, file: MirrorFile) {
  const held = new Map((await countDays(folder, manifest, file)).map((day) => [day.date, day]));
  const said = manifest.days.filter(
    ({ date, rows }) => rows > 0 && file.from <= date && date <= file.to,
  );
  const isKept = describeUnkept(manifest) === undefined;
  return (
    held.size === said.length &&
    said.every(({ date, rows, hash }) => {
      const own = held.get(date);
      return own?.rows === rows && (!isKept || !isComparable(hash) || own.hash === hash);
    })
  );
}

/** What the files do not keep to the last digit, in words; undefined if they keep all. */
export function describeUnkept({ columns, query }: Manifest): string | undefined {
  const inexact = inexactColumns({ columns });
  if (inexact.length === 0) return undefined;
  const what = isSumKept({ columns, query })
    ? 'the content was not'
    : 'neither sums nor content were';
  const names = nameFirst(
    inexact.map(({ name }) => name),
    10,
  );
  return `${what} compared with the files: ${names} ${inexact.length === 1 ? 'is stored in another form than it' : 'are stored in another form than they'} came in`;
}

function inexactColumns({ columns }: Pick<Manifest, 'columns'>): ManifestColumn[] {
  return columns.filter(
    ({ type, kinds, inside }) =>
      // What was taken out of objects is in these too, as it came.
      inside === undefined &&
      (type === 'double' ||
        // In a column of texts, a number or true is a text too.
        (kinds.length > 1 && (kinds.includes('number') || kinds.includes('boolean')))),
  );
}

/** Amounts that are stored as doubles do not add up to the sums of the service. */
export function isSumKept({ columns, query }: Pick<Manifest, 'columns' | 'query'>): boolean {
  return columns.find(({ name }) => name === query.amountColumn)?.type !== 'double';
}
