import { copyFileSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect } from 'vitest';
import { conformingRow, csvOf } from '../focus/files.ts';
import { hasDuckdb } from './duckdb.ts';
import { createFolder, type Outcome, run, type World } from './run.ts';

const home = process.cwd();

/** An example of a help text in a folder of its own, which becomes the working folder. */
export interface Prepared {
  readonly run: (more?: readonly string[], world?: World) => Promise<Outcome>;
  readonly exitCode: number;
}

/** Makes what an example needs besides the sandbox; the line may be changed. */
export async function prepareExample(
  example: string,
  change: (line: string) => string = (line) => line,
): Promise<Prepared> {
  const folder = createFolder();
  process.chdir(folder);
  copyFileSync(resolve(home, 'test/openapi.yaml'), join(folder, 'openapi.yaml'));
  const special = specials.find(({ begins }) => example.startsWith(begins));
  for (const line of special?.before ?? []) await runLine(folder, line, {});
  special?.prepare?.(folder);
  const line = change(special?.instead ?? example);
  return {
    run: (more = [], world = {}) => {
      process.chdir(folder);
      const own = special?.interrupted ? interruptedWorld() : special?.world;
      const env = { ...own?.env, ...world.env };
      return runLine(folder, line, { ...own, ...world, env }, more);
    },
    exitCode: special?.exitCode ?? 0,
  };
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
  // Its address is invented: nothing is asked there.
  { begins: 'costctl profiles add work', instead: addWork },
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

/** Words, quotes and redirections, as every shell reads them, and more words. */
async function runLine(folder: string, line: string, world: World, more: readonly string[] = []) {
  const words = [...line.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(
    ([, single, double, plain]) => single ?? double ?? plain ?? '',
  );
  const [program, ...rest] = words;
  expect(program).toBe('costctl');
  const source = rest.includes('<') ? rest[rest.indexOf('<') + 1] : undefined;
  const stdin = source === undefined ? undefined : readFileSync(join(folder, source), 'utf8');
  const end = rest.findIndex((word) => word === '<' || word.startsWith('>'));
  const argv = [...(end < 0 ? rest : rest.slice(0, end)), ...more];
  const local = ['profiles', 'help', 'completion'].includes(argv[0] ?? '');
  return run(local || argv.includes('--sandbox') ? argv : ['--sandbox', ...argv], {
    folder,
    ...(stdin === undefined ? {} : { stdin }),
    ...world,
  });
}
