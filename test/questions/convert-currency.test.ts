import { expect, test } from 'vitest';
import { type Conversion, convertGroups } from '../../src/questions/convert-currency.ts';
import { rateDays } from '../../src/questions/rate-method.ts';
import { readRates } from '../../src/questions/rates-file.ts';
import { decimalOf, groupOf } from '../helpers/groups.ts';

const conversion: Conversion = {
  target: 'EUR',
  rateDate: undefined,
  method: 'daily' as const,
  yesterday: '2026-11-14',
  find: async () => ({ rate: '0.5', effectiveDate: null, source: null }),
  concurrency: 2,
};

test('each currency pair and day is requested once, in order, and amounts are exact', async () => {
  const asked: string[] = [];
  const groups = [
    groupOf({ currency: 'USD', day: '2026-11-03', total: '0.3' }),
    groupOf({ currency: 'CHF', total: '2' }),
    groupOf({ currency: 'USD', day: '2026-11-03', total: '1', values: ['a'] }),
    groupOf({ currency: 'EUR', total: '4' }),
    groupOf({ currency: null, total: '9' }),
  ];
  const { groups: converted } = await convertGroups(groups, {
    ...conversion,
    concurrency: 1,
    find: async (base, target, date) => {
      asked.push(`${base} ${target} ${date}`);
      return { rate: '0.1', effectiveDate: null, source: null };
    },
  });
  expect(asked).toEqual(['CHF EUR 2026-11-02', 'USD EUR 2026-11-03']);
  expect(converted).toEqual([
    groupOf({ day: '2026-11-03', total: '0.03' }),
    { ...groupOf({ total: '4.2' }), rows: 2 },
    groupOf({ day: '2026-11-03', total: '0.1', values: ['a'] }),
    groupOf({ currency: null, total: '9' }),
  ]);
});

test.each([
  ['one', [['USD', 1]], 'USD to EUR on 2026-11-01'],
  [
    'neighbors',
    [
      ['USD', 1],
      ['USD', 2],
      ['USD', 3],
    ],
    'USD to EUR on 2026-11-01 to 2026-11-03',
  ],
  [
    'days apart',
    [
      ['USD', 1],
      ['USD', 3],
      ['USD', 5],
      ['USD', 7],
      ['USD', 9],
    ],
    'USD to EUR on 2026-11-01, 2026-11-03, 2026-11-05 and 2 more',
  ],
  // However many days one pair lacks, the other is named.
  [
    'pairs',
    [...Array.from({ length: 20 }, (_, day) => ['GBP', day + 1] as const), ['USD', 4]],
    'GBP to EUR on 2026-11-01 to 2026-11-20; USD to EUR on 2026-11-04',
  ],
] as const)('missing rates are named by pair: %s', async (_name, lacking, named) => {
  const groups = lacking.map(([currency, day]) =>
    groupOf({ currency, day: `2026-11-${String(day).padStart(2, '0')}` }),
  );
  const converting = convertGroups(groups, { ...conversion, find: async () => undefined });
  const message = `no exchange rate for ${named}`;
  await expect(converting).rejects.toMatchObject({ code: 'incomplete', message });
});

test.each(['0', '-0.5', 'about 1', ''])('a rate of %j is refused', async (rate) => {
  const find = async () => ({ rate, effectiveDate: null, source: null });
  const converting = convertGroups([groupOf({ currency: 'USD' })], { ...conversion, find });
  await expect(converting).rejects.toMatchObject({
    code: 'unexpected_response',
    message: `the rate from USD to EUR on 2026-11-02 is not a positive number: ${rate}`,
  });
});

test('a fixed rate date applies to every group', async () => {
  const groups = [groupOf({ currency: 'USD', day: null, total: '3' })];
  const { rates, groups: converted } = await convertGroups(groups, {
    ...conversion,
    rateDate: '2026-10-31',
  });
  expect(rates).toMatchObject([{ baseCurrency: 'USD', targetCurrency: 'EUR', date: '2026-10-31' }]);
  expect(converted[0]?.total).toEqual(decimalOf('1.5'));
});

const rate = '{"baseCurrency":"USD","targetCurrency":"EUR","rate":0.9}';

test('a file may contain a single rate, which applies to every day', async () => {
  const { find } = await readRates('rates.json', rate);
  expect(await find('USD', 'EUR', '2026-11-01')).toEqual({
    rate: '0.9',
    effectiveDate: null,
    source: null,
  });
  expect(await find('EUR', 'USD', '2026-11-01')).toBeUndefined();
});

test.each([
  ['daily', '2026-11-01', ['2026-11-01']],
  ['month-average', '2026-11-01', ['2026-11-01']],
  ['month-end', '2026-11-01', ['2026-11-01']],
  ['month-average', '2026-10-30', 31],
  ['month-end', '2026-10-30', ['2026-10-31']],
] as const)(
  'on the first day of a month, %s rates of %s are those of %j',
  (method, day, expected) => {
    const days = rateDays(method, day, '2026-10-31');
    expect(typeof expected === 'number' ? days.length : days).toEqual(expected);
  },
);
