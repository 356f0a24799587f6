import type { Command } from 'commander';
import * as z from 'zod/mini';
import type { Http } from '../../api/http.ts';
import { getRate } from '../../api/rates.ts';
import type { ExchangeRate } from '../../api/schemas/rate.ts';
import { Day } from '../../api/schemas/text.ts';
import type { Context } from '../../context.ts';
import { countDays, type DayRange, eachDay } from '../../costs/days.ts';
import { inOrder } from '../../costs/queue.ts';
import { CostctlError, usageError } from '../../errors.ts';
import type { View } from '../../output/output.ts';
import type { Session } from '../../session.ts';
import { organizationAction } from '../action.ts';
import { examples } from '../examples.ts';
import { type Pair, pairArguments, pairInput } from './pair.ts';

const HistoryInput = z.strictObject({ ...pairInput, from: Day, to: Day });

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

export function addHistory(rates: Command, context: Context): void {
  pairArguments(rates.command('history'))
    .description('The rate of a pair, one row per day')
    .requiredOption('--from <day>', 'first day, YYYY-MM-DD')
    .requiredOption('--to <day>', 'last day, YYYY-MM-DD')
    .addHelpText(
      'after',
      examples('costctl rates history USD EUR --from 2026-10-01 --to 2026-10-07'),
    )
    .action(
      organizationAction(context, HistoryInput, async (session, { from, to, ...pair }) => {
        if (from > to) throw usageError(`--from ${from} is after --to ${to}`);
        await session.output.list(readDays(session, pair, { from, to }), view);
      }),
    );
}

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
