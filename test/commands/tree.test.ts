import { copyFileSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, test } from 'vitest';
import type { CommandNode, OptionNode } from '../../src/cli/help/tree.ts';
import { outputHeading } from '../../src/declaration/option.ts';
import { CostctlError } from '../../src/errors.ts';
import { conformingRow, csvOf } from '../focus/files.ts';
import { actionsOf, describeWhole, isWritten } from '../helpers/actions.ts';
import { hasDuckdb } from '../helpers/duckdb.ts';
import { readings } from '../helpers/every-action.ts';
import { overhear } from '../helpers/overhear.ts';
import { createFolder, run, type World } from '../helpers/run.ts';

const root = await describeWhole();
const actions = actionsOf(root);
const written = actions.filter(isWritten);

function everyCommand(command: CommandNode): CommandNode[] {
  return [command, ...command.commands.flatMap(everyCommand)];
}

test('every command, option and argument has a description', () => {
  const parts = everyCommand(root).flatMap((command) => [
    command,
    ...command.options.map((option) => ({ name: option.long, ...option })),
    ...command.arguments,
  ]);
  expect(parts.filter(({ description }) => description.trim() === '')).toEqual([]);
});

test('every group and every action has an example', () => {
  const lacking = everyCommand(root).filter(
    ({ examples }) => !examples.some((example) => example.includes('costctl ')),
  );
  expect(lacking.map(({ name }) => name)).toEqual([]);
});

test('the help of a group shows examples of its first actions', async () => {
  const { stdout } = await run('rates --help');
  expect(stdout.slice(stdout.indexOf('Examples:'))).toMatchInlineSnapshot(`
    "
    "
  `);
});

/** The words of every action that has another name, and that name. */
function aliasesOf(command: CommandNode, words: readonly string[] = []): [string, string][] {
  return command.commands.flatMap((child) => [
    ...child.aliases.map((alias): [string, string] => [
      [...words, child.name].join(' '),
      [...words, alias].join(' '),
    ]),
    ...aliasesOf(child, [...words, child.name]),
  ]);
}

test.each(aliasesOf(root))('%s has the alias %s', async (name, alias) => {
  expect((await run(`${alias} --help`)).stdout).toBe((await run(`${name} --help`)).stdout);
});

test('list has the alias ls, and delete has the alias rm', () => {
  for (const { line, command } of written) {
    if (command.name === 'list')
      expect({ line, aliases: command.aliases }).toEqual({ line, aliases: ['ls'] });
    if (command.name === 'delete')
      expect({ line, aliases: command.aliases }).toEqual({ line, aliases: ['rm'] });
  }
});

describe('every option that the parser accepts is also accepted by its command', () => {
  const interrupted = AbortSignal.abort(new CostctlError('interrupted', 'after the input'));
  const cases = written.flatMap(({ line, command }) =>
    command.options
      .filter(({ heading, long }) => heading !== outputHeading && long !== '--help')
      .map((option) => ({ line, command, option })),
  );

  test.each(cases.map((one) => [`${one.line} ${one.option.long}`, one] as const))(
    '%s',
    async (_name, { line, command, option }) => {
      const needed = command.arguments
        .filter(({ required }) => required)
        .map(({ name }) => sample(name));
      const words = [...line.split(' '), ...needed, ...wordsOf(option)];
      const { stderr } = await run(words, { signal: interrupted });
      expect(stderr).not.toMatch(/error: (Invalid input|Unrecognized)/);
      expect(stderr).not.toMatch(/unknown option|internal|a fault of this program/);
    },
  );
});

function wordsOf({ long, value }: OptionNode): string[] {
  return value === undefined ? [long] : [long, sample(value)];
}

/** A value that passes most checks of form. */
function sample(name: string): string {
  const samples: Readonly<Record<string, string>> = {
    ...{ day: '2026-10-01', n: '1', seconds: '1', hours: '1', minutes: '60', decimal: '1' },
    ...{ json: '{}', 'key=value': 'a=b', 'name=value': 'a=b', 'key=text': 'a=b' },
    ...{ 'key=json': 'a=1', 'field=column': 'date=Day', workspace: 'wsp_a', metric: 'bmt_a' },
    ...{ user: 'usr_a', method: 'GET', path: '/v1/users', month: '2026-10', period: '7d' },
    ...{ role: 'owner', format: 'csv', policy: 'first', amount: '1', base: 'USD', target: 'EUR' },
    ...{ 'n/s': '1/1', rate: '0.1', milliseconds: '1', id: 'wsp_a', file: 'none.csv' },
  };
  return samples[name] ?? 'a';
}

describe('every example in the help runs against the sandbox', () => {
  const home = process.cwd();
  // What it sends, and what the sandbox answers, against the service's document.
  const { take } = overhear();
  afterAll(() => process.chdir(home));
  const examples = written.flatMap(({ line, command }) =>
    command.examples.map((example) => [example, line] as const),
  );

  test.each([...root.examples.map((one) => [one, ''] as const), ...examples])(
    '%s',
    async (example, action) => {
      const folder = createFolder();
      process.chdir(folder);
      copyFileSync(resolve(home, 'test/openapi.yaml'), join(folder, 'openapi.yaml'));
      const special = specials.find(({ begins }) => example.startsWith(begins));
      for (const line of special?.before ?? []) await runLine(folder, line, {});
      special?.prepare?.(folder);
      const world = special?.interrupted ? interruptedWorld() : (special?.world ?? {});
      const { exitCode, stderr } = await runLine(folder, special?.instead ?? example, world);
      expect({ exitCode, stderr }).toEqual({
        exitCode: special?.exitCode ?? 0,
        stderr: special?.exitCode === undefined ? expect.not.stringContaining('error:') : stderr,
      });
      const { problems, sent } = take();
      expect(problems).toEqual([]);
      if (!readings.includes(action)) return;
      expect(sent.filter(({ method, path }) => method !== 'GET' && !isAsking(path))).toEqual([]);
    },
  );
});

/** A provider's test changes nothing. */
function isAsking(path: string): boolean {
  return /^\/v1\/providers\/[^/]+\/test$/.test(path);
}

function interruptedWorld(): World {
  const controller = new AbortController();
  return { signal: controller.signal, onOutput: () => controller.abort() };
}

interface Special {
  readonly begins: string;
  /** Lines that come before it in a person's day. */
  readonly before?: readonly string[];
  readonly prepare?: (folder: string) => void;
  /** What the shell hands over of the line. */
  readonly instead?: string;
  readonly world?: World;
  /** By a person, once it has printed something. */
  readonly interrupted?: boolean;
  readonly exitCode?: number;
}

const addWork =
  'costctl profiles add work --base-url https://cost.example.com --token-command true --no-verify';
const readValues =
  'costctl metrics values bmt_orders --from 2026-10-01 --to 2026-10-03 -o csv -O orders.csv';
const exportCosts = 'costctl costs export --last 2d -O costs.csv.gz --receipt costs.receipt.json';
const importDocument = 'costctl api import openapi.yaml';
const pullFile = 'costctl config pull -O costctl.yaml';

/** What an example needs besides the sandbox. */
const specials: readonly Special[] = [
  ...['set', 'use', 'rename', 'remove'].map((action) => ({
    begins: `costctl profiles ${action} work`,
    before: [addWork],
  })),
  {
    // A person and an editor that changes the record.
    begins: 'costctl workspaces edit',
    world: {
      terminal: 80,
      env: { EDITOR: 'editor' },
      runProgram: (program) => {
        const path = /'([^']+)'$|(\S+)$/.exec(program.command)?.slice(1).find(Boolean) ?? '';
        writeFileSync(path, readFileSync(path, 'utf8').replace('Storefront', 'Shopfront'));
        return Promise.resolve({ status: 0, stdout: '' });
      },
    },
  },
  {
    begins: 'costctl workspaces providers enable',
    prepare: (folder) => writeFileSync(join(folder, 'connection.json'), '{"providerId":"prv_gcp"}'),
  },
  {
    begins: 'costctl config pull --into',
    before: ['costctl config pull -O costctl.yaml'],
  },
  {
    // The first of these writes the map.
    begins: 'costctl costs export --last-month --focus 1.2 --focus-map focus.yaml',
    prepare: writeFocusMap,
  },
  { begins: 'costctl costs export --last-month --focus 1.3', prepare: writeFocusMap },
  {
    begins: 'costctl costs focus-check',
    prepare: (folder) => {
      const text = csvOf([conformingRow('1.2')]);
      writeFileSync(join(folder, 'focus.csv'), text);
      writeFileSync(join(folder, 'focus.csv.gz'), gzipSync(text));
    },
  },
  {
    begins: 'costctl costs reconcile',
    before: ['costctl costs summary --last-month --by service -o csv -O invoice.csv'],
  },
  {
    begins: 'costctl costs allocate --last',
    prepare: (folder) =>
      writeFileSync(
        join(folder, 'rules.yaml'),
        '- {match: [service=Tax], to: tags.team, by: cost}',
      ),
  },
  ...['costctl costs chart --last 3m --granularity month', 'costctl costs check --budgets'].map(
    (begins): Special => ({
      begins,
      prepare: (folder) =>
        writeFileSync(
          join(folder, 'budgets.yaml'),
          '- {name: all, amount: 1000000, currency: USD, warn: [80], on: outlook}',
        ),
    }),
  ),
  {
    begins: 'costctl providers connect',
    world: { env: { DATADOG_KEY: 'sandbox-key', DATADOG_APP_KEY: 'sandbox-key' } },
  },
  {
    begins: 'costctl metrics import bmt_orders -',
    before: [readValues],
    prepare: (folder) => {
      const path = join(folder, 'orders.csv');
      const text = readFileSync(path, 'utf8');
      writeFileSync(path, text.replace('date', 'Day').replace('amount', 'Orders'));
    },
  },
  {
    begins: 'costctl metrics import bmt_orders orders.csv.gz',
    before: [readValues.replace('orders.csv', 'orders.csv.gz')],
  },
  { begins: 'costctl metrics import', before: [readValues] },
  { begins: 'costctl metrics diff', before: [readValues] },
  {
    begins: 'costctl costs verify close-2026-10',
    before: ['costctl costs close --month 2026-10 -O close-2026-10 -q'],
  },
  { begins: 'costctl costs verify', before: [exportCosts] },
  {
    begins: 'costctl costs mirror costs-focus',
    before: ['costctl costs export --last 2d -O costs.parquet -q'],
    prepare: (folder) => {
      mkdirSync(join(folder, 'focus'));
      renameSync(join(folder, 'costs.parquet'), join(folder, 'focus/costs.parquet'));
    },
  },
  {
    begins: 'costctl costs query',
    before: ['costctl costs mirror costs-2026 --from 2026-11-01 -q'],
    ...(hasDuckdb ? {} : { exitCode: 2 }),
  },
  ...['validate', 'plan', 'apply'].flatMap((action): Special[] => [
    { begins: `costctl config ${action} costctl.yaml`, before: [pullFile] },
    { begins: `costctl config ${action} settings/`, before: ['costctl config pull -O settings/'] },
  ]),
  {
    begins: 'costctl config apply plan.json',
    before: [pullFile, 'costctl config plan costctl.yaml -O plan.json'],
  },
  { begins: 'costctl api import --', before: [importDocument] },
  { begins: 'costctl api diff', before: [importDocument] },
  // It serves until it is interrupted, and takes a port that is free in every test.
  ...['costctl sandbox serve --port 4010 --memory', 'costctl sandbox serve --rate-limit'].map(
    (begins): Special => ({
      begins,
      instead: 'costctl sandbox serve --port 0 --rate-limit 100/60 --fail 0.05 --memory',
      interrupted: true,
    }),
  ),
  // One of the sandbox's providers fails its test, and one has never been synced.
  { begins: 'costctl providers test --all', exitCode: 11 },
  { begins: 'costctl providers status --stale', exitCode: 11 },
  // These hand the script to the shell itself.
  { begins: 'source <(costctl completion bash)', instead: 'costctl completion bash' },
  { begins: 'costctl completion fish', instead: 'costctl completion fish' },
];

/** A map with a source for every mandatory column of the sandbox's rows. */
function writeFocusMap(folder: string): void {
  const named = {
    ...{ BilledCost: 'cost', EffectiveCost: 'cost', ListCost: 'cost', ContractedCost: 'cost' },
    ...{ BillingCurrency: 'currency', BillingAccountId: 'accountId' },
    ...{
      BillingAccountName: 'accountName',
      ServiceName: 'service',
      ChargeDescription: 'usageType',
    },
    ...{ ProviderName: 'provider', PublisherName: 'provider', InvoiceIssuerName: 'provider' },
    ...{ BillingPeriodStart: { 'start-of-month': 'date' } },
    ...{ BillingPeriodEnd: { 'end-of-month': 'date' } },
    ...{ ChargePeriodStart: { 'start-of-day': 'date' } },
    ...{ ChargePeriodEnd: { 'end-of-day': 'date' } },
    ...{ ChargeCategory: 'chargeType', ChargeClass: null, ServiceCategory: { value: 'Other' } },
    PricingQuantity: { column: 'quantity', where: ['chargeType!=Tax', 'unit!='] },
    PricingUnit: { column: 'unit', where: ['chargeType!=Tax', 'quantity!='] },
  };
  writeFileSync(join(folder, 'focus.yaml'), JSON.stringify(named));
  const added = { HostProviderName: 'provider', ServiceProviderName: 'provider', Tags: 'tags' };
  writeFileSync(join(folder, 'focus-1.3.yaml'), JSON.stringify({ ...named, ...added }));
}

/** Words, quotes and redirections, as every shell reads them. */
async function runLine(folder: string, line: string, world: World) {
  const words = [...line.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(
    ([, single, double, plain]) => single ?? double ?? plain ?? '',
  );
  const [program, ...rest] = words;
  expect(program).toBe('costctl');
  const source = rest.includes('<') ? rest[rest.indexOf('<') + 1] : undefined;
  const stdin = source === undefined ? undefined : readFileSync(join(folder, source), 'utf8');
  const end = rest.findIndex((word) => word === '<' || word.startsWith('>'));
  const argv = end < 0 ? rest : rest.slice(0, end);
  const local = ['profiles', 'help', 'completion'].includes(argv[0] ?? '');
  return run(local || argv.includes('--sandbox') ? argv : ['--sandbox', ...argv], {
    folder,
    ...(stdin === undefined ? {} : { stdin }),
    ...world,
  });
}
