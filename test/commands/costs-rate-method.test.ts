import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { MockAgent } from 'undici';
import { expect, test } from 'vitest';
import { addDays, eachDay, monthRange } from '../../src/days.ts';
import { serveAnalysis, week, weekOptions } from '../helpers/cost-shapes.ts';
import { type Days, serveCosts } from '../helpers/costs.ts';
import { createFolder, run } from '../helpers/run.ts';
import { succeed } from '../helpers/screens.ts';

const now = '2026-11-15T12:00:00Z';
const yesterday = '2026-11-14';
const from = '2026-09-20';
const all = [...eachDay({ from: '2026-09-01', to: yesterday })];

/** An amount in ten thousandths for each day, and a rate in ten thousandths for each day. */
const drawn = fc.record({
  amounts: fc.array(fc.integer({ min: -99_999, max: 9_999_999 }), { minLength: 56, maxLength: 56 }),
  rates: fc.array(fc.integer({ min: 1, max: 30_000 }), {
    minLength: all.length,
    maxLength: all.length,
  }),
});

const decimal = (units: bigint, places: number): string => {
  const digits = (units < 0n ? -units : units).toString().padStart(places + 1, '0');
  const text = `${digits.slice(0, -places)}.${digits.slice(-places)}`.replace(/\.?0+$/, '');
  return units < 0n ? `-${text}` : text;
};

/** The rate of a day with 18 places. */
function rateOf(method: string, day: string, rates: readonly number[]): bigint {
  const month = monthRange(day.slice(0, 7));
  const last = month.to < yesterday ? month.to : yesterday;
  const of = (one: string) => BigInt(rates[all.indexOf(one)] ?? 0) * 10n ** 14n;
  if (method === 'daily') return of(day);
  if (method === 'month-end') return of(last);
  const days = [...eachDay({ from: month.from, to: last })];
  const sum = days.reduce((total, one) => total + of(one), 0n);
  const count = BigInt(days.length);
  const [whole, twice] = [sum / count, 2n * (sum % count)];
  return twice > count || (twice === count && whole % 2n === 1n) ? whole + 1n : whole;
}

async function ask(words: readonly string[], days: Days, rates: readonly number[]) {
  const folder = createFolder();
  const [file, receipt] = [join(folder, 'rates.csv'), join(folder, 'receipt.json')];
  const lines = all.map((day, place) => `EUR,USD,${decimal(BigInt(rates[place] ?? 0), 4)},${day}`);
  writeFileSync(file, ['baseCurrency,targetCurrency,rate,date', ...lines, ''].join('\n'));
  const line = ['costs', 'summary', '--from', from, '--to', yesterday, '--convert-to', 'USD'];
  const options = ['--rates', file, '--receipt', receipt, ...words];
  const outcome = await run([...line, ...options], { service: serveCosts(days), now, folder });
  return { ...outcome, receipt: () => JSON.parse(readFileSync(receipt, 'utf8')) };
}

const daysOf = (amounts: readonly number[]): Days =>
  Object.fromEntries(
    amounts.map((units, place) => {
      const date = addDays(from, place);
      return [date, [{ date, service: 'db', cost: units / 10_000, currency: 'EUR' }]];
    }),
  );

test.each(['daily', 'month-average', 'month-end'])(
  'with --rate-method %s each amount has exactly the rate of its day, or of its month so far',
  async (method) => {
    await fc.assert(
      fc.asyncProperty(drawn, async ({ amounts, rates }) => {
        const words = ['--rate-method', method, '-o', 'json'];
        const asked = ask(words, daysOf(amounts), rates);
        const { stdout } = await succeed(asked);
        const expected = amounts.reduce(
          (sum, units, place) => sum + BigInt(units) * rateOf(method, addDays(from, place), rates),
          0n,
        );
        const found = String(JSON.parse(stdout)[0].total);
        const plain = found.includes('.') ? found.replace(/\.?0+$/, '') : found;
        expect(plain).toBe(decimal(expected, 22));
        expect((await asked).receipt()).toMatchObject({ rateMethod: method });
      }),
      { numRuns: 6 },
    );
  },
);

test.each([
  [[], 'daily rates'],
  [['--rate-method', 'month-average'], 'monthly average rates'],
  [['--rate-method', 'month-end'], 'month-end rates'],
  [['--rate-date', '2026-09-02'], 'rates of 2026-09-02'],
])('the caption names the method of %j', async (words, named) => {
  const { stdout } = await succeed(
    ask(
      words,
      daysOf([10_000]),
      all.map(() => 20_000),
    ),
  );
  expect(stdout.split('\n')[0]).toContain(`cost in USD, ${named}`);
});

test.each([
  [['--rate-method', 'month-end', '--rate-date', '2026-11-01'], 'cannot be used together'],
  [['--rate-method', 'weekly'], 'month-average'],
])('%j exits 2', async (words, said) => {
  const { exitCode, stderr } = await ask(words, {}, []);
  expect(exitCode).toBe(2);
  expect(stderr).toContain(said);
});

test('--rate-method without --convert-to exits 2', async () => {
  const line = 'costs summary --last 7d --rate-method month-end';
  const { exitCode, stderr } = await run(line, { service: serveCosts({}) });
  expect([exitCode, stderr]).toEqual([
    2,
    expect.stringContaining('--rate-method needs --convert-to'),
  ]);
});

test('a report and a receipt quote the policy of the workspace, the method and the source', async () => {
  const folder = createFolder();
  const receipt = join(folder, 'receipt.json');
  const line = 'costs report --sandbox --last-month --sections total --convert-to EUR -O';
  const words = [...line.split(' '), join(folder, 'report.md'), '--receipt', receipt];
  await succeed(run([...words, '--rate-method', 'month-end'], { folder }));
  const { exchangeRatePolicy: policy, rates } = JSON.parse(readFileSync(receipt, 'utf8'));
  expect(policy).toMatchObject({ available: true });
  const text = readFileSync(join(folder, 'report.md'), 'utf8').replaceAll('\\', '');
  const [top] = text.split('## Total');
  expect(top).toContain(
    `Amounts are converted to EUR at month-end rates (source: ${rates[0].source}).`,
  );
  const [{ conversionMethod, rateSource, periodStart }] = policy.policies;
  expect(top).toContain(
    `The workspace's exchange rate policy: conversionMethod=${conversionMethod}, rateSource=${rateSource}, periodStart=${periodStart}`,
  );
});

/** A summary of one day, of a workspace whose policy is asked for. */
async function askPolicy(status: number, policy: Record<string, unknown>) {
  const folder = createFolder();
  const [file, receipt] = [join(folder, 'rates.csv'), join(folder, 'receipt.json')];
  writeFileSync(file, 'baseCurrency,targetCurrency,rate\nEUR,USD,2\n');
  const service = serveCosts(daysOf([10_000]));
  const env = { COSTCTL_WORKSPACE: 'wsp_main' };
  if (!(service.dispatcher instanceof MockAgent)) throw new Error('no mock');
  service.dispatcher
    .get(service.url)
    .intercept({ path: '/v1/workspaces/wsp_main/exchange-rates/policy' })
    .reply(status, policy, { headers: { 'content-type': 'application/json' } });
  const line = `costs summary --from ${from} --to ${from} --convert-to USD --rates ${file}`;
  const words = [...line.split(' '), '--receipt', receipt];
  const { stdout } = await succeed(run(words, { service, now, folder, env }));
  return { stdout, receipt: JSON.parse(readFileSync(receipt, 'utf8')) };
}

test.each([
  [{ available: true, entries: [{ method: 'daily', weight: 1.5 }] }, 'method=daily, weight=1.5'],
  [{ available: false, entries: [] }, 'available=false'],
  [
    { available: true, entries: [{ source: 'rates', isFixed: true }] },
    'source=rates, isFixed=true',
  ],
])('the caption quotes all of the policy %j, whatever it says already', async (policy, quote) => {
  const { stdout } = await askPolicy(200, policy);
  expect(stdout.split('\n')[0]).toMatch(
    /cost in USD, rates from .*rates\.csv for all days, policy /,
  );
  expect(stdout.split('\n')[0]).toContain(`, policy ${quote} · `);
});

test.each([
  ['', '', 'rates from FILE for all days'],
  ['', '--rate-date 2026-10-01', 'rates from FILE for all days'],
  [from, '', 'daily rates from FILE'],
  ['2026-10-01', '--rate-date 2026-10-01', 'rates of 2026-10-01 from FILE'],
])('a rate of the day "%s" from a file is called what it is: %s', async (day, words, said) => {
  const folder = createFolder();
  const file = join(folder, 'rates.csv');
  writeFileSync(file, `baseCurrency,targetCurrency,rate,date\nEUR,USD,2,${day}\n`);
  const line = `costs summary --from ${from} --to ${from} --convert-to USD --rates ${file} ${words}`;
  const service = serveCosts(daysOf([10_000]));
  const { stdout } = await succeed(run(line.trim(), { service, now, folder }));
  expect(stdout.split('\n')[0]).toContain(`cost in USD, ${said.replace('FILE', file)} · `);
});

test('a policy that is too long for the caption is quoted below it', async () => {
  const policy = { available: true, entries: [{ source: 'a'.repeat(100) }] };
  const [caption, note] = (await askPolicy(200, policy)).stdout.split('\n');
  expect(caption).not.toContain('policy');
  expect(note).toContain(`"source": "${'a'.repeat(100)}"`);
});

test('a policy that cannot be read is said to be missing', async () => {
  const { stdout, receipt } = await askPolicy(403, { status: 403, title: 'Forbidden' });
  expect(stdout).toContain("note: the workspace's exchange rate policy could not be read");
  expect(receipt).toMatchObject({
    exchangeRatePolicy: null,
    exchangeRatePolicyProblem: expect.any(String),
  });
});

test.each([
  [addDays(week.from, -7), 'daily rates (ECB)'],
  [addDays(week.from, -8), 'daily rates, up to 8 days old (ECB)'],
])('a rate that is in force since %s is called: %s', async (effectiveDate, expected) => {
  const answer = { rate: 1.1, effectiveDate, source: 'ECB' };
  const row = { date: week.from, service: 'db', cost: '5', currency: 'EUR' };
  const path = `/v1/exchange-rates/rate?baseCurrency=EUR&targetCurrency=USD&date=${week.from}`;
  const service = serveAnalysis({ [week.from]: [row] }, { [path]: answer });
  const line = ['costs', 'summary', ...weekOptions, '--convert-to', 'USD'];
  expect((await run(line, { service })).stdout).toContain(`cost in USD, ${expected}`);
});
