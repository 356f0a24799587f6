import { lookAt, type SettledColumns, settleColumns } from '../../costs/analysis/settle.ts';
import { createTally, type Group, type Tally } from '../../costs/analysis/tally.ts';
import { type DayRange, describeRange } from '../../costs/days.ts';
import { describeColumns, type GivenColumns } from '../../costs/found.ts';
import type { RowSource } from '../../costs/source.ts';
import type { Condition } from '../../costs/where.ts';
import { usageError } from '../../errors.ts';
import type { Session } from '../../session.ts';
import { scanCosts, type WindowDone } from './consume.ts';

/** What is to be added up. */
export interface Question {
  readonly range: DayRange;
  readonly given: GivenColumns;
  readonly conditions: readonly Condition[];
  readonly by: readonly string[];
  /** Keep the days apart. */
  readonly byDay: boolean;
  /** Also sum up each window, for a receipt. */
  readonly withSums: boolean;
  /** Say which columns were found; a second reading has the first one's. */
  readonly isFirst: boolean;
}

export interface Answer {
  readonly groups: readonly Group[];
  /** Undefined where there was no row to look at. */
  readonly columns: SettledColumns | undefined;
  readonly windows: readonly WindowDone[];
}

/** Reads every row of the days and adds it to its group. */
export async function analyze(
  session: Session,
  source: RowSource,
  question: Question,
): Promise<Answer> {
  const { range, given, by, byDay } = question;
  let tally: Tally | undefined;
  let columns: SettledColumns | undefined;
  const { windows, kept } = await scanCosts(session, source, question, {
    look: (page) => {
      const found = lookAt(page, given, range);
      columns = settleColumns(found, page, { needsDate: byDay });
      if (question.isFirst) {
        session.output.note(`${describeRange(range)}: ${describeColumns(found)}`);
      }
      tally = createTally({ columns, by, byDay });
      return givenAs(columns);
    },
    add: (rows) => tally?.add(rows),
    keep: () => tally?.keep(),
    rollback: () => tally?.rollback(),
  });
  const [missing] = tally?.missing() ?? [];
  if (kept > 0 && missing !== undefined) {
    throw usageError(
      `--by: no row has the column '${missing}'`,
      'costctl costs columns shows the columns',
    );
  }
  return { groups: tally?.groups() ?? [], columns, windows };
}

/** The columns that were settled, as if they had been given. */
export function givenAs({ date, amount, currency }: SettledColumns): GivenColumns {
  return { date, amount, currency: currency ?? 'none' };
}
