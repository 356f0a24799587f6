import { expect, test } from 'vitest';
import { readRates } from '../../src/questions/rates-file.ts';

test.each([
  ['csv', 'baseCurrency,targetCurrency,date,rate\nUSD,EUR,2026-11-02,0.9100\nUSD,EUR,,0.9\n'],
  [
    'the csv of rates list',
    '\ufeffbaseCurrency,targetCurrency,rate,effectiveDate,source\r\nUSD,EUR,0.9100,2026-11-02,x\r\nUSD,EUR,0.9,,x\r\n',
  ],
  [
    'csv with columns that a spreadsheet left empty',
    'baseCurrency,targetCurrency,date,rate,,\nUSD,EUR,2026-11-02,0.9100,,\nUSD,EUR,,0.9,,\n',
  ],
  [
    'json',
    '[{"baseCurrency":"USD","targetCurrency":"EUR","date":"2026-11-02","rate":0.9100},{"baseCurrency":"USD","targetCurrency":"EUR","rate":"0.9"}]',
  ],
])(
  '%s: uses the rate of the day, else the rate without a day, with every digit',
  async (_kind, text) => {
    const { find } = await readRates('rates', text);
    expect((await find('USD', 'EUR', '2026-11-02'))?.rate).toBe('0.9100');
    expect((await find('USD', 'EUR', '2026-11-03'))?.rate).toBe('0.9');
    expect(await find('EUR', 'USD', '2026-11-02')).toBeUndefined();
  },
);

test.each([
  [
    'no rate',
    'baseCurrency,targetCurrency,rate\nUSD,EUR,\n',
    "rates: rate 1: '' is not a positive decimal",
  ],
  [
    'a rate of zero',
    '[{"baseCurrency":"USD","targetCurrency":"EUR","rate":0}]',
    "'0' is not a positive",
  ],
  ['no pair', 'base,target,rate\nUSD,EUR,1\n', 'rate 1 has no baseCurrency and targetCurrency'],
  [
    'no day',
    'baseCurrency,targetCurrency,rate,date\nUSD,EUR,1,2026-02-30\n',
    "'2026-02-30' is not a day",
  ],
  [
    'two rates of one day',
    'baseCurrency,targetCurrency,rate\nUSD,EUR,1\nUSD,EUR,2\n',
    'rate 2: another rate of the same pair and day',
  ],
  ['broken json', '[{', 'rates is not JSON'],
  [
    'two columns of rates',
    'baseCurrency,targetCurrency,rate,rate\nUSD,EUR,0.9,0.8\n',
    "two columns are named 'rate'",
  ],
  ['broken csv', 'baseCurrency,rate\n"USD', 'rates is not csv'],
  [
    'csv with the line ends of old programs',
    'baseCurrency,targetCurrency,rate\rUSD,EUR,0.9\r',
    'rates is not csv: line 1: there is a carriage return outside quotes',
  ],
  ['a list of numbers', '[1]', 'rate 1 is not an object'],
])('%s is refused', async (_what, text, message) => {
  await expect(readRates('rates', text)).rejects.toMatchObject({
    code: 'invalid_data',
    message: expect.stringContaining(message),
  });
});

test('the rate of another day, the reverse pair or another currency is no rate', async () => {
  const { find } = await readRates(
    'rates',
    'baseCurrency,targetCurrency,date,rate\nUSD,EUR,2026-11-02,0.9\nUSD,CHF,,0.8\nCHF,EUR,,1.1\n',
  );
  expect(await find('USD', 'EUR', '2026-11-01')).toBeUndefined();
  expect(await find('USD', 'EUR', '2026-11-03')).toBeUndefined();
  expect(await find('EUR', 'CHF', '2026-11-02')).toBeUndefined();
});

test('two rates that are the same float are two rates', async () => {
  const text = 'baseCurrency,targetCurrency,rate\nUSD,EUR,0.1\nUSD,EUR,0.1000000000000000000001\n';
  await expect(readRates('rates', text)).rejects.toMatchObject({
    message: expect.stringContaining('rate 2: another rate of the same pair and day'),
  });
});

test('the same rate may be there twice, with more or fewer zeros', async () => {
  const { find } = await readRates(
    'rates',
    'baseCurrency,targetCurrency,rate\nUSD,EUR,0.90\nUSD,EUR,0.9\n',
  );
  expect(Number((await find('USD', 'EUR', '2026-11-02'))?.rate)).toBe(0.9);
});
