import { access } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join } from 'node:path';
import { operations } from '../../../api/operations.ts';
import { command } from '../../../command.ts';
import { inputFile } from '../../../declaration/kind.ts';
import { argument, flag, optionalArgument } from '../../../declaration/option.ts';
import { CostctlError, usageError } from '../../../errors.ts';
import { describeUncompared } from '../../../mirror/changes.ts';
import { repairHint } from '../../../mirror/lost-files.ts';
import { manifestName, requireManifest } from '../../../mirror/manifest.ts';
import { checkCloseFiles, checkMirrorFiles, checkPastFiles } from '../../../reports/check-files.ts';
import { type Check, checkChanges, checkGrown } from '../../../reports/checks.ts';
import { comparableDays } from '../../../rows/day-fingerprints.ts';
import { closeManifestName, readCloseManifest, receiptName } from '../../../rows/manifest-file.ts';
import { readReceipt } from '../../../rows/read-receipt.ts';
import { contentOf, hasSums, type Receipt } from '../../../rows/receipt.ts';
import type { Session } from '../../../session.ts';
import { statIfThere } from '../../../storage/file-system.ts';
import { needsNoLock } from '../../../storage/lock.ts';
import { nameFirst, pluralize, quote } from '../../../text.ts';
import { runMirror } from '../mirror/mirror-run.ts';
import { isForPeople } from '../result-format.ts';
import { requireSameAddress } from '../write-receipt.ts';
import { readRestated } from './close-live.ts';
import { restatedError } from './restated-error.ts';
import { checkLive } from './verify-live.ts';
import { checkExported, checkMirrorDays, checkPackRows } from './verify-rows.ts';
import { figures, isFolder, report, showChecks, type Verified } from './verify-view.ts';

export const verify = command({
  words: 'costs verify',
  purpose: 'Check that an export, close pack or mirror is unaltered',
  operation: operations.getCosts,
  check: true,
  arguments: {
    receipt: argument(
      inputFile,
      'a receipt that --receipt wrote, or the folder of a close pack or mirror',
    ),
    file: optionalArgument(
      inputFile,
      'the exported file (default: the one that the receipt names)',
    ),
  },
  options: { live: flag('read the days again, and list what has changed since') },
  rows: { ...figures, 'currency?': 'text or null' },
  examples: [
    'costctl costs verify costs.receipt.json',
    'costctl costs verify costs.receipt.json --live -o csv',
    'costctl costs verify close-2026-10 --live',
  ],
  run: async (session, input) => {
    if (basename(input.receipt) === manifestName) return verifyMirror(session, input);
    if (await isFolder(input.receipt)) return verifyFolder(session, input);
    const receipt = await readReceipt(input.receipt);
    if (!receipt.complete) {
      const cut = nameDays(receipt.truncated);
      warnOfIncomplete(session, 'receipt', cut && `: only the first rows of ${cut} were read`);
    }
    // Without a file, --live asks the service alone.
    const files =
      input.live && input.file === undefined ? [] : await filesOf(session, input, receipt);
    const checks = [
      ...(await checkExported(session, receipt, files)),
      ...(input.live ? await checkLive(session, receipt) : []),
    ];
    await report(session, input, checks, {
      compared: input.live === true ? describeLive(receipt) : undefined,
    });
  },
});

/** What is the same if nothing differs from the service; undefined if that is everything. */
function describeLive(receipt: Receipt): string | undefined {
  if (!hasSums(receipt)) {
    const { sumsLeftOut: why } = receipt;
    return `the number of rows matches the receipt; sums and content were not compared, since it has none${why === undefined ? '' : ` (${why})`}`;
  }
  if (contentOf(receipt) !== undefined) return undefined;
  return `the rows and sums in the receipt match; ${notCompared}`;
}

const notCompared =
  'content was not compared, since no fingerprints of this version were stored: other columns may have changed';

function isSame({ result }: Check): boolean {
  return result === 'same';
}

/** Files that are still as they were written may lack data all the same. */
function warnOfIncomplete({ output }: Session, name: string, why: string): void {
  output.warn(`the ${name} is of incomplete data${why}`);
}

function nameDays(days: readonly { readonly date: string }[]): string {
  return nameFirst(
    days.map(({ date }) => date),
    10,
  );
}

/** A folder is a close pack or a mirror: its manifest says which. */
async function verifyFolder(session: Session, input: Verified): Promise<void> {
  const { receipt: folder, file, live } = input;
  const manifest = await readCloseManifest(folder);
  if (manifest === undefined) {
    const path = join(folder, manifestName);
    if ((await statIfThere(path)) !== undefined) {
      return verifyMirror(session, { ...input, receipt: path });
    }
    throw new CostctlError(
      'file',
      `${folder} has no ${closeManifestName} of a close pack and no ${manifestName} of a mirror`,
      { hint: 'costctl costs close and costctl costs mirror make such folders' },
    );
  }
  await refuseFile(session, file);
  const { allowed = [], data } = manifest;
  const why = data?.replace(/^incomplete: /, '') ?? '';
  if (allowed.length > 0) warnOfIncomplete(session, 'pack', why && `: ${why}`);
  const files = await checkCloseFiles(folder, manifest);
  // If files have changed, the amounts prove nothing.
  if (!files.every(isSame)) return report(session, input, files);
  const receipt = await readReceipt(join(folder, receiptName));
  const rows = await checkPackRows(session, folder, manifest, receipt);
  const checks = [...files, ...rows.checks];
  if (!live || !checks.every(isSame)) {
    const compared = rows.compared && `every file matches the manifest, and ${rows.compared}`;
    return report(session, input, checks, { compared, matched: 'rows of the pack' });
  }
  const restated = await readRestated(session, folder, manifest, receipt);
  const month = manifest.from.slice(0, 7);
  const unchanged =
    comparableDays(manifest.days) === undefined
      ? `its amounts by ${manifest.by.join(' and ') || 'currency'} are unchanged; ${notCompared}`
      : `${month} was not restated`;
  const empty = `${folder}: every file matches the manifest, and ${unchanged}`;
  await showChecks(session, restated.checks, empty);
  if (restated.checks.length === 0) {
    if (!isForPeople(session)) session.output.note(empty);
    return;
  }
  throw restatedError(session, manifest, restated);
}

/** The line that checks another file, as this one is checked. */
function lineFor(session: Session, path: string, more = ''): string {
  const words = `${verify.words} ${quote(path)}${more}`;
  return session.lineToType({}, { words, options: verify.options });
}

/** A shell may have made two folders of one pattern. */
async function refuseFile(session: Session, file: string | undefined): Promise<void> {
  if (file === undefined) return;
  throw (await isFolder(file))
    ? usageError('one folder is checked at a time', `${lineFor(session, file)} checks the other`)
    : usageError('a manifest names its files: leave out FILE', 'costctl costs verify --help');
}

/** The files of a mirror against its manifest, and with --live every day against the service. */
async function verifyMirror(session: Session, input: Verified): Promise<void> {
  await refuseFile(session, input.file);
  const folder = dirname(input.receipt);
  const state = await requireManifest(folder);
  const cut = nameDays(state.truncated);
  if (cut !== '') warnOfIncomplete(session, 'mirror', `: it does not contain ${cut}`);
  const { length } = state.past;
  if (length > 0) {
    const states = pluralize(length, 'past state');
    session.output.note(`of ${states} for --as-of only the files are checked, and no sums of days`);
  }
  const own = await checkMirrorFiles(folder, state);
  const past = await checkPastFiles(folder, state);
  const files = [...own, ...past];
  if (!files.every(isSame)) {
    const lost = 'no run reads past states again: restore their files from a copy of the folder';
    return report(session, input, files, { hint: own.every(isSame) ? lost : repairHint(folder) });
  }
  const days = await checkMirrorDays(session, folder, state);
  const hint = `costctl costs mirror ${quote(folder)} --deep reads every day again`;
  if (!input.live || !days.every(isSame)) {
    return report(session, input, [...files, ...days], { hint });
  }
  requireSameAddress(session, state.query, 'mirror', folder);
  const { changes, manifest } = await runMirror(session, {
    folder,
    manifest: state,
    given: {},
    deep: true,
    check: true,
    requireLock: needsNoLock,
  });
  const uncompared = describeUncompared(state);
  const compared =
    uncompared === undefined
      ? 'every file matches the manifest, and the service still has these rows (rows, sum, content)'
      : `the rows and sums of the mirror match; ${uncompared}`;
  const matched = 'rows that the service has now';
  const checks = [...checkChanges(changes), ...checkGrown(state, manifest.truncated)];
  await report(session, input, checks, { compared, matched, hint });
}

async function filesOf(session: Session, { receipt: path, file }: Verified, receipt: Receipt) {
  const [first, ...others] = receipt.files.filter((one) => one.path !== '-' || file !== undefined);
  if (first === undefined) {
    throw file === undefined
      ? usageError(
          `${path} names no file: the rows went to stdout, a pipe or a device, or were added up`,
          'name the file they were written to, or give --live',
        )
      : usageError(
          `${path} has no hash to compare ${file} with: the rows were listed or added up`,
          `${lineFor(session, path, ' --live')} compares the rows with the service`,
        );
  }
  if (file === undefined) {
    return Promise.all(
      [first, ...others].map(async (one) => {
        const place = await locate(one.path, path);
        await requireReadable(place, path);
        return { path: place, file: one };
      }),
    );
  }
  if (others.length === 0) return [{ path: file, file: first }];
  throw usageError(`${path} names several files: leave out FILE to check them all`);
}

/** A pipe may never end, and a device has nothing of what was written to it. */
async function requireReadable(file: string, receipt: string): Promise<void> {
  const found = await statIfThere(file).catch(() => undefined);
  if (found === undefined || found.isFile() || found.isDirectory()) return;
  throw usageError(
    `${receipt} names a pipe or a device: ${file}`,
    'name the file that the rows were written to, or give --live',
  );
}

/** Finds a file where the receipt says, or next to the receipt: both may have been moved together. */
async function locate(file: string, receipt: string): Promise<string> {
  const isThere = await access(file).then(
    () => true,
    () => false,
  );
  return isThere || isAbsolute(file) ? file : join(dirname(receipt), file);
}
