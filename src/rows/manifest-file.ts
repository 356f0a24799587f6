import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { isDay } from '../days.ts';
import { CostctlError, ifAbsent, ifPossible } from '../errors.ts';
import { parseDecimal } from '../json/decimal.ts';

/** Reads the manifest of a folder; undefined if the file is missing. `noun` is what the folder is. */
export async function readManifestFile<Value>(
  path: string,
  schema: z.ZodMiniType<Value>,
  { noun, hint }: { readonly noun: string; readonly hint: string },
): Promise<Value | undefined> {
  const text = await readFile(path, 'utf8').catch(ifAbsent(undefined, `cannot read ${path}`));
  if (text === undefined) return undefined;
  return parseFile(text, schema, `${path} is not the manifest of ${noun}`, hint);
}

/** What a JSON file must have. The error says where it has something else. */
export function parseFile<Value>(
  text: string,
  schema: z.ZodMiniType<Value>,
  problem: string,
  hint: string,
): Value {
  const parsed = schema.safeParse(ifPossible(() => JSON.parse(text)));
  if (parsed.success) return parsed.data;
  const place = parsed.error.issues[0]?.path.join('.') || 'not JSON';
  throw new CostctlError('invalid_data', `${problem}: ${place}`, { hint });
}

/** A number of things. */
export const Count = z.int().check(z.nonnegative());

export const Day = z.string().check(z.refine(isDay));

/** The day of rows: empty if they have none. */
const DayOfRows = z.string().check(z.refine((text) => text === '' || isDay(text)));

/** An exact decimal. */
const Amount = z.string().check(z.refine((text) => parseDecimal(text) !== undefined));

export const FileSchema = z.looseObject({
  path: z.string(),
  bytes: Count,
  sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
});

/** What the rows of a day were, in all columns, whatever their order. */
export const DayContent = z.object({ date: DayOfRows, rows: Count, fingerprint: z.string() });
export type DayContent = Readonly<z.infer<typeof DayContent>>;

/** Rows and their exact sum of one day in one currency; null if the rows have none. */
export const DaySum = z.object({
  date: DayOfRows,
  currency: z.nullable(z.string()),
  rows: Count,
  sum: Amount,
});
export type DaySum = Readonly<z.infer<typeof DaySum>>;

/** What a month was closed with: how its rows were read, what they added up to, and every file. */
export const CloseManifest = z.looseObject({
  kind: z.literal('costs close'),
  version: z.string(),
  command: z.string(),
  closed: z.string(),
  /** Whether the data was there, as a sentence. */
  data: z.optional(z.nullable(z.string())),
  /** What else qualifies its figures. */
  warnings: z.optional(z.array(z.string())),
  /** Missing data that was accepted. */
  allowed: z.optional(
    z.array(z.looseObject({ source: z.string(), verdict: z.string(), days: z.array(z.string()) })),
  ),
  address: z.string(),
  from: Day,
  to: Day,
  where: z.array(z.string()),
  parameters: z.record(z.string(), z.string()),
  dateColumn: z.nullable(z.string()),
  amountColumn: z.nullable(z.string()),
  currencyColumn: z.nullable(z.string()),
  /** The currency that all amounts were converted to, if they were. */
  convertTo: z.nullable(z.string()),
  rateDate: z.nullable(z.string()),
  /** Which rate of a period converts amounts; absent: that of each day. */
  rateMethod: z.optional(z.enum(['daily', 'month-average', 'month-end'])),
  /** How amounts were converted, and the workspace's policy, in words. */
  conversion: z.optional(z.array(z.string())),
  by: z.array(z.string()),
  /** The closed amounts: what a later restatement is compared with. */
  sums: z.array(
    z.looseObject({
      values: z.array(z.nullable(z.string())),
      currency: z.nullable(z.string()),
      total: Amount,
    }),
  ),
  days: z.optional(z.array(DayContent)),
  files: z.array(FileSchema),
  /** The invoice that reconcile.csv compares with the rows. */
  invoice: z.optional(
    z.looseObject({
      file: z.string(),
      sha256: z.string(),
      by: z.array(z.string()),
      differences: z.array(z.string()),
    }),
  ),
  /** The list of all hashes, also that of this manifest; packs of earlier versions have none. */
  checksums: z.optional(z.literal('SHA256SUMS')),
});
export type CloseManifest = z.infer<typeof CloseManifest>;

export const closeManifestName = 'manifest.json';
export const checksumsName = 'SHA256SUMS';

/** As `sha256sum` writes it, so that `sha256sum -c` checks a pack without this program. */
export function formatChecksums(files: readonly { path: string; sha256: string }[]): string {
  return files.map(({ path, sha256 }) => `${sha256}  ${path}\n`).join('');
}

export const ratesName = 'rates.json';
export const receiptName = 'receipt.json';
export const summaryName = 'summary.csv';

/** Undefined if the folder has none. */
export function readCloseManifest(folder: string): Promise<CloseManifest | undefined> {
  return readManifestFile(join(folder, closeManifestName), CloseManifest, {
    noun: 'a close pack',
    hint: 'costctl costs close --month YYYY-MM -O DIR makes one in a new folder',
  });
}
