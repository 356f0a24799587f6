import { version } from '../../../package.json';
import { getCostPage } from '../../api/costs.ts';
import { operations } from '../../api/operations.ts';
import { describeRange } from '../../costs/days.ts';
import type { Change } from '../../costs/mirror/changes.ts';
import { manifestPath, partitionUnits } from '../../costs/mirror/manifest.ts';
import { openState } from '../../costs/mirror/open.ts';
import { truncationOf, updateMirror } from '../../costs/mirror/update.ts';
import { createPageOpener } from '../../costs/page.ts';
import { command, type Input } from '../../declaration/command.ts';
import { oneOf, text } from '../../declaration/kind.ts';
import { argument, flag, optional } from '../../declaration/option.ts';
import { CostctlError } from '../../errors.ts';
import type { View } from '../../output/view.ts';
import { pluralize } from '../../pluralize.ts';
import type { Session } from '../../session.ts';
import { makeFolder } from '../../storage/folder.ts';
import { withLock } from '../../storage/lock.ts';
import { isSilent } from '../silent-check.ts';
import { openSource, rowOptions } from './options.ts';
import { addressOf } from './receipt.ts';
import { createRowProgress } from './row-progress.ts';

const view: View<Change> = {
  columns: [
    { path: 'day', importance: 'answer' },
    { path: 'currency', importance: 'answer' },
    { path: 'rowsBefore', header: 'rows before', kind: 'number' },
    { path: 'rowsAfter', header: 'rows after', kind: 'number' },
    { path: 'sumBefore', header: 'sum before', kind: 'money', currency: 'currency' },
    {
      path: 'sumAfter',
      header: 'sum after',
      kind: 'money',
      currency: 'currency',
      importance: 'answer',
    },
  ],
  fields: ['day', 'currency', 'rowsBefore', 'rowsAfter', 'sumBefore', 'sumAfter'],
};

const { where, param, dateColumn, amountColumn, currencyColumn } = rowOptions;

const options = {
  from: optional(text('date', { example: '2026-01-01' }), 'first day of a new mirror'),
  where,
  param,
  types: optional(text('column=type,…'), 'types of columns, such as cost=decimal(38,12)'),
  partitionBy: optional(oneOf(partitionUnits, 'unit'), 'a folder per month (default) or day'),
  dateColumn,
  amountColumn,
  currencyColumn,
  restate: optional(text('days', { example: '35d' }), 'read so many days again (default 35d)'),
  keep: optional(
    text('time', { example: '1h' }),
    'keep replaced files so long, for those who still read them (default 1h)',
  ),
  history: optional(
    text('time', { example: '13m' }),
    'keep past states so long, for --as-of (default none)',
  ),
  deep: flag('read every day again'),
  check: flag('change nothing, and exit 11 if anything has changed'),
};

export const mirror = command({
  words: 'costs mirror',
  purpose: 'Keep a local table of cost rows up to date, as Parquet files',
  operation: operations.getCosts,
  check: true,
  arguments: { dir: argument(text('dir'), 'the folder of the mirror') },
  options,
  view,
  details: `The first run takes --from and what narrows the rows; later runs take only DIR. Each run reads what is
missing up to yesterday, reads the last days again (--restate), and counts the rows of each older
partition. The result is what has changed since the last run.

Files are never changed: a changed partition gets a new file, and _manifest.json, which is written
last, names the files that count. costctl costs query and --mirror DIR on other actions read through it.`,
  examples: [
    'costctl costs mirror costs-2026 --from 2026-10-01',
    "costctl costs mirror costs-aws --from 2026-10-01 --where provider=aws --types 'cost=decimal(38,25)'",
  ],
  run: async (session, input) => {
    const { context } = session;
    if (input.check) return runMirror(session, input);
    await makeFolder(input.dir);
    await withLock(manifestPath(input.dir), () => runMirror(session, input), {
      ...context,
      patience: lockPatience,
    });
  },
});

/** A run takes minutes at most: another one is told of it soon. */
const lockPatience = 2000;

type MirrorInput = Input<typeof options> & { readonly dir: string };

async function runMirror(session: Session, input: MirrorInput): Promise<void> {
  const { context, output, http, progress } = session;
  const { dir, param, check = false, deep = false } = input;
  const state = await openState(dir, { ...input, address: addressOf(session), parameters: param });
  const isNew = state.written === '';
  if (check && isNew) {
    throw new CostctlError('file', `${dir} is not a mirror yet`, {
      hint: `costctl costs mirror ${dir} --from DAY makes one`,
    });
  }
  const rows = createRowProgress(session);
  const openPage = createPageOpener();
  const source = openSource(session, state.query.parameters);
  let counts = 0;
  const { manifest, changes, counted } = await updateMirror({
    folder: dir,
    manifest: state,
    source,
    count: async ({ from, to }) => {
      const { parameters } = state.query;
      const { body, attempts } = await getCostPage(http, {
        from,
        to,
        page: 1,
        limit: 1,
        parameters,
      });
      counts += attempts;
      return openPage(body).total;
    },
    given: {
      date: input.dateColumn ?? session.settings.dateColumn,
      amount: input.amountColumn ?? session.settings.amountColumn,
      currency: input.currencyColumn ?? session.settings.currencyColumn,
    },
    now: context.clock.now,
    processId: context.processId,
    signal: context.signal,
    createdBy: `costctl version ${version}`,
    deep,
    check,
    progress: {
      counted: (done, all) => progress.start(`counting the rows of ${done} of ${all} partitions`),
      reading: (range, total) => {
        progress.start(`reading ${describeRange(range)}`);
        rows.begin(total);
      },
      rows: rows.add,
      writing: (days) =>
        progress.start(`writing the partitions of ${pluralize(days, 'changed day')}`),
    },
  });
  progress.stop();
  if (!isSilent(session, check && changes.length === 0)) await output.list(changes, view);
  output.note(
    `${pluralize(manifest.days.length, 'day')} in ${pluralize(manifest.files.length, 'file')}, ` +
      `${pluralize(source.requests() + counts, 'request')}, ${pluralize(rows.rows(), 'row')} read, ` +
      `${pluralize(counted, 'older partition')} counted, ` +
      `${pluralize(new Set(changes.map(({ day }) => day)).size, 'day')} changed`,
  );
  const truncation = truncationOf(manifest);
  if (truncation !== undefined) throw truncation;
  if (check && changes.length > 0) throw changed(dir, changes);
}

function changed(dir: string, changes: readonly Change[]): CostctlError {
  const days = [...new Set(changes.map(({ day }) => day))];
  const more = days.length > 10 ? ', …' : '';
  return new CostctlError(
    'check_failed',
    `${pluralize(days.length, 'day')} changed since the last run: ${days.slice(0, 10).join(', ')}${more}`,
    { hint: `costctl costs mirror ${dir} takes the changes over` },
  );
}
