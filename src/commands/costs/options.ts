import { getCostPage } from '../../api/cost-calls.ts';
import { addDays, type DayRange, dayOf, describeRange, isEmpty, parseDay } from '../../days.ts';
import type { Input } from '../../declaration/command.ts';
import { inputFolder, keyValue, outputFile, text } from '../../declaration/kind.ts';
import { flag, optional, repeated, repeatedAs, under } from '../../declaration/option.ts';
import { periodNames, periodOptions } from '../../declaration/shared.ts';
import { CostctlError, usageError } from '../../errors.ts';
import type { Manifest } from '../../mirror/manifest.ts';
import { choosePeriod, isPeriodGiven, type Period, type PeriodOptions } from '../../period.ts';
import type { GivenColumns } from '../../rows/detect-columns.ts';
import type { RowSource } from '../../rows/row-source.ts';
import { createServiceSource } from '../../rows/service-source.ts';
import { type Condition, parseCondition } from '../../rows/where-language.ts';
import type { Session } from '../../session.ts';
import { resolvePath } from '../../storage/path.ts';
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
  param: repeatedAs(keyValue(), parametersOf, 'add a query parameter (repeatable)'),
  dateColumn: optional(columnName, 'the column with the day of a row'),
  amountColumn: optional(columnName, 'the column with its cost'),
  currencyColumn: optional(
    columnName,
    'the column with its currency; none: amounts have no currency',
  ),
  receipt: optional(outputFile, 'write what was read, counted and added up, as JSON'),
};

/** Rows of a mirror in place of the service's. */
const mirrorOptions = {
  mirror: optional(inputFolder, 'read the rows of a mirror, and send no request'),
  asOf: optional(text('date', { example: '2026-11-03' }), 'as the mirror was at the end of a day'),
};

/** All that says which rows are read, except the days. */
export const readOptions = under('Rows:', { ...rowOptions, ...mirrorOptions });

export const costOptions = { ...periodOptions, ...readOptions };

export type CostInput = Input<typeof costOptions>;

/** `--by COL[,COL]`, which may be repeated. */
export const byOption = (description: string) =>
  repeatedAs(text('columns', { example: 'service', offers: 'columns' }), columnsOf, description);

/** The choices that every action which reads rows shares, checked. */
export interface CostChoice {
  readonly period: Period;
  /** As of when the period was chosen: midnight may pass before it is needed again. */
  readonly today: string;
  readonly conditions: readonly Condition[];
  readonly parameters: Readonly<Record<string, string>>;
  readonly columns: GivenColumns;
  /** The mirror that the rows come from. */
  readonly mirror: ChosenMirror | undefined;
}

interface ChosenMirror {
  readonly folder: string;
  /** The state that this run reads, whatever becomes of the mirror meanwhile. */
  readonly state: () => Promise<Manifest>;
}

type ColumnInput = Pick<CostInput, 'dateColumn' | 'amountColumn' | 'currencyColumn'>;

/** The columns that options name, or else the settings. */
export function chooseColumns({ settings }: Session, input: ColumnInput): GivenColumns {
  return {
    date: input.dateColumn ?? settings.dateColumn,
    amount: input.amountColumn ?? settings.amountColumn,
    currency: input.currencyColumn ?? settings.currencyColumn,
  };
}

interface PeriodChoice {
  /** The period of an action that has one; a mirror of files has its own. */
  readonly fallback?: PeriodOptions;
  /** The days were not asked for: the action learns from them, if there are any. */
  readonly isHistory?: boolean;
}

export async function chooseCosts(
  session: Session,
  input: CostInput,
  { fallback = {}, isHistory = false }: PeriodChoice = {},
): Promise<CostChoice> {
  const mirror = chooseMirror(session, input);
  const held = await findHeld(mirror);
  const today = held?.today ?? dayOf(session.context.clock.now());
  const given = isPeriodGiven(input) ? input : { ...input, ...(held?.lastMonth ?? fallback) };
  const period = choosePeriod(given, Date.parse(today));
  if (!isHistory) await requireHeld(mirror, period);
  const note = held === undefined || given === input ? period.note : held.note;
  if (note !== undefined) session.output.note(note);
  return {
    period,
    today,
    conditions: (input.where ?? []).map((condition) => {
      const origin = originOf(session, condition);
      return { ...parseCondition(condition, origin), origin };
    }),
    parameters: input.param ?? {},
    columns:
      held === undefined
        ? chooseColumns(session, input)
        : { ...held.columns, ...columnsGiven(input) },
    mirror,
  };
}

/** What an error about a condition calls it. */
function originOf({ settings: { where } }: Session, condition: string): string {
  return where.value.includes(condition) ? `${where.origin}: where` : '--where';
}

/** A mirror of files says nothing about days before its first and after its last one. */
export async function requireHeld(
  mirror: ChosenMirror | undefined,
  range: DayRange,
): Promise<void> {
  if (await isHeld(mirror, range)) return;
  const held = await findHeld(mirror);
  throw new CostctlError(
    'incomplete',
    `the mirror ${mirror?.folder} does not contain all of ${describeRange(range)}: its files have rows of ${describeRange(held?.range ?? range)}`,
    { hint: 'choose days between these, or add files that have the others' },
  );
}

export async function isHeld(mirror: ChosenMirror | undefined, range: DayRange): Promise<boolean> {
  const held = await findHeld(mirror);
  if (held === undefined || isEmpty(range)) return true;
  return held.range.from <= range.from && range.to <= held.range.to;
}

/**
 * The day after the last complete one, and the day whose month is the running one: in a mirror of
 * files its last day.
 */
export async function findToday(
  session: Session,
  input: Pick<CostInput, 'mirror' | 'asOf' | 'param'>,
): Promise<{ readonly today: string; readonly running: string }> {
  const held = await findHeld(chooseMirror(session, input));
  const today = held?.today ?? dayOf(session.context.clock.now());
  return { today, running: held === undefined ? today : addDays(today, -1) };
}

/** What a mirror of files says by itself: its days, and what its columns mean. */
interface HeldFiles {
  readonly range: DayRange;
  readonly today: string;
  readonly lastMonth: PeriodOptions;
  /** Which days that are, if none were chosen. */
  readonly note: string;
  readonly columns: GivenColumns;
}

async function findHeld(mirror: ChosenMirror | undefined): Promise<HeldFiles | undefined> {
  const state = await mirror?.state();
  const [first, last] = [state?.days.at(0)?.date, state?.days.at(-1)?.date];
  if (state?.query.files === undefined || first === undefined || last === undefined)
    return undefined;
  const { dateColumn, amountColumn, currencyColumn } = state.query;
  const month = last.slice(0, 7);
  const start = [first, `${month}-01`].sort().at(1) ?? first;
  return {
    range: { from: first, to: last },
    today: addDays(last, 1),
    note: `the last month of the files: ${describeRange({ from: start, to: last })}`,
    lastMonth: first > `${month}-01` ? { from: first, to: last } : { month },
    columns: {
      date: dateColumn ?? undefined,
      amount: amountColumn ?? undefined,
      currency: currencyColumn ?? 'none',
    },
  };
}

export function columnsGiven({
  dateColumn,
  amountColumn,
  currencyColumn,
}: ColumnInput): GivenColumns {
  return {
    ...(dateColumn === undefined ? {} : { date: dateColumn }),
    ...(amountColumn === undefined ? {} : { amount: amountColumn }),
    ...(currencyColumn === undefined ? {} : { currency: currencyColumn }),
  };
}

function chooseMirror(
  { context }: Session,
  { mirror, asOf, param }: Pick<CostInput, 'mirror' | 'asOf' | 'param'>,
): ChosenMirror | undefined {
  if (mirror === undefined) {
    if (asOf !== undefined) throw usageError('--as-of needs a mirror', 'give --mirror DIR');
    return undefined;
  }
  if (param !== undefined) {
    throw usageError(
      '--param and --mirror cannot be used together: no request is sent',
      'a mirror has the parameters of its first run; --where narrows its rows',
    );
  }
  const day = asOf === undefined ? undefined : parseDay(asOf, '--as-of');
  const folder = resolvePath(context, mirror);
  let state: Promise<Manifest> | undefined;
  return {
    folder,
    state: () => {
      state ??= readState(folder, day);
      return state;
    },
  };
}

async function readState(folder: string, day: string | undefined): Promise<Manifest> {
  const { findState } = await import('../../mirror/manifest.ts');
  return findState(folder, day);
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
    if (!isNoted) session.output.warn(`the files begin on ${first}: earlier days have no rows`);
    isNoted = true;
  };
  return createMirrorSource(mirror.folder, mirror.state, { pageSize, onBefore });
}

export function openSource(
  { http }: Session,
  parameters: Readonly<Record<string, string>>,
  pageSize?: number,
): RowSource {
  return createServiceSource({
    getPage: (request) => getCostPage(http, request),
    concurrency: http.concurrency,
    parameters,
    pageSize,
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
): string {
  const days = isEmpty({ from, to }) ? {} : fixedDays(from, to);
  const line = session.line({ ...days, ...changes });
  const { output } = session.flags;
  return output === undefined ? line : `${line} -o ${output}`;
}

function fixedDays(from: string, to: string) {
  const none = Object.fromEntries(periodNames.map((name) => [name, undefined]));
  return { ...none, from: [from], to: [to] };
}

function columnsOf(texts: readonly string[]): readonly string[] {
  const columns = texts.flatMap((one) => one.split(',')).map((column) => column.trim());
  if (columns.includes('')) throw usageError('--by has an empty name between its commas');
  return [...new Set(columns)];
}

function parametersOf(
  pairs: readonly (readonly [string, string])[],
): Readonly<Record<string, string>> {
  const names = pairs.map(([name]) => name);
  const twin = names.find((name, place) => names.indexOf(name) !== place);
  if (twin !== undefined) throw usageError(`--param: names ${twin} twice`);
  return Object.fromEntries(pairs);
}
