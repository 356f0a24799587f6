import type { Http } from '../../api/http.ts';
import { operations } from '../../api/operations.ts';
import { getRate } from '../../api/rate-calls.ts';
import type { ExchangeRate } from '../../api/schemas/rate.ts';
import { command } from '../../command.ts';
import { countDays, type DayRange, dayOf, eachDay } from '../../days.ts';
import { currency, day } from '../../declaration/kind.ts';
import { argument, optional } from '../../declaration/option.ts';
import { type Fields, viewOf } from '../../declaration/result.ts';
import { periodOptions } from '../../declaration/shared.ts';
import { CostctlError, hasCode } from '../../errors.ts';
import { formatDecimal, multiplyDecimals, parseDecimal } from '../../json/decimal.ts';
import { inOrder } from '../../limit.ts';
import { choosePeriod } from '../../period.ts';
import type { Session } from '../../session.ts';
import { decimal } from '../decimal-kind.ts';

interface Pair {
  readonly base: string;
  readonly target: string;
}

export const pairArguments = {
  base: argument(currency, 'currency to convert, such as USD'),
  target: argument(currency, 'currency to convert it to, such as EUR'),
};

interface DayRate {
  readonly date: string;
  readonly rate: ExchangeRate['rate'] | null;
  readonly effectiveDate: string | null;
  readonly source: string | null;
}

export const history = command({
  words: 'rates history',
  purpose: 'Show the rate of a pair on each day of a period',
  operation: operations.getExchangeRate,
  arguments: pairArguments,
  options: periodOptions,
  rows: {
    date: ['day', { importance: 'answer' }],
    rate: [
      'anything',
      { kind: 'number', importance: 'answer', cell: (rate) => String(rate ?? 'no rate') },
    ],
    effectiveDate: ['text or null', { header: 'effective' }],
    source: ['text or null', {}],
  },
  examples: [
    'costctl rates history USD EUR --from 2026-10-01 --to 2026-10-07',
    'costctl rates history USD EUR --last 7d',
  ],
  run: (session, { base, target, ...options }) => {
    const period = choosePeriod(options, session.context.clock.now());
    session.output.note(period.note);
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
    if (!hasCode(error, 'not_found')) throw error;
    return { date, rate: null, effectiveDate: null, source: null };
  }
}

const converted: Fields = {
  amount: ['text', { kind: 'money', currency: 'baseCurrency' }],
  baseCurrency: ['text', { header: 'base' }],
  targetCurrency: ['text', { header: 'target' }],
  rate: ['anything', { kind: 'number' }],
  effectiveDate: ['text or null', { header: 'date' }],
  source: ['text or null', {}],
  converted: ['decimal', { kind: 'money', currency: 'targetCurrency' }],
};

export const convert = command({
  words: 'rates convert',
  purpose: 'Convert an amount at the rate of a day, exactly',
  operation: operations.getExchangeRate,
  arguments: { amount: argument(decimal, 'amount in the base currency'), ...pairArguments },
  options: { date: optional(day, 'the day (default: as the service decides)') },
  row: converted,
  view: viewOf(converted, [], ['amount', 'baseCurrency', 'converted']),
  examples: ['costctl rates convert 1234.56 USD EUR --date 2026-10-01'],
  run: async ({ context, http, output }, { amount, date, ...pair }) => {
    const today = dayOf(context.clock.now());
    const rate = await withDay(date, today, () => getRate(http, pair.base, pair.target, date));
    await output.one(convertAmount(amount, pair, rate));
  },
});

function convertAmount(amount: string, { base, target }: Pair, found: ExchangeRate) {
  const factor = parseDecimal(String(found.rate));
  const money = parseDecimal(amount);
  if (factor === undefined || money === undefined) {
    throw new CostctlError(
      'unexpected_response',
      'the rate that the service sent is not a decimal',
    );
  }
  return {
    amount,
    baseCurrency: base,
    targetCurrency: target,
    rate: found.rate,
    effectiveDate: found.effectiveDate ?? null,
    source: found.source ?? null,
    /** Exact: it has as many places as the amount and the rate together. */
    converted: formatDecimal(multiplyDecimals(money, factor)),
  };
}

/** The service has no rate for a day that has not begun: the error names the day as the reason. */
export async function withDay<Result>(
  date: string | undefined,
  today: string,
  read: () => Promise<Result>,
): Promise<Result> {
  try {
    return await read();
  } catch (error) {
    const isFuture = date !== undefined && date > today;
    if (!isFuture || !hasCode(error, 'not_found')) throw error;
    throw new CostctlError('not_found', `${date} is in the future: there is no rate yet`, {
      ...error.details,
      hint: `give a day up to ${today}`,
      cause: error,
    });
  }
}
