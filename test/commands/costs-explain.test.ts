import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { eachDay } from '../../src/days.ts';
import {
  daysOf,
  flat,
  makeFacts,
  rateAnswers,
  serveAnalysis,
  shapes,
  sumBy,
  sumUnits,
  unitsOf,
  week,
  weekBefore,
  weekOptions,
} from '../helpers/cost-shapes.ts';
import { type Days, type Row, serveCosts } from '../helpers/costs.ts';
import { newFolder, runMirror } from '../helpers/mirror.ts';
import { type Planted, plantChange, planted } from '../helpers/planted-changes.ts';
import { createFolder, run } from '../helpers/run.ts';
import { failWith, readJson, succeed } from '../helpers/screens.ts';

const facts = makeFacts({ from: weekBefore.from, to: week.to }, 20);
const explain = ['costs', 'explain', ...weekOptions];

interface Line {
  readonly line: string;
  readonly cause: string;
  readonly path: readonly string[];
  readonly depth: number;
  readonly currency: string | null;
  readonly amount: string;
  readonly command: string;
  readonly rest?: boolean;
  readonly answer?: readonly string[];
}

function byDay(rows: readonly Row[]): Days {
  const days: Record<string, Row[]> = {};
  for (const row of rows) {
    const day = String(row['date']);
    days[day] = [...(days[day] ?? []), row];
  }
  return days;
}

/** The lines below a line, one level deeper. */
function childrenOf(lines: readonly Line[], parent: Line): Line[] {
  const below = lines.slice(lines.indexOf(parent) + 1);
  const end = below.findIndex(({ depth }) => depth <= parent.depth);
  return (end < 0 ? below : below.slice(0, end)).filter(({ depth }) => depth === parent.depth + 1);
}

describe.each(shapes)('$name', (shape) => {
  test('causes, groups and the parts of each branch add up to the change', async () => {
    const service = serveCosts(daysOf(shape, facts));
    const argv = [...explain, ...shape.options, '--by', `${shape.service},${shape.team}`];
    const lines: Line[] = await readJson(run([...argv, '-o', 'json'], { service }));
    for (const currency of ['EUR', 'USD']) {
      const own = lines.filter((line) => line.currency === currency);
      const [whole, ...others] = own;
      if (whole === undefined) throw new Error('no line');
      const sums = sumBy(
        facts.filter((fact) => fact.currency === currency),
        ({ day }) => [day >= week.from],
      );
      expect(unitsOf(whole.amount)).toBe((sums['[true]'] ?? 0n) - (sums['[false]'] ?? 0n));
      const sum = (some: readonly Line[]) =>
        some.reduce((all, { amount }) => all + unitsOf(amount), 0n);
      const top = others.filter(({ depth }) => depth === 1);
      expect(sum(top.filter(({ cause }) => cause !== 'all'))).toBe(unitsOf(whole.amount));
      expect(sum(top.filter(({ cause }) => cause === 'all'))).toBe(unitsOf(whole.amount));
      for (const line of others) {
        const below = childrenOf(own, line).filter(({ cause }) => cause === line.cause);
        if (below.length > 0) expect(sum(below)).toBe(unitsOf(line.amount));
      }
    }
  });
});

test('the command of each group shows its change', async () => {
  const service = serveCosts(daysOf(flat, facts));
  const lines: Line[] = await readJson(
    run([...explain, '--by', 'service,team', '--where', 'currency=EUR', '-o', 'json'], { service }),
  );
  const groups = lines.filter(({ cause, rest }) => cause === 'all' && rest !== true);
  expect(groups.length).toBeGreaterThan(4);
  for (const { command, amount } of groups) {
    const [row] = await readJson(run([...wordsOfCommand(command), '-o', 'json'], { service }));
    expect(unitsOf(row.change)).toBe(unitsOf(amount));
  }
});

test('the commands run if no column can explain the change', async () => {
  const rows = [weekBefore, week].map(({ to: date }, place) => ({ date, cost: 1 + 6 * place }));
  const service = serveCosts(byDay(rows));
  const line = [...explain, '--where', 'cost>1', '-o', 'json'];
  const lines: Line[] = await readJson(run(line, { service }));
  expect(lines.map(({ cause }) => cause)).toEqual(['all', 'new']);
  for (const { command } of lines) {
    const [row] = await readJson(run([...wordsOfCommand(command), '-o', 'json'], { service }));
    expect(row.change).toBe('7');
  }
});

/** The words after the name of the program. */
function wordsOfCommand(command: string): readonly string[] {
  const words = command.matchAll(/'((?:[^']|'\\'')*)'|\S+/g);
  return [...words].map(([word, quoted]) => quoted ?? word).slice(1);
}

test('the commands of an answer do not repeat how it is written', async () => {
  const service = serveCosts(daysOf(flat, facts));
  const written = ['-o', 'csv', '--columns', 'command', '--no-header', '--delimiter', ';'];
  const { stdout } = await succeed(run([...explain, ...written], { service }));
  expect(stdout).toContain('costctl costs compare ');
  expect(stdout).not.toMatch(/--(columns|no-header|delimiter)/);
});

test.each([120, 40])(
  '--commands: each line, its command below it, in one piece at %i columns',
  async (terminal) => {
    const service = serveCosts(daysOf(flat, facts));
    const argv = [...explain, '--by', 'service,team', '--commands', '-q', '--no-color'];
    const { stdout } = await succeed(run(argv, { service, terminal }));
    const lines: Line[] = await readJson(run([...argv, '-o', 'json'], { service }));
    const firsts = lines.filter(
      ({ command }, place) => lines.findIndex((one) => one.command === command) === place,
    );
    const below = firsts.map(({ line, command }) => `${line}\n  ${command}\n`).join('');
    expect(stdout.endsWith(`\n\n${below}`)).toBe(true);
    const usual = await succeed(
      run(
        argv.filter((word) => word !== '--commands'),
        { service },
      ),
    );
    expect(usual.stdout).not.toContain('costctl');
  },
);

test('a command groups by no column whose name is more than one in a list', async () => {
  const rows = [weekBefore.from, week.from].map((date, at) => {
    return { date, service: 'web', tags: { 'cost, center': `${at}` }, cost: 5, currency: 'USD' };
  });
  const service = serveCosts(byDay(rows));
  const lines: Line[] = await readJson(run([...explain, '-o', 'json'], { service }));
  const [line] = lines.filter(({ cause }) => cause === 'new');
  expect(line?.command).toMatch(/ --by service( |$)/);
  expect(lines.some(({ path }) => path.includes('"tags.cost, center"=1'))).toBe(true);
});

const answers: Readonly<Record<Planted, string>> = {
  price: '+629.78 USD service 1, of it +619.88 from price',
  usage: '+629.78 USD service 1, of it +629.78 from usage',
  new: '+310.11 USD service 1 (new)',
  gone: '-300.04 USD service 1 (gone)',
  'one-off day': '+602.85 USD service 1, of it +593.00 on 21 October 2026',
  credits: '-1,380.00 USD service 1, with -1,390.20 from credits',
};

test.each(planted)('a planted change of %s is the first cause, and the answer', async (cause) => {
  const service = serveCosts(byDay(plantChange(cause, 7).rows));
  const lines: Line[] = await readJson(run('costs explain --month 2026-10 -o json', { service }));
  expect(lines.filter(({ depth }) => depth === 1)[0]?.cause).toBe(cause);
  expect(lines[0]?.answer?.[0]).toBe(answers[cause]);
});

test('a credit of one day is a credit, and not a one-off day too', async () => {
  const rows = (credit: string, spike: string) =>
    [...eachDay({ from: '2026-08-01', to: '2026-10-31' })].flatMap((date) => {
      const row = { date, service: 'web', currency: 'USD' };
      const cost = date === spike ? '500' : '100';
      return [{ ...row, cost }, ...(date === credit ? [{ ...row, cost: '-90' }] : [])];
    });
  const causesOf = async (credit: string, spike: string, more: readonly string[]) => {
    const service = serveCosts(byDay(rows(credit, spike)));
    const days = ['--from', '2026-10-18', '--to', '2026-10-24'];
    const line = ['costs', 'explain', ...days, ...more, '-o', 'json'];
    const lines: Line[] = await readJson(run(line, { service }));
    const causes = lines.filter(({ cause, depth }) => depth === 1 && cause !== 'all');
    return Object.fromEntries(causes.map(({ cause, amount }) => [cause, amount]));
  };
  // A credit of the period before, one of this period, and one on the day of a one-off.
  for (const more of [[], ['--by', 'service']]) {
    expect(await causesOf('2026-10-13', '', more)).toEqual({ credits: '90' });
    expect(await causesOf('2026-10-20', '', more)).toEqual({ credits: '-90' });
    const both = { 'one-off day': '400', credits: '-90' };
    expect(await causesOf('2026-10-20', '2026-10-20', more)).toEqual(both);
  }
});

test('rows without any column to explain by have one-off days too', async () => {
  const rows = [...eachDay({ from: '2026-08-01', to: '2026-10-31' })].map((date) => ({
    date,
    cost: date === '2026-10-20' ? '500' : '100',
  }));
  const service = serveCosts(byDay(rows));
  const line = 'costs explain --from 2026-10-18 --to 2026-10-24 -o json';
  const lines: Line[] = await readJson(run(line, { service }));
  expect(lines.map(({ cause, amount }) => [cause, amount])).toContainEqual(['one-off day', '400']);
});

test.each(['', 'T00:00:00Z', 'T23:30:00Z'])(
  'the path of a one-off day selects its rows if their day is written as 2026-10-20%s',
  async (time) => {
    const rows = [...eachDay({ from: '2026-08-01', to: '2026-10-31' })].map((date) => ({
      date: `${date}${time}`,
      service: 'web',
      cost: date === '2026-10-20' ? '500' : '100',
    }));
    const days = Object.fromEntries(rows.map((row) => [row.date.slice(0, 10), [row]]));
    const service = serveCosts(days);
    const week = '--from 2026-10-18 --to 2026-10-24 --by service -o json';
    const lines: Line[] = await readJson(run(`costs explain ${week}`, { service }));
    const day = lines.find(({ cause, depth }) => cause === 'one-off day' && depth === 2);
    const where = day?.path.flatMap((condition) => ['--where', condition]) ?? [];
    const summary = await readJson(
      run([...`costs summary ${week}`.split(' '), ...where], { service }),
    );
    expect(summary[0]).toMatchObject({ service: 'web', rows: 1, total: '500' });
  },
);

test('a one-off day of rows without a service says so', async () => {
  const rows = [...eachDay({ from: '2026-08-01', to: '2026-10-31' })].flatMap((date) => [
    { date, service: null, cost: date === '2026-10-20' ? '500' : '100' },
    { date, service: 'web', cost: '1' },
  ]);
  const service = serveCosts(byDay(rows));
  const line = 'costs explain --from 2026-10-18 --to 2026-10-24 --by service -o json';
  const lines: Line[] = await readJson(run(line, { service }));
  const days = lines.filter(({ cause, depth }) => cause === 'one-off day' && depth === 2);
  expect(days.map(({ line: name }) => name)).toContain('(no service) 20 October 2026');
});

test('a terminal shows the answer first, then causes and groups', async () => {
  const service = serveCosts(byDay(plantChange('one-off day', 3).rows));
  const screens = [];
  for (const terminal of [120, 80, 40]) {
    const argv = 'costs explain --month 2026-10 --depth 1 -q --no-color';
    screens.push((await succeed(run(argv, { service, terminal }))).stdout);
  }
  expect(screens.join('\n')).toMatchInlineSnapshot(`
    "October 2026 (UTC, 31 days) against September 2026 (30 days) · everything the token reaches · cost in USD · explained by
    cause, then by service, accountName · complete

    +599.48 USD service 3, of it +590.00 on 11 October 2026
    +30.94 USD 3 others

    what changed     amount  share %
    all USD         +630.42   100.00
      one-off days  +590.00    93.59
      usage          +40.42     6.41

      service 3     +599.48    95.09
      (3 others)     +30.94     4.91

    October 2026 (UTC, 31 days) against September 2026 (30 days) · everything the
    token reaches · cost in USD · explained by cause, then by service, accountName ·
    complete

    +599.48 USD service 3, of it +590.00 on 11 October 2026
    +30.94 USD 3 others

    what changed     amount  share %
    all USD         +630.42   100.00
      one-off days  +590.00    93.59
      usage          +40.42     6.41

      service 3     +599.48    95.09
      (3 others)     +30.94     4.91

    October 2026 (UTC, 31 days) against
    September 2026 (30 days) · everything
    the token reaches · cost in USD ·
    explained by cause, then by service,
    accountName · complete

    +599.48 USD service 3, of it +590.00 on
    11 October 2026
    +30.94 USD 3 others

    what changed     amount  share %
    all USD         +630.42   100.00
      one-off days  +590.00    93.59
      usage          +40.42     6.41

      service 3     +599.48    95.09
      (3 others)     +30.94     4.91
    "
  `);
});

test('causes and groups, which both add up to the change, are apart in Markdown too', async () => {
  const service = serveCosts(byDay(plantChange('one-off day', 3).rows));
  const line = 'costs explain --month 2026-10 --depth 1 -o markdown';
  const { stdout } = await succeed(run(line, { service }));
  const parts = stdout.slice(stdout.indexOf('| all USD')).split('|  |  |  |\n');
  const sums = parts.map((part) =>
    [...part.matchAll(/^\| \u00a0.* \| (\S+) \|/gm)].reduce(
      (sum, [, share]) => sum + Number(share),
      0,
    ),
  );
  expect(sums).toEqual([100, expect.closeTo(100, 1)]);
});

test('what exchange rates did is a cause of its own', async () => {
  const row = (date: string) => ({ date, cost: 100, currency: 'EUR', service: 'a' });
  const rates = { '2026-11-02': '1.25', '2026-11-03': '1.5' };
  const service = serveAnalysis(
    { '2026-11-02': [row('2026-11-02')], '2026-11-03': [row('2026-11-03'), row('2026-11-03')] },
    rateAnswers('EUR', 'USD', rates),
  );
  const argv = 'costs explain --from 2026-11-03 --to 2026-11-03 --convert-to USD -o json';
  const lines: Line[] = await readJson(run(argv, { service }));
  const causes = lines.filter(({ depth, cause }) => depth === 1 && cause !== 'all');
  // 200 EUR at 1.50 instead of 1.25, and 100 EUR more at 1.25.
  expect(causes.map(({ cause, amount }) => [cause, Number(amount)])).toEqual([
    ['other', 125],
    ['exchange rate', 50],
  ]);
});

test('a mirror and the line of the receipt give the same answer', async () => {
  const days = byDay(plantChange('price', 5).rows);
  const folder = newFolder();
  await runMirror(folder, days, ['--from', '2026-07-07']);
  const receipt = join(createFolder(), 'receipt.json');
  const line = [
    'costs',
    'explain',
    '--month',
    '2026-10',
    '--where',
    'accountName=one',
    '-o',
    'json',
  ];
  const served = await succeed(run([...line, '--receipt', receipt], { service: serveCosts(days) }));
  const mirrored = await readJson(run([...line, '--mirror', folder]));
  const withoutCommands = (lines: readonly Line[]) =>
    lines.map(({ command: _command, ...rest }) => rest);
  expect(withoutCommands(mirrored)).toEqual(withoutCommands(JSON.parse(served.stdout)));
  const recorded = JSON.parse(readFileSync(receipt, 'utf8'));
  expect(recorded).toMatchObject({ from: '2026-10-01', to: '2026-10-31', complete: true });
  expect(recorded.command).toContain('--against 2026-09-01..2026-09-30');
});

test('prices are not compared without a quantity, or if it is not to be used', async () => {
  const service = serveCosts(byDay(plantChange('price', 5).rows));
  const argv = 'costs explain --month 2026-10 --quantity-column none -o json';
  const lines: Line[] = await readJson(run(argv, { service }));
  expect(lines.some(({ cause }) => cause === 'price' || cause === 'usage')).toBe(false);
  const wrong = 'costs explain --month 2026-10 --quantity-column unit';
  expect(await failWith(2, run(wrong, { service }))).toContain('--quantity-column');
});

test.each([
  ['costs explain --last 1d', '+2.00 (no currency) Books'],
  ['costs outlook', '(no currency) (+'],
  ['costs explain --last 1d --where currency=', '+2.00 Books'],
])('next to others, a change without a currency says that it has none: %s', async (words, text) => {
  const folder = createFolder();
  const days = [...eachDay({ from: '2026-08-31', to: '2026-10-29' })];
  const rows = [...days, '2026-10-30'].map((day, place) => {
    const amount = place === days.length ? 3 : 1;
    return `${day},Books,,${amount}\n${day},Books,EUR,${amount}\n`;
  });
  writeFileSync(join(folder, 'a.csv'), `date,service,currency,cost\n${rows.join('')}`);
  await succeed(run('costs mirror m --files a.csv -q', { folder }));
  const { stdout } = await succeed(run(`${words} --mirror m`, { folder }));
  expect(stdout).toContain(text);
});

test('a unit needs a quantity, and may be left out', async () => {
  const service = serveCosts(byDay(plantChange('price', 5).rows));
  const ask = (words: string) => run(`costs explain --month 2026-10 -o json ${words}`, { service });
  for (const words of ['', '--by service ']) {
    const idle = ask(`${words}--quantity-column none --unit-column unit`);
    expect(await failWith(2, idle)).toContain('--unit-column needs a quantity');
  }
  const causes = (await readJson(ask('--unit-column none'))).map(({ cause }: Line) => cause);
  expect(causes).toContain('price');
});

test.each([
  [
    'AWS',
    'lineItem/UsageStartDate,bill/PayerAccountId,lineItem/UsageAccountId,lineItem/ProductCode,lineItem/UsageType,lineItem/UsageAmount,pricing/unit,lineItem/UnblendedCost,lineItem/CurrencyCode',
    'lineItem/ProductCode, lineItem/UsageAccountId',
  ],
  [
    'AWS in columns of Parquet',
    'line_item_usage_start_date,bill_payer_account_id,line_item_usage_account_id,line_item_product_code,line_item_usage_type,line_item_usage_amount,pricing_unit,line_item_unblended_cost,line_item_currency_code',
    'line_item_product_code, line_item_usage_account_id',
  ],
  [
    'Azure',
    'date,billingAccountId,subscriptionId,meterCategory,meterName,quantity,unitOfMeasure,costInBillingCurrency,billingCurrency',
    'meterCategory, subscriptionId',
  ],
  [
    'Google',
    'usage_start_time,billing_account_id,project.id,service.description,sku.id,usage.amount,usage.unit,cost,currency',
    'service.description, project.id',
  ],
])('the usual columns of an export of %s explain a change', async (_name, header, by) => {
  const folder = createFolder();
  // Two kinds of usage of one service: more of the cheap one is no change of a price.
  const row = (day: string, sku: string, quantity: number, cost: number) =>
    `${day}T00:00:00Z,1,2,Compute,${sku},${quantity},hour,${cost},USD`;
  const rows = [
    ...['2026-10-01', '2026-10-02'].flatMap((day) => [row(day, 'a', 1, 100), row(day, 'b', 1, 1)]),
    ...['2026-10-03', '2026-10-04'].flatMap((day) => [row(day, 'a', 1, 100), row(day, 'b', 9, 9)]),
  ];
  writeFileSync(join(folder, 'a.csv'), `${header}\n${rows.join('\n')}\n`);
  await succeed(run('costs mirror m --files a.csv -q', { folder }));
  const { stdout } = await succeed(
    run('costs explain --last 2d --mirror m --columns line,cause,amount', { folder }),
  );
  expect(stdout.replaceAll(/\s+/g, ' ')).toContain(`explained by cause, then by ${by} `);
  expect(stdout).toMatch(/^ *usage +usage +\+16\.00$/m);
  expect(stdout).not.toContain('price');
});

test('periods with days in common are refused', async () => {
  const argv = [...explain, '--against', '2026-11-01..2026-11-05'];
  expect(await failWith(2, run(argv, { service: serveCosts({}) }))).toContain('days in common');
});

test('without any change the answer is that nothing changed', async () => {
  for (const format of ['table', 'markdown']) {
    const line = [...explain, '-o', format];
    const same = Object.fromEntries(
      ['2026-10-30', '2026-11-05'].map((date) => [date, [{ date, cost: 1, currency: 'USD' }]]),
    );
    const { stdout, stderr } = await succeed(run(line, { service: serveCosts(same) }));
    expect(stdout).toContain('Nothing changed.');
    expect(stdout + stderr).not.toContain('no records');
  }
});

test('the sum of everything is that of costs compare', async () => {
  const service = serveCosts(daysOf(flat, facts));
  const [whole] = await readJson(
    run([...explain, '-o', 'json', '--where', 'currency=USD'], { service }),
  );
  const usd = facts.filter(({ currency }) => currency === 'USD');
  const after = sumUnits(usd.filter(({ day }) => day >= week.from));
  expect(unitsOf(whole.amount)).toBe(after - sumUnits(usd.filter(({ day }) => day < week.from)));
});

test('rows without a service, an account or a tag are explained by their providers', async () => {
  const days = Object.fromEntries(
    Array.from({ length: 14 }, (_, at) => {
      const date = `2026-11-${String(at + 1).padStart(2, '0')}`;
      const rows = [{ date, cost: 60, currency: 'USD', providerName: 'aws' }];
      const second = { date, cost: 20, currency: 'USD', providerName: 'gcp' };
      return [date, at < 10 ? [...rows, second] : rows];
    }),
  );
  const argv = ['costs', 'explain', '--from', '2026-11-08', '--to', '2026-11-14', '-o', 'json'];
  const lines: Line[] = await readJson(run(argv, { service: serveCosts(days) }));
  expect(lines.map(({ path, amount }) => [...path, amount])).toContainEqual([
    'providerName=gcp',
    '-80',
  ]);
});

test.each([
  ['explain', ['USD']],
  // A group of another currency may be gone.
  ['anomalies', ['EUR', 'USD']],
])(
  'rows of the weeks that only show %s what is usual are not counted',
  async (action, currencies) => {
    const days = [...eachDay({ from: '2026-07-01', to: '2026-10-31' })].map(
      (date): [string, Row[]] => [
        date,
        [
          { date, service: 'compute', cost: '1', currency: 'USD' },
          ...(date < '2026-09-01'
            ? [null, 'EUR'].map((currency) => ({ date, service: 'tape', cost: '2', currency }))
            : []),
        ],
      ],
    );
    const service = serveCosts(Object.fromEntries(days));
    const line = `costs ${action} --month 2026-10 --by service -o json --envelope`;
    const { about } = await readJson(run(line, { service }));
    expect(about).toMatchObject({ currencies, warnings: [] });
  },
);

test('with one rate for all days, no change is that of exchange rates, nor with one-off days', async () => {
  const folder = createFolder();
  const rates = join(folder, 'rates.csv');
  writeFileSync(rates, 'baseCurrency,targetCurrency,rate\nEUR,USD,1.123457\n');
  const dates = [...eachDay({ from: '2026-07-01', to: '2026-10-31' })];
  const days: Days = Object.fromEntries(
    dates.map((date, at) => [
      date,
      [
        { date, cost: `3.${at % 5}`, currency: 'USD' },
        { date, cost: date === '2026-10-20' ? '90.37' : `1${at % 3}.01`, currency: 'EUR' },
        { date, cost: `7.${at % 7}3`, currency: 'EUR' },
      ].map((row, place) => ({ ...row, service: 'a', kind: `k${place}` })),
    ]),
  );
  const service = serveCosts(days);
  const line = ['costs', 'explain', '--month', '2026-10', '--by', 'service,kind', '-o', 'json'];
  const convert = ['--convert-to', 'USD', '--rates', rates];
  const lines: Line[] = await readJson(run([...line, ...convert], { service, folder }));
  const own = lines.map(({ cause }) => cause);
  expect(own).toContain('one-off day');
  expect(own).not.toContain('exchange rate');
});

test.each([
  ['2026-10-04', undefined],
  ['2026-10-05', '2026-11-02'],
  ['2026-11-01', '2026-11-29'],
])('with rows from %s on, no one-off day before %s is recognized', async (first, before) => {
  const rows = [...eachDay({ from: first, to: '2026-11-14' })].map((date) => {
    return { date, cost: date === '2026-11-10' ? 90 : 10, currency: 'EUR', service: 'a' };
  });
  const service = serveCosts(byDay(rows));
  const said = `no one-off day before ${before} is recognized: that takes 28 days of history, and the rows that were read begin on ${first}`;
  const { stdout } = await succeed(run('costs explain --last 7d --where service=a', { service }));
  expect(/^warning: (.*)$/m.exec(stdout)?.[1]).toBe(before && said);
  expect(stdout.includes('one-off')).toBe(true);
});

test.each([
  'changes',
  // The first lines say why the cost changed, whatever the sections are.
  'by',
])('a report with the section %s says which one-off days it cannot recognize', async (section) => {
  const textOf = async (first: string) => {
    const rows = [...eachDay({ from: first, to: '2026-11-14' })].map((date) => {
      return { date, cost: 10, currency: 'EUR', service: 'a' };
    });
    const line = `costs report --month-to-date --sections ${section} -o markdown`;
    return (await succeed(run(line, { service: serveAnalysis(byDay(rows)) }))).stdout;
  };
  const said =
    'No one-off day before Nov 2, 2026 is recognized: that takes 28 days of history, and the rows that were read begin on Oct 5, 2026.';
  expect(await textOf('2026-10-05')).toContain(said);
  expect(await textOf('2026-09-03')).not.toContain('is recognized');
});
