import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { type SandboxServer, serveSandbox } from '../../src/sandbox/server.ts';
import {
  createFolder,
  type Ended,
  readFiles,
  removeFolder,
  runProgram,
  type Start,
} from '../e2e/program.ts';

/** A command about to run in a folder of its own, and what must hold however it ended. */
interface Scene {
  readonly folder: string;
  readonly run: (start?: Start) => Promise<Ended>;
  /** What does not hold now, and after it was run again. */
  readonly problems: (ended: Ended) => Promise<string[]>;
  readonly close: () => void;
}

/** What all scenes of one kind share. */
export interface Stage {
  readonly open: (folder?: string) => Scene;
  readonly close: () => Promise<void>;
}

const token = 'tok_of_the_kills_0123456789';

function scene(folder: string, one: Omit<Scene, 'folder' | 'close'>): Scene {
  return { ...one, folder, close: () => removeFolder(folder) };
}

/** An export of three windows into a file, where an earlier one stands. */
export async function exportStage(): Promise<Stage> {
  const sandbox = await startSandbox(51_000);
  const earlier = 'an earlier export\n';
  const words = ['costs', 'export', '--from', '2026-10-01', '--to', '2026-10-03'];
  const start = (folder: string, more: readonly string[], given?: Start) =>
    runProgram([...words, '-O', join(folder, 'costs.csv'), ...more], {
      ...given,
      cwd: folder,
      env: { ...envOf(sandbox.url), COSTCTL_CONFIG_DIR: join(folder, 'none') },
    });
  let whole = '';
  return {
    open: (folder = createFolder()) => {
      const file = join(folder, 'costs.csv');
      if (!existsSync(file)) tryWrite(file, earlier);
      return scene(folder, {
        run: (given) => start(folder, [], given),
        problems: async (ended) => {
          const digest = digestOf(file);
          whole = whole === '' ? await wholeDigest(start) : whole;
          const isHeld = ended.status === 0 ? digest === whole : digest === digestText(earlier);
          // The file took its place before the signal came.
          const isPlaced = ended.status !== 0 && digest === whole;
          const resumed = await start(folder, ['--resume']);
          const left = [...readFiles(folder).keys()].filter((name) => name !== 'costs.csv');
          return [
            ...(isHeld || isPlaced ? [] : ['the file is neither the old nor the new one']),
            ...(resumed.status === 0 ? [] : [`resumed: ${told(resumed)}`]),
            ...(digestOf(file) === whole ? [] : ['resumed to another file']),
            ...left.map((name) => `left: ${name}`),
          ];
        },
      });
    },
    close: sandbox.close,
  };
}

async function wholeDigest(start: (folder: string, more: readonly string[]) => Promise<Ended>) {
  const folder = createFolder();
  const { status, stderr } = await start(folder, []);
  if (status !== 0) throw new Error(`the export fails undisturbed: ${stderr}`);
  const digest = digestOf(join(folder, 'costs.csv'));
  removeFolder(folder);
  return digest;
}

const valueCount = 20_000;

/** An import of forty batches into a metric that keeps what it is sent. */
async function importStage(): Promise<Stage> {
  const amount = (at: number) => `${at}.5`;
  const stored = new Map<string, Map<string, string>>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    const held = stored.get(String(request.headers.authorization)) ?? new Map<string, string>();
    stored.set(String(request.headers.authorization), held);
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const metric = { id: 'bmt_orders', name: 'o', unit: 'o', labelColumns: ['region'] };
      const body = Buffer.concat(chunks).toString();
      const answer = request.method === 'GET' ? metric : store(held, JSON.parse(body).values);
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify(answer));
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  let scenes = 0;
  return {
    open: (folder = createFolder()) => {
      scenes += 1;
      const own = `${token}_${scenes}`;
      const file = join(folder, 'values.csv');
      const rows = Array.from(
        { length: valueCount },
        (_, at) => `2026-01-01,${amount(at)},r${at}\n`,
      );
      tryWrite(file, `date,amount,region\n${rows.join('')}`);
      const temporary = join(folder, 'tmp');
      mkdirSync(temporary, { recursive: true });
      const words = ['metrics', 'import', 'bmt_orders', file, '-o', 'json', '--batch-size', '500'];
      const run = (given?: Start) =>
        runProgram(words, {
          ...given,
          cwd: folder,
          env: {
            ...envOf(`http://127.0.0.1:${port}`),
            COSTCTL_TOKEN: own,
            COSTCTL_CONFIG_DIR: join(folder, 'none'),
            TMPDIR: temporary,
          },
        });
      const held = () => stored.get(`Bearer ${own}`) ?? new Map<string, string>();
      return scene(folder, {
        run,
        problems: async () => {
          const wrong = [...held()].filter(
            ([region, one]) => one !== amount(Number(region.slice(1))),
          );
          const left = readdirSync(temporary);
          const again = await run();
          const report = again.status === 0 ? JSON.parse(again.stdout) : {};
          return [
            ...wrong.map(([region, one]) => `${region} was stored as ${one}`),
            ...left.map((name) => `left: ${name}`),
            ...(again.status === 0 ? [] : [`run again: ${told(again)}`]),
            ...(report.updated === 0 ? [] : [`run again: ${report.updated} updated`]),
            ...(held().size === valueCount ? [] : [`${held().size} values stored`]),
          ];
        },
      });
    },
    close: async () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

type Value = { readonly amount: string; readonly labels: { readonly region: string } };

function store(held: Map<string, string>, values: readonly Value[]) {
  const counts = { created: 0, updated: 0, unchanged: 0 };
  for (const { amount, labels } of values) {
    const before = held.get(labels.region);
    if (before === undefined) counts.created += 1;
    else if (before === amount) counts.unchanged += 1;
    else counts.updated += 1;
    held.set(labels.region, amount);
  }
  return counts;
}

/** A second profile beside one that is there. */
export async function profileStage(): Promise<Stage> {
  return {
    open: (folder = createFolder()) => {
      const env = { COSTCTL_CONFIG_DIR: folder, HOME: folder };
      const add = (name: string, given?: Start) =>
        runProgram(
          ['profiles', 'add', name, '--no-verify', '--token-stdin', '--base-url', urlOf(name)],
          { ...given, env, stdin: `${token}_${name}\n` },
        );
      const list = async () => {
        const listed = await runProgram(['profiles', 'list', '-o', 'json'], { env });
        if (listed.status !== 0) return told(listed);
        const profiles: { name: string; baseUrl: string }[] = JSON.parse(listed.stdout);
        const wrong = profiles.filter(({ name, baseUrl }) => baseUrl !== urlOf(name));
        return wrong.length > 0
          ? `wrong: ${JSON.stringify(wrong)}`
          : profiles.map(({ name }) => name);
      };
      return scene(folder, {
        run: async (given) => {
          const first = await add('first');
          return first.status === 0 ? add('second', given) : first;
        },
        problems: async (ended) => {
          const after = await list();
          // A signal may end it at once; the next writer then finds its lock, and removes it.
          const left = ended.signal === null ? strayFiles(folder) : [];
          const third = await add('third');
          const last = await list();
          const due = ended.status === 0 ? ['first', 'second'] : ['first'];
          return [
            ...(due.every((name) => after.includes(name)) ? [] : [`lost: ${after}`]),
            ...left.map((name) => `left: ${name}`),
            ...openFiles(folder).map((name) => `others may read ${name}`),
            ...(third.status === 0 ? [] : [`the next change: ${told(third)}`]),
            ...([...after, 'third'].every((name) => last.includes(name)) ? [] : [`lost: ${last}`]),
            ...strayFiles(folder).map((name) => `left for good: ${name}`),
          ];
        },
      });
    },
    close: async () => undefined,
  };
}

function urlOf(name: string): string {
  return `https://${name}.example`;
}

/** What is left of a change beside the file that it changed. */
function strayFiles(folder: string): string[] {
  return [...readFiles(folder).keys()].filter((name) => /\.tmp|lock|claim|~/.test(name));
}

function openFiles(folder: string): string[] {
  return [...readFiles(folder).keys()].filter(
    (name) => (statSync(join(folder, name)).mode & 0o077) !== 0,
  );
}

/** More than what a page of memory has left: a full disk has no room for it. */
const largestFilter = 'a'.repeat(4000);

/** One filter more in the sandbox, which has one more already. */
export async function sandboxStage(): Promise<Stage> {
  return {
    open: (folder = createFolder()) => {
      const env = { COSTCTL_CONFIG_DIR: folder, HOME: folder };
      const create = (title: string, given?: Start) =>
        runProgram(
          ['--sandbox', 'filters', 'create', '--title', title, '--filter', largestFilter],
          {
            ...given,
            env,
          },
        );
      const list = async () => {
        const listed = await runProgram(['--sandbox', 'filters', 'list', '-o', 'json'], { env });
        if (listed.status !== 0) return [told(listed)];
        return JSON.parse(listed.stdout).map(({ title }: { title: string }) => title);
      };
      return scene(folder, {
        run: async (given) => {
          const first = await create('first');
          return first.status === 0 ? create('second', given) : first;
        },
        problems: async (ended) => {
          const after = await list();
          const third = await create('third');
          const last = await list();
          const due = ended.status === 0 ? ['first', 'second'] : ['first'];
          const isHeld = (titles: string[], wanted: string[]) =>
            wanted.every((title) => titles.filter((one) => one === title).length === 1);
          return [
            ...(isHeld(after, due) ? [] : [`lost: ${after}`]),
            ...(third.status === 0 ? [] : [`the next change: ${told(third)}`]),
            ...(isHeld(last, [...after, 'third']) ? [] : [`lost: ${last}`]),
            ...strayFiles(folder).map((name) => `left: ${name}`),
          ];
        },
      });
    },
    close: async () => undefined,
  };
}

export const stages: Readonly<Record<string, () => Promise<Stage>>> = {
  export: exportStage,
  import: importStage,
  'profile write': profileStage,
  'sandbox write': sandboxStage,
};

function startSandbox(rowsPerDay: number): Promise<SandboxServer> {
  const sleep = (milliseconds: number) =>
    new Promise<void>((done) => setTimeout(done, milliseconds));
  return serveSandbox({
    context: {
      clock: { now: Date.now, sleep },
      random: Math.random,
      signal: new AbortController().signal,
      processId: process.pid,
    },
    tokens: { organization: token, workspace: `${token}_workspace` },
    rowsPerDay,
  });
}

function envOf(url: string): Record<string, string> {
  return { COSTCTL_BASE_URL: url, COSTCTL_TOKEN: token, COSTCTL_WORKSPACE: 'wsp_storefront' };
}

export function told({ status, signal, stderr }: Ended): string {
  return `exit ${status ?? signal}: ${stderr.trim().slice(0, 300)}`;
}

/** A folder that cannot be written has what it has. */
function tryWrite(file: string, text: string): void {
  try {
    writeFileSync(file, text);
  } catch {}
}

function digestOf(file: string): string {
  return existsSync(file) ? digestText(readFileSync(file)) : 'none';
}

function digestText(text: string | Buffer): string {
  return createHash('sha256').update(text).digest('hex');
}
