import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import stringWidth from 'string-width';
import { describe, expect, test } from 'vitest';
import { eachDay } from '../../src/days.ts';
import { serveCosts } from '../helpers/costs.ts';
import { createFolder, run } from '../helpers/run.ts';
import { drawCases } from '../helpers/runs.ts';
import { bodyOf, succeed } from '../helpers/screens.ts';

const actions: readonly (readonly [string, readonly string[]])[] = [
  ['costs list --last 2d --where cost>20', ['date', 'service', 'cost', 'currency']],
  ['costs summary --by service --last 3d', ['service', 'currency', 'total']],
  ['costs compare --by service --last 7d', ['service', 'change', 'change %']],
  ['costs anomalies --by service --last-month', ['day', 'service']],
  ['workspaces list', ['name', 'currency', 'monthlyBudget']],
  ['providers list', ['id', 'name', 'status', 'last sync']],
  ['providers status', ['name', 'verdict', 'last sync', 'last error']],
  ['users list', ['id', 'email', 'status', 'role', 'last login']],
  ['metrics list', ['id', 'name', 'unit']],
  ['rates list', ['base', 'target', 'rate', 'date']],
];

/** What a person types again, or distinguishes rows by, in the columns of these names. */
const whole: readonly (readonly [string, string])[] = [
  ['users list', 'email'],
  ['users list', 'role'],
  ['workspaces list', 'name'],
  ['providers list', 'name'],
  ['providers status', 'name'],
  ['filters list', 'title'],
  ['metrics list --all-workspaces', 'id'],
  ['metrics list --all-workspaces', 'name'],
  ['workspaces providers list', 'id'],
  ['workspaces providers list', 'providerId'],
  ['metrics summary bmt_orders --by region --month 2026-10', 'labels.region'],
];

test.each(whole)('%s cuts no %s in a window of 80 columns', async (line, path) => {
  const argv = ['--sandbox', ...line.split(' ')];
  const { stdout } = await run(argv, { terminal: 80 });
  const values = await succeed(run([...argv, '--columns', path, '-o', 'csv', '--no-header']));
  for (const value of values.stdout.trimEnd().split('\n')) {
    expect(stdout).toContain(value.replace(/^"(.*)"$/, '$1').replaceAll('""', '"'));
  }
});

test.each([120, 80, 40])(
  'a dry run of invitations shows whole bodies at %d columns',
  async (terminal) => {
    const stdin =
      'email,firstName,lastName,role\nann@example.com,Ann,Berg,viewer\nb@example.com,B,C,owner\n';
    const line = ['--sandbox', 'users', 'invite', '--from', '-', '--dry-run'];
    const { stdout } = await succeed(run(line, { stdin, terminal }));
    expect(stdout).not.toContain('…');
    const seen = stripVTControlCharacters(stdout).replace(/\s/g, '');
    const planned: unknown = JSON.parse((await run([...line, '-o', 'json'], { stdin })).stdout);
    if (!Array.isArray(planned)) throw new Error('the dry run lists requests');
    for (const { body } of planned) expect(seen).toContain(JSON.stringify(body));
  },
);

const widths = [120, 80, 60, 40].map((width, row) => [width, row] as const);

describe.each(widths)('at %d columns', (terminal, row) => {
  test.each(drawCases(actions, row))(
    '%s shows its main columns within the width',
    async (line, headers) => {
      const { stdout } = await succeed(run(['--sandbox', ...line.split(' ')], { terminal }));
      const lines = stripVTControlCharacters(stdout).split('\n');
      for (const one of lines) expect(stringWidth(one)).toBeLessThanOrEqual(terminal);
      // As a header, or, if the window is too narrow for a row, before each value.
      const first = bodyOf(lines.join('\n')).split('\n', 2).join(' ');
      const isTable = headers.every((header) => first.includes(header.slice(0, 3)));
      const isStacked = headers.every((header) => lines.some((one) => one.startsWith(header)));
      expect([isTable || isStacked, first]).toEqual([true, first]);
    },
  );

  test('a single record is wrapped and not cut', async () => {
    const line = ['--sandbox', 'providers', 'get', 'prv_snowflake'];
    const { stdout } = await run(line, { terminal });
    const { stdout: json } = await run([...line, '-o', 'json']);
    const shown = stripVTControlCharacters(stdout).replace(/\s/g, '');
    expect(shown).not.toContain('…');
    for (const value of Object.values<unknown>(JSON.parse(json))) {
      if (typeof value === 'string') expect(shown).toContain(value.replace(/\s/g, ''));
    }
  });
});

test('columns left out of a table are listed in one line, unless --quiet is given', async () => {
  const line = ['--sandbox', 'providers', 'status'];
  const { stderr } = await run(line, { terminal: 80 });
  expect(stderr).toMatch(/^note: columns left out to fit the window: id, status, next sync;/m);
  const quiet = await run([...line, '-q'], { terminal: 80 });
  expect(quiet.stderr).not.toContain('left out');
});

test('a heading that --columns names is answered with the name of its column', async () => {
  const unit = ['costs', 'unit', '--metric', 'bmt_orders', '--last', '7d', '--convert-to', 'USD'];
  for (const [words, heading, name] of [
    [['providers', 'status'], 'next sync', 'nextSyncAt'],
    [unit, 'order', 'value'],
    [['costs', 'compare', '--last', '7d', '--convert-to', 'USD'], '+/- %', 'changePercent'],
  ] as const) {
    const { exitCode, stderr } = await run(['--sandbox', ...words, '--columns', heading]);
    expect([exitCode, stderr]).toEqual([
      2,
      expect.stringContaining(`no record has the column "${heading}", the heading of ${name}\n`),
    ]);
  }
});

test('amounts are rounded wherever a table goes, unless --exact', async () => {
  const line = ['--sandbox', 'costs', 'summary', '--last', '3d', '--by', 'service', '--no-total'];
  const markdown = [...line, '-o', 'markdown'];
  for (const [words, terminal] of [[line, 120], [line], [markdown]] as const) {
    const world = { usualRows: true, ...(terminal === undefined ? {} : { terminal }) };
    const seen = stripVTControlCharacters((await run(words, world)).stdout);
    expect(seen).toMatch(/ \d,\d{3}\.\d\d /);
    expect(seen).not.toMatch(/\.\d{3}/);
    const exact = stripVTControlCharacters((await run([...words, '--exact'], world)).stdout);
    expect(exact).toMatch(/ \d{4}\.\d{3,} /);
    expect(exact).not.toMatch(/\d,\d/);
  }
});

test('a timestamp is shown with its age, or only as its age if there is no room', async () => {
  const line = ['--sandbox', 'providers', 'list'];
  const now = '2026-11-15T12:00:00Z';
  const wide = (await run(line, { terminal: 140, now })).stdout;
  expect(wide).toMatch(/2026-\d\d-\d\dT[\d:]+Z \(\d+ (min|h|d) ago\)/);
  const narrow = (await run(line, { terminal: 80, now })).stdout;
  expect(narrow).toMatch(/ \d+ (min|h|d) ago/);
  expect(narrow).not.toContain('2026-');
});

test('freshness says why a sync fails in a window of 80 columns', async () => {
  const line = ['--sandbox', 'costs', 'freshness', '--last', '14d'];
  const { stdout } = await run(line, { terminal: 80, now: '2026-11-28T15:00:00Z' });
  const seen = stripVTControlCharacters(stdout);
  expect(seen).toMatch(/^source +usual rows +last sync +sync error$/m);
  expect(seen).toMatch(/^snowflake .*JWT_TOKEN_INVALID$/m);
});

test('states are words, colored red or green', async () => {
  const env = { FORCE_COLOR: '1' };
  const { stdout } = await run('--sandbox providers list', { terminal: 120, env });
  expect(stdout).toContain('\x1b[32mactive\x1b[39m');
  expect(stdout).toContain('\x1b[31m\x1b[1merror\x1b[22m\x1b[39m');
  const plain = await run('--sandbox providers list --no-color', { terminal: 120 });
  expect(plain.stdout).toContain('error');
  expect(plain.stdout).not.toContain('\x1b[');
});

/** What an answer must show at any width, and the most lines for each row. */
const answers: readonly (readonly [string, readonly RegExp[], number])[] = [
  ['costs compare --by service --last-month --convert-to USD', [/2026-10/, /2026-11|2026-09/], 2],
  [
    'costs compare --by service,region --last 7d --top 3 --convert-to USD',
    [/\d\.\.\d+ .*\d\.\.\d+ /],
    2,
  ],
  ['costs anomalies --by service --last-month', [/difference|change/], 2],
  ['costs check --by service --last 7d --max-increase 2 --convert-to USD', [/%$/m, /[+-]\d/], 2],
  ['costs summary --by service --last 7d --convert-to USD', [/total/], 1],
];

test.each(answers)(
  '%s names its rows and shows its answer in few lines',
  async (line, said, most) => {
    const argv = ['--sandbox', ...line.split(' ')];
    const rows: { service?: string | null }[] = JSON.parse(
      (await run([...argv, '-o', 'json'])).stdout,
    );
    for (const terminal of [80, 60, 40]) {
      const body = bodyOf(stripVTControlCharacters((await run(argv, { terminal })).stdout));
      const lines = (body.trimEnd().split('\n\n').at(-1) ?? '').split('\n');
      expect(lines.length).toBeLessThanOrEqual((rows.length + 1) * most);
      for (const one of said) expect(body).toMatch(one);
      // A name may be cut in its middle, but never to something that nobody knows again.
      for (const { service } of rows) {
        expect(lines.some((one) => one.includes((service ?? '').slice(0, 4)))).toBe(true);
      }
    }
  },
);

test('a single row loses no column, however narrow the window', async () => {
  const argv = '--sandbox costs trend --months 6 --convert-to USD'.split(' ');
  const { stdout, stderr } = await run(argv, { terminal: 40 });
  expect(bodyOf(stdout).match(/^\S*2026-\d\d/gm)).toHaveLength(6);
  expect(stderr).not.toContain('left out');
});

test.each([120, 80, 40])('a rule of FOCUS has its whole id at %d columns', async (terminal) => {
  const path = join(createFolder(), 'focus.csv');
  writeFileSync(path, 'BilledCost,BillingCurrency,ChargeCategory\n1,USDX,Usagge\nx,USD,Usage\n');
  const argv = ['costs', 'focus-check', path, '--focus', '1.2'];
  const found: { rule: string }[] = JSON.parse((await run([...argv, '-o', 'json'])).stdout);
  const shown = stripVTControlCharacters((await run(argv, { terminal })).stdout).split('\n');
  expect(shown.slice(1, -1).map((one) => one.split(' ')[0])).toEqual(found.map(({ rule }) => rule));
});

test('a nearly empty column gives its room to the others', async () => {
  const path = join(createFolder(), 'focus.csv');
  writeFileSync(path, 'BilledCost,BillingCurrency,ChargeCategory\n1,USDX,Usage\n2,USD,Usage\n');
  const { stdout, stderr } = await run(['costs', 'focus-check', path, '--focus', '1.2'], {
    terminal: 100,
  });
  expect(stdout.split('\n')[0]).not.toContain('example');
  expect(stderr).toContain('columns left out to fit the window: first line, example');
});

test.each([
  ['summary', ''],
  ['coverage', '--require service'],
  ['compare', '--by service'],
  ['trend', '--days 2'],
  ['outlook', ''],
])('costs %s %s never breaks an amount in two', async (action, flags) => {
  for (const cost of ['26000052000000000000.95', '2600005200000000000000000.95']) {
    const days = Object.fromEntries(
      [...eachDay({ from: '2026-11-01', to: '2026-11-09' })].map((date) => [
        date,
        [{ date, service: 'A', cost, currency: 'USD' }],
      ]),
    );
    const period = /trend|outlook/.test(action)
      ? []
      : ['--from', '2026-11-08', '--to', '2026-11-09'];
    const line = ['costs', action, ...flags.split(' ').filter(Boolean), ...period];
    const now = '2026-11-10T12:00:00Z';
    const { stdout } = await run(line, { service: serveCosts(days), terminal: 40, now });
    const lines = bodyOf(stripVTControlCharacters(stdout)).split('\n');
    expect(lines.filter((one) => /\d,\d{3}/.test(one)).length).toBeGreaterThan(0);
    for (const one of lines) expect(one).not.toMatch(/,$|^ *[+-]?\d{1,3}(,\d{3})*$|^ *\.?\d+$/);
  }
});

test.each([120, 80, 40])('a kind of a column is whole or left out at %d columns', async (width) => {
  const date = '2026-11-09';
  const values = [
    ['1', 'a', date, 'USD'],
    ['1', 'a', date],
    ['1', 'a'],
  ];
  const rows = values.flatMap((column, at) =>
    column.map((value) => ({ date, cost: '1', currency: 'USD', [`c${at}`]: value })),
  );
  const line = ['costs', 'columns', '--from', date, '--to', date];
  const service = serveCosts({ [date]: rows });
  const json = await run([...line, '-o', 'json'], { service });
  const kinds: { kind: string }[] = JSON.parse(json.stdout);
  const { stdout, stderr } = await run(line, { service, terminal: width });
  const isLeftOut = /left out to fit the window: [^;]*kind/.test(stderr.replaceAll('\n', ' '));
  for (const { kind } of kinds) expect(stdout.includes(kind)).toBe(!isLeftOut);
});
