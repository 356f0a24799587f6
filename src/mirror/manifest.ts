import { join } from 'node:path';
import * as z from 'zod/mini';
import { isDay } from '../days.ts';
import { CostctlError, fileError } from '../errors.ts';
import type { JsonForm } from '../formats/parquet/entries.ts';
import type { TableColumn } from '../formats/parquet/parquet-table.ts';
import { type NamedType, parseType } from '../formats/parquet/types.ts';
import { Count, readManifestFile } from '../rows/manifest-file.ts';
import { isCondition } from '../rows/where-language.ts';
import { quote } from '../text.ts';

export const partitionUnits = ['month', 'day'] as const;
export type PartitionUnit = (typeof partitionUnits)[number];

/** Folders and files are named after days and times: an edited manifest must not name others. */
const DayText = z.string().check(z.refine(isDay));
const Time = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/));

const TypeName = z.string().check(z.refine((text) => parseType(text) !== undefined));

const Column = z.object({
  name: z.string(),
  type: TypeName,
  /** What its values were in JSON so far, and how many digits and decimal places its numbers have. */
  kinds: z.array(z.enum(['text', 'day', 'number', 'boolean', 'nested'])),
  digits: z.number(),
  places: z.number(),
  /** The column of objects that it was taken out of. */
  inside: z.optional(z.string()),
});
export type ManifestColumn = z.infer<typeof Column>;

const Sum = z.object({
  currency: z.nullable(z.string()),
  rows: Count,
  /** Null if an amount is not a number. */
  sum: z.nullable(z.string()),
});
export type CurrencySum = z.infer<typeof Sum>;

const Day = z.object({
  date: DayText,
  /** Rows that the service has, and those of them that meet the conditions. */
  read: Count,
  rows: Count,
  sums: z.array(Sum),
  /** The fingerprint of the content of all rows; earlier versions stored hashes of other forms. */
  hash: z.string(),
  readAt: z.string(),
});
export type MirrorDay = z.infer<typeof Day>;

/** A file that rows come from. In each day of the mirror, the rows are in the order of these files. */
const SourceFile = z.object({
  /** Relative to the folder of the mirror. */
  path: z.string(),
  bytes: Count,
  sha256: z.string(),
  days: z.array(z.object({ date: DayText, rows: Count, sums: z.array(Sum), hash: z.string() })),
});
export type SourceFile = z.infer<typeof SourceFile>;

/** The address of rows that come from files. */
export const addressOfFiles = 'files';

/** A path below the folder: an edited manifest must not make the program read or remove other files. */
const LocalPath = z
  .string()
  .check(z.refine((path) => path.split(/[/\\]/).every((step) => !/^\.{0,2}$/.test(step))));

const File = z.object({
  path: LocalPath,
  partition: z.string(),
  from: DayText,
  to: DayText,
  rows: Count,
  bytes: Count,
  sha256: z.string(),
});
export type MirrorFile = z.infer<typeof File>;

const Query = z.object({
  address: z.string(),
  scope: z.string(),
  from: DayText,
  /** Patterns of files, relative to the folder, if the rows come from files. */
  files: z.optional(z.array(z.string())),
  where: z.array(z.string().check(z.refine(isCondition))),
  parameters: z.record(z.string(), z.string()),
  types: z.record(z.string(), TypeName),
  partitionBy: z.enum(partitionUnits),
  dateColumn: z.nullable(z.string()),
  /** How csv files write days, if not as `YYYY-MM-DD`. */
  dateFormat: z.optional(z.string()),
  /** Texts of csv files that mean no value. */
  nullTexts: z.optional(z.array(z.string())),
  amountColumn: z.nullable(z.string()),
  currencyColumn: z.nullable(z.string()),
});
export type MirrorQuery = z.infer<typeof Query>;

/** A mirror of version 1 can lack properties of its objects. */
export const manifestVersion = 2;

const Contents = z.object({
  format: z.literal('costctl mirror'),
  version: z.number(),
  /** When it was written, and since when the rows have been the same. */
  written: Time,
  since: Time,
  query: Query,
  /** Days that each run reads again; milliseconds that replaced files stay; months of history. */
  restate: Count.check(z.maximum(100_000)),
  keep: Count.check(z.maximum(1e14)),
  history: z.string(),
  /** The folders are called `month=2026-10`, or by another key if a column is called `month`. */
  partitionKey: z.string(),
  columns: z.array(Column),
  days: z.array(Day),
  /** Days with more rows than the service returns. */
  truncated: z.array(z.object({ date: DayText, total: Count })),
  files: z.array(File),
  sources: z.optional(z.array(SourceFile)),
  /** Files that an earlier state named, and since when that state is past. */
  retired: z.array(z.object({ path: LocalPath, at: Time })),
  past: z.array(z.object({ since: Time, until: Time, path: LocalPath })),
  /** How many bytes of `_history.ndjson` belong to this state. */
  historyBytes: Count,
});

/** What a mirror contains. It is written last, so readers see one consistent state. */
export const Manifest = Contents.check(z.refine(hasAllRows, { path: ['files'], abort: true }));
export type Manifest = z.infer<typeof Manifest>;

/** Whether the files have the rows of the days, as far as the manifest says. */
function hasAllRows({ days, files }: z.infer<typeof Contents>): boolean {
  const rows = files.map(() => 0);
  let at = 0;
  for (const day of days) {
    if (day.rows === 0) continue;
    while ((files[at]?.to ?? '~') < day.date) at += 1;
    if ((files[at]?.from ?? '~') > day.date) return false;
    rows[at] = (rows[at] ?? 0) + day.rows;
  }
  return files.every((file, place) => file.rows === rows[place]);
}

export const manifestName = '_manifest.json';
export const historyName = '_history.ndjson';

export function manifestPath(folder: string): string {
  return join(folder, manifestName);
}

/** Undefined if the file is missing. */
export async function readManifest(path: string): Promise<Manifest | undefined> {
  const hint = 'costctl costs mirror NEW_DIR --from DAY makes a mirror in an empty folder';
  const manifest = await readManifestFile(path, Manifest, { noun: 'a mirror', hint });
  if (manifest === undefined || manifest.version === manifestVersion) return manifest;
  const what = `${path} belongs to a mirror that another version of costctl made`;
  throw new CostctlError('invalid_data', what, { hint });
}

export async function requireManifest(folder: string): Promise<Manifest> {
  const manifest = await readManifest(manifestPath(folder));
  if (manifest !== undefined) return manifest;
  throw new CostctlError('file', `${folder} is not a mirror: it has no ${manifestName}`, {
    hint: `costctl costs mirror ${quote(folder)} --from DAY makes one`,
  });
}

/** The types of a query as `--types` takes them. */
export function textOfTypes(types: MirrorQuery['types']): string {
  return Object.entries(types)
    .map(([name, type]) => `${name}=${type}`)
    .join();
}

/** Whether a path is that of a column or of a value in its objects. */
export function isWithin(path: string, column: string): boolean {
  return path === column || path.startsWith(`${column}.`);
}

export function toTableColumn({
  name,
  kinds,
  digits,
  places,
  inside,
}: ManifestColumn): TableColumn {
  return { name, evidence: { kinds, digits, places }, ...(inside === undefined ? {} : { inside }) };
}

export function parquetTypeOf({ type }: Pick<ManifestColumn, 'type'>): NamedType {
  return parseType(type) ?? { kind: 'text' };
}

/** What the cells of a column are in the service's JSON. Several kinds have become text. */
export function jsonFormOf({ kinds }: Pick<ManifestColumn, 'kinds'>): JsonForm {
  const [only, ...others] = kinds;
  if (others.length > 0 && kinds.includes('nested')) return 'mixed';
  if (only === undefined || others.length > 0 || only === 'day') return 'text';
  return only;
}

/** The latest that had begun by then, in the order of the manifest, since clocks may be set back. */
export async function findState(folder: string, asOf: string | undefined): Promise<Manifest> {
  const current = await requireManifest(folder);
  if (asOf === undefined) return current;
  const hadBegun = ({ since }: Pick<Manifest, 'since'>) => since.slice(0, 10) <= asOf;
  if (hadBegun(current)) return current;
  const past = current.past.findLast(hadBegun);
  if (past === undefined) throw unknownState(folder, asOf, current);
  const path = join(folder, past.path);
  const state = await readManifest(path);
  if (state === undefined) throw fileError(`cannot read ${path}`, 'it is gone');
  return state;
}

function unknownState(folder: string, asOf: string, { since, past }: Manifest): CostctlError {
  const first = past.map((state) => state.since).sort()[0] ?? since;
  const command = `costctl costs mirror ${quote(folder)} --history 13m`;
  const keeps = past.length > 0 ? '' : `; ${command} keeps past states from now on`;
  return new CostctlError(
    'incomplete',
    `${folder} has no state as of ${asOf}: its earliest is of ${first}`,
    { hint: `give --as-of ${first.slice(0, 10)} or a later day${keeps}` },
  );
}
