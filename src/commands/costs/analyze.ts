import { lookAt, type SettledColumns, settleColumns } from '../../costs/analysis/settle.ts';
import { createTally, type Group, type RowFault, type Tally } from '../../costs/analysis/tally.ts';
import { type DayRange, describeRange } from '../../costs/days.ts';
import { confirmTotal } from '../../costs/export.ts';
import { describeColumns, type FoundColumns, type GivenColumns } from '../../costs/found.ts';
import { createPageOpener } from '../../costs/page.ts';
import { readRows } from '../../costs/read.ts';
import type { CostSource } from '../../costs/source.ts';
import { type Condition, createFilter, requireColumnsMet } from '../../costs/where.ts';
import { createWindowSums } from '../../costs/window-sums.ts';
import { isOverFull, planWindows, type Window, windowLimit } from '../../costs/windows.ts';
import { CostctlError, usageError } from '../../errors.ts';
import { type RowPage, rowText, rowWidth } from '../../json/rows.ts';
import type { Session } from '../../session.ts';
import type { Done } from './receipt.ts';

/** What is to be added up. */
export interface Question {
  readonly range: DayRange;
  readonly given: GivenColumns;
  readonly conditions: readonly Condition[];
  readonly by: readonly string[];
  /** Keep the days apart. */
  readonly byDay: boolean;
  /** Also sum up each window for a receipt. */
  readonly withReceipt: boolean;
  /** Say which columns were found; a second reading has the first one's. */
  readonly isFirst: boolean;
}

export interface Answer {
  readonly groups: readonly Group[];
  /** Undefined where there was no row to look at. */
  readonly columns: SettledColumns | undefined;
  readonly windows: readonly Pick<Done, 'window' | 'found' | 'fault'>[];
}

/** Reads every row of the days and adds them up, or fails: there is no answer from a part. */
export async function analyze(
  session: Session,
  source: CostSource,
  question: Question,
): Promise<Answer> {
  const { progress, output } = session;
  const { range, given } = question;
  const filter = createFilter(question.conditions);
  const sums = createWindowSums({
    given: question.withReceipt ? given : undefined,
    range,
    onFound: () => undefined,
  });
  progress.start(`counting the rows of ${describeRange(range)}`);
  const { windows, total } = await plan(range, source);
  progress.start(`reading ${total} rows`);

  let tally: Tally | undefined;
  let columns: SettledColumns | undefined;
  let read = 0;
  let kept = 0;
  const done: Pick<Done, 'window' | 'found' | 'fault'>[] = [];
  const windowRows = { read: 0, kept: 0 };
  let missing = filter.missing();
  await readRows(windows, {
    source,
    openPage: createPageOpener(),
    // Every row is looked at to find the columns; the conditions are applied after that.
    filter: createFilter([]),
    take: (page) => {
      if (tally === undefined && page.count > 0) {
        const found = lookAt(page, given, range);
        columns = settleColumns(found, page, { needsDate: question.byDay });
        if (question.isFirst) output.note(noteColumns(found, range));
        tally = createTally({ columns, by: question.by, byDay: question.byDay });
      }
      const rows = filter.keep(page);
      sums.add(rows);
      const fault = tally?.add(rows);
      if (fault !== undefined)
        throw badRow(page, rows, fault, windowRows.read, windows[done.length] ?? range);
      windowRows.read += page.count;
      windowRows.kept += rows.count;
      progress.update(`${read + windowRows.read} of ${total} rows read`);
    },
    takeBack: () => {
      filter.restore(missing);
      tally?.takeBack();
      sums.takeBack();
      Object.assign(windowRows, { read: 0, kept: 0 });
    },
    keep: ({ rows, ...window }) => {
      missing = filter.missing();
      tally?.keep();
      read += windowRows.read;
      kept += windowRows.kept;
      done.push({
        window: { ...window, read: rows, rows: windowRows.kept, ...sums.take() },
        ...sums.found(),
      });
      Object.assign(windowRows, { read: 0, kept: 0 });
    },
  });
  const windowsRead = done.map(({ window }) => window);
  await confirmTotal(range, total, windowsRead, source);
  progress.stop();
  if (read > 0) requireColumnsMet(filter);
  if (kept > 0) requireGroupColumns(tally?.missing() ?? []);
  return { groups: tally?.groups() ?? [], columns, windows: done };
}

async function plan(
  range: DayRange,
  source: CostSource,
): Promise<{ windows: Window[]; total: number }> {
  let total: number | undefined;
  const windows = await planWindows(range, async (asked) => {
    const answer = await source.askTotal(asked);
    total ??= answer;
    return answer;
  });
  const over = windows.filter(isOverFull);
  if (over.length === 0) return { windows, total: total ?? 0 };
  const names = over.map((day) => `${day.from} (${day.total} rows)`).join(', ');
  throw new CostctlError(
    'incomplete',
    `a day of more than ${windowLimit} rows cannot be read whole: ${names}`,
    { hint: 'narrow the rows with --param, if the service knows a filter' },
  );
}

function noteColumns(found: FoundColumns, range: DayRange): string {
  return `${describeRange(range)}: ${describeColumns(found)}`;
}

function requireGroupColumns([column]: readonly string[]): void {
  if (column === undefined) return;
  throw usageError(
    `--by: no row has the column '${column}'`,
    'costctl costs columns shows the columns',
  );
}

/** Names the row as it stands in its window, before any condition. */
function badRow(
  page: RowPage,
  rows: RowPage,
  { row, reason }: RowFault,
  before: number,
  window: DayRange,
): CostctlError {
  const start = rows.rows[row * rowWidth];
  let number = 0;
  while (number < page.count && page.rows[number * rowWidth] !== start) number += 1;
  const text = rowText(rows, row);
  return new CostctlError(
    'incomplete',
    `row ${before + number + 1} of ${describeRange(window)} cannot be added up: ${reason}`,
    {
      hint:
        'costctl costs columns shows what each column holds; the row is ' +
        (text.length > 300 ? `${text.slice(0, 300)}…` : text),
    },
  );
}
