import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { rateAnswers, serveAnalysis, sumUnits, unitsOf } from '../helpers/cost-shapes.ts';
import { flatDays, summary, weekFacts } from '../helpers/cost-summary.ts';
import { createFolder, run } from '../helpers/run.ts';

test('--rate-date uses the rates of one day, and the receipt has them with the policy', async () => {
  const receipt = join(createFolder(), 'receipt.json');
  const policy = { available: true, entries: [{ method: 'daily' }] };
  const service = serveAnalysis(flatDays, {
    ...rateAnswers('USD', 'EUR', { '2026-11-01': '0.9250' }),
    '/v1/workspaces/wsp_1/exchange-rates/policy': policy,
  });
  const argv = ['--convert-to', 'EUR', '--rate-date', '2026-11-01', '--receipt', receipt];
  const { stdout } = await run([...summary, ...argv, '-o', 'json'], {
    service,
    env: { COSTCTL_WORKSPACE: 'wsp_1' },
  });
  const [{ total }] = JSON.parse(stdout);
  const usd = sumUnits(weekFacts.filter(({ currency }) => currency === 'USD'));
  expect(BigInt(total.replace('.', ''))).toBe(usd * 9250n + (sumUnits(weekFacts) - usd) * 10_000n);
  const reported = JSON.parse(readFileSync(receipt, 'utf8'));
  expect(reported).toMatchObject({
    complete: true,
    rows: weekFacts.length,
    convertTo: 'EUR',
    rates: [
      {
        baseCurrency: 'USD',
        targetCurrency: 'EUR',
        date: '2026-11-01',
        rate: '0.9250',
        effectiveDate: '2026-11-01',
        source: 'test',
      },
    ],
    exchangeRatePolicy: policy,
    files: [],
  });
  const sums = reported.windows.flatMap((window: { sums: { sum: string }[] }) => window.sums);
  expect(sums.reduce((sum: bigint, one: { sum: string }) => sum + unitsOf(one.sum), 0n)).toBe(
    sumUnits(weekFacts),
  );
});

test('a missing rate exits 9 with its pair and day; the inverse rate is not used', async () => {
  const service = serveAnalysis(flatDays, rateAnswers('EUR', 'USD', { '2026-11-02': '1.1' }));
  const argv = [...summary, '--convert-to', 'EUR', '--where', 'currency=USD'];
  const { stdout, stderr, exitCode } = await run([...argv, '-q'], { service });
  expect([stdout, exitCode]).toEqual(['', 9]);
  expect(stderr).toMatchInlineSnapshot(`
    "error: no exchange rate of USD to EUR on 2026-11-02, USD to EUR on 2026-11-03, USD to EUR on 2026-11-04, USD to EUR on 2026-11-05, USD to EUR on 2026-11-06, USD to EUR on 2026-11-07, USD to EUR on 2026-11-08
    hint: --rate-date DAY takes the rates of one day, --rates FILE those of a file
    "
  `);
});

test.each([
  ['another pair', '{"baseCurrency":"EUR","targetCurrency":"USD","rate":1.1}', 1],
  ['nothing', '{"baseCurrency":"USD","targetCurrency":"EUR","rate":0}', 1],
])('a rate of %s is refused', async (_what, answer, status) => {
  const path = '/v1/exchange-rates/rate?baseCurrency=USD&targetCurrency=EUR&date=2026-11-01';
  const service = serveAnalysis(flatDays, { [path]: answer });
  const argv = ['--convert-to', 'EUR', '--rate-date', '2026-11-01'];
  const { exitCode, stdout } = await run([...summary, ...argv], { service });
  expect([exitCode, stdout]).toEqual([status, '']);
});
