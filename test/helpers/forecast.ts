import type { DayRange } from '../../src/days.ts';
import type { Decimal } from '../../src/json/decimal.ts';
import { createForecaster } from '../../src/questions/forecast.ts';
import { toNumber } from '../../src/questions/result-rows.ts';
import { decimalOf } from './groups.ts';

/** The estimate of the days after a series, in numbers: for tests of how good it is. */
export function forecastNumbers(
  { from, amounts }: { readonly from: string; readonly amounts: readonly number[] },
  days: DayRange,
  level: number,
) {
  const series = { from, amounts: amounts.map((amount) => exact(amount)) };
  const { rest, interval, learned, method } = createForecaster(series, level)(days);
  const numbers = interval && {
    low: toNumber(interval.low),
    high: toNumber(interval.high),
    coverage: toNumber(interval.coverage),
    replays: interval.replays,
  };
  return { rest: toNumber(rest), learned, method, ...(numbers && { interval: numbers }) };
}

function exact(amount: number): Decimal {
  return decimalOf(String(amount));
}
