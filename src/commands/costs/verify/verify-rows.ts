import { join } from 'node:path';
import { hasCode } from '../../../errors.ts';
import { type NamedRecord, readCsvText } from '../../../formats/csv-records.ts';
import { guardText } from '../../../json/bulk/cell-text.ts';
import { parseDecimal, zero } from '../../../json/decimal.ts';
import { countDays, describeUnkept } from '../../../mirror/count-days.ts';
import type { Manifest } from '../../../mirror/manifest.ts';
import { convertGroups } from '../../../questions/convert-currency.ts';
import { readRates } from '../../../questions/rates-file.ts';
import { checkFile } from '../../../reports/check-files.ts';
import { checkHeldDays } from '../../../reports/check-held-days.ts';
import { type AddedUp, checkSummary } from '../../../reports/check-summary.ts';
import {
  type Check,
  checkManifest,
  checkRestated,
  checkSums,
  compare,
} from '../../../reports/checks.ts';
import {
  type CloseManifest,
  closeManifestName,
  ratesName,
  receiptName,
  summaryName,
} from '../../../rows/manifest-file.ts';
import { hasSums, type Receipt, type ReceiptFile, sumsOf } from '../../../rows/receipt.ts';
import type { Group } from '../../../rows/tally.ts';
import type { Session } from '../../../session.ts';
import { readTextFile } from '../../../storage/read-input.ts';
import { nameFirst, pluralize } from '../../../text.ts';
import { trackPace } from '../row-progress.ts';
import { sumFiles } from './sum-files.ts';

/** The files of a receipt. If they have its bytes, its sums are compared with their rows. */
export async function checkExported(
  session: Session,
  receipt: Receipt,
  files: readonly { path: string; file: ReceiptFile }[],
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
  try {
    for (const file of manifest.files) {
      held.push(...(await countDays(folder, manifest, file, onRows)));
    }
  } catch (error) {
    // The files are as they were written: it is the manifest that names another column.
    if (!hasCode(error, 'incomplete')) throw error;
    return [compare('dateColumn', 'schema', manifest.query.dateColumn, error.message)];
  } finally {
    progress.stop();
  }
  output.note(describeUnkept(manifest));
  return checkHeldDays(manifest, held);
}

/** The sums in the receipt of a pack, and in its manifest, which has the hashes that its files have. */
export async function checkPackRows(
  session: Session,
  folder: string,
  manifest: CloseManifest,
  receipt: Receipt,
) {
  const { files } = manifest;
  // Only files of the pack are opened, wherever the receipt says that its file is.
  const own = files.filter(({ sha256 }) => receipt.files.some((one) => one.sha256 === sha256));
  const paths = own.map(({ path }) => join(folder, path));
  const lost = receipt.files.filter((one) => !files.some(({ sha256 }) => sha256 === one.sha256));
  const unknown = lost.map(({ path, sha256 }) => {
    return compare(path, 'sha256', sha256, files.find((one) => one.path === path)?.sha256 ?? null);
  });
  const convert = (groups: readonly Group[]) => convertClosed(folder, manifest, groups);
  const said = checkManifest(manifest, receipt, await convert(groupsOf(receipt)));
  if (unknown.length > 0) return { checks: [...unknown, ...said] };
  const lines = await readSummary(session, folder, manifest);
  const columns = new Set(lines.map(({ column = '' }) => column));
  const all = [manifest.by, ...[...columns].map((column) => (column === '' ? [] : [column]))];
  /** What was added up, in words, if the rows could be read. */
  let compared: string | undefined;
  const rows = await checkRowsOf(session, receipt, paths, all, async (added) => {
    compared = describeAdded(manifest, columns, added);
    const checks = [];
    for (const { by, groups } of added) {
      const one = { by, groups: await convert(groups) };
      checks.push(
        ...(by === manifest.by
          ? checkRestated(
              { ...manifest, sums: manifest.sums.map(asInSpreadsheets) },
              one.groups.map(asInSpreadsheets),
            ).checks.map(asWritten)
          : checkSummary(summaryName, lines, one)),
      );
    }
    return checks;
  });
  return { checks: [...rows, ...said], compared };
}

/** The rows of a pack may be written for spreadsheets, and its manifest has the values as they were read. */
function asInSpreadsheets<One extends Pick<Group, 'values'>>(one: One): One {
  const values = one.values.map((value) => (value === null ? null : guardText(value)));
  return { ...one, values };
}

/** A column that no row of the file has cannot be added up. */
function describeAdded(
  { by }: CloseManifest,
  columns: ReadonlySet<string>,
  added: readonly AddedUp[],
): string {
  const isAdded = new Set(added.flatMap((one) => one.by));
  const lacking = [...new Set([...columns, ...by])].filter(
    (column) => column !== '' && !isAdded.has(column),
  );
  const files = columns.size === 0 ? closeManifestName : `${closeManifestName} and ${summaryName}`;
  const but = lacking.length === 0 ? '' : `, except by ${nameFirst(lacking, 10)}`;
  return `the rows add up to the sums in ${receiptName}, ${files}${but}; other files were compared by fingerprint alone`;
}

/** The lines of the summary; none if it was written without a header, or not at all. */
async function readSummary(
  { output }: Session,
  folder: string,
  { files }: CloseManifest,
): Promise<readonly NamedRecord['values'][]> {
  const path = join(folder, summaryName);
  if (!files.some((file) => file.path === summaryName)) return [];
  try {
    return readCsvText(await readTextFile(path)).map(({ values }) => values);
  } catch (error) {
    if (!hasCode(error, 'invalid_data')) throw error;
    output.note(`the sums in ${summaryName} were not compared with the rows: ${error.message}`);
    return [];
  }
}

function groupsOf(receipt: Receipt): Group[] {
  return sumsOf(receipt).map(({ date, currency, rows, sum }) => ({
    ...{ day: date, values: [], currency, rows },
    ...{ total: parseDecimal(sum) ?? zero, faults: 0 },
  }));
}

/** Sums of days at the rates of the pack, if it was converted. Its month was over. */
async function convertClosed(
  folder: string,
  { convertTo, rateDate, rateMethod = 'daily', to }: CloseManifest,
  groups: readonly Group[],
): Promise<readonly Group[]> {
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
 * have been edited. Nothing, and a note that says why, if they cannot be compared.
 */
async function checkRowsOf(
  session: Session,
  receipt: Receipt,
  paths: readonly string[],
  by: readonly (readonly string[])[] = [],
  check: (added: readonly AddedUp[]) => Promise<Check[]> = async () => [],
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
    const sums = await sumFiles(session, receipt, paths, by);
    if (sums !== undefined) {
      const checks = checkSums(receipt, sums.groups).map(asWritten);
      return checks.every(({ result }) => result === 'same')
        ? [...checks, ...(await check(sums.added))]
        : checks;
    }
  } catch (cause) {
    if (!hasCode(cause, 'invalid_data')) throw cause;
    // A file without rows may have no header either.
    return receipt.rows === 0 ? [] : skip(cause.message);
  }
  return skip(
    'the file does not have the days, amounts and currencies in columns of these names, or not as plain numbers',
  );
}

/** The file is as it was written: nothing is to be corrected. */
function asWritten({ correction: _, ...check }: Check): Check {
  return check;
}
