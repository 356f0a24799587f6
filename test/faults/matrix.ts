import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { exitStatuses } from '../../src/errors.ts';
import { serveSandbox } from '../../src/sandbox/server.ts';
import {
  createFolder,
  type Ended,
  readFiles,
  removeFolder,
  runProgram,
  secretToken,
} from '../e2e/program.ts';
import {
  earlierExport,
  exportFile,
  type Kind,
  lineOf,
  prepare,
  rowsPerDay,
  type Struck,
  struckRequests,
  title,
  values,
} from './commands.ts';
import type { Fault } from './fault.ts';
import { type FaultyProxy, openProxy } from './proxy.ts';

export interface Case {
  readonly fault: Fault;
  readonly struck: Struck;
  readonly how: 'once' | 'always';
}

/** A share of the cases, spread over all of them, the same for the same seed. */
export function sample(cases: readonly Case[], count: number, seed: number): readonly Case[] {
  const ranked = cases.map((one) => {
    const hash = createHash('sha256')
      .update(`${seed} ${nameOf(one)}`)
      .digest('hex');
    return { one, hash };
  });
  ranked.sort((a, b) => (a.hash < b.hash ? -1 : 1));
  return ranked.slice(0, count).map(({ one }) => one);
}

export function nameOf({ fault, struck, how }: Case): string {
  const nth = struck.after === 0 ? 'first' : 'second';
  return `${fault.point}: ${fault.name}, ${how}, at the ${nth} request of ${struck.kind}`;
}

export function casesOf(faults: readonly Fault[]): readonly Case[] {
  return faults.flatMap((fault) =>
    struckRequests
      .filter(({ kind }) => fault.kinds?.includes(kind) ?? true)
      // A hostile link is read with the first page.
      .filter(({ after }) => fault.point !== 'the links' || after === 0)
      .flatMap((struck) => waysOf(fault).map((how) => ({ fault, struck, how }))),
  );
}

/** Links that always lead on are pages without end. */
function waysOf({ point, end }: Fault): readonly Case['how'][] {
  return point === 'the links' && end === 'whole' ? ['once'] : ['once', 'always'];
}

const retries = 1;

/** Runs one case, and answers with what did not hold. */
export async function play(one: Case, stranger: { wasReached: () => boolean }): Promise<string[]> {
  const { fault, struck, how } = one;
  const folder = createFolder();
  const sandbox = await serveSandbox({ context: await outside(), tokens, rowsPerDay });
  const times = how === 'once' ? 1 : Number.POSITIVE_INFINITY;
  const proxy = await openProxy(sandbox.url, { act: fault.act, after: struck.after, times });
  try {
    prepare(struck.kind, folder);
    const run = () => start(struck.kind, proxy, folder, fault.timeout ?? 20);
    const ended = await run();
    return [
      ...problemsOfStatus(one, ended),
      ...problemsOfText(ended),
      ...(await problemsOfResult(one, ended, proxy, sandbox.url, folder)),
      ...problemsOfSending(one, ended, proxy),
      ...problemsOfSecrecy(ended, proxy, folder),
      ...(stranger.wasReached() ? ['another host was reached'] : []),
      ...(struck.kind === 'export' && ended.status !== 0
        ? await problemsOfResuming(proxy, folder, run)
        : []),
    ];
  } finally {
    await proxy.close();
    await sandbox.close();
    removeFolder(folder);
  }
}

const tokens = { organization: secretToken, workspace: 'tok_of_the_workspace' };

async function outside() {
  const sleep = (milliseconds: number) =>
    new Promise<void>((done) => setTimeout(done, milliseconds));
  const clock = { now: Date.now, sleep };
  return { clock, random: Math.random, signal: new AbortController().signal, processId: 1 };
}

function start(kind: Kind, { url }: FaultyProxy, folder: string, timeout: number): Promise<Ended> {
  const limits = ['--timeout', String(timeout), '--retries', String(retries), '--max-wait', '5'];
  return runProgram([...lineOf(kind, folder), ...limits], {
    cwd: folder,
    env: {
      COSTCTL_BASE_URL: url,
      COSTCTL_TOKEN: secretToken,
      COSTCTL_WORKSPACE: 'wsp_storefront',
      COSTCTL_CONFIG_DIR: join(folder, 'config'),
      TMPDIR: folder,
    },
  });
}

/** The exit statuses that the contract allows. */
function allowedStatuses({ fault: { end }, struck, how }: Case): readonly number[] {
  if (end === 'whole') return [0];
  const isBatch = struck.kind === 'import' && struck.after > 0;
  if (end === 'waits' && how === 'once') return [0];
  if (end === 'waits' || end === 'refused') return isBatch ? [9, 7] : [7];
  if (how === 'once' && end.again && struck.idempotent) return [0];
  // Some batches were stored, or may have been.
  if (isBatch) return [9, end.exit];
  return [end.exit];
}

function problemsOfStatus(one: Case, { status, signal, stderr }: Ended): string[] {
  const allowed = allowedStatuses(one);
  if (signal === null && status !== null && allowed.includes(status)) return [];
  return [
    `exit ${status ?? signal} instead of ${allowed.join(' or ')}: ${stderr.trim().slice(0, 300)}`,
  ];
}

/** One error, for people or as JSON as it was asked for, and nothing of the program's inside. */
function problemsOfText({ status, stderr }: Ended): string[] {
  const lines = stderr.trimEnd().split('\n');
  const errors = lines.filter((line) => /^(error: |\{"error":)/.test(line));
  const problems = [];
  if (errors.length !== (status === 0 ? 0 : 1)) problems.push(`${errors.length} errors told`);
  if (/^\s+at .*[:(]/m.test(stderr)) problems.push('a stack trace');
  if (/a fault of this program|\[object|undefined|NaN /.test(errors.join())) {
    problems.push(`told as ${errors.join()}`);
  }
  if (/(?![\t\n])\p{Cc}/u.test(stderr)) problems.push('control characters');
  const [told = ''] = errors;
  if (!told.startsWith('{')) return problems;
  const { error } = JSON.parse(told);
  const due = Object.entries(exitStatuses).some(
    ([code, exit]) => code === error.code && exit === status,
  );
  return due && lines.at(-1) === told ? problems : [...problems, `told as ${told}`];
}

/** What was printed, written and stored is whole or nothing. */
async function problemsOfResult(
  { struck: { kind }, how }: Case,
  ended: Ended,
  proxy: FaultyProxy,
  service: string,
  folder: string,
): Promise<string[]> {
  const succeeded = ended.status === 0;
  const { stdout } = ended;
  switch (kind) {
    case 'get':
    case 'list': {
      const due = succeeded ? await undisturbed(kind) : '';
      return stdout === due ? [] : [`printed ${JSON.stringify(stdout.slice(0, 200))}`];
    }
    case 'export': {
      const found = readFileSync(exportFile(folder), 'utf8');
      const due = succeeded ? await undisturbed(kind) : earlierExport;
      return found === due && stdout === '' ? [] : [`the file has ${found.length} bytes`];
    }
    case 'import': {
      const stored = await readStored(service);
      if (!succeeded)
        return stored.every((value) => isSent(value)) ? [] : ['stored something else'];
      const { created, updated, unchanged } = JSON.parse(stdout);
      const told = created + updated + unchanged;
      const held = stored.length === values.length && told === values.length;
      return held ? [] : [`${stored.length} values stored, ${told} told`];
    }
    default: {
      const done = proxy.carriedOut.filter(
        ({ request, status }) => request.method !== 'GET' && status < 300,
      );
      if (succeeded && done.length === 0) return ['told as done, and nothing was done'];
      return how === 'once' && done.length > 1 && kind === 'create' ? ['done twice'] : [];
    }
  }
}

/** Nothing is sent a second time that may have been carried out, and nothing for ever. */
function problemsOfSending(
  { fault, struck, how }: Case,
  ended: Ended,
  proxy: FaultyProxy,
): string[] {
  const { end } = fault;
  const sent = proxy.requests.filter(({ method }) => method === struck.method).length;
  const isRefusal = end === 'waits' || end === 'refused';
  if (struck.kind === 'create') {
    if (proxy.carriedOut.length > 1) return ['a filter was created twice'];
    if (!isRefusal && sent !== 1) return [`sent ${sent} times`];
    const made = proxy.carriedOut.map(({ request }) => JSON.parse(request.body.toString()).title);
    if (made.some((one) => one !== title)) return [`created ${made.join()}`];
  }
  if (how === 'always' && typeof end === 'object' && struck.kind === 'get') {
    const due = end.again ? 1 + retries : 1;
    if (sent !== due) return [`sent ${sent} times instead of ${due}`];
  }
  return ended.milliseconds > 60_000 ? ['it took more than a minute'] : [];
}

/** The token goes into one header of requests to the one address, and nowhere else. */
function problemsOfSecrecy(ended: Ended, proxy: FaultyProxy, folder: string): string[] {
  const places: [string, string | Buffer][] = [
    ['stdout', ended.stdout],
    ['stderr', ended.stderr],
    ...readFiles(folder),
  ];
  const shown = places.filter(([, text]) => text.includes(secretToken)).map(([place]) => place);
  const stray = proxy.requests.filter(({ target, headers, body }) => {
    const others = headers.filter(([name]) => name !== 'authorization');
    return [target, JSON.stringify(others), body.toString()].join().includes(secretToken);
  });
  const without = proxy.requests.filter(
    ({ headers }) =>
      headers.filter(
        ([name, value]) => name === 'authorization' && value === `Bearer ${secretToken}`,
      ).length !== 1,
  );
  return [
    ...shown.map((place) => `the token stands in ${place}`),
    ...stray.map(({ target }) => `the token went elsewhere: ${target.replaceAll(secretToken, '')}`),
    ...without.map(({ target }) => `no token went with ${target}`),
  ];
}

/** A run that failed is gone on with, and then the file is that of an undisturbed one. */
async function problemsOfResuming(
  proxy: FaultyProxy,
  folder: string,
  run: () => Promise<Ended>,
): Promise<string[]> {
  proxy.heal();
  const again = await run();
  if (again.status !== 0)
    return [`after it healed: exit ${again.status}: ${again.stderr.slice(0, 300)}`];
  const isWhole = readFileSync(exportFile(folder), 'utf8') === (await undisturbed('export'));
  const left = [...readFiles(folder).keys()].filter((name) => name.startsWith('costs.csv.'));
  return [...(isWhole ? [] : ['after it healed: another file']), ...left];
}

const undisturbedRuns = new Map<Kind, Promise<string>>();

/** What the command prints or writes where nothing happens. */
function undisturbed(kind: Kind): Promise<string> {
  const known = undisturbedRuns.get(kind) ?? runUndisturbed(kind);
  undisturbedRuns.set(kind, known);
  return known;
}

async function runUndisturbed(kind: Kind): Promise<string> {
  const folder = createFolder();
  const sandbox = await serveSandbox({ context: await outside(), tokens, rowsPerDay });
  const proxy = await openProxy(sandbox.url, { act: () => undefined, after: 0, times: 0 });
  try {
    prepare(kind, folder);
    const { status, stdout, stderr } = await start(kind, proxy, folder, 20);
    if (status !== 0) throw new Error(`${kind} fails undisturbed: ${stderr}`);
    return kind === 'export' ? readFileSync(exportFile(folder), 'utf8') : stdout;
  } finally {
    await proxy.close();
    await sandbox.close();
    removeFolder(folder);
  }
}

interface Stored {
  readonly date: string;
  readonly amount: string;
  readonly labels: Readonly<Record<string, string>>;
}

async function readStored(service: string): Promise<readonly Stored[]> {
  const query = 'workspaceId=wsp_storefront&page=1&limit=100&from=2024-01-01&to=2024-01-31';
  const response = await fetch(`${service}/v1/business-metrics/bmt_orders/values?${query}`, {
    headers: { authorization: `Bearer ${secretToken}` },
  });
  const page: { data: readonly Stored[] } = JSON.parse(await response.text());
  return page.data;
}

function isSent({ date, amount, labels }: Stored): boolean {
  return values.some(
    ([day, sent, region]) => day === date && sent === amount && region === labels['region'],
  );
}
