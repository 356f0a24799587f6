import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadDeclarations } from '../../src/cli/groups.ts';
import { optionsOf } from '../../src/declaration/shared.ts';
import { serveSandbox } from '../../src/sandbox/server.ts';
import { createContext } from '../helpers/context.ts';
import { createFolder, run } from '../helpers/run.ts';
import { createClock } from '../sandbox/start.ts';

/** What the contract says: the others take the profile's conditions and its currency. */
const onlyConditions = ['list', 'export', 'columns', 'freshness'];
const neither = ['mirror', 'verify', 'query', 'reconcile', 'focus-check'];

const actions = (await loadDeclarations())
  .filter(({ words }) => words.startsWith('costs '))
  .map((declared) => ({
    name: declared.words.slice('costs '.length),
    options: optionsOf(declared),
  }));

test.each(actions)('the declaration of costs $name says what it takes', ({ name, options }) => {
  const takes = (setting: string) => Object.values(options).some((one) => one.setting === setting);
  const isAnalysis = ![...onlyConditions, ...neither].includes(name);
  expect({
    where: takes('where'),
    noWhere: 'noWhere' in options,
    convertTo: takes('convertTo') || takes('reportConvertTo'),
    rateMethod: takes('rateMethod'),
  }).toEqual({
    where: !neither.includes(name),
    noWhere: !neither.includes(name),
    convertTo: isAnalysis,
    rateMethod: isAnalysis,
  });
});

const days = '--from 2026-11-02 --to 2026-11-08';
const gate = '--allow-stale all --allow-empty';

/** A line for each action that takes a setting; ~ is the folder of the run. */
const lines: Readonly<Record<string, string>> = {
  list: `list ${days} -o csv`,
  export: `export ${days} -o csv`,
  columns: `columns ${days} -o json`,
  freshness: `freshness ${days} -o json`,
  summary: `summary --by service ${days} -o json --envelope`,
  trend: 'trend --days 3 -o json --envelope',
  compare: `compare --by service ${days} -o json --envelope`,
  explain: `explain ${days} -o json --envelope`,
  unit: `unit ${days} --metric bmt_orders -w wsp_storefront -o json --envelope`,
  chart: `chart ${days} -o json`,
  check: `check ${days} --max-total 1 ${gate} -o json`,
  allocate: `allocate ${days} --by tags.team --rules ~/rules.yaml -o json --envelope`,
  outlook: 'outlook -o json --envelope',
  anomalies: `anomalies ${days} -o json --envelope`,
  coverage: `coverage ${days} --require tags.team -o json --envelope`,
  report: 'report --month 2026-10 --sections total,by -o markdown',
  close: 'close --month 2026-10 -O ~/pack --allow-stale all --allow-empty',
};

test('every action that takes a setting is tried here', () => {
  const taking = actions.map(({ name }) => name).filter((name) => !neither.includes(name));
  expect(Object.keys(lines).toSorted()).toEqual(taking.toSorted());
});

let server: Awaited<ReturnType<typeof serveSandbox>>;
beforeAll(async () => {
  server = await serveSandbox({ context: createContext({ clock: createClock() }), rowsPerDay: 12 });
});
afterAll(() => server.close());

const stored = { where: ['provider=aws'], convertTo: 'EUR', rateMethod: 'month-end' };

async function ask(
  line: string,
  profile: object,
  more: readonly string[] = [],
  files: Readonly<Record<string, string>> = {},
) {
  const folder = createFolder();
  const [baseUrl, token] = [server.url, server.tokens.organization];
  mkdirSync(join(folder, 'config'));
  const work = { baseUrl, token, ...profile };
  const configuration = JSON.stringify({ current: 'work', profiles: { work } });
  writeFileSync(join(folder, 'config', 'config.json'), configuration);
  writeFileSync(
    join(folder, 'rules.yaml'),
    '- {name: rest, match: [], to: [web, data], by: even}\n',
  );
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  const words = line.replaceAll('~', folder).split(' ');
  const isPack = line.startsWith('close');
  const receipt = join(folder, isPack ? 'pack/manifest.json' : 'receipt.json');
  const asked = isPack ? [] : ['--receipt', receipt];
  const { stdout, stderr, exitCode } = await run(['costs', ...words, ...more, ...asked], {
    folder,
  });
  const read = (path: string) => (existsSync(path) ? readFileSync(path, 'utf8') : '');
  const { command = '', where, convertTo = null } = JSON.parse(read(receipt) || '{}');
  const answer = stdout
    .replace(/SHA-256 of the receipt: \w+/, '')
    .replaceAll(/ --no-where| --convert-to none/g, '');
  const summary = read(join(folder, 'pack', 'summary.csv'));
  const notes = stderr.replaceAll(folder, '~');
  return { answer, summary, notes, exitCode, where, convertTo, command: String(command) };
}

describe.each(Object.entries(lines))('costs %s', (name, line) => {
  const converts = !onlyConditions.includes(name);
  const typed = [
    '--where',
    'provider=aws',
    ...(converts ? ['--convert-to', 'EUR', '--rate-method', 'month-end'] : []),
  ];
  const off = ['--no-where', ...(converts ? ['--convert-to', 'none'] : [])];
  let answer: ReturnType<typeof ask> | undefined;
  const askSettled = () => {
    answer ??= ask(line, stored);
    return answer;
  };

  test('the profile answers for what the line leaves out, and the receipt has it', async () => {
    const settled = await askSettled();
    const given = await ask(line, {}, typed);
    expect([0, 11]).toContain(settled.exitCode);
    expect({ ...settled, command: '' }).toEqual({ ...given, command: '' });
    expect(settled.where).toContain('provider=aws');
    if (converts) expect(settled.convertTo).toBe('EUR');
    expect(settled.command).toContain('--where provider=aws');
    if (converts) expect(settled.command).toContain('--convert-to EUR --rate-method month-end');
  });

  test('--no-where and --convert-to none switch it off', async () => {
    const without = await ask(line, stored, off);
    const bare = await ask(line, {});
    expect({ ...without, command: '' }).toEqual({ ...bare, command: '' });
    const settled = await askSettled();
    expect([without.answer, without.summary]).not.toEqual([settled.answer, settled.summary]);
  });
});

test('--where adds to the conditions of the profile, and repeats none', async () => {
  const line = lines['summary'] ?? '';
  const more = ['--where', 'currency=USD', '--where', 'provider=aws'];
  expect(await ask(line, stored, more)).toMatchObject({ where: ['provider=aws', 'currency=USD'] });
  expect(await ask(line, stored, ['--no-where', '--where', 'currency=USD'])).toMatchObject({
    where: ['currency=USD'],
  });
});

test('a budget is judged in its own currency, whatever the profile converts to', async () => {
  const text = `- {name: dollars, amount: 5000, currency: USD, where: [provider=aws]}
- {name: euros, amount: 5000, currency: EUR, period: quarter}
`;
  const line = `check --budgets ~/budgets.yaml ${gate} -o json`;
  const judged = async (profile: object, more: readonly string[] = []) => {
    const { answer } = await ask(line, profile, more, { 'budgets.yaml': text });
    return JSON.parse(answer);
  };
  const inOwn = await judged({ convertTo: 'EUR' });
  const [dollars] = await judged({}, ['--convert-to', 'USD']);
  const [, euros] = await judged({ convertTo: 'USD' });
  expect(inOwn).toEqual([dollars, euros]);
  expect(inOwn).toMatchObject([{ currency: 'USD' }, { currency: 'EUR' }]);
});
