import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { MockAgent } from 'undici';
import { describe, expect, test } from 'vitest';
import { toolPlans } from '../../src/cli/mcp/tools.ts';
import type { Command } from '../../src/command.ts';
import { costs } from '../../src/commands/costs.ts';
import { eachDay } from '../../src/days.ts';
import { within } from '../../src/grouping.ts';
import { type Days, type Row, serveCosts } from '../helpers/costs.ts';
import { connectMcp } from '../helpers/mcp.ts';
import { createFolder, run } from '../helpers/run.ts';
import { drawCases } from '../helpers/runs.ts';
import { readSheet, sheetNames } from '../helpers/stored-workbook.ts';

/** What a service may have instead of healthy data; the day of the run is 15 November. */
interface Fate {
  readonly keeps?: (row: { readonly date: string; readonly provider: string }) => boolean;
  readonly more?: Row;
  readonly providers?: { readonly status: number; readonly body: unknown };
  /** What a rate lacks. */
  readonly rate?: Row;
  readonly words?: readonly string[];
}

const toEuro = ['--convert-to', 'EUR'];

const fates: Readonly<Record<string, Fate>> = {
  'days without rows': { keeps: ({ date }) => !['2026-11-07', '2026-11-08'].includes(date) },
  'a source that ended': {
    keeps: ({ date, provider }) => provider === 'aws' || date < '2026-11-05',
  },
  'a gap of a source': {
    keeps: ({ date, provider }) => provider === 'aws' || date !== '2026-11-06',
  },
  'a source that is late': {
    keeps: ({ date, provider }) => provider === 'aws' || date < '2026-11-14',
  },
  'no row at all': { keeps: () => false },
  'no row before': { keeps: ({ date }) => date >= '2026-11-08' },
  'several workspaces': { more: { workspaceId: 'wsp_main', workspace2: 'wsp_other' } },
  'providers that may not be read': { providers: { status: 403, body: {} } },
  'a condition that no row meets': { words: ['--where', 'service=ec2'] },
  'rates, and a policy that cannot be read': { words: toEuro },
  'rates without a source': { words: toEuro, rate: { source: undefined } },
  'a mistyped source': { words: ['--allow-stale', 'all', '--allow-empty'], keeps: () => false },
};

/** The same rows for each run of a fate, so that each page of them is made once. */
const rows = new Map<Fate, Days>();

function daysOf({ keeps = () => true, more = {} }: Fate): Days {
  return Object.fromEntries(
    [...eachDay({ from: '2026-09-01', to: '2026-11-14' })].map((date): [string, Row[]] => [
      date,
      ['aws', 'gcp']
        .filter((provider) => keeps({ date, provider }))
        .flatMap((provider) =>
          ['Amazon EC2', 'db'].map((service) => ({
            ...{ date, provider, service, cost: 10, currency: 'USD' },
            ...{ tags: { team: 'web' }, ...more },
          })),
        ),
    ]),
  );
}

function serveFate(fate: Fate) {
  const { providers, rate = {} } = fate;
  const days = within(rows, fate, () => daysOf(fate));
  const service = serveCosts(days, providers === undefined ? {} : { providers });
  if (!(service.dispatcher instanceof MockAgent)) throw new Error('no mock');
  const answers: readonly [RegExp, (path: URL) => unknown][] = [
    [/exchange-rates\/currencies/, () => ({ total: 2, currencies: ['USD', 'EUR'] })],
    [
      /exchange-rates\/rate\?/,
      ({ searchParams: query }) => ({
        ...{ baseCurrency: 'USD', targetCurrency: 'EUR', rate: 0.5, source: 'ECB', ...rate },
        effectiveDate: query.get('date'),
      }),
    ],
    [/values\?/, () => ({ links: { next: null }, data: [] })],
    [/business-metrics/, () => ({ id: 'bmt_orders', name: 'orders', labelColumns: ['team'] })],
  ];
  service.dispatcher
    .get(service.url)
    .intercept({ path: (path) => !/^\/v1\/(costs|providers)\?/.test(path), method: 'GET' })
    .reply(({ path }) => {
      const found = answers.find(([form]) => form.test(path));
      const body = found?.[1](new URL(path, service.url)) ?? { status: 404, title: 'Not found' };
      const responseOptions = { headers: { 'content-type': 'application/json' } };
      return {
        statusCode: found === undefined ? 404 : 200,
        data: JSON.stringify(body),
        responseOptions,
      };
    })
    .persist();
  return service;
}

const folder = createFolder();
const file = (name: string, text: string) => {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
};
const rules = file('rules.yaml', '- {name: idle, match: [service=none], to: [web], by: even}\n');
const invoice = file('invoice.csv', 'service,amount\ndb,5\n');
const allowed = file('allowed.yaml', 'tags.team: [webb]\n');
const pair = ['--from', '2026-11-05', '--to', '2026-11-14'];

/** What each action needs besides the fate; the walk finds an action that is missing here. */
const needs: Readonly<Record<string, readonly string[]>> = {
  list: pair,
  columns: pair,
  summary: [...pair, '--by', 'service'],
  trend: ['--days', '10', '--metric', 'bmt_orders'],
  compare: [...pair, '--against', '2026-10-01..2026-10-20'],
  explain: pair,
  unit: [...pair, '--metric', 'bmt_orders'],
  chart: pair,
  check: [...pair, '--max-total', '100', '--max-increase', '1'],
  freshness: pair,
  allocate: [...pair, '--rules', rules, '--by', 'tags.team'],
  outlook: ['--month', '2026-11'],
  anomalies: pair,
  coverage: [...pair, '--require', 'tags.team,servce', '--allowed', allowed],
  reconcile: [...pair, invoice, '--by', 'service'],
};

const actions: readonly Command[] = (
  await Promise.all(Object.values(costs).map((load) => load()))
).filter(({ options }) => 'envelope' in options);
/** Those that add up amounts. */
const adding = actions.filter(({ words }) => !['costs list', 'costs columns'].includes(words));

const documents = ['table', 'markdown', 'xlsx', 'junit', 'github', 'svg'] as const;

/** The text of a document, however it marks characters. */
function textOf(format: string, path: string): string {
  const bytes = readFileSync(path);
  if (format !== 'xlsx') return plain(bytes.toString('utf8'));
  const sheets = sheetNames(bytes).map((_, place) => readSheet(bytes, place + 1).xml);
  return plain(sheets.join('\n'));
}

function plain(text: string): string {
  return text
    .replaceAll('&#39;', "'")
    .replaceAll('&quot;', '"')
    .replaceAll('%25', '%')
    .replaceAll('\\', '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll('&gt;', '>')
    .replaceAll(/\s+/g, ' ');
}

/** Of each fate, what was found for a line: a tool asks what its action was asked before. */
const qualifiers = new Map<Fate, Map<string, Promise<readonly string[]>>>();

/** What the run says of its figures where the format holds figures alone, or in `about`. */
function qualifiersOf(line: readonly string[], fate: Fate, hasEnvelope: boolean) {
  const known = within(qualifiers, fate, () => new Map<string, Promise<readonly string[]>>());
  return within(known, line.join(' '), () => findQualifiers(line, fate, hasEnvelope));
}

async function findQualifiers(line: readonly string[], fate: Fate, hasEnvelope: boolean) {
  const ask = (...words: string[]) =>
    run([...line, ...words], { service: serveFate(fate), env: { COSTCTL_WORKSPACE: 'wsp_main' } });
  const bare = await ask('-o', 'csv');
  const warned = bare.stderr
    .split('\n')
    .filter((one) => one.startsWith('warning: ') || one.startsWith('note: incomplete: '));
  if (!hasEnvelope) return warned;
  const { stdout } = await ask('-o', 'json', '--envelope');
  const { about } = stdout === '' ? { about: undefined } : JSON.parse(stdout);
  // The policy takes a request, which a format without a place for it does not send.
  const notes: readonly string[] = about?.notes ?? [];
  expect(warned.filter((one) => !about?.warnings.includes(one.slice('warning: '.length)))).toEqual(
    warned.filter((one) => one.startsWith('note: ')),
  );
  return [...warned, ...notes];
}

test('every action whose figures have a caption is tried', () => {
  expect(actions.map(({ words }) => words.split(' ')[1]).sort()).toEqual(Object.keys(needs).sort());
});

const rowsOfActions = actions.map((action, row) => [action.words, action, row] as const);

describe.each(rowsOfActions)('costctl %s', (words, action, row) => {
  const drawn = drawCases(Object.entries(fates), row);
  const hasEnvelope = 'envelope' in action.options;
  const line = [...words.split(' '), ...(needs[words.split(' ')[1] ?? ''] ?? [])];
  const formats = documents.filter((format) => {
    if (format === 'svg') return action.extensions?.includes('svg');
    return action.check !== undefined || (format !== 'junit' && format !== 'github');
  });

  test.each(drawn)('says in every document what qualifies %s', async (_, fate) => {
    const own = (fate.words ?? []).filter((word, place, all) =>
      !word.startsWith('--') ? isTaken(action, all[place - 1] ?? '') : isTaken(action, word),
    );
    const gates: Readonly<Record<string, readonly string[]>> = {
      'costs coverage': ['--min', '0'],
      'costs anomalies': ['--check'],
      'costs freshness': ['--check'],
    };
    const gate = gates[words] ?? [];
    const full = [...line, ...gate, ...own];
    const expected = await qualifiersOf(full, fate, hasEnvelope);
    for (const format of formats) {
      const path = join(createFolder(), `result.${format}`);
      const form = format === 'svg' ? [] : ['-o', format];
      const { exitCode } = await run([...full, ...form, '-O', path], {
        service: serveFate(fate),
        env: { COSTCTL_WORKSPACE: 'wsp_main' },
      });
      expect([0, 2, 9, 11]).toContain(exitCode);
      if (exitCode === 2) continue;
      const text = textOf(format, path);
      for (const one of expected) {
        expect([format, text]).toEqual([format, expect.stringContaining(plain(withoutKind(one)))]);
      }
    }
  });
});

const tools = toolPlans.flatMap(({ name, words, options }) =>
  typeof words === 'string' && words.startsWith('costs ') ? [{ name, words, options }] : [],
);
const rowsOfTools = tools.map((tool, row) => ({ ...tool, row }));

/** The input of a tool with the meaning of these words. */
function inputOf(words: readonly string[], options: Command['options']) {
  const input: Record<string, unknown> = {};
  words.forEach((word, place) => {
    if (!word.startsWith('--')) return;
    const key = keyOf(word);
    const value = words[place + 1];
    input[key] = options[key]?.repeatable === true ? [value] : value;
  });
  return input;
}

describe.each(rowsOfTools)('the tool $name', ({ name, words, options, row }) => {
  const drawn = drawCases(Object.entries(fates), row);

  test.each(drawn)('has in its result what qualifies %s', async (_, fate) => {
    const action = (await Promise.all(Object.values(costs).map((load) => load()))).find(
      (one) => one.words === words,
    );
    if (action === undefined) throw new Error(words);
    const own = (fate.words ?? []).filter((word, place, all) =>
      options.includes(keyOf(word.startsWith('--') ? word : (all[place - 1] ?? ''))),
    );
    const asked = [...(needs[words.split(' ')[1] ?? ''] ?? pair), ...own];
    const file = words === 'costs export' ? { file: 'rows.csv' } : {};
    const written = words === 'costs export' ? ['-O', join(createFolder(), 'rows.csv')] : [];
    const expected = await qualifiersOf(
      [...words.split(' '), ...asked, ...written],
      fate,
      'envelope' in action.options,
    );
    const { call, close } = await connectMcp(['--export-dir', createFolder()], {
      service: serveFate(fate),
      env: { COSTCTL_WORKSPACE: 'wsp_main' },
    });
    const { about, notes, result } = await call(name, {
      ...inputOf(asked, action.options),
      ...file,
    });
    await close();
    expect(about !== undefined).toBe('envelope' in action.options && result !== null);
    const { warnings = [], notes: remarks = [], completeness } = about ?? {};
    const said = [...warnings, ...remarks, completeness?.text, ...notes.map(withoutKind)];
    // A tool has inputs in place of options.
    for (const one of expected) {
      expect(said).toContain(withoutKind(one).replaceAll('--where', 'where'));
    }
  });
});

describe('an amount that is no number', () => {
  const service = () => serveFate({ more: { cost: '1,5' } });
  const problem = 'cannot be added up: its cost is not a number: 1,5';

  test.each(adding.map((one) => [one.words, one] as const))(
    'leaves no document of %s',
    async (words, { extensions = [] }) => {
      const line = [...words.split(' '), ...(needs[words.split(' ')[1] ?? ''] ?? [])];
      const path = join(createFolder(), extensions.includes('svg') ? 'result.svg' : 'result.xlsx');
      const { exitCode, stderr } = await run([...line, '-O', path], {
        ...{ service: service(), env: { COSTCTL_WORKSPACE: 'wsp_main' } },
      });
      expect([exitCode, existsSync(path)]).toEqual([9, false]);
      expect(stderr).toContain(problem);
    },
  );

  test.each(tools.filter(({ words }) => adding.some((one) => one.words === words)))(
    'is an error of the tool $name',
    async ({ name }) => {
      const world = { service: service(), env: { COSTCTL_WORKSPACE: 'wsp_main' } };
      const { call, close } = await connectMcp([], world);
      const metric = name === 'unit_cost' ? { metric: 'bmt_orders' } : {};
      const month = name === 'spend_outlook' ? {} : { last: '7d' };
      const { ok, result, error } = await call(name, { ...metric, ...month });
      await close();
      expect([ok, result]).toEqual([false, null]);
      expect(error).toMatchObject({
        code: 'incomplete',
        message: expect.stringContaining(problem),
      });
    },
  );
});

const withoutKind = (line: string) => line.replace(/^(warning|note): /, '');

function isTaken({ options }: Command, flag: string): boolean {
  return flag === '' || keyOf(flag) in options;
}

function keyOf(flag: string): string {
  return flag.slice(2).replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}

const meant = 'service=ec2: no row has this value; did you mean "Amazon EC2"?';

describe('a condition that no row meets is named, with the nearest value', async () => {
  const all = await Promise.all(Object.values(costs).map((load) => load()));
  const asking = all.filter(({ options }) => 'where' in options && !('restate' in options));
  const more: Readonly<Record<string, readonly string[]>> = {
    ...needs,
    export: [...pair, '-o', 'csv'],
    report: ['--month', '2026-10'],
    close: ['--month', '2026-10', '-O', join(folder, 'pack')],
  };

  test.each(asking.map(({ words }) => words))('%s', async (words) => {
    const line = [...words.split(' '), ...(more[words.split(' ')[1] ?? ''] ?? [])];
    const { stdout, stderr } = await run([...line, '--where', 'service=ec2'], {
      service: serveFate({}),
      env: { COSTCTL_WORKSPACE: 'wsp_main' },
    });
    expect(plain(stdout + stderr)).toContain(meant);
    const other = await run([...line, '--where', 'service=db', '--where', 'provider=gpc'], {
      service: serveFate({}),
      env: { COSTCTL_WORKSPACE: 'wsp_main' },
    });
    expect(plain(other.stdout + other.stderr)).toContain(
      'provider=gpc: no row that meets the earlier conditions has this value; did you mean "gcp"?',
    );
  });
});

test('a report says which budget no row meets, and names the nearest value', async () => {
  const typo = file('typo.yaml', '- {name: db, amount: 1, currency: USD, where: [service=dbb]}\n');
  const line = ['costs', 'report', '--month', '2026-10', '--budgets', typo];
  const { stdout } = await run(line, { service: serveFate({}) });
  expect(stdout).toContain(
    'The budget db could not be judged: service=dbb: no row has this value; did you mean "db"?',
  );
});
