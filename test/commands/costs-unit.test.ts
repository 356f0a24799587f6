import { describe, expect, test } from 'vitest';
import { eachDay } from '../../src/days.ts';
import {
  type Answers,
  daysOf,
  makeFacts,
  serveAnalysis,
  shapes,
  sumBy,
  sumUnits,
  unitsOf,
  week,
  weekOptions,
} from '../helpers/cost-shapes.ts';
import { run } from '../helpers/run.ts';
import { failWith, readJson } from '../helpers/screens.ts';
import { pageOf } from '../helpers/service.ts';

const unit = ['costs', 'unit', ...weekOptions, '--metric', 'bmt_orders', '-w', 'wsp_1'];
const facts = makeFacts(week, 20, ['EUR']);

interface Value {
  readonly date: string;
  readonly amount: string;
  readonly labels?: Readonly<Record<string, string>>;
}

const metricAnswers = (values: readonly Value[], name = 'order'): Answers => ({
  '/v1/business-metrics/bmt_orders?workspaceId=wsp_1': {
    id: 'bmt_orders',
    name: 'Orders',
    unit: name,
    labelColumns: ['service', 'channel'],
  },
  [`/v1/business-metrics/bmt_orders/values?workspaceId=wsp_1&from=${week.from}&to=${week.to}&page=1&limit=100`]:
    pageOf(values),
});

/** No value on the third day, zero on the fourth. */
const values: Value[] = [...eachDay(week)].flatMap((date, position) =>
  position === 2
    ? []
    : [
        {
          date,
          amount: position === 3 ? '0.00' : `${position + 1}00.5`,
          labels: { service: 'Rechnen', channel: 'web' },
        },
        {
          date,
          amount: position === 3 ? '0' : '20',
          labels: { service: 'Rechnen', channel: 'app' },
        },
      ],
);
/** The value of a day, in tenths. */
const tenthsOn = (position: number) =>
  position < 2 || position > 3 ? (position + 1) * 1000 + 5 + 200 : 0;

type Row = Readonly<Record<string, string | null>>;

describe.each(shapes)('$name', (shape) => {
  const ask = async (...options: string[]): Promise<Row[]> => {
    const service = serveAnalysis(daysOf(shape, facts), metricAnswers(values));
    const argv = [...unit, ...shape.options, ...options, '-o', 'json'];
    const { stdout, stderr, exitCode } = await run(argv, { service });
    expect([exitCode, stderr.includes('error')]).toEqual([0, false]);
    return JSON.parse(stdout);
  };

  test('shows one row per day, and a period row without the days that have no value', async () => {
    const rows = await ask('--digits', '40');
    const sums = sumBy(facts, ({ day }) => [day]);
    const days = [...eachDay(week)];
    expect(rows.slice(0, 7).map((row) => [row['period'], unitsOf(row['cost'])])).toEqual(
      days.map((day) => [day, sums[JSON.stringify([day])]]),
    );
    expect(rows.slice(2, 4).map(({ value, unitCost, state }) => [value, unitCost, state])).toEqual([
      [null, null, 'no value'],
      ['0.00', null, 'value is zero'],
    ]);
    const counted = days.filter((_, position) => tenthsOn(position) !== 0);
    const divided = sumUnits(facts.filter(({ day }) => counted.includes(day)));
    const tenths = BigInt(days.reduce((sum, _, position) => sum + tenthsOn(position), 0));
    const [all, ...others] = rows.slice(7);
    expect(others).toEqual([]);
    expect([unitsOf(all?.['cost']), unitsOf(all?.['costLeftOut'])]).toEqual([
      sumUnits(facts),
      sumUnits(facts) - divided,
    ]);
    // cost / value = divided / 1000 / tenths, compared in units of the fortieth digit.
    const reported = BigInt(String(all?.['unitCost']).replace('.', ''));
    const distance = divided * 10n ** 37n - reported * tenths;
    expect((distance < 0n ? -distance : distance) * 2n <= tenths).toBe(true);
  });

  test('--by LABEL=COLUMN shows groups without a match in their own rows', async () => {
    const rows = await ask('--by', `service=${shape.service}`);
    const whole = rows.filter(({ period }) => period === `${week.from}..${week.to}`);
    const all = whole.at(-1);
    expect([all?.['service'], unitsOf(all?.['cost'])]).toEqual([null, sumUnits(facts)]);
    const sums = sumBy(facts, ({ service }) => [service]);
    expect(
      Object.fromEntries(
        whole.slice(0, -1).map((row) => [JSON.stringify([row['service']]), unitsOf(row['cost'])]),
      ),
    ).toEqual(sums);
    for (const { service, state, unitCost, cost, costLeftOut } of whole.slice(0, -1)) {
      if (service === 'Rechnen') expect(state).toBe('ok');
      else expect([state, unitCost, costLeftOut]).toEqual(['no value', null, cost]);
    }
  });
});

const [flat] = shapes;
if (flat === undefined) throw new Error('there is no shape');

test.each([
  ['1', '0.12'],
  ['3', '0.38'],
  ['-1', '-0.12'],
  ['1.001', '0.13'],
])('%s divided by 8 is %s with two digits, half to even', async (cost, unitCost) => {
  const date = '2026-11-02';
  const rows = { [date]: [{ date, cost: Number(cost), currency: 'EUR' }] };
  const service = serveAnalysis(rows, metricAnswers([{ date, amount: '8' }]));
  const total = ['--granularity', 'total', '--digits', '2', '-o', 'json'];
  expect(await readJson(run([...unit, ...total], { service }))).toMatchObject([{ unitCost }]);
});

test('the value of a day without any row is left out, as its cost is not known', async () => {
  const rowOf = (date: string, cost: number) => ({ date, cost, currency: 'EUR' });
  const [first, second, third] = ['2026-11-02', '2026-11-03', '2026-11-04'] as const;
  const rows = { [first]: [rowOf(first, 10)], [third]: [rowOf(third, 20)] };
  const some = [first, second, third].map((date) => ({ date, amount: '5' }));
  const service = serveAnalysis(rows, metricAnswers(some));
  const total = ['--granularity', 'total', '--digits', '1', '-o', 'json'];
  expect(await readJson(run([...unit, ...total], { service }))).toMatchObject([
    { cost: '30', value: '10', unitCost: '3.0', valueLeftOut: '5' },
  ]);
});

test('a table shows a value without costs', async () => {
  const few = facts.filter(({ day, service }) => day <= '2026-11-03' && service === 'Rechnen');
  const some = values.filter(({ date }) => date <= '2026-11-03');
  const lonely = { date: '2026-11-02', amount: '7', labels: { service: 'Papier' } };
  const service = serveAnalysis(daysOf(flat, few), metricAnswers([...some, lonely]));
  const { stdout } = await run([...unit, '--by', 'service'], { service });
  expect(stdout).toMatchInlineSnapshot(`
    "2026-11-02 to 2026-11-08 (UTC) · everything the token reaches · cost in EUR · unit cost per order · incomplete: no rows on 2026-11-04 to 2026-11-08
    warning: the metric belongs to wsp_1, but the cost divided by it is that of all rows that were read: no column of the rows holds workspace ids; --where narrows the rows

    period                  service  currency       cost  order   unit cost  state    cost left out  value left out
    2026-11-02              Papier   -              0.00      7           -  no cost
    2026-11-02              Rechnen  EUR       30,227.35  120.5  250.849373  ok
    2026-11-03              Rechnen  EUR       11,756.69  220.5   53.318301  ok
    2026-11-02..2026-11-08  Papier   -              0.00      0           -  no cost           0.00               7
    2026-11-02..2026-11-08  Rechnen  EUR       41,984.03  341.0  123.120337  ok                0.00             0.0
    2026-11-02..2026-11-08  (all)    EUR       41,984.03  341.0  123.120337  ok                0.00             7.0
    "
  `);
});

test.each(['USD', 'cost', 'period', 'order'])(
  'values in %s are not taken for another column',
  async (name) => {
    const service = serveAnalysis(daysOf(flat, facts), metricAnswers(values, name));
    const { stdout } = await run([...unit, '-o', 'markdown'], { service });
    const headers = stdout.match(/^\| (.*) \|$/m)?.[1]?.split(' | ') ?? [];
    expect(headers).toContain(name === 'order' ? name : `value (${name})`);
    expect(new Set(headers).size).toBe(headers.length);
  },
);

test('a window too narrow for all columns keeps the cost that explains a quotient', async () => {
  const service = serveAnalysis(daysOf(flat, facts), metricAnswers(values));
  const line = [...unit, '--by', 'service', '--granularity', 'total', '--no-color'];
  const { stdout, stderr } = await run(line, { service, terminal: 80 });
  expect(stdout).toContain('cost left out');
  expect(stderr).toContain('left out to fit the window: value left out;');
});

test('a value of zero without costs has no currency to name', async () => {
  const few = facts.filter(({ day, service }) => day === '2026-11-02' && service === 'Rechnen');
  const zero = { date: '2026-11-02', amount: '0', labels: { service: 'Papier' } };
  const service = serveAnalysis(daysOf(flat, few), metricAnswers([...values, zero]));
  const { stdout } = await run([...unit, '--by', 'service'], { service });
  expect(stdout).toMatch(/^2026-11-02 +Papier +- +0\.00 +0 +- +value is zero$/m);
});

test('cost without a currency is named as in every other table', async () => {
  const rows = ['EUR', null].map((currency) => ({ date: '2026-11-02', cost: 5, currency }));
  const service = serveAnalysis({ '2026-11-02': rows }, metricAnswers(values));
  const { stdout } = await run([...unit, '--columns', 'period,currency,state'], { service });
  expect(stdout.match(/^2026-11-02 {2}.*/gm)?.map((line) => line.split(/ +/).slice(1))).toEqual([
    ['EUR', 'ok'],
    ['(none)', 'ok'],
  ]);
});

test('an unknown label exits 2 and lists the labels of the metric', async () => {
  const service = serveAnalysis(daysOf(flat, facts), metricAnswers([]));
  const stderr = await failWith(2, run([...unit, '--by', 'region=service'], { service }));
  expect(stderr).toMatchInlineSnapshot(`
    "error: --by: the metric has no label 'region'
    hint: its labels: service, channel
    "
  `);
});

test('a metric without values gives no unit costs', async () => {
  const service = serveAnalysis(daysOf(flat, facts), metricAnswers([]));
  const rows: Row[] = await readJson(run([...unit, '-o', 'json'], { service }));
  expect(new Set(rows.map(({ unitCost }) => unitCost))).toEqual(new Set([null]));
  expect(unitsOf(rows.at(-1)?.['costLeftOut'])).toBe(sumUnits(facts));
});

test('without rows, nothing is said of their columns', async () => {
  const service = serveAnalysis({}, metricAnswers(values));
  const { stdout } = await run(unit, { service });
  expect(stdout).toContain('incomplete: no rows on 2026-11-02 to 2026-11-08');
  expect(stdout).not.toContain('workspace ids');
});

test.each<[words: string[], unknown: string[]]>([
  [[], ['2026-11-04', '2026-11-05']],
  [['--granularity', 'week', '--from', '2026-10-26'], ['2026-W44']],
  [
    ['--granularity', 'total', '--to', '2026-11-05', '--from', '2026-11-04'],
    ['2026-11-04..2026-11-05'],
  ],
])('what %j does not know is not zero', async (words, unknown) => {
  const some = facts.filter(({ day }) => day !== '2026-11-04' && day !== '2026-11-05');
  const line = [...unit, ...words, '-o', 'json'];
  const [from = '', to = ''] = ['--from', '--to'].map((name) => line[line.lastIndexOf(name) + 1]);
  // A value of zero does not mean that the cost of its day is known.
  const amountOf = (day: string) => (day === '2026-11-05' ? '0' : '2');
  const each = [...eachDay({ from, to })].map((date) => ({
    ...{ date, amount: amountOf(date), labels: {} },
  }));
  const path = '/v1/business-metrics/bmt_orders';
  const query = `workspaceId=wsp_1&from=${from}&to=${to}&page=1&limit=100`;
  const service = serveAnalysis(daysOf(flat, some), {
    ...metricAnswers([]),
    [`${path}/values?${query}`]: pageOf(each),
  });
  const rows: Row[] = await readJson(run(line, { service }));
  const open = rows.filter(({ state }) => state === 'no rows');
  expect([...new Set(open.map(({ period }) => period))]).toEqual(unknown);
  expect(new Set(open.map(({ cost, unitCost }) => cost ?? unitCost))).toEqual(new Set([null]));
  expect(rows.filter(({ cost }) => cost === null)).toHaveLength(open.length);
});

test('the row of a day outside the period has its cost, which the whole leaves out', async () => {
  const days = daysOf(flat, facts);
  const stray = { ...days[week.from]?.[0], date: '2026-09-01', cost: 500 };
  const service = serveAnalysis(
    { ...days, [week.from]: [...(days[week.from] ?? []), stray] },
    metricAnswers(values),
  );
  const rows: Row[] = await readJson(run([...unit, '-o', 'json'], { service }));
  expect(rows[0]).toMatchObject({ period: '2026-09-01', cost: '500', state: 'no value' });
});

test('an amount that is not a number is reported', async () => {
  const bad = [{ date: week.from, amount: 'many', labels: {} }];
  const service = serveAnalysis(daysOf(flat, facts), metricAnswers(bad));
  const stderr = await failWith(1, run(unit, { service }));
  expect(stderr).toContain('a value of bmt_orders is not an amount on a day: many on 2026-11-02');
});

test('costs unit needs a workspace', async () => {
  const service = serveAnalysis({});
  const argv = ['costs', 'unit', ...weekOptions, '--metric', 'bmt_orders'];
  const none = await run(argv, { service });
  expect([none.exitCode, none.stderr.split('\n')[0]]).toEqual([2, 'error: no workspace is set']);
});

test.each(['constructor', 'toString'])('a value without the label %s has none', async (label) => {
  const metric = '/v1/business-metrics/bmt_orders?workspaceId=wsp_1';
  const valuesPath = Object.keys(metricAnswers([])).find((path) => path !== metric) ?? '';
  const service = serveAnalysis(daysOf(flat, facts), {
    [metric]: { id: 'bmt_orders', labelColumns: [label] },
    [valuesPath]: pageOf([{ date: week.from, amount: '5', labels: {} }]),
  });
  const line = [...unit, '--by', `${label}=service`, '-o', 'json'];
  expect(await failWith(9, run(line, { service }))).toContain(
    'the label has (none); the column has',
  );
});
