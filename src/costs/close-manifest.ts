import { join } from 'node:path';
import * as z from 'zod/mini';
import { readManifestFile } from './manifest-file.ts';

const CloseFile = z.looseObject({ path: z.string(), bytes: z.number(), sha256: z.string() });

/** What a month was closed with: how its rows were read, what they added up to, and every file. */
export const CloseManifest = z.looseObject({
  kind: z.literal('costs close'),
  version: z.string(),
  command: z.string(),
  closed: z.string(),
  address: z.string(),
  from: z.string(),
  to: z.string(),
  where: z.array(z.string()),
  parameters: z.record(z.string(), z.string()),
  dateColumn: z.nullable(z.string()),
  amountColumn: z.nullable(z.string()),
  currencyColumn: z.nullable(z.string()),
  /** The currency that all amounts were converted to, if they were. */
  convertTo: z.nullable(z.string()),
  rateDate: z.nullable(z.string()),
  by: z.array(z.string()),
  /** The closed amounts: what a later restatement is compared with. */
  sums: z.array(
    z.looseObject({
      values: z.array(z.nullable(z.string())),
      currency: z.nullable(z.string()),
      total: z.string(),
    }),
  ),
  files: z.array(CloseFile),
});
export type CloseManifest = z.infer<typeof CloseManifest>;

export const closeManifestName = 'manifest.json';
export const ratesName = 'rates.json';

/** Undefined if the folder has none. */
export function readCloseManifest(folder: string): Promise<CloseManifest | undefined> {
  return readManifestFile(join(folder, closeManifestName), CloseManifest, {
    noun: 'a close pack',
    hint: 'costctl costs close --month YYYY-MM -O DIR makes one in a new folder',
  });
}
