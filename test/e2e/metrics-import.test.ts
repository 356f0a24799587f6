import { mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Ended, runProgram, type Start } from './program.ts';

const count = 8_000;
const folder = mkdtempSync(join(tmpdir(), 'costctl-test-'));
const temporary = mkdtempSync(join(tmpdir(), 'costctl-test-'));
const file = join(folder, 'orders.csv');
const stored = new Map<string, string>();
let server: Server;
let stopAt: { post: number; stop: () => void } | undefined;
let posts = 0;

/** A metric that keeps what it is sent, in memory, over HTTP. */
beforeAll(async () => {
  const rows = Array.from({ length: count }, (_, at) => `2026-01-01,${at},r${at}\n`);
  writeFileSync(file, `date,amount,region\n${rows.join('')}`);
  server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const metric = { id: 'bmt_orders', name: 'o', unit: 'o', labelColumns: ['region'] };
      const answer =
        request.method === 'POST'
          ? store(JSON.parse(Buffer.concat(chunks).toString()))
          : request.url?.includes('/values')
            ? listValues(Number(/[?&]page=(\d+)/.exec(request.url)?.[1]))
            : metric;
      // The program must not come to its end before the signal comes to the program.
      if (request.method === 'POST' && posts === stopAt?.post) return stopAt.stop();
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify(answer));
    });
  });
  server.listen(0, '127.0.0.1');
  await new Promise((ready) => server.once('listening', ready));
});

afterAll(() => {
  server.close();
});

function listValues(page: number) {
  const all = [...stored].map(([region, amount]) => ({
    date: '2026-01-01',
    amount,
    labels: { region },
  }));
  const last = Math.max(1, Math.ceil(all.length / 100));
  const link = (number: number) => `http://localhost/?page=${number}`;
  return {
    links: { next: page < last ? link(page + 1) : null, last: link(last) },
    data: all.slice((page - 1) * 100, page * 100),
  };
}

function store(body: { values: { amount: string; labels: { region: string } }[] }) {
  posts += 1;
  const counts = { created: 0, updated: 0, unchanged: 0 };
  for (const { amount, labels } of body.values) {
    const before = stored.get(labels.region);
    if (before === undefined) counts.created += 1;
    else if (before === amount) counts.unchanged += 1;
    else counts.updated += 1;
    stored.set(labels.region, amount);
  }
  return counts;
}

function importFile(onStart: NonNullable<Start['onStart']> = () => undefined): Promise<Ended> {
  const { port } = server.address() as AddressInfo;
  posts = 0;
  const line = ['metrics', 'import', 'bmt_orders', file, '-o', 'json', '--batch-size', '200'];
  const env = {
    TMPDIR: temporary,
    // Newer Nodes keep the launcher's compiled code there, for later runs.
    NODE_DISABLE_COMPILE_CACHE: '1',
    COSTCTL_CONFIG_DIR: folder,
    COSTCTL_BASE_URL: `http://127.0.0.1:${port}`,
    COSTCTL_TOKEN: 'tok_0123456789abcdef',
    COSTCTL_WORKSPACE: 'wsp_main',
  };
  return runProgram(line, { env, onStart });
}

test.each([
  ['SIGKILL', 1],
  ['SIGKILL', 9],
  ['SIGTERM', 20],
  ['SIGINT', 39],
] as const)(
  'ended by %s at request %i and run again, the service has every value of the file, and nothing else is left',
  async (signal, stop) => {
    stored.clear();
    const killed = await importFile((kill) => {
      stopAt = { post: stop, stop: () => kill(signal) };
    });
    expect([killed.signal, killed.status]).toEqual(
      signal === 'SIGKILL' ? ['SIGKILL', null] : [null, signal === 'SIGINT' ? 130 : 143],
    );
    expect(readdirSync(temporary)).toEqual([]);
    stopAt = undefined;
    expect(await importFile()).toMatchObject({ status: 0 });
    expect(stored.size).toBe(count);
    const { stdout } = await importFile();
    expect(JSON.parse(stdout)).toMatchObject({ created: 0, updated: 0, unchanged: count });
  },
  60_000,
);
