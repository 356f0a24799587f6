import { existsSync } from 'node:fs';
import { rmdir } from 'node:fs/promises';
import { operations } from '../../../api/operations.ts';
import { command } from '../../../command.ts';
import type { Context } from '../../../context.ts';
import { oneOf, outputFolder, text } from '../../../declaration/kind.ts';
import {
  argument,
  flag,
  type Input,
  optional,
  repeated,
  withoutSettings,
} from '../../../declaration/option.ts';
import { CostctlError, usageError } from '../../../errors.ts';
import { describeUncompared } from '../../../mirror/changes.ts';
import { recordPath } from '../../../mirror/find-files.ts';
import { findLost, markLost } from '../../../mirror/lost-files.ts';
import { manifestPath, partitionUnits, requireManifest } from '../../../mirror/manifest.ts';
import { openState } from '../../../mirror/open-mirror.ts';
import {
  defaultLocation,
  describeTable,
  type Engine,
  engines,
  needsUpload,
} from '../../../mirror/sql.ts';
import { truncationOf } from '../../../mirror/update-mirror.ts';
import { wrapFor } from '../../../output/progress.ts';
import { contentChanged } from '../../../rows/day-fingerprints.ts';
import type { Session } from '../../../session.ts';
import { makeNamedFolder } from '../../../storage/file-system.ts';
import { needsNoLock, type RequireLock, withLock } from '../../../storage/lock.ts';
import { resolvePath } from '../../../storage/path.ts';
import { nameFirst, pluralize, quote } from '../../../text.ts';
import { dateFormat } from '../../date-format.ts';
import { chooseColumns, columnsGiven, rowOptions } from '../options.ts';
import { isForPeople } from '../result-format.ts';
import { addressOf } from '../write-receipt.ts';
import { runFileMirror, runMirror } from './mirror-run.ts';
import {
  changed,
  daysOf,
  describeChange,
  describeColumns,
  describeLost,
  describeNew,
  describeNothing,
  describeUnread,
  fields,
  hasMoved,
  lostFiles,
  nameLost,
  view,
} from './mirror-view.ts';

const { where, param, dateColumn, amountColumn, currencyColumn } = withoutSettings(rowOptions);

const runOptions = {
  from: optional(text('date', { example: '2026-01-01' }), 'first day of a new mirror'),
  files: repeated(
    text('pattern', { example: 'focus/*.parquet', file: 'read' }),
    'make a mirror of files: csv, ndjson, Parquet, also .gz; * ? and ** (repeatable)',
    { excludes: ['from', 'param', 'restate'] },
  ),
  allowDuplicates: flag('count both if two files have the same rows for a day'),
  where,
  param,
  types: optional(text('column=type,…'), 'types of columns, such as cost=decimal(38,12)'),
  partitionBy: optional(oneOf(partitionUnits, 'unit'), 'a folder per month or day', {
    usual: 'month',
  }),
  dateColumn,
  amountColumn,
  currencyColumn,
  dateFormat: optional(dateFormat, 'how csv files write the days of --date-column: MM/DD/YYYY'),
  nullText: repeated(
    text('text', { example: 'NULL' }),
    'a text in csv files that means "no value" (repeatable)',
  ),
  restate: optional(text('days', { example: '35d' }), 'how many days to read again', {
    usual: '35d',
  }),
  keep: optional(
    text('time', { example: '1h' }),
    'keep replaced files this long, for readers that still use them',
    { usual: '1h' },
  ),
  history: optional(
    text('time', { example: '13m' }),
    'keep past states this long, such as 13m (months), for --as-of',
    { usual: 'none' },
  ),
  deep: flag('read every day again'),
  check: flag('change nothing, and exit 11 if anything has changed'),
};

const options = {
  ...runOptions,
  sql: optional(
    oneOf(engines, 'engine'),
    `print the SQL statement that adds the table to an engine: ${engines.join(', ')}`,
    {
      excludes: Object.keys(runOptions),
      whyAlone: 'it reads nothing, and only prints a statement',
    },
  ),
  location: optional(text('uri'), 'where the engine finds the files, for --sql'),
};

export const mirror = command({
  words: 'costs mirror',
  purpose: 'Keep a local table of cost rows up to date, as Parquet files',
  operation: operations.getCosts,
  check: true,
  arguments: { dir: argument(outputFolder, 'the folder of the mirror') },
  options,
  rows: fields,
  view,
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
    if (input.check) return update(session, input, needsNoLock);
    const isNew = !existsSync(input.dir);
    const { clock, processId, signal } = context;
    const makeFolder = () => makeNamedFolder(input.dir);
    const lock = { clock, processId, signal, patience: lockPatience, makeFolder };
    try {
      const work = (requireLock: RequireLock) => update(session, input, requireLock);
      await withLock(manifestPath(input.dir), work, lock);
    } catch (error) {
      // What was refused leaves nothing behind; a folder with anything in it stays.
      if (isNew) await rmdir(input.dir).catch(() => undefined);
      throw error;
    }
  },
});

/** A run takes minutes at most, so another one soon reports that it is waiting. */
const lockPatience = 2000;

type MirrorInput = Input<typeof options> & { readonly dir: string };

async function update(session: Session, input: MirrorInput, requireLock: RequireLock) {
  const { output, context } = session;
  const { dir, param, check = false, deep = false } = input;
  const { state, gains } = await openState(dir, {
    ...input,
    files: input.files?.map((pattern) => recordPattern(context, dir, pattern)),
    address: () => addressOf(session),
    parameters: param,
    dateFormat: input.dateFormat?.name,
  });
  if (check && state.written === '') {
    throw new CostctlError('file', `${dir} is not a mirror yet`, {
      hint: `costctl costs mirror ${quote(dir)} --from DAY makes one, or --files PATTERN`,
    });
  }
  const isOfFiles = state.query.files !== undefined;
  if (!isOfFiles && input.allowDuplicates === true) {
    throw usageError('--allow-duplicates is for a mirror of files', 'leave it out');
  }
  const lost = await findLost(dir, state, deep);
  if (!check && lost.length > 0) output.note(`${nameLost(lost)}: their days are read again`);
  const run = {
    folder: dir,
    manifest: markLost(state, gains ? state.files : lost),
    deep,
    check,
    requireLock,
  };
  const { manifest, done, ...found } = isOfFiles
    ? await runFileMirror(session, {
        ...run,
        given: columnsGiven(input),
        isGiven: input.files !== undefined,
        allowDuplicates: input.allowDuplicates ?? false,
      })
    : await runMirror(session, { ...run, given: chooseColumns(session, input) });
  // Rows without an amount have no sum, which is not zero.
  const hasSums = manifest.query.amountColumn !== null;
  const changes = hasSums
    ? found.changes
    : found.changes.map((one) => ({ ...one, sumBefore: null, sumAfter: null }));
  if (check) {
    const uncompared = describeUncompared(state);
    if (uncompared !== undefined) output.note(uncompared);
  }
  const isNew = state.written === '' && session.outputFlags.columns === undefined;
  const empty = describeNothing(found.counted ?? 0, check && lost.length > 0);
  if (check) {
    const unread = [...manifest.truncated.map(describeUnread), ...lost.map(describeLost)];
    await output.check(changes, describeChange, { ...view, empty }, unread);
  } else if (isNew && isForPeople(session)) {
    // In a new mirror everything is a change: one line says what there is.
    await output.text(`${wrapFor(session.context.stdout, describeNew(changes, hasSums))}\n`);
  } else await output.list(changes, { ...view, empty });
  output.note(
    `${done}; ${pluralize(daysOf(changes).length, 'day')} changed; the mirror has ` +
      `${pluralize(manifest.days.length, 'day')} in ${pluralize(manifest.files.length, 'Parquet file')}`,
  );
  const about = { check, isChanged: changes.length > 0 };
  for (const note of describeColumns(state, manifest, about)) output.note(note);
  const unmoved = daysOf(changes).filter((day) =>
    changes.every((one) => one.day !== day || !hasMoved(one)),
  );
  if (unmoved.length > 0) output.note(`${contentChanged}: ${nameFirst(unmoved, 10)}`);
  const truncation = truncationOf(manifest);
  if (truncation !== undefined) throw truncation;
  if (check && lost.length > 0) throw lostFiles(dir, lost);
  if (check && changes.length > 0) throw changed(dir, changes);
}

/** Relative to the mirror. A `*` in the name of the working folder would match other folders too. */
function recordPattern(context: Context, dir: string, pattern: string): string {
  const recorded = recordPath(dir, resolvePath(context, pattern));
  const count = (text: string) => text.split(/[*?]/).length;
  if (count(recorded) <= count(pattern)) return recorded;
  throw usageError(
    `--files: ${context.workingFolder()} has a * or ? in its name`,
    'keep the mirror in that folder, or rename the folder',
  );
}

async function printStatement({ output }: Session, { dir, location }: MirrorInput, engine: Engine) {
  const manifest = await requireManifest(dir);
  if (location === undefined && needsUpload(engine)) {
    output.note(
      `${engine} reads from a store: upload the files, and name the place with --location`,
    );
  }
  const place = location ?? defaultLocation(engine, dir);
  await output.text(describeTable(engine, manifest, place));
}
