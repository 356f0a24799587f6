import { expect, test } from 'vitest';
import { serveCosts } from '../helpers/costs.ts';
import { run } from '../helpers/run.ts';
import { failWith, readJson, succeed } from '../helpers/screens.ts';

const days = {
  '2026-09-30': [{ day: '2026-09-30', cost: 1, currency: 'EUR', team: 'web' }],
  '2026-10-01': [
    { day: '2026-10-01', cost: 2, currency: 'EUR', team: 'web' },
    { day: '2026-10-01', cost: 3, currency: 'EUR', team: 'shop' },
  ],
};
const ask = (line: string) => run(line, { service: serveCosts(days) });

const about = {
  period: { from: '2026-10-01', to: '2026-10-31' },
  scope: 'everything the token reaches',
  conditions: ['team=web'],
  amountColumn: 'cost',
  currencies: ['EUR'],
  completeness: {
    complete: false,
    text: 'incomplete: no rows on 2026-10-02 to 2026-10-31',
    faults: [
      {
        ...{ verdict: 'missing', source: '(all)', days: ['2026-10-02..2026-10-31'], share: null },
        ...{ allowed: false, text: 'no rows on 2026-10-02 to 2026-10-31' },
      },
    ],
    syncs: [],
  },
  warnings: [],
  notes: [],
};

test.each(['json', 'yaml'])(
  '--envelope puts what the figures are around a list in %s',
  async (format) => {
    const line = `costs summary --last-month --where team=web --envelope -o ${format}`;
    const { stdout } = await succeed(ask(line));
    const { parse } = await import('yaml');
    const answer: { readonly about: unknown; readonly data: unknown } = parse(stdout);
    expect(answer.about).toEqual(about);
    expect(answer.data).toMatchObject([{ currency: 'EUR', total: '2', rows: 1 }]);
  },
);

test.each(['json', 'yaml'])(
  'what qualifies the figures is in the envelope on a terminal too, in %s',
  async (format) => {
    const blank = { '2026-10-01': [{ day: '2026-10-01', cost: 2 }, ...days['2026-10-01']] };
    const line = `costs summary --from 2026-10-01 --to 2026-10-01 --envelope -o ${format}`;
    const world = { service: serveCosts(blank), env: { NO_COLOR: '1' } };
    const { parse } = await import('yaml');
    const answers = [await run(line, world), await run(line, { ...world, terminal: 200 })];
    for (const { stdout, exitCode } of answers) {
      expect([exitCode, parse(stdout).about.warnings]).toEqual([
        ...[0, ['1 row has no currency: such amounts are added up separately']],
      ]);
    }
  },
);

test('freshness says in its document that no row meets the conditions, and nothing of sums', async () => {
  const blank = { '2026-10-01': [{ day: '2026-10-01', cost: 2 }, ...days['2026-10-01']] };
  const about = async (more: string) => {
    const line = `costs freshness --last-month --source-column team -o json --envelope${more}`;
    const { stdout } = await succeed(run(line, { service: serveCosts(blank) }));
    return JSON.parse(stdout).about;
  };
  expect(await about('')).toMatchObject({ warnings: [], notes: [] });
  const [note] = (await about(' --where team=sales')).notes;
  expect(note).toContain('no row of 2026-10-01 to 2026-10-31 meets the conditions');
});

test.each(['list', 'columns', 'freshness --source-column team'])(
  'costs %s says what its figures are, as a caption and in an envelope',
  async (action) => {
    const line = `costs ${action} --from 2026-10-01 --to 2026-10-01`;
    const { stdout } = await succeed(ask(`${line} -o markdown`));
    expect(stdout.split('\n')[0]).toMatch(
      /^2026-10-01 \(UTC\) · everything the token reaches · cost in EUR/,
    );
    const { about: facts, data } = await readJson(ask(`${line} --envelope -o json`));
    expect(facts).toMatchObject({
      ...{ period: { from: '2026-10-01', to: '2026-10-01' }, conditions: [] },
      ...{ amountColumn: 'cost', currencies: ['EUR'], warnings: [], notes: [] },
    });
    expect(data).toEqual(await readJson(ask(`${line} -o json`)));
    expect(await failWith(2, ask(`${line} --envelope -o csv`))).toContain('--envelope is for json');
  },
);

test('a list states the currencies of all of its rows, however many they are', async () => {
  const rows = Array.from({ length: 6000 }, (_, place) => {
    return { day: '2026-10-01', cost: 1, currency: place < 5500 ? 'USD' : 'EUR' };
  });
  const service = serveCosts({ '2026-10-01': rows });
  const list = 'costs list --last-month --envelope -o json';
  const answer = await readJson(run(list, { service }));
  expect(answer.about.currencies).toEqual(['EUR', 'USD']);
});

test('a query and chosen columns apply to an envelope too', async () => {
  const line = 'costs summary --last-month --envelope -o json';
  expect(await readJson(ask(`${line} --query [about.amountColumn,data[].total]`))).toEqual([
    'cost',
    ['5'],
  ]);
  expect((await readJson(ask(`${line} --columns total`))).data).toEqual([{ total: '5' }]);
});

test('an envelope needs a format that can hold it', async () => {
  expect(await failWith(2, ask('costs summary --last-month --envelope'))).toContain(
    '--envelope is for json and yaml, and the result is table',
  );
});

test.each([
  ['--last-month', 'October 2026 (UTC)'],
  ['--quarter 2026Q3', 'Q3 2026 (UTC)'],
  ['--from 2025-01-01 --to 2025-12-31', '2025 (UTC)'],
  ['--from 2026-09-02 --to 2026-10-01', '2026-09-02 to 2026-10-01 (UTC)'],
  ['--from 2026-10-01 --to 2026-10-01', '2026-10-01 (UTC)'],
])('with --quiet too, %s is named %s', async (period, name) => {
  const { stdout } = await ask(`costs summary ${period} -q`);
  expect(stdout.split('\n')[0]).toMatch(`${name} · everything the token reaches`);
});

test.each(['table', 'markdown'])(
  'the caption of a %s says what the figures are',
  async (format) => {
    const line = `costs compare --last-month --per-day --where team=web -o ${format}`;
    const { stdout } = await succeed(ask(line));
    expect(stdout.split('\n')[0]).toBe(
      'October 2026 (UTC, 31 days) against September 2026 (30 days) · everything the token reaches · team=web · cost per day in EUR · incomplete: no rows on 2026-09-01 to 2026-09-29, 2026-10-02 to 2026-10-31',
    );
  },
);

test.each(['list', 'columns', 'summary', 'chart', 'freshness', 'check --max-total 9'])(
  'costs %s says that no amount has a currency',
  async (action) => {
    const service = serveCosts({ '2026-10-01': [{ day: '2026-10-01', cost: 2 }] });
    const line = `costs ${action} --from 2026-10-01 --to 2026-10-01`;
    const { stdout } = await run(`${line} -o markdown`, { service });
    expect(stdout.split('\n')[0]).toContain(' · cost without a currency');
    const shown = await run(`${line.replace('costs chart', 'costs summary')} --envelope -o json`, {
      service,
    });
    expect(JSON.parse(shown.stdout).about).toMatchObject({ withoutCurrency: true, currencies: [] });
    const nothing = { service: serveCosts({}) };
    expect((await run(`${line} -o markdown`, nothing)).stdout).not.toContain('without a currency');
    expect((await ask(`${line} -o markdown`)).stdout).not.toContain('without a currency');
  },
);
