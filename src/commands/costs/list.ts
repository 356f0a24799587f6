import { operations } from '../../api/operations.ts';
import { command } from '../../command.ts';
import { wholeNumber } from '../../declaration/kind.ts';
import { type Input, optional } from '../../declaration/option.ts';
import { usageError } from '../../errors.ts';
import { isLineFormat } from '../../formats/registry.ts';
import { RowScanner } from '../../json/bulk/rows.ts';
import type { JsonObject } from '../../json/number.ts';
import { cellText, findUnmet, keepColumns, readPath } from '../../output/property-path.ts';
import { isFile } from '../../output/sink.ts';
import type { Described } from '../../output/view.ts';
import { createColumnWatch } from '../../rows/column-watch.ts';
import { createEncoder } from '../../rows/create-encoder.ts';
import type { ListFormat } from '../../rows/encoder.ts';
import { type ExportTask, exportFewRows, exportWindows } from '../../rows/export.ts';
import { refuseUnseen } from '../../rows/missing-columns.ts';
import { planRows } from '../../rows/read.ts';
import { describeFile } from '../../rows/receipt.ts';
import { readNames } from '../../rows/row-source.ts';
import type { WindowRecord } from '../../rows/scan-costs.ts';
import { createFilter, requireColumnsMet } from '../../rows/where.ts';
import { refuseOverFull, windowLimit } from '../../rows/windows.ts';
import type { Session } from '../../session.ts';
import { isReplacedAtOnce } from '../../storage/atomic.ts';
import { pluralize } from '../../text.ts';
import { aboutRows, describeAmounts, hasPlace } from './analysis-about.ts';
import { answerOptions } from './analysis-input.ts';
import { type KeptRows, keepRows, openRowTarget, pullRows } from './export/row-target.ts';
import { type CostChoice, type CostInput, chooseCosts, costOptions, openRows } from './options.ts';
import { tableFormOf } from './result-format.ts';
import { createRowProgress, describeEmpty } from './row-progress.ts';
import { costRowView } from './row-view.ts';
import { writeReceipt } from './write-receipt.ts';

const options = {
  ...costOptions,
  max: optional(wholeNumber(1), 'stop after n rows'),
  page: optional(wholeNumber(1), 'read only this page'),
  limit: optional(wholeNumber(1, 5000), 'rows per page'),
  envelope: answerOptions.envelope,
};

export const list = command({
  words: 'costs list',
  purpose: 'List cost rows',
  operation: operations.getCosts,
  options,
  details: 'costctl help conditions explains --where.',
  examples: [
    'costctl costs list --last 1d --max 20',
    'costctl costs list --last 7d --where currency=EUR -o json',
  ],
  run: async (session, input) => {
    const choice = await chooseCosts(session, input);
    if (input.receipt !== undefined && (input.max !== undefined || input.page !== undefined)) {
      throw usageError('--receipt needs every row', 'leave out --max and --page');
    }
    const format = input.envelope === true ? undefined : formatOf(session);
    const run = await openRun(session, input, choice, format);
    if (format !== undefined) await writeRows(session, run, format);
    else await listObjects(session, run, input, choice);
    if (input.receipt === undefined) return;
    const { outFile } = session.outputFlags;
    // A pipe or a device does not give back what was written to it.
    const isKept = isFile(outFile) && (await isReplacedAtOnce(outFile));
    await writeReceipt(session, input, choice, {
      start: run.start,
      done: run.done,
      requests: run.task.source.requests(),
      given: { files: isKept ? [await describeFile(outFile)] : [] },
    });
  },
});

export function listRows(
  session: Session,
  { where = [] }: Pick<CostInput, 'where'>,
  conditions: readonly string[],
): string {
  // The conditions of the profile, if the run takes them, are among its own.
  const applied = session.settings.where.value.length > 0 ? { noWhere: true } : {};
  return session.lineToType({ ...applied, where: [...where, ...conditions] }, list);
}

/** The format that export can write byte by byte; undefined if the rows must become objects. */
function formatOf({ format, outputFlags, context }: Session): ListFormat | undefined {
  const { query, raw, outFile, columns } = outputFlags;
  if (query !== undefined || raw === true) return undefined;
  if (isLineFormat(format)) return format;
  if (format === 'yaml' && columns === undefined) return format;
  // On a terminal json is indented.
  const isIndented = !isFile(outFile) && context.stdout.isTTY === true;
  return format === 'json' && !isIndented ? 'json' : undefined;
}

function columnsIn({ outputFlags }: Session): string[] | undefined {
  return outputFlags.columns?.split(',').map((one) => one.trim());
}

type ListRun = Awaited<ReturnType<typeof openRun>>;

async function openRun(
  session: Session,
  input: Input<typeof options>,
  choice: CostChoice,
  format: ListFormat | undefined,
) {
  const { context, outputFlags } = session;
  const { period, conditions } = choice;
  const { max, page } = input;
  const progress = createRowProgress(session);
  const source = await openRows(session, choice, input.limit);
  const task = {
    range: period,
    source,
    filter: createFilter(conditions),
    encoder: createEncoder({
      format: format ?? 'ndjson',
      columns: format === undefined ? undefined : columnsIn(session),
      knownColumns: await source.columns?.(),
      ...tableFormOf(outputFlags),
      lateColumns: isFile(outputFlags.outFile) ? ('add' as const) : ('fail' as const),
      pick: keepColumns,
    }),
    sums: input.receipt === undefined ? undefined : choice.columns,
    truncate: false,
    max,
    onFound: progress.onFound,
    onRows: progress.add,
  };
  const done: WindowRecord[] = [];

  async function runWhole(sink: ExportTask['sink']): Promise<void> {
    progress.count(period);
    const plan = await planRows(task.source, period);
    refuseOverFull(plan);
    progress.begin(plan.total);
    await exportWindows(plan.windows, [], {
      ...task,
      sink,
      onWindow: async (record) => {
        done.push(record);
      },
    });
    progress.stop();
    const read = done.map(({ window }) => window);
    if (!isPart(task.encoder.state().rows)) {
      await task.source.confirm(plan, read);
      if (read.some((window) => window.read > 0)) {
        await requireColumnsMet(task.filter, () => readNames(task.source, period));
      }
    }
  }

  const isPart = (rows: number) => page !== undefined || (max !== undefined && rows >= max);

  /** Refuses a name in --columns that no row has, whether it was read or left out. */
  async function requireColumns(unseen: readonly string[], rows: number): Promise<void> {
    if (rows === 0) return;
    const isWhole = !isPart(rows);
    const names = (wanted: readonly string[] = []) =>
      readNames(task.source, period, isWhole && conditions.length > 0 ? wanted : []);
    await refuseUnseen(unseen, names, isWhole ? undefined : 'none of the rows that were read');
  }

  return {
    start: new Date(context.clock.now()).toISOString(),
    task,
    done,
    requireColumns,
    run: async (sink: ExportTask['sink']) => {
      // Without conditions every row counts, so it is known which pages to read.
      const isFew = max !== undefined && max <= windowLimit && conditions.length === 0;
      if (page !== undefined || isFew) await exportFewRows({ ...task, sink }, { page, max });
      else await runWhole(sink);
      const { rows, unseen } = task.encoder.state();
      await requireColumns(unseen, rows);
      // A list of objects says itself that it is empty.
      if (rows === 0 && (format !== undefined || conditions.length > 0)) {
        const unmet = page === undefined ? task.filter.unmet() : undefined;
        session.output.note(describeEmpty(period, conditions, unmet, page));
      }
    },
  };
}

/** Rows go out as bytes, as in an export: a document, or a table in a file, at the end; others window by window. */
async function writeRows(session: Session, { task, run }: ListRun, format: ListFormat) {
  const target = await openRowTarget(session, format, task.encoder);
  try {
    await run(target.rows);
    await target.commit();
  } finally {
    await target.discard();
  }
}

/** Rows as objects, for what bytes alone cannot do: a table, --query. */
async function listObjects(
  session: Session,
  { run, requireColumns }: ListRun,
  input: Input<typeof options>,
  choice: CostChoice,
): Promise<void> {
  const { output, outputFlags } = session;
  const { query } = outputFlags;
  if (query !== undefined && !hasPlace(session, input)) {
    const { onlyCounts } = await import('../../output/query-stream.ts');
    const isCounted = onlyCounts(query);
    return output.list(flatten(pullRows(run, isCounted)), costRowView);
  }
  const kept = keepRows(looked);
  await run(kept.sink);
  const fields = findUnmet(columnsIn(session) ?? [], kept.rows);
  await requireColumns(fields, kept.rows.length);
  const about = hasPlace(session, input)
    ? await describeRows(session, input, choice, kept)
    : undefined;
  await output.list(kept.rows, { ...costRowView, about, ...(fields.length > 0 && { fields }) });
}

/** This many rows are enough to see which columns have amounts. */
const looked = 5000;

async function describeRows(
  session: Session,
  input: Input<typeof options>,
  choice: CostChoice,
  { rows, firstPage }: KeptRows,
): Promise<Described> {
  const body = firstPage();
  const look = (byNames: boolean) => {
    const watch = createColumnWatch({ given: choice.columns, ranges: [choice.period], byNames });
    watch.look(new RowScanner().scan(body));
    return watch;
  };
  const first = look(true);
  const watch = first.isEnough() ? first : look(false);
  const valuesOf = (column: string) =>
    [...new Set(rows.map((row) => cellText(readPath(row, column))))].filter(Boolean).sort();
  const question = [
    ...(input.page === undefined ? [] : [`page ${input.page}`]),
    ...(input.max === undefined ? [] : [`at most ${pluralize(input.max, 'row')}`]),
  ];
  const amounts = describeAmounts(watch.decide(), valuesOf);
  return aboutRows(session, input, choice, { ...amounts, question });
}

async function* flatten(batches: AsyncIterable<readonly JsonObject[]>) {
  for await (const batch of batches) yield* batch;
}
