import { describe, expect, test } from 'vitest';
import { run } from '../helpers/run.ts';
import { failWith, refuse, showScreens, succeed } from '../helpers/screens.ts';
import { scriptService } from '../helpers/service.ts';

const euro = {
  baseCurrency: 'USD',
  targetCurrency: 'EUR',
  rate: 0.92,
  effectiveDate: '2026-10-01',
  source: 'ECB',
};
const pound = { ...euro, targetCurrency: 'GBP', rate: 0.79 };
const rate = '/v1/exchange-rates/rate?baseCurrency=USD&targetCurrency=EUR';

describe('rates get', () => {
  test('shows the rate of a day', async () => {
    const line = ['rates', 'get', 'USD', 'EUR', '--date', '2026-10-01'];
    const { table, json } = await showScreens(line, {
      path: `${rate}&date=2026-10-01`,
      answer: euro,
    });
    expect(table).toMatchInlineSnapshot(`
      "base    USD
      target  EUR
      rate    0.92
      date    2026-10-01
      source  ECB
      "
    `);
    expect(json).toEqual(euro);
  });

  test('lets the service choose the day and keeps the digits of its answer', async () => {
    const service = scriptService({ path: rate, answer: '{"rate":0.92000000000000000001}' });
    const { stdout } = await run('rates get USD EUR -o json', { service });
    expect(stdout).toBe('{"rate":0.92000000000000000001}\n');
  });

  test('takes currencies in any case', async () => {
    await succeed(
      run('rates get usd Eur', { service: scriptService({ path: rate, answer: euro }) }),
    );
  });

  test.each([
    [['us', 'EUR'], 'error: <base>: must be three letters, such as EUR'],
    [['USD', 'EURO'], 'error: <target>: must be three letters'],
    [['USD', 'EUR', '--date', '2026-02-29'], 'error: --date: must be a date, YYYY-MM-DD'],
    [['USD'], "missing required argument 'target'"],
  ])('refuses %j', async (words, message) => {
    expect(await refuse(['rates', 'get', ...words])).toContain(message);
  });

  test.each([
    ['get', ['get', 'USD', 'EUR']],
    ['convert', ['convert', '5', 'USD', 'EUR']],
  ])('rates %s reports a day in the future', async (_name, words) => {
    const missing = (date: string) =>
      scriptService({ path: `${rate}&date=${date}`, status: 404, answer: {} });
    const future = await run(['rates', ...words, '--date', '2026-11-16'], {
      service: missing('2026-11-16'),
    });
    expect(future.exitCode).toBe(5);
    expect(future.stderr).toContain('error: 2026-11-16 is in the future: there is no rate yet\n');
    expect(future.stderr).toContain('hint: give a day up to 2026-11-15\n');
    const today = await run(['rates', ...words, '--date', '2026-11-15'], {
      service: missing('2026-11-15'),
    });
    expect(today.exitCode).toBe(5);
    expect(today.stderr).not.toContain('future');
  });

  test('an empty list for a future day causes a warning', async () => {
    const service = scriptService({
      path: '/v1/exchange-rates?date=2027-01-01',
      answer: { rates: [], total: 0 },
    });
    const { stderr } = await run('rates list --date 2027-01-01 -q', { service });
    expect(stderr).toBe('warning: 2027-01-01 is in the future: there are no rates yet\n');
  });
});

describe('rates list', () => {
  const path = '/v1/exchange-rates?date=2026-10-01';
  const line = ['rates', 'list', '--date', '2026-10-01'];

  test.each(['rates', 'items', 'données'])(
    'finds the only array in the answer, named %s',
    async (name) => {
      const { table, json } = await showScreens(line, {
        path,
        answer: { [name]: [euro, pound], total: 2 },
      });
      expect(table).toMatchInlineSnapshot(`
      "base  target  rate  date        source
      USD   EUR     0.92  2026-10-01  ECB
      USD   GBP     0.79  2026-10-01  ECB
      "
    `);
      expect(json).toEqual([euro, pound]);
    },
  );

  test('lets the service choose the day if none is given', async () => {
    const { json } = await showScreens('rates ls', {
      path: '/v1/exchange-rates',
      answer: { rates: [], total: 0 },
    });
    expect(json).toEqual([]);
  });

  test('exits 9 if the service counts more rates than it sends, unless --max asks for no more', async () => {
    const service = scriptService({ path, answer: { rates: [euro], total: 2 } });
    const { stdout, stderr, exitCode } = await run([...line, '-q', '-o', 'json'], { service });
    expect([exitCode, JSON.parse(stdout), stderr]).toEqual([
      9,
      [euro],
      expect.stringContaining('the service counts 2 rates and sent 1'),
    ]);
    const again = scriptService({ path, answer: { rates: [euro], total: 2 } });
    expect((await run([...line, '-q', '--max', '1'], { service: again })).exitCode).toBe(0);
  });

  test.each([[{ total: 0 }], [{ a: [], b: [] }], [{ rates: [1] }]])(
    'reports that %j contains no list of rates',
    async (answer) => {
      const service = scriptService({ path, answer });
      const stderr = await failWith(1, run(line, { service }));
      expect(stderr).toContain('the response does not hold one list of rates');
    },
  );
});

describe('rates convert', () => {
  test('converts an amount exactly and shows the rate and its day', async () => {
    const service = { path: `${rate}&date=2026-10-01`, answer: euro };
    const line = ['rates', 'convert', '1234567890.10', 'USD', 'EUR', '--date', '2026-10-01'];
    const { table, json } = await showScreens(line, service);
    expect(table).toMatchInlineSnapshot(`
      "amount     1,234,567,890.10
      base       USD
      converted  1,135,802,458.89
      target     EUR
      rate       0.92
      date       2026-10-01
      source     ECB
      "
    `);
    expect(json).toEqual({
      amount: '1234567890.10',
      baseCurrency: 'USD',
      targetCurrency: 'EUR',
      rate: 0.92,
      effectiveDate: '2026-10-01',
      source: 'ECB',
      converted: '1135802458.8920',
    });
  });

  test.each(['get USD EUR', 'convert 3 USD EUR'])(
    '%s takes no rate of a later day',
    async (words) => {
      const line = ['rates', ...words.split(' '), '--date', '2026-09-30'];
      const service = scriptService({ path: `${rate}&date=2026-09-30`, answer: euro });
      const stderr = await failWith(5, run(line, { service }));
      expect(stderr).toContain('there is no rate from USD to EUR on 2026-09-30');
      expect(stderr).toContain('hint: --date 2026-10-01 takes that one');
    },
  );

  test('keeps every digit of a long or small rate', async () => {
    const long = scriptService({ path: rate, answer: '{"rate":0.12345678901234567890}' });
    const line = ['rates', 'convert', '3', 'USD', 'EUR', '--query', 'converted', '-r'];
    expect((await run(line, { service: long })).stdout).toBe('0.37037036703703703670\n');
    const small = scriptService({ path: rate, answer: '{"rate":1e-7}' });
    expect((await run(line, { service: small })).stdout).toBe('0.0000003\n');
  });

  test('fails if the answer has no rate', async () => {
    const service = scriptService({ path: rate, answer: {} });
    const line = ['rates', 'convert', '3', 'USD', 'EUR'];
    expect((await run(line, { service })).exitCode).toBe(1);
  });

  test.each(['1,5', 'x', '1.'])('refuses the amount %s', async (amount) => {
    expect(await refuse(['rates', 'convert', amount, 'USD', 'EUR'])).toContain(
      'error: <amount>: must be a decimal, such as 1234.56',
    );
  });
});

describe('rates history', () => {
  const day = (date: string) => ({ path: `${rate}&date=${date}` });
  const line = ['rates', 'history', 'USD', 'EUR', '--from', '2026-02-28', '--to', '2026-03-02'];

  test('shows one row per day, including missing days, in any order of answers', async () => {
    const { table, json } = await showScreens(
      line,
      { ...day('2026-03-02'), answer: { ...euro, effectiveDate: '2026-03-02' } },
      { ...day('2026-03-01'), status: 404, answer: {} },
      { ...day('2026-02-28'), answer: { ...euro, effectiveDate: '2026-02-27' } },
    );
    expect(table).toMatchInlineSnapshot(`
      "date           rate  effective   source
      2026-02-28     0.92  2026-02-27  ECB
      2026-03-01  no rate
      2026-03-02     0.92  2026-03-02  ECB
      "
    `);
    expect(json).toEqual([
      { date: '2026-02-28', rate: 0.92, effectiveDate: '2026-02-27', source: 'ECB' },
      { date: '2026-03-01', rate: null, effectiveDate: null, source: null },
      { date: '2026-03-02', rate: 0.92, effectiveDate: '2026-03-02', source: 'ECB' },
    ]);
  });

  test('accepts other period options, but only one at a time', async () => {
    const service = scriptService({ ...day('2026-11-14'), answer: euro });
    const last = await run('rates history USD EUR --last 1d -o csv', { service });
    expect(last.stdout.split('\n')[1]).toContain('2026-11-14,');
    expect(await refuse('rates history USD EUR --last 1d --month 2026-10')).toContain(
      '--last and --month',
    );
  });

  test('fails if a day fails with an error other than 404', async () => {
    const service = scriptService({ ...day('2026-02-28'), status: 401, answer: {} });
    const one = ['rates', 'history', 'USD', 'EUR', '--from', '2026-02-28', '--to', '2026-02-28'];
    await failWith(3, run(one, { service }));
  });

  test.each([
    [['--from', '2026-03-02', '--to', '2026-03-01'], '--from 2026-03-02 is after --to 2026-03-01'],
    [['--from', '2026-03-02'], '--from needs --to'],
    [['--to', '2026-03-02'], '--to needs --from'],
  ])('refuses %j', async (options, message) => {
    expect(await refuse(['rates', 'history', 'USD', 'EUR', ...options])).toContain(message);
  });
});

describe('rates policy', () => {
  test('shows the policy of the workspace', async () => {
    const policy = { available: true, policies: [{ method: 'daily', source: 'ECB' }] };
    const { table, json } = await showScreens('rates policy', {
      path: '/v1/workspaces/wsp_main/exchange-rates/policy',
      answer: policy,
    });
    expect(table).toMatchInlineSnapshot(`
      "available  true
      policies   [{"method":"daily","source":"ECB"}]
      "
    `);
    expect(json).toEqual(policy);
  });
});

describe.each([
  ['get', 'get USD EUR'],
  ['convert', 'convert 5 USD EUR'],
  ['history', 'history USD EUR --from 2026-10-01 --to 2026-10-01'],
])('rates %s', (_action, words) => {
  const path = words.includes('--from') ? `${rate}&date=2026-10-01` : rate;
  const ask = (answer: string) =>
    run(['rates', ...words.split(' ')], { service: scriptService({ path, answer }) });

  test.each([
    ['{"rate":0}', 'not a positive number: 0'],
    ['{"rate":-1.5}', 'not a positive number: -1.5'],
    ['{"rate":0e5,"baseCurrency":"USD"}', 'not a positive number'],
    [
      '{"rate":1.1,"baseCurrency":"EUR","targetCurrency":"USD"}',
      'from EUR to USD instead of USD to EUR',
    ],
    ['{"rate":1.1,"targetCurrency":"CHF"}', 'to CHF instead of USD to EUR'],
  ])('takes %s for no rate of the pair', async (answer, message) => {
    expect(await failWith(1, ask(answer))).toContain(message);
  });

  test('takes a pair in another case', async () => {
    await succeed(ask('{"rate":1.1,"baseCurrency":"usd","targetCurrency":"eur"}'));
  });
});
