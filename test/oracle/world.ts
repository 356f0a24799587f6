import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { addDays, eachDay } from '../../src/days.ts';
import type { DuckdbConnection } from '../../src/mirror/duckdb.ts';
import { type AnalysisService, serveAnalysis } from '../helpers/cost-shapes.ts';
import type { Row } from '../helpers/costs.ts';
import { createFolder, run } from '../helpers/run.ts';
import type { Random } from './random.ts';

/** Rows that the program reads from a service or a mirror, and DuckDB from a table. */
export interface World {
  readonly service: AnalysisService;
  readonly mirror: string;
  /** A mirror of a file. */
  readonly files: string;
  readonly folder: string;
}

export const firstDay = '2026-09-20';
export const dayCount = 50;
export const metric = 'bmt_orders';
/** Its values have the label team. */
export const labelledMetric = 'bmt_seats';
/** Rates of every day to dollars, in a file. */
export const ratesFile = 'rates.csv';

const services = ['db', 'web', 'Storage', 'Straße', "it's"] as const;
const teams = ['web', 'shop', 'ops', ' x', '', '  ', null, undefined] as const;
const currencies = ['USD', 'EUR', 'usd ', null] as const;

interface Drawn {
  readonly date: string;
  readonly cost: string;
  readonly currency: string | null;
  readonly service: string;
  readonly team: string | null | undefined;
  readonly units: number;
}

/** Draws rows and gives them to both sides. */
export async function createWorld(random: Random, database: DuckdbConnection): Promise<World> {
  const drawn = drawRows(random);
  const values = drawValues(random);
  const seats = drawSeats(random);
  const rates = drawRates(random);
  // A mirror adds up numbers by columns, and texts row by row.
  const areNumbers = random.chance(0.5);
  const rows = areNumbers
    ? drawn.map((row) => ({ ...row, cost: String(Number(row.cost)) }))
    : drawn;
  await fill(database, rows, values);
  await fillMore(database, seats, rates);
  const days: Record<string, Row[]> = {};
  for (const { date, cost, currency, service, team, units } of rows) {
    const tags = team === undefined ? {} : { team };
    // Amounts are numbers or texts, as services send them.
    const amount = units % 2 === 0 && !areNumbers ? cost : numberOf(cost);
    days[date] = [...(days[date] ?? []), { date, cost: amount, currency, service, tags, units }];
  }
  const service = serveAnalysis(days, {
    ...metricAnswers(metric, values.map(toValue)),
    ...metricAnswers(labelledMetric, seats, ['team']),
  });
  const folder = createFolder();
  writeFileSync(
    join(folder, ratesFile),
    `baseCurrency,targetCurrency,date,rate\n${rates.map(({ date, rate }) => `EUR,USD,${date},${rate}\n`).join('')}`,
  );
  const [mirror, files, file] = ['mirror', 'files', 'rows.ndjson'].map((name) =>
    join(folder, name),
  ) as [string, string, string];
  const lines = Object.values(days).flatMap((own) => own.map((row) => JSON.stringify(row)));
  writeFileSync(file, `${lines.join('\n')}\n`);
  for (const words of [
    [mirror, '--from', '2026-03-01'],
    [files, '--files', file],
  ]) {
    const made = await run(['costs', 'mirror', ...words, '-q'], { service, now });
    if (made.exitCode !== 0) throw new Error(made.stderr);
  }
  return { service, mirror, files, folder };
}

export const now = `${addDays(firstDay, dayCount)}T12:00:00Z`;

/** Only what learns from earlier days looks at those before the first one. */
function drawRows(random: Random): Drawn[] {
  const before = random.pick([0, 30, 90, 140]);
  const days = Array.from({ length: before + dayCount }, (_, place) =>
    addDays(firstDay, place - before),
  );
  return [...drawSteady(random, days), ...drawFeed(random, days), ...drawUnsteady(random, days)];
}

/** A service whose cost follows the week and the month, with noise or without. */
function drawSteady(random: Random, days: readonly string[]): Drawn[] {
  const amount = random.pick([0, 0.1, 12.34, 1000]);
  const [fee, weekend, growth] = [random.pick([0, 30]), random.pick([1, 0.3]), random.pick([0, 2])];
  const noise = random.pick([0, 10, 100]);
  const began = amount === 0 ? days.length : random.below(days.length);
  return days.slice(began).map((date, place): Drawn => {
    const isWeekend = new Date(date).getUTCDay() % 6 === 0;
    const moved = 1000 + growth * place + random.below(2 * noise + 1) - noise;
    const usual = (amount * (isWeekend ? weekend : 1) * moved) / 1000;
    const cost = String(Number((usual + (date.endsWith('-01') ? fee * amount : 0)).toFixed(4)));
    return { date, cost, currency: 'USD', service: 'steady', team: 'web', units: 7 };
  });
}

/** A service with several rows a day, at times with a gap, an end or days of which most is missing. */
function drawFeed(random: Random, days: readonly string[]): Drawn[] {
  const fault = random.pick(['none', 'gap', 'end', 'partial', 'partial', 'no feed']);
  const [begins, length] = [days.length - 1 - random.below(30), 1 + random.below(3)];
  const isOff = random.chance(0.5);
  return days.flatMap((date, place) => {
    const isAtFault = place >= begins && (fault === 'end' || place < begins + length);
    const isLost = isAtFault && (fault === 'gap' || fault === 'end');
    const isDayOff = isOff && new Date(date).getUTCDay() % 6 === 0;
    const count = isLost || isDayOff || fault === 'no feed' ? 0 : 5;
    return Array.from(
      { length: isAtFault && fault === 'partial' ? Math.min(count, 1) : count },
      () => ({
        ...{ date, cost: `${20 + random.below(9)}.${1 + random.below(9)}`, currency: 'USD' },
        ...{ service: 'feed', team: 'ops', units: 3 },
      }),
    );
  });
}

function drawUnsteady(random: Random, days: readonly string[]): Drawn[] {
  const used = random.pick<readonly (string | null)[]>([currencies, ['USD'], ['USD', 'EUR']]);
  // A mirror of files goes from the first day with rows to the last.
  const ends = [days[0], days.at(-1)];
  return days.flatMap((date) =>
    Array.from({ length: random.below(8) || Number(ends.includes(date)) }, (): Drawn => {
      const sign = random.chance(0.15) ? '-' : '';
      const whole = random.chance(0.1) ? random.below(1e9) : random.below(500);
      const places = random.below(7);
      const fraction =
        places === 0 ? '' : `.${String(random.below(10 ** places)).padStart(places, '0')}`;
      return {
        date,
        cost: `${sign}${whole}${fraction}`,
        currency: used[random.below(used.length)] ?? null,
        service: random.pick(services),
        team: teams[random.below(teams.length)],
        units: random.below(100),
      };
    }),
  );
}

interface MetricValue {
  readonly date: string;
  readonly tenths: number;
}

function drawValues(random: Random): MetricValue[] {
  return Array.from({ length: dayCount }, (_, place) => addDays(firstDay, place))
    .filter(() => random.chance(0.8))
    .map((date) => ({ date, tenths: random.chance(0.1) ? 0 : random.below(5000) }));
}

/** A number if it keeps its digits as one, otherwise text. */
function numberOf(text: string): number | string {
  return String(Number(text)) === text ? Number(text) : text;
}

interface ServedValue {
  readonly date: string;
  readonly amount: string;
  readonly labels: Readonly<Record<string, string>>;
}

const toValue = ({ date, tenths }: MetricValue): ServedValue => ({
  date,
  amount: String(tenths / 10),
  labels: {},
});

/** Values of at most two labels a day, and a label that no row has: one page has room for all. */
function drawSeats(random: Random): ServedValue[] {
  return Array.from({ length: dayCount }, (_, place) => addDays(firstDay, place)).flatMap((date) =>
    random.some(['web', 'shop', 'ops', 'nobody'], 2).map((team) => ({
      date,
      amount: random.chance(0.1) ? '0' : `${random.below(300)}.${1 + random.below(9)}`,
      labels: { team },
    })),
  );
}

interface DayRate {
  readonly date: string;
  readonly rate: string;
}

/** Of whole months: a mean needs all of their days. */
function drawRates(random: Random): DayRate[] {
  return [...eachDay({ from: '2026-03-01', to: '2026-11-30' })].map((date) => ({
    date,
    rate: `1.${String(random.below(10_000)).padStart(4, '0')}`,
  }));
}

function metricAnswers(
  id: string,
  values: readonly ServedValue[],
  labelColumns: readonly string[] = [],
): Record<string, unknown> {
  const answers: Record<string, unknown> = {
    [`/v1/business-metrics/${id}?workspaceId=wsp_1`]: {
      id,
      name: 'Orders',
      unit: 'order',
      labelColumns,
    },
  };
  for (let first = 0; first < dayCount; first += 1) {
    for (let last = first; last < dayCount; last += 1) {
      const [from, to] = [addDays(firstDay, first), addDays(firstDay, last)];
      const found = values.filter(({ date }) => date >= from && date <= to);
      const path = `/v1/business-metrics/${id}/values?workspaceId=wsp_1&from=${from}&to=${to}&page=1&limit=100`;
      answers[path] = {
        links: { self: null, first: null, prev: null, next: null, last: null },
        data: found,
        meta: {},
      };
    }
  }
  return answers;
}

async function fillMore(
  database: DuckdbConnection,
  seats: readonly ServedValue[],
  rates: readonly DayRate[],
): Promise<void> {
  const lines = seats.map(
    ({ date, amount, labels }) => `('${date}', '${labels['team']}', ${amount})`,
  );
  await database.run(`
    create or replace table seats (day date, team varchar, amount decimal(20, 1));
    create or replace table rates (day date, rate decimal(8, 4));
    insert into rates values ${rates.map(({ date, rate }) => `('${date}', ${rate})`).join(', ')}`);
  if (lines.length > 0) await database.run(`insert into seats values ${lines.join(', ')}`);
}

async function fill(
  database: DuckdbConnection,
  rows: readonly Drawn[],
  values: readonly MetricValue[],
): Promise<void> {
  await database.run(`
    create or replace table cost_rows (
      day date, amount varchar, cost decimal(30, 6), places integer,
      raw_currency varchar, currency varchar, service varchar, team varchar, units integer,
      is_credit boolean
    );
    create or replace table metric_values (day date, tenths bigint)`);
  const text = (value: string | null | undefined) =>
    value === null || value === undefined ? 'null' : `'${value.replaceAll("'", "''")}'`;
  const lines = rows.map((row) => {
    const places = row.cost.split('.')[1]?.length ?? 0;
    return `(${text(row.date)}, ${text(row.cost)}, ${row.cost}, ${places}, ${text(row.currency)}, nullif(upper(trim(${text(row.currency)})), ''), ${text(row.service)}, ${text(row.team)}, ${row.units}, ${row.cost.startsWith('-')})`;
  });
  if (lines.length > 0) await database.run(`insert into cost_rows values ${lines.join(', ')}`);
  const points = values.map(({ date, tenths }) => `(${text(date)}, ${tenths})`);
  if (points.length > 0) {
    await database.run(`insert into metric_values values ${points.join(', ')}`);
  }
}
