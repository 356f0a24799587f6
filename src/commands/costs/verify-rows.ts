import { join } from 'node:path';
import { CostctlError } from '../../errors.ts';
import { readFileRows } from '../../formats/file-rows.ts';
import { parseDecimal, zero } from '../../json/decimal.ts';
import { countDays, describeUnkept } from '../../mirror/count-days.ts';
import type { Manifest } from '../../mirror/manifest.ts';
import { convertGroups, readRates } from '../../questions/convert-currency.ts';
import { checkFile } from '../../reports/check-files.ts';
import {
  type Check,
  checkHeldDays,
  checkManifest,
  checkSums,
  compare,
} from '../../reports/checks.ts';
import { type CloseManifest, ratesName } from '../../rows/manifest-file.ts';
import { hasSums, type Receipt, type ReceiptFile, sumsOf } from '../../rows/receipt.ts';
import { createTally, type Group } from '../../rows/tally.ts';
import type { Session } from '../../session.ts';
import { readTextFile } from '../../storage/read-input.ts';
import { pluralize } from '../../text.ts';
import { trackPace } from './row-progress.ts';

interface Exported {
  readonly path: string;
  readonly file: ReceiptFile;
}

/** The files of a receipt. If they have its bytes, its sums are compared with their rows. */
export async function checkExported(
  session: Session,
  receipt: Receipt,
  files: readonly Exported[],
): Promise<Check[]> {
  const checks = await Promise.all(files.map(({ path, file }) => checkFile(path, file)));
  const found = checks.flat();
  if (files.length === 0 || found.some(({ result }) => result === 'differs')) return found;
  const paths = files.map(({ path }) => path);
  return [...found, ...(await checkRowsOf(session, receipt, paths))];
}

/** The rows in the files of a mirror against the days of its manifest, which may have been edited. */
export async function checkMirrorDays(
  { context, output, progress }: Session,
  folder: string,
  manifest: Manifest,
): Promise<Check[]> {
  const pace = trackPace(context.clock, () => undefined);
  const rows = manifest.files.reduce((sum, file) => sum + file.rows, 0);
  progress.start(`reading ${pluralize(rows, 'row')}`);
  pace.begin(rows);
  const onRows = (count: number) => {
    context.signal.throwIfAborted();
    progress.update(...pace.add(count));
  };
  const held = [];
  for (const file of manifest.files)
    held.push(...(await countDays(folder, manifest, file, onRows)));
  progress.stop();
  const unkept = describeUnkept(manifest);
  if (unkept !== undefined) output.note(unkept);
  return checkHeldDays(manifest, held);
}

/** The sums in the receipt of a pack, and in its manifest, which has the hashes that its files have. */
export async function checkPackRows(
  session: Session,
  folder: string,
  manifest: CloseManifest,
  receipt: Receipt,
): Promise<Check[]> {
  const { files } = manifest;
  // Only files of the pack are opened, wherever the receipt says that its file is.
  const own = files.filter(({ sha256 }) => receipt.files.some((one) => one.sha256 === sha256));
  const paths = own.map(({ path }) => join(folder, path));
  const lost = receipt.files.filter((one) => !files.some(({ sha256 }) => sha256 === one.sha256));
  const unknown = lost.map(({ path, sha256 }) => {
    const now = files.find((one) => one.path === path)?.sha256;
    return compare(path, 'sha256', sha256, now ?? null);
  });
  const rows = unknown.length > 0 ? unknown : await checkRowsOf(session, receipt, paths);
  return [
    ...rows,
    ...checkManifest(manifest, receipt, await closedSums(folder, manifest, receipt)),
  ];
}

/** The sums of a receipt, at the rates of its pack if the pack was converted. Its month was over. */
async function closedSums(
  folder: string,
  { convertTo, rateDate, rateMethod = 'daily', to }: CloseManifest,
  receipt: Receipt,
): Promise<readonly Group[]> {
  const groups = sumsOf(receipt).map(
    ({ date, currency, rows, sum }): Group => ({
      ...{ day: date, values: [], currency, rows },
      ...{ total: parseDecimal(sum) ?? zero, faults: 0 },
    }),
  );
  if (convertTo === null) return groups;
  const path = join(folder, ratesName);
  const { find } = await readRates(path, await readTextFile(path));
  const converted = await convertGroups(groups, {
    ...{ target: convertTo, rateDate: rateDate ?? undefined, method: rateMethod },
    ...{ yesterday: to, find, concurrency: 1 },
    ifMissing: `${path} had it when the month was closed: compare the pack with another copy`,
  });
  return converted.groups;
}

/**
 * The rows and sums in a receipt against those of its file: a receipt is not signed, so it may
 * have been edited. Nothing if the file does not have what sums need.
 */
async function checkRowsOf(
  session: Session,
  receipt: Receipt,
  paths: readonly string[],
): Promise<Check[]> {
  const skip = (reason: string): Check[] => {
    session.output.note(`the sums in the receipt were not compared with the rows: ${reason}`);
    return [];
  };
  if (!hasSums(receipt)) return skip('it has none');
  // The cells of these are the service's own.
  if (!['csv', 'ndjson', 'parquet'].includes(receipt.format)) {
    return skip(`${receipt.format} files are not read again, only csv, ndjson and Parquet`);
  }
  // What is quoted is the value of an option.
  if (/ --focus /.test(receipt.command.replaceAll(/'[^']*'/g, '')))
    return skip('the columns are those of FOCUS');
  if (receipt.types?.[receipt.amountColumn ?? ''] === 'double') {
    return skip('the amounts are stored as doubles, which do not have all digits');
  }
  try {
    const groups = await sumFiles(session, receipt, paths);
    if (groups !== undefined) {
      // The file is as it was written: nothing is to be corrected.
      return checkSums(receipt, groups).map(({ correction: _, ...check }) => check);
    }
  } catch (cause) {
    if (!(cause instanceof CostctlError) || cause.code !== 'invalid_data') throw cause;
    // A file without rows may have no header either.
    return receipt.rows === 0 ? [] : skip(cause.message);
  }
  return skip(
    'the file does not have the days, amounts and currencies in columns of these names, or not as plain numbers',
  );
}

/** Undefined if a row has no day or amount, or none has a currency, under the names in the receipt. */
async function sumFiles(
  { context, progress }: Session,
  { dateColumn, amountColumn, currencyColumn, rows: total }: Receipt,
  paths: readonly string[],
): Promise<readonly Group[] | undefined> {
  if (dateColumn === null || amountColumn === null) return undefined;
  const columns = { date: dateColumn, amount: amountColumn, currency: currencyColumn ?? undefined };
  const tally = createTally({ columns, by: [], byDay: true });
  const pace = trackPace(context.clock, () => undefined);
  const options = {
    numbersIn: (column: string) => (column === amountColumn ? ('amounts' as const) : undefined),
    dayOf: () => undefined,
    nullTexts: new Set<string>(),
    constants: new Map<string, string>(),
    onColumns: () => undefined,
  };
  progress.start(`reading ${total} rows`);
  pace.begin(total);
  try {
    for (const path of paths) {
      await readFileRows(path, options, async (page) => {
        context.signal.throwIfAborted();
        tally.add(page);
        progress.update(...pace.add(page.count));
      });
    }
  } finally {
    progress.stop();
  }
  tally.commit();
  const groups = tally.groups();
  // Without a header, the first row is read as names, and may be the only one.
  if (groups.length === 0) return total === 0 ? groups : undefined;
  const isWhole = groups.every(({ faults }) => faults === 0);
  return isWhole && tally.missing().length === 0 ? groups : undefined;
}
