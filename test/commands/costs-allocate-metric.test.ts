import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { addDays } from '../../src/days.ts';
import { serveAnalysis, week, weekOptions } from '../helpers/cost-shapes.ts';
import { createFolder, run } from '../helpers/run.ts';

const row = (service: string, team: string, cost: string) => ({
  date: week.from,
  service,
  team,
  cost,
  currency: 'USD',
});

const values = `/v1/business-metrics/bmt_a/values?workspaceId=wsp_1&from=${week.from}&to=${week.to}&page=1&limit=100`;

test.each([1, 2, 5])('the values of a metric are read once for %i rules', async (count) => {
  const services = Array.from({ length: count }, (_value, place) => `shared-${place}`);
  const rules = join(createFolder(), 'rules.yaml');
  writeFileSync(
    rules,
    services.map((one) => `- {match: [service=${one}], by: metric:bmt_a/team}\n`).join(''),
  );
  const service = serveAnalysis(
    { [week.from]: [row('own', 'web', '1'), ...services.map((one) => row(one, '', '3'))] },
    {
      [values]: {
        links: { self: null, first: null, prev: null, next: null, last: null },
        data: ['web', 'shop'].map((team, place) => ({
          date: week.from,
          amount: String(place + 1),
          labels: { team },
        })),
        meta: {},
      },
    },
  );
  const { stdout, exitCode } = await run(
    ['costs', 'allocate', ...weekOptions, '--by', 'team', '--rules', rules].concat([
      '-w',
      'wsp_1',
      '-o',
      'json',
    ]),
    { service },
  );
  expect(exitCode).toBe(0);
  expect(service.asked.filter((path) => path === values)).toHaveLength(1);
  const totals = JSON.parse(stdout).map(({ target, total }: Record<string, unknown>) => [
    target,
    total,
  ]);
  expect(totals).toEqual([
    ['shop', String(2 * count)],
    ['web', String(1 + count)],
  ]);
});

test('a rule names its metric by id or by name', async () => {
  const rules = join(createFolder(), 'rules.yaml');
  const line = ['--sandbox', 'costs', 'allocate', '--last', '3d', '--by', 'region'];
  const share = async (metric: string) => {
    writeFileSync(rules, `- {match: [service!=EC2], by: "metric:${metric}/region"}\n`);
    return run([...line, '--rules', rules, '-o', 'json']);
  };
  const [byId, byName, unknown] = [
    await share('bmt_orders'),
    await share('orders'),
    await share('order'),
  ];
  expect(byId.exitCode).toBe(0);
  expect(JSON.parse(byName.stdout)).toEqual(JSON.parse(byId.stdout));
  expect(byName.stderr).toContain('orders → bmt_orders');
  expect([unknown.exitCode, unknown.stderr]).toEqual([
    ...[5, expect.stringContaining('no metric has the id or name order; did you mean Orders?')],
  ]);
});

test.each([
  ['Orders/team', ['Orders'], 'team'],
  ['Orders/day/team', ['Orders', 'orders/DAY'], 'team'],
  ['Orders/day/team', ['Orders'], 'day/team'],
  ['a/b/c/d', ['a/b/c', 'a', 'a/b'], 'd'],
])('metric:%s names the longest of the metrics %j', async (text, names, label) => {
  const rules = join(createFolder(), 'rules.yaml');
  writeFileSync(rules, `- {match: [service=shared], by: "metric:${text}"}\n`);
  const links = { self: null, first: null, prev: null, next: null, last: null };
  const longest = names.toSorted((one, other) => other.length - one.length)[0];
  const metrics = names.map((name) => ({ id: name === longest ? 'bmt_a' : 'bmt_b', name }));
  const amount = { date: week.from, amount: '1', labels: { [label]: 'web' } };
  const service = serveAnalysis(
    { [week.from]: [row('own', 'web', '1'), row('shared', '', '3')] },
    {
      '/v1/business-metrics?workspaceId=wsp_1&page=1&limit=100': { links, data: metrics },
      [values]: { links, data: [amount] },
    },
  );
  const words = ['--by', 'team', '--rules', rules, '-w', 'wsp_1', '-o', 'json'];
  const { stdout, exitCode } = await run(['costs', 'allocate', ...weekOptions, ...words], {
    service,
  });
  expect(exitCode).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject([{ target: 'web', allocated: '3', total: '4' }]);
});

test('a value without the label belongs to no target, whatever names an object has', async () => {
  const rules = join(createFolder(), 'rules.yaml');
  writeFileSync(rules, '- {match: [service=shared], by: "metric:bmt_a/constructor"}\n');
  const links = { self: null, first: null, prev: null, next: null, last: null };
  const data = [{ constructor: 'web' }, {}, { constructor: ' ' }].map((labels) => ({
    ...{ date: week.from, amount: '1', labels },
  }));
  const service = serveAnalysis(
    { [week.from]: [row('own', 'web', '1'), row('shared', '', '3')] },
    { [values]: { links, data } },
  );
  const words = ['--by', 'team', '--rules', rules, '-w', 'wsp_1', '-o', 'json'];
  const outcome = await run(['costs', 'allocate', ...weekOptions, ...words], { service });
  expect(outcome).toMatchObject({ exitCode: 0, stderr: expect.not.stringContaining('native') });
  expect(JSON.parse(outcome.stdout)).toMatchObject([{ target: 'web', allocated: '3', total: '4' }]);
});

test('values of days that were not asked for have no weight', async () => {
  const rules = join(createFolder(), 'rules.yaml');
  writeFileSync(rules, '- {match: [service=shared], by: "metric:bmt_a/team"}\n');
  const links = { self: null, first: null, prev: null, next: null, last: null };
  const days = [addDays(week.from, -1), week.from, addDays(week.to, 1)];
  const data = days.map((date, place) => ({
    ...{ date, amount: '1', labels: { team: place === 1 ? 'web' : 'shop' } },
  }));
  const service = serveAnalysis(
    { [week.from]: [row('own', 'web', '1'), row('shared', '', '3')] },
    { [values]: { links, data } },
  );
  const words = ['--by', 'team', '--rules', rules, '-w', 'wsp_1', '-o', 'json'];
  const { stdout } = await run(['costs', 'allocate', ...weekOptions, ...words], { service });
  expect(JSON.parse(stdout)).toMatchObject([{ target: 'web', allocated: '3', total: '4' }]);
});

test('if a rule names no metric, the error has every name that it could mean', async () => {
  const rules = join(createFolder(), 'rules.yaml');
  writeFileSync(rules, '- {match: [service!=EC2], by: "metric:order/day/region"}\n');
  const line = ['--sandbox', 'costs', 'allocate', '--last', '3d', '--by', 'region'];
  expect(await run([...line, '--rules', rules])).toMatchObject({
    exitCode: 5,
    stderr: expect.stringContaining('no metric has the id or name order/day or order'),
  });
});

/** A shared cost of 100, what each team costs itself, and what a metric says of each label. */
async function share(
  own: Readonly<Record<string, string>>,
  rule: string,
  labels: Readonly<Record<string, string>> = {},
) {
  const rules = join(createFolder(), 'rules.yaml');
  writeFileSync(rules, `- {match: [service=shared], ${rule}}\n`);
  const data = Object.entries(labels).map(([team, amount]) => ({
    date: week.from,
    amount,
    labels: { team },
  }));
  const links = { self: null, first: null, prev: null, next: null, last: null };
  const rows = Object.entries(own).map(([team, cost]) => row('own', team, cost));
  const service = serveAnalysis(
    { [week.from]: [row('shared', '', '100'), ...rows] },
    data.length === 0 ? {} : { [values]: { links, data, meta: {} } },
  );
  const words = ['--by', 'team', '--rules', rules, '-o', 'json'];
  const workspace = data.length === 0 ? [] : ['-w', 'wsp_1'];
  const line = ['costs', 'allocate', ...weekOptions, ...words, ...workspace];
  const { stdout, stderr, exitCode } = await run(line, { service });
  const given = exitCode === 0 ? JSON.parse(stdout) : [];
  const parts = given.map((one: Record<string, unknown>) => [one['target'], one['allocated']]);
  return { parts, stderr, exitCode };
}

test('a target with net credits is an error by cost, unless the rule says that it has no share', async () => {
  const own = { web: '30', shop: '10', data: '-5' };
  const refused = await share(own, 'by: cost');
  expect(refused.exitCode).toBe(10);
  expect(refused.stderr).toContain(
    'the cost of data itself in 2026-11-02..2026-11-08 is -5.00 USD',
  );
  expect(refused.stderr).toContain('add negative: zero');
  const shared = await share(own, 'by: cost, negative: zero');
  expect(shared.parts).toEqual([
    ['data', '0'],
    ['shop', '25'],
    ['web', '75'],
  ]);
  // A target that the rule does not share to may have any cost.
  expect((await share(own, 'by: cost, to: [web, shop]')).exitCode).toBe(0);
  expect((await share(own, 'by: even, negative: zero')).stderr).toContain('needs by: cost');
});

test('labels without cost, labels that are not shared to and targets without a value are named with amounts', async () => {
  const own = { web: '30', ops: '12.50' };
  const labels = { web: '10', 'Web (old)': '90' };
  const shared = await share(own, 'by: "metric:bmt_a/team"', labels);
  expect(shared.parts).toEqual([
    ['Web (old)', '90'],
    ['ops', '0'],
    ['web', '10'],
  ]);
  expect(shared.stderr).toContain('they were given a share: Web (old) (90.00 USD)');
  expect(shared.stderr).toContain('they were given nothing (own cost): ops (12.50 USD)');
  const listed = await share(own, 'by: "metric:bmt_a/team", to: [web, new]', labels);
  expect(listed.stderr).toContain('that the rule does not share to: Web (old) (90)');
  expect(listed.stderr).toContain('they were given nothing (own cost): new (0.00 USD)');
  const fitting = await share({ web: '30' }, 'by: "metric:bmt_a/team"', { web: '10' });
  expect(fitting.stderr).not.toContain('own cost');
});

test('days without a value and values without a label are named: both change the shares', async () => {
  const own = { web: '30', shop: '10' };
  const { stderr } = await share(own, 'by: "metric:bmt_a/team"', { web: '1', shop: '2', '': '40' });
  expect(stderr).toContain('(days with a value): web (1 of 7), shop (1 of 7)');
  expect(stderr).toContain('values without the label give no target a share: 40');
  const listed = await share(own, 'by: "metric:bmt_a/team", to: [web]', { web: '1', shop: '2' });
  expect(listed.stderr).toContain('(days with a value): web (1 of 7)\n');
});

test('FOCUS has no row of everything: --total is refused before anything is read', async () => {
  const service = serveAnalysis({});
  const line = ['costs', 'allocate', ...weekOptions, '--by', 'team', '--rules', 'no-such-file'];
  const { exitCode, stderr } = await run([...line, '--focus', '--total'], { service });
  expect([exitCode, stderr]).toEqual([
    ...[2, expect.stringContaining('--total and --focus cannot be used together')],
  ]);
});

/** A rule for the values of a metric, given as label, day of the week and amount. */
async function shareBy(
  rule: string,
  given: readonly (readonly [team: string, day: number, amount: string])[],
) {
  const rules = join(createFolder(), 'rules.yaml');
  writeFileSync(rules, `- {match: [service=shared], ${rule}}\n`);
  const links = { self: null, first: null, prev: null, next: null, last: null };
  const data = given.map(([team, day, amount]) => ({
    ...{ date: addDays(week.from, day), amount, labels: { team } },
  }));
  const metric = { id: 'bmt_a', name: 'A', unit: '', labelColumns: ['team'] };
  const service = serveAnalysis(
    { [week.from]: [row('own', 'web', '1'), row('shared', '', '3')] },
    {
      [values]: { links, data },
      '/v1/business-metrics/bmt_a?workspaceId=wsp_1': metric,
    },
  );
  const words = ['--by', 'team', '--rules', rules, '-w', 'wsp_1', '-o', 'json'];
  return run(['costs', 'allocate', ...weekOptions, ...words], { service });
}

test('a rule by a label that the metric does not have is refused', async () => {
  const { exitCode, stderr } = await shareBy('by: "metric:bmt_a/taem"', [['web', 0, '1']]);
  expect([exitCode, stderr]).toEqual([
    ...[2, expect.stringContaining("rule 1: the metric has no label 'taem'")],
  ]);
  expect(stderr).toContain('its labels: team');
});

test.each([
  ['by: "metric:bmt_a/team"', '-2', 0],
  ['by: "metric:bmt_a/team"', '-4', 10],
  ['by: "metric:bmt_a/team", to: [web]', '-4', 0],
])('with %s and a correction of %s, what is shared by is the sum: exit %i', async (...given) => {
  const [rule, amount, code] = given;
  const { exitCode, stdout, stderr } = await shareBy(rule, [
    ...[['web', 0, '3'] as const, ['ops', 0, '3'] as const, ['ops', 1, amount] as const],
  ]);
  expect(exitCode).toBe(code);
  if (code === 0) expect(JSON.parse(stdout)).not.toEqual([]);
  else expect(stderr).toContain('the values of ops in 2026-11-02..2026-11-08 add up to -1');
});

test('nothing of an amount of zero is left over, whatever the rules say', async () => {
  const rules = join(createFolder(), 'rules.yaml');
  writeFileSync(rules, '- {match: [service=shared], by: fixed, weights: {web: 0}}\n');
  const shared = ['2', '-2'].map((cost) => row('shared', '', cost));
  const service = serveAnalysis({ [week.from]: shared });
  const words = ['--by', 'team', '--rules', rules, '--require-full', '-o', 'junit'];
  const outcome = await run(['costs', 'allocate', ...weekOptions, ...words], { service });
  expect(outcome).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('failures="0"') });
  expect(outcome.stdout).toContain('(unallocated)');
});

test('what could not be allocated says its currency, or that it has none', async () => {
  const rules = join(createFolder(), 'rules.yaml');
  writeFileSync(rules, '- {match: [service=shared], by: metric:bmt_a/team, to: [web]}\n');
  const links = { self: null, first: null, prev: null, next: null, last: null };
  const loose = [row('own', 'web', '2'), row('shared', '', '4')];
  const service = serveAnalysis(
    {
      [week.from]: [
        ...[row('own', 'web', '1'), row('shared', '', '3')],
        ...loose.map((one) => ({ ...one, currency: null })),
      ],
    },
    { [values]: { links, data: [] } },
  );
  const words = ['--by', 'team', '--rules', rules, '-w', 'wsp_1', '--require-full'];
  const { exitCode, stderr, stdout } = await run(['costs', 'allocate', ...weekOptions, ...words], {
    service,
  });
  expect(exitCode).toBe(11);
  expect(stderr).toContain('3 USD, 4 without a currency could not be allocated');
  expect(stdout).toContain('(own cost): web (1.00 USD), web (2 without a currency)');
});
