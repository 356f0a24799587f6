import { MockAgent } from 'undici';
import { addDays, type DayRange, eachDay } from '../../src/days.ts';
import { type CostService, type Days, type Row, serveCosts } from './costs.ts';

/** What one row says, whatever its fields are called. */
export interface Fact {
  readonly day: string;
  readonly units: bigint;
  readonly currency: string;
  readonly service: string;
  /** Null: the row has no team. */
  readonly team: string | null;
}

/** One way in which a service might send facts. */
export interface Shape {
  readonly name: string;
  readonly row: (fact: Fact, position: number) => Row;
  readonly service: string;
  readonly team: string;
  /** Columns that cannot be found by looking. */
  readonly options: readonly string[];
}

/** Digits behind the point that every amount has. */
const places = 4;

export const flat: Shape = {
  name: 'flat rows with numbers',
  row: ({ day, units, currency, service, team }, position) => ({
    date: day,
    service,
    team,
    quantity: position,
    cost: Number(textOf(units)),
    currency,
  }),
  service: 'service',
  team: 'team',
  options: [],
};

export const shapes: readonly Shape[] = [
  flat,
  {
    name: 'nested rows with amounts as text',
    row: ({ day, units, currency, service, team }) => ({
      id: `line "${service}"`,
      usage: { start: day, product: { name: service } },
      billed: { amount: textOf(units), list: '1.00', currencyCode: currency },
      tags: team === null ? {} : { team, 'cost.center': 'x' },
      cost: null,
    }),
    service: 'usage.product.name',
    team: 'tags.team',
    options: ['--amount-column', 'billed.amount'],
  },
  {
    name: 'rows in another language with moments',
    row: ({ day, units, currency, service, team }, position) => ({
      Währung: currency,
      Menge: position / 2,
      Betrag: Number(textOf(units)),
      Leistung: service,
      ...(team === null ? {} : { 'Kosten.Stelle': team }),
      Tag: `${day}T00:00:00.000Z`,
    }),
    service: 'Leistung',
    team: 'Kosten.Stelle',
    options: ['--amount-column', 'Betrag'],
  },
];

const services = ['Rechnen', 'Storage, "hot"', 'データ', 'Netz\\werk'];
const teams = ['checkout', 'search', null];

/** The same facts each time: credits among them, and days on which a group has none. */
export function makeFacts(range: DayRange, perDay: number, currencies = ['USD', 'EUR']): Fact[] {
  let seed = 42;
  const draw = (below: number) => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % below;
  };
  return [...eachDay(range)].flatMap((day) =>
    Array.from({ length: perDay }, () => ({
      day,
      // Not divisible by ten: a number's text keeps all four digits.
      units: BigInt((draw(9_000_000) - 900_000) * 10 + 1 + draw(9)),
      currency: currencies[draw(currencies.length)] ?? 'USD',
      service: services[draw(services.length)] ?? '',
      team: teams[draw(teams.length)] ?? null,
    })),
  );
}

export function daysOf(shape: Shape, facts: readonly Fact[]): Days {
  const days: Record<string, Row[]> = {};
  for (const [position, fact] of facts.entries()) {
    days[fact.day] = [...(days[fact.day] ?? []), shape.row(fact, position)];
  }
  return days;
}

/** The sum in BigInt, apart from everything that the program does. */
export function sumUnits(facts: readonly Fact[]): bigint {
  return facts.reduce((sum, { units }) => sum + units, 0n);
}

/** Groups facts and adds up each group. */
export function sumBy(
  facts: readonly Fact[],
  keyOf: (fact: Fact) => readonly unknown[],
): Record<string, bigint> {
  const sums: Record<string, bigint> = {};
  for (const fact of facts) {
    const key = JSON.stringify(keyOf(fact));
    sums[key] = (sums[key] ?? 0n) + fact.units;
  }
  return sums;
}

/** Decimal text as units of the fourth place; fails if it has more digits than that. */
export function unitsOf(text: unknown): bigint {
  const match = /^(-?)(\d+)(?:\.(\d+))?$/.exec(String(text));
  if (match === null) throw new Error(`no plain decimal: ${text}`);
  const [, sign, whole = '', fraction = ''] = match;
  if (/[^0]/.test(fraction.slice(places))) throw new Error(`too many digits: ${text}`);
  const units = BigInt(whole + fraction.slice(0, places).padEnd(places, '0'));
  return sign === '-' ? -units : units;
}

export function textOf(units: bigint): string {
  const digits = String(units < 0n ? -units : units).padStart(places + 1, '0');
  return `${units < 0n ? '-' : ''}${digits.slice(0, -places)}.${digits.slice(-places)}`;
}

export type Answers = Readonly<
  Record<string, unknown | { readonly status: number; readonly body: unknown }>
>;

export interface AnalysisService extends CostService {
  /** Paths requested besides the cost data, in order. */
  readonly asked: readonly string[];
}

/** Cost data, and answers by their path for all else; an unknown path is 404. */
export function serveAnalysis(days: Days, answers: Answers = {}): AnalysisService {
  const service = serveCosts(days);
  const asked: string[] = [];
  if (!(service.dispatcher instanceof MockAgent)) throw new Error('the service is no script');
  service.dispatcher
    .get(service.url)
    .intercept({ path: (path) => !path.startsWith('/v1/costs?'), method: 'GET' })
    .reply(({ path }) => {
      asked.push(path);
      const known = Object.hasOwn(answers, path);
      return {
        statusCode: known ? 200 : 404,
        data: typeof answers[path] === 'string' ? answers[path] : JSON.stringify(answers[path]),
        responseOptions: { headers: { 'content-type': 'application/json' } },
      };
    })
    .persist();
  return { ...service, asked };
}

/** Answers to `GET /v1/exchange-rates/rate`, as JSON text so that rates keep their digits. */
export function rateAnswers(
  base: string,
  target: string,
  rates: Readonly<Record<string, string>>,
): Answers {
  return Object.fromEntries(
    Object.entries(rates).map(([date, rate]) => [
      `/v1/exchange-rates/rate?baseCurrency=${base}&targetCurrency=${target}&date=${date}`,
      `{"baseCurrency":"${base}","targetCurrency":"${target}","rate":${rate},"effectiveDate":"${date}","source":"test"}`,
    ]),
  );
}

export const week: DayRange = { from: '2026-11-02', to: '2026-11-08' };
export const weekBefore: DayRange = {
  from: addDays(week.from, -7),
  to: addDays(week.to, -7),
};
export const weekOptions = ['--from', week.from, '--to', week.to];
