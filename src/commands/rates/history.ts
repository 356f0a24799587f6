import type { Http } from '../../api/http.ts';
import { operations } from '../../api/operations.ts';
import { getRate } from '../../api/rate-calls.ts';
import type { ExchangeRate } from '../../api/schemas/rate.ts';
import { countDays, type DayRange, eachDay } from '../../costs/days.ts';
import { choosePeriod } from '../../costs/period.ts';
import { inOrder } from '../../costs/queue.ts';
import {
  anything,
  command,
  dayText,
  listOf,
  record,
  textOrNull,
} from '../../declaration/command.ts';
import { periodOptions } from '../../declaration/shared.ts';
import { CostctlError } from '../../errors.ts';
import type { View } from '../../output/view.ts';
import type { Session } from '../../session.ts';
import { type Pair, pairArguments } from './pair.ts';

interface DayRate {
  readonly date: string;
  readonly rate: ExchangeRate['rate'] | null;
  readonly effectiveDate: string | null;
  readonly source: string | null;
}

const view: View<DayRate> = {
  columns: [
    { path: 'date', importance: 'answer' },
    {
      path: 'rate',
      kind: 'number',
      importance: 'answer',
      cell: (rate) => (rate === null ? 'no rate' : String(rate)),
    },
    { path: 'effectiveDate', header: 'effective' },
    { path: 'source' },
  ],
  fields: ['date', 'rate', 'effectiveDate', 'source'],
};

export const history = command({
  words: 'rates history',
  purpose: 'The rate of a pair, one row per day',
  operation: operations.getExchangeRate,
  arguments: pairArguments,
  options: periodOptions,
  result: () =>
    listOf(
      record({ date: dayText, rate: anything, effectiveDate: textOrNull, source: textOrNull }),
    ),
  view,
  examples: [
    'costctl rates history USD EUR --from 2026-10-01 --to 2026-10-07',
    'costctl rates history USD EUR --last 7d',
  ],
  run: (session, { base, target, ...options }) => {
    const period = choosePeriod(options, session.context.clock.now());
    if (period.note !== undefined) session.output.note(period.note);
    return session.output.list(readDays(session, { base, target }, period));
  },
});

async function* readDays(session: Session, pair: Pair, range: DayRange): AsyncGenerator<DayRate> {
  const { http, progress } = session;
  const days = countDays(range);
  let read = 0;
  progress.start(`read 0 of ${days} days`);
  for await (const day of inOrder(tasksOf(http, pair, range), http.concurrency)) {
    read += 1;
    progress.update(`read ${read} of ${days} days`);
    yield day;
  }
}

function* tasksOf(http: Http, pair: Pair, range: DayRange) {
  for (const day of eachDay(range)) yield () => readDay(http, pair, day);
}

/** A day that the service has no rate for is shown as such, never left out. */
async function readDay(http: Http, { base, target }: Pair, date: string): Promise<DayRate> {
  try {
    const found: Partial<ExchangeRate> = await getRate(http, base, target, date);
    const { rate = null, effectiveDate = null, source = null } = found;
    return { date, rate, effectiveDate, source };
  } catch (error) {
    if (!(error instanceof CostctlError) || error.code !== 'not_found') throw error;
    return { date, rate: null, effectiveDate: null, source: null };
  }
}
