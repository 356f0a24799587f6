import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OperationId, operations } from '../../src/api/operations.ts';
import { createService, type Service } from '../../src/sandbox/service.ts';
import { createMemoryStore, createState } from '../../src/sandbox/state/state.ts';
import { exampleOf } from '../helpers/every-action.ts';
import { createFolder, type Outcome, run, testToken } from '../helpers/run.ts';
import { drawCases } from '../helpers/runs.ts';
import { type Breakage, breakagesOf, matches } from './breakages.ts';

/** The command of an operation, as its example has it. A deletion is answered without a body. */
function linesOf(id: OperationId): readonly string[] {
  const example = operations[id].method === 'DELETE' ? undefined : exampleOf(id);
  return special[id] ?? (example === undefined ? [] : [example]);
}

/** Other lines that read a response, or that stand for an example with files and quotes. */
const special: Readonly<Partial<Record<OperationId, readonly string[]>>> = {
  createWorkspaceProvider: [
    'workspaces providers enable --set providerId=prv_gcp --set workspaceId=wsp_storefront',
  ],
  listProviders: ['providers list', 'providers status --stale 4800', 'providers test --all'],
  connectProvider: [
    'providers connect --key datadog --credential apiKey=a --credential applicationKey=b',
  ],
  listAvailableProviders: [
    'providers available',
    'providers connect --key datadog --credential apiKey=a --credential applicationKey=b',
  ],
  getProvider: [
    'providers get prv_aws_main',
    'providers update prv_aws_main --credential roleArn=x',
  ],
  getProviderSyncHistory: [
    'providers history prv_aws_main',
    'providers sync prv_aws_main --wait --wait-timeout 4',
  ],
  testProvider: ['providers test prv_aws_main', 'providers test prv_aws_main prv_gcp'],
  createBusinessMetric: ['metrics create --name Seats --unit seat'],
  getBusinessMetric: [
    'metrics get bmt_orders',
    'metrics set bmt_orders --date 2026-10-01 --amount 1.5 --label region=eu-central',
  ],
  listBusinessMetricValues: [
    'metrics values bmt_orders --from 2026-10-01 --to 2026-10-01',
    'costs unit --metric bmt_orders --from 2026-10-01 --to 2026-10-01',
  ],
  importBusinessMetricValues: [
    'metrics set bmt_orders --date 2026-10-01 --amount 1.5 --label region=eu-central',
  ],
  createSavedFilter: ['filters create --title Mine --filter x'],
  getSavedFilter: ['filters get flt_production', 'filters update flt_production --title Mine'],
  updateSavedFilter: ['filters update flt_production --title Mine'],
  listUsers: ['users list', 'users list --role viewer'],
  getExchangeRate: [
    'rates get USD EUR --date 2026-10-01',
    'rates convert 100 USD EUR --date 2026-10-01',
    'rates history USD EUR --from 2026-10-01 --to 2026-10-01',
  ],
  getCosts: ['costs list --from 2026-10-01 --to 2026-10-01 --max 3'],
};

const now = Date.parse('2026-11-15T12:00:00Z');
const env = { COSTCTL_WORKSPACE: 'wsp_storefront', COSTCTL_RETRIES: '0' };
const ids = Object.keys(operations).filter((id): id is OperationId => id in operations);
const lines = ids.flatMap((id) => linesOf(id).map((line) => ({ id, line })));
const cases = lines.map(({ id, line }, row) => [id, line, row] as const);

/** How the next response of an operation is broken. */
let next: { id: OperationId; breakage: Breakage } | undefined;
let isOfSchema = false;
let url = '';
/** A fresh one for each run. */
let service: Service;

const server = createServer(async (incoming, outgoing) => {
  const { method = 'GET', url: target = '', headers } = incoming;
  const { authorization } = headers;
  const received = { method, url: new URL(target, url), authorization, body: incoming };
  const response = await service(received);
  const text = String(response.body);
  const broken = next !== undefined && isFor(next.id, method, target) && response.status < 300;
  const body = broken ? next?.breakage.apply(JSON.parse(text)) : JSON.parse(text);
  if (broken && next !== undefined) {
    isOfSchema = matches(operations[next.id].response, body);
    next = undefined;
  }
  outgoing.writeHead(response.status, { 'content-type': 'application/json' });
  outgoing.end(JSON.stringify(body));
});

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

test.each(cases)(
  'every broken response to %s is refused or harmless: %s',
  async (id, line, row) => {
    const words = [...line.split(' '), '-o', 'json', '--base-url', url];
    const failures: string[] = [];
    // With one for all, each run would read what all runs before it sent.
    const folder = createFolder();
    for (const breakage of drawCases(breakagesOf(operations[id].response), row)) {
      // Cost rows are read by their count, without the links.
      if (id === 'getCosts' && breakage.name.startsWith('links')) continue;
      next = { id, breakage };
      service = sandbox();
      const outcome = await run(words, { env: { ...env, COSTCTL_TOKEN: testToken }, folder });
      if (next !== undefined) throw new Error(`${line} does not read the response to ${id}`);
      const problem = problemOf(outcome, isOfSchema);
      if (problem !== undefined) failures.push(`${breakage.name}: ${problem}`);
    }
    expect(failures).toEqual([]);
  },
);

/** The response must be refused if it is not of its schema; and whatever it is, nothing may crash. */
function problemOf({ exitCode, stderr }: Outcome, isOfSchema: boolean): string | undefined {
  const code = codeOf(stderr);
  if (isOfSchema ? refusals.has(code) : code === 'unexpected_response' || code === 'incomplete') {
    return undefined;
  }
  return `exit ${exitCode}: ${stderr.trim()}`;
}

/** How a run may end that had to do without a field. */
const refusals = new Set(['', 'unexpected_response', 'incomplete', 'check_failed', 'usage']);

function codeOf(stderr: string): string {
  const last = stderr.trim().split('\n').at(-1) ?? '';
  if (!last.startsWith('{')) return '';
  return String(Object(JSON.parse(last)).error.code);
}

function isFor(id: OperationId, method: string, target: string): boolean {
  const operation = operations[id];
  const path = new RegExp(`^${operation.path.replaceAll(/\{\w+\}/g, '(?!available)[^/]+')}$`);
  return operation.method === method && path.test(target.split('?')[0] ?? '');
}

function sandbox() {
  return createService({
    store: createMemoryStore(createState(Math.floor(now / 86_400_000))),
    tokens: { organization: testToken, workspace: 'tok_of_a_workspace' },
    workspaceId: 'wsp_storefront',
    now: () => now,
    random: Math.random,
    rowsPerDay: undefined,
    rateLimit: undefined,
  });
}
