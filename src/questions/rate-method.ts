import { type DayRange, eachDay, monthRange, type RateMethod } from '../days.ts';
import { type Decimal, divideDecimals, sumDecimals } from '../json/decimal.ts';

/** Decimal places of a mean of rates. */
const meanPlaces = 18;

/** How a method is named where figures are described. */
export const rateMethodNames: Readonly<Record<RateMethod, string>> = {
  daily: 'daily rates',
  'month-average': 'monthly average rates',
  'month-end': 'month-end rates',
};

/** The days whose rates the amounts of a day are converted with; of the running month, the days so far. */
export function rateDays(method: RateMethod, day: string, yesterday: string): readonly string[] {
  if (method === 'daily' || day === '') return [day];
  const month = monthRange(day.slice(0, 7));
  const known = daysSoFar(month, day, yesterday);
  return method === 'month-end' ? [known.to] : [...eachDay(known)];
}

/** The days of a month up to yesterday or, if it has begun only today, up to the day itself. */
function daysSoFar({ from, to }: DayRange, day: string, yesterday: string): DayRange {
  if (to <= yesterday) return { from, to };
  return { from, to: yesterday < from ? day : yesterday };
}

/** The rate of those days: of several, their mean, half to even. */
export function meanRate(rates: readonly Decimal[]): Decimal {
  const [only, ...others] = rates;
  if (only !== undefined && others.length === 0) return only;
  return divideDecimals(sumDecimals(rates), { units: BigInt(rates.length), scale: 0 }, meanPlaces);
}
