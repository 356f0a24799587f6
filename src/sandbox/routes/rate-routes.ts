import type { ExchangeRate } from '../../api/schemas/rate.ts';
import { dayNumber, dayOf, dayText } from '../calendar.ts';
import { type Call, ok, optionalDay, Problem, type Route, requiredText } from '../call.ts';
import { fraction, hash, hashText } from '../sample/hash.ts';

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

/** The value of a euro in each currency, around which the daily rates vary. */
const perEuro: Readonly<Record<string, number>> = {
  EUR: 1,
  USD: 1.0832,
  GBP: 0.8561,
  JPY: 163.27,
  CHF: 0.9418,
  SEK: 11.382,
  PLN: 4.3117,
  INR: 90.451,
  BRL: 5.8923,
};

const currencies = Object.keys(perEuro);

const firstRateDay = '1999-01-04';

/** The rate of a pair on a day; undefined for an unlisted currency. */
function sampleRate(base: string, target: string, day: number): ExchangeRate | undefined {
  const from = euroPrice(base, day);
  const to = euroPrice(target, day);
  if (from === undefined || to === undefined) return undefined;
  return {
    baseCurrency: base,
    targetCurrency: target,
    rate: base === target ? 1 : Number((to / from).toPrecision(8)),
    effectiveDate: dayText(day),
    source: 'Sandbox Reference Rates',
  };
}

/** Every pair of two currencies on a day. */
function sampleRates(day: number): ExchangeRate[] {
  const rates = currencies.flatMap((base) =>
    currencies.filter((target) => target !== base).map((target) => sampleRate(base, target, day)),
  );
  return rates.filter((rate) => rate !== undefined);
}

function euroPrice(currency: string, day: number): number | undefined {
  if (!Object.hasOwn(perEuro, currency)) return undefined;
  const price = perEuro[currency];
  if (price === undefined || currency === 'EUR') return price;
  const seed = hashText(currency);
  const season = Math.sin(day / 58 + (seed % 7)) * 0.018;
  const noise = (fraction(hash(seed, day, 1)) - 0.5) * 0.006;
  return price * (1 + season + noise);
}
