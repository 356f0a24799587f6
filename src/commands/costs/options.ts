import { getCostPage } from '../../api/cost-calls.ts';
import { addDays, type DayRange, dayOf, isEmpty, monthOf } from '../../days.ts';
import { inputFolder, keyValue, outputFile, text } from '../../declaration/kind.ts';
import {
  flag,
  type Input,
  namesOf,
  objectOfPairs,
  optional,
  repeated,
  repeatedAs,
  under,
} from '../../declaration/option.ts';
import { noPeriod, periodOptions } from '../../declaration/shared.ts';
import { usageError } from '../../errors.ts';
import { isDocumentFormat } from '../../formats/registry.ts';
import { choosePeriod, isPeriodGiven, type Period, type PeriodOptions } from '../../period.ts';
import { day, say } from '../../phrase.ts';
import { fillColumns, type GivenColumns, namedColumns } from '../../rows/detect-columns.ts';
import type { RowSource } from '../../rows/row-source.ts';
import { createServiceSource } from '../../rows/service-source.ts';
import { parseCondition } from '../../rows/where-language.ts';
import type { Session } from '../../session.ts';
import { chooseMirror, findHeld, requireHeld } from './chosen-mirror.ts';
import { rememberWorkspaceColumn } from './workspace-column.ts';

const columnName = text('name', { offers: 'columns' });

/** Which rows of these days, which of their columns mean what, and where the receipt goes. */
export const rowOptions = {
  where: repeated(
    text('condition', { example: 'service=Storage', offers: 'columns' }),
    'keep only these rows: COL=VALUE, COL>N … (repeatable; costctl help conditions)',
    { setting: 'where' },
  ),
  noWhere: flag("leave out the profile's conditions"),
  param: repeatedAs(keyValue(), objectOfPairs('--param'), 'add a query parameter (repeatable)'),
  dateColumn: optional(columnName, 'the column with the day of a row'),
  amountColumn: optional(columnName, 'the column with its cost'),
  currencyColumn: optional(
    columnName,
    'the column with its currency; none: amounts have no currency',
  ),
  receipt: optional(
    { ...outputFile, parse: parseReceipt },
    'save a receipt as JSON: what was read, how many rows, and their sums',
  ),
};

export const mirrorOptions = {
  mirror: optional(inputFolder, 'read the rows of a mirror, and send no request'),
  asOf: optional(text('date', { example: '2026-11-03' }), 'as the mirror was at the end of a day'),
};

/** All that says which rows are read, except the days. */
export const readOptions = under('Rows:', { ...rowOptions, ...mirrorOptions });

export const costOptions = { ...periodOptions, ...readOptions };

export type CostInput = Input<typeof costOptions>;

/** `--by COL[,COL]`, which may be repeated. */
export const byOption = (description: string) =>
  repeatedAs(
    text('columns', { example: 'service', offers: 'columns' }),
    namesOf('--by'),
    description,
  );

/** Without groups, `--top` would do nothing. */
export function refuseIdleTop(input: {
  readonly top?: number | undefined;
  readonly by?: readonly string[] | undefined;
}): void {
  if (input.top === undefined || input.by !== undefined) return;
  throw usageError(
    '--top needs the groups of --by',
    'add --by, such as --by service, or leave out --top',
  );
}

/** The choices that every action which reads rows shares, checked. */
export type CostChoice = Readonly<Awaited<ReturnType<typeof chooseCosts>>>;

type ColumnInput = Pick<CostInput, 'dateColumn' | 'amountColumn' | 'currencyColumn'>;

export function chooseColumns({ settings }: Session, input: ColumnInput): GivenColumns {
  return fillColumns(namedColumns(input), namedColumns(settings));
}

interface PeriodChoice {
  /** The period if none is asked for; that of a mirror of files comes first. */
  readonly fallback?: PeriodOptions;
  /** The days were not asked for: the action learns from them, if there are any. */
  readonly isHistory?: boolean;
}

export async function chooseCosts(
  session: Session,
  input: CostInput & { readonly envelope?: boolean | undefined },
  { fallback = {}, isHistory = false }: PeriodChoice = {},
) {
  if (input.envelope === true && !isDocumentFormat(session.format)) {
    const why = `--envelope is for json and yaml, and the result is ${session.format}`;
    throw usageError(why, 'add -o json');
  }
  const mirror = chooseMirror(session, input);
  const held = await findHeld(mirror);
  const now = session.context.clock.now();
  const today = held?.today ?? dayOf(now);
  const latest = dayOf(Math.max(Date.parse(today), now));
  const { includeToday } = input;
  const given = isPeriodGiven(input) ? input : { includeToday, ...(held?.lastMonth ?? fallback) };
  const period = choosePeriod(given, Date.parse(today), latest);
  if (!isHistory) await requireHeld(mirror, period);
  session.output.note(held === undefined || given === input ? period.note : held.note);
  const usual = held?.columns ?? namedColumns(session.settings);
  const columns = fillColumns(namedColumns(input), usual);
  return {
    period,
    /** The day on which the period was chosen: midnight may pass before it is needed again. */
    today,
    /** The newest day that is not in the future: the files of a mirror may end long before it. */
    latest,
    conditions: (input.where ?? []).map((condition) =>
      parseCondition(condition, originOf(session, condition), columns.currency),
    ),
    parameters: input.param ?? {},
    columns,
    mirror,
  };
}

function originOf({ settings: { where } }: Session, condition: string): string {
  return where.value.includes(condition) ? `${where.origin}: where` : '--where';
}

/**
 * `today` is the day after the last complete one, and `running` a day of the running month. For a mirror of
 * files, `running` is its last day, and `first` its first one.
 */
export async function findToday(
  session: Session,
  input: Pick<CostInput, 'mirror' | 'asOf' | 'param'>,
): Promise<{ readonly today: string; readonly running: string; readonly first?: string }> {
  const held = await findHeld(chooseMirror(session, input));
  const today = held?.today ?? dayOf(session.context.clock.now());
  if (held === undefined) return { today, running: today };
  return { today, running: addDays(today, -1), first: held.range.from };
}

/** The rows of the service, or of a mirror, whose reader is loaded only then. */
export async function openRows(
  session: Session,
  { mirror, parameters }: CostChoice,
  pageSize?: number,
): Promise<RowSource> {
  if (mirror === undefined) {
    return rememberWorkspaceColumn(session, openSource(session, parameters, pageSize));
  }
  const { createMirrorSource } = await import('../../mirror/mirror-source.ts');
  let isNoted = false;
  const onBefore = (first: string) => {
    if (!isNoted)
      session.output.warn(say`the files begin on ${day(first)}: earlier days have no rows`);
    isNoted = true;
  };
  return createMirrorSource(mirror.folder, mirror.state, { pageSize, onBefore, asOf: mirror.asOf });
}

export function openSource(
  { http, output }: Session,
  parameters: Readonly<Record<string, string>>,
  pageSize?: number,
): RowSource {
  return createServiceSource({
    getPage: (request) => getCostPage(http, request),
    concurrency: http.concurrency,
    parameters,
    pageSize,
    warn: output.warn,
  });
}

/**
 * The command line of this run with its days in place of the option that chose them, so that it
 * means the same days on any day. Undefined leaves an option out.
 */
export function writeCommand(
  session: Session,
  { from, to }: Period,
  changes: Readonly<Record<string, readonly string[] | boolean | undefined>> = {},
  write = session.line,
): string {
  const days = isEmpty({ from, to }) ? {} : fixedDays({ from, to });
  const line = write({ ...days, ...changes });
  const { output } = session.flags;
  return output === undefined ? line : `${line} -o ${output}`;
}

/** The line of an action that looks at the same rows; it has some of the other options too. */
export function lineForRows(
  { lineToType }: Pick<Session, 'lineToType'>,
  words: string,
  options: Readonly<Record<string, unknown>>,
): string {
  return lineToType({}, { words, options: { ...options, ...costOptions } });
}

function fixedDays({ from, to }: DayRange) {
  return { ...noPeriod, from: [from], to: [to] };
}

/** The options that choose these days and no others: as a month, if they are one. */
export function daysOptions(range: DayRange) {
  const month = monthOf(range);
  return month === undefined ? fixedDays(range) : { ...noPeriod, month: [month] };
}

function parseReceipt(path: string): ReturnType<typeof outputFile.parse> {
  if (path !== '-') return outputFile.parse(path);
  return { problem: 'must be a file, since stdout is for the result; ./- is a file of that name' };
}
