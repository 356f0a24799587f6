import { existsSync } from 'node:fs';
import { rmdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { operations } from '../../../api/operations.ts';
import { command } from '../../../command.ts';
import { outputFolder } from '../../../declaration/kind.ts';
import { argument } from '../../../declaration/option.ts';
import { usageError } from '../../../errors.ts';
import { defaultLocation, type Engine, needsUpload } from '../../../mirror/engines.ts';
import { manifestPath, requireManifest } from '../../../mirror/manifest.ts';
import { describeTable } from '../../../mirror/sql.ts';
import { formatOfPath } from '../../../output/formats.ts';
import { isFile } from '../../../output/sink.ts';
import type { Session } from '../../../session.ts';
import { makeNamedFolder } from '../../../storage/file-system.ts';
import { needsNoLock, type RequireLock, withLock } from '../../../storage/lock.ts';
import { resolvePath } from '../../../storage/path.ts';
import { requireText } from '../written-text.ts';
import { type MirrorInput, options } from './mirror-options.ts';
import { fields, view } from './mirror-view.ts';
import { updateFolder } from './update-folder.ts';

export const mirror = command({
  words: 'costs mirror',
  purpose: 'Keep a local table of cost rows up to date, as Parquet files',
  operation: operations.getCosts,
  check: true,
  arguments: { dir: argument(outputFolder, 'the folder of the mirror') },
  options,
  rows: fields,
  view,
  extensions: ['sql'],
  details: `The first run takes --from and the conditions (--where, --param); later runs take only DIR. Each run
reads what is missing up to yesterday, reads the last days again (--restate), and compares the number of rows of each
older month with that of the service. The result is what has changed since the last run.

Files are never changed: a changed partition gets a new file, and _manifest.json, which is written
last, names the files that count.

With --files the rows come from files, with no service, profile or token: FOCUS data, or any table
with a day, an amount and a currency. A folder named like day=2026-10-01 counts as a column. A later
run reads only files whose bytes have changed. The last day of such a mirror counts as yesterday, and its last month
is the period if none is given. costctl costs query, and other actions with --mirror DIR, read it.`,
  examples: [
    'costctl costs mirror costs-2026 --from 2026-10-01',
    "costctl costs mirror costs-focus --files 'focus/**/*.parquet'",
    "costctl costs mirror costs-aws --from 2026-10-01 --where provider=aws --types 'cost=decimal(38,25)'",
  ],
  run: async (session, given) => {
    const { context } = session;
    const input = { ...given, dir: resolvePath(context, given.dir) };
    if (input.sql !== undefined) return printStatement(session, input, input.sql);
    if (input.location !== undefined)
      throw usageError('--location is for --sql', 'give --sql ENGINE');
    requireStatement(session);
    if (input.check) return updateFolder(session, input, needsNoLock);
    const made = findMissing(input.dir);
    const { clock, processId, signal } = context;
    const makeFolder = () => makeNamedFolder(input.dir);
    const lock = { clock, processId, signal, patience: lockPatience, makeFolder };
    try {
      const work = (requireLock: RequireLock) => updateFolder(session, input, requireLock);
      await withLock(manifestPath(input.dir), work, lock);
    } catch (error) {
      // What was refused leaves nothing behind; a folder with anything in it stays.
      for (const folder of made) await rmdir(folder).catch(() => undefined);
      throw error;
    }
  },
});

/** The folder and those around it that do not exist yet, the innermost first. */
function findMissing(folder: string): string[] {
  const parent = dirname(folder);
  return parent === folder || existsSync(folder) ? [] : [folder, ...findMissing(parent)];
}

/** A run takes minutes at most, so another one soon reports that it is waiting. */
const lockPatience = 2000;

/** A file of SQL is for a statement; `--output` may put a list into any file. */
function requireStatement({ settings, outputFlags: { outFile } }: Session): void {
  if (settings.output.source === 'flag' || !isFile(outFile)) return;
  if (formatOfPath(outFile).extension === 'sql')
    throw usageError(`--out-file ${outFile}: .sql is for --sql`, 'give --sql ENGINE');
}

async function printStatement(session: Session, { dir, location }: MirrorInput, engine: Engine) {
  const { output } = session;
  requireText(session, '--sql', 'sql');
  const manifest = await requireManifest(dir);
  if (location === undefined && needsUpload(engine)) {
    output.note(
      `${engine} reads from a store: upload the files, and name the place with --location`,
    );
  }
  const place = location ?? defaultLocation(engine, dir);
  await output.text(describeTable(engine, manifest, place));
}
