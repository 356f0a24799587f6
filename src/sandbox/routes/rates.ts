import { dayNumber, dayOf, dayText } from '../calendar.ts';
import { type Call, ok, type Route } from '../call.ts';
import { optionalDay, requiredText } from '../input.ts';
import { Problem } from '../problem.ts';
import { firstRateDay, sampleRate, sampleRates } from '../sample/rates.ts';

export const rateRoutes = {
  getExchangeRate: {
    read(call) {
      const base = requiredText(call, 'baseCurrency').toUpperCase();
      const target = requiredText(call, 'targetCurrency').toUpperCase();
      const date = readDate(call);
      const rate = sampleRate(base, target, dayNumber(date));
      if (rate === undefined) throw new Problem(404, `there is no rate of ${base} to ${target}`);
      return ok(rate);
    },
  },
  listExchangeRates: {
    read(call) {
      const rates = sampleRates(dayNumber(readDate(call)));
      return ok({ rates, total: rates.length });
    },
  },
} satisfies Record<string, Route>;

/** Default: today. */
function readDate(call: Call): string {
  const today = dayText(dayOf(call.now));
  const date = optionalDay(call, 'date') ?? today;
  if (date > today || date < firstRateDay) throw new Problem(404, `there are no rates of ${date}`);
  return date;
}
