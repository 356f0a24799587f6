import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { createFolder, removeFolder, runProgram, secretToken } from './program.ts';

const rowsADay = 100_000;
const dayLength = 86_400_000;
const folder = createFolder();

afterAll(() => removeFolder(folder));

/** Rows that contain their day and position, some with a column that the first page lacks. */
function makePage(from: string, page: number, limit: number, total: number): string {
  const rows: string[] = [];
  for (let at = (page - 1) * limit; at < Math.min(page * limit, total); at++) {
    const day = new Date(Date.parse(from) + Math.floor(at / rowsADay) * dayLength);
    const date = day.toISOString().slice(0, 10);
    const late = at % 9973 === 5000 ? ',"note":"a, \\"b\\"\\nc"' : '';
    rows.push(`{"date":"${date}","place":${at % rowsADay},"cost":${at % 997}.${at % 89}0${late}}`);
  }
  return `{"data":[${rows.join()}],"meta":{"totalRecords":${total}}}`;
}

const pages = new Map<string, string>();

/** A page is made once for all the runs of a test. */
function pageOf(...asked: Parameters<typeof makePage>): string {
  const key = asked.join(' ');
  const made = pages.get(key) ?? makePage(...asked);
  pages.set(key, made);
  return made;
}

interface Faults {
  /** Breaks every nth request, each in another way. */
  readonly every: number;
  readonly onRequest?: (number: number) => void;
}

async function serve<Result>(
  { every, onRequest }: Faults,
  work: (address: string) => Promise<Result>,
): Promise<Result> {
  let requests = 0;
  const server = createServer((request, response) => {
    requests += 1;
    onRequest?.(requests);
    const query = new URL(request.url ?? '', 'http://localhost').searchParams;
    const [from, to] = [query.get('startDate') ?? '', query.get('endDate') ?? ''];
    const total = ((Date.parse(to) - Date.parse(from)) / dayLength + 1) * rowsADay;
    const body = pageOf(from, Number(query.get('page')), Number(query.get('limit')), total);
    if (requests % every === 0) return breakAnswer(response, body, requests / every);
    response.setHeader('content-type', 'application/json');
    response.end(body);
  });
  server.listen(0, '127.0.0.1');
  await new Promise((ready) => server.once('listening', ready));
  try {
    return await work(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

function breakAnswer(response: ServerResponse, body: string, turn: number): void {
  if (turn % 3 === 0) {
    response.writeHead(503, { 'retry-after': '0' }).end('{"title":"busy"}');
  } else if (turn % 3 === 1) {
    const limits = { 'RateLimit-Limit': 5000, 'RateLimit-Remaining': 0, 'RateLimit-Reset': 0 };
    response.writeHead(429, { ...limits, 'Retry-After': 0 }).end('{"title":"too many"}');
  } else {
    response.writeHead(200, { 'content-length': Buffer.byteLength(body) });
    response.write(body.slice(0, body.length / 2), () => response.destroy());
  }
}

function exportTo(path: string, address: string, to: string, more: readonly string[] = []) {
  const days = ['--from', '2026-10-01', '--to', to];
  return ['costs', 'export', ...days, '-O', path, '--base-url', address, '-q', ...more];
}

const env = {
  // Where its input is a socket, bash reads what it finds at home.
  HOME: folder,
  COSTCTL_TOKEN: secretToken,
  COSTCTL_CONFIG_DIR: join(folder, 'config'),
};

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk);
  return hash.digest('hex');
}

test.each([
  ['500,000 rows', 'costs.csv', '2026-10-05', 70],
  ['200,000 rows', 'costs.json.gz', '2026-10-02', 35],
])(
  'faults and a kill do not change the result for %s in %s',
  async (_size, name, to, requestsToKill) => {
    const calm = join(folder, `calm-${name}`);
    const broken = join(folder, `broken-${name}`);
    // One address for all: an export is bound to it.
    let kill: (signal: NodeJS.Signals) => void = () => undefined;
    let served = 0;
    let killAt = Number.POSITIVE_INFINITY;
    const [undisturbed, killed, resumed] = await serve(
      {
        every: 17,
        onRequest: () => {
          served += 1;
          if (served === killAt) kill('SIGKILL');
        },
      },
      async (address) => {
        const first = await runProgram(exportTo(calm, address, to), { env });
        const whole = served;
        killAt = served + requestsToKill;
        const second = await runProgram(exportTo(broken, address, to), {
          env,
          onStart: (end) => {
            kill = end;
          },
        });
        expect(existsSync(broken)).toBe(false);
        const third = await runProgram(exportTo(broken, address, to, ['--resume']), { env });
        expect(served - killAt).toBeLessThan(whole - requestsToKill / 2);
        return [first, second, third];
      },
    );
    expect([undisturbed.status, undisturbed.stderr]).toEqual([0, '']);
    expect(killed.signal).toBe('SIGKILL');
    expect([resumed.status, resumed.stderr]).toEqual([0, '']);
    expect(await hashOf(broken)).toBe(await hashOf(calm));
    expect(existsSync(`${broken}.part`)).toBe(false);
    expect(existsSync(`${broken}.part/journal`)).toBe(false);
  },
  180_000,
);

test('an interrupted export keeps the data that --resume needs', async () => {
  const path = join(folder, 'interrupted.csv');
  let kill: (signal: NodeJS.Signals) => void = () => undefined;
  let served = 0;
  const ended = await serve(
    {
      every: Number.POSITIVE_INFINITY,
      onRequest: () => {
        served += 1;
        if (served === 60) kill('SIGTERM');
      },
    },
    (address) =>
      runProgram(exportTo(path, address, '2026-10-05'), {
        env,
        onStart: (end) => {
          kill = end;
        },
      }),
  );
  expect(ended.status).toBe(143);
  expect(ended.stderr).toContain('--resume');
  expect(existsSync(path)).toBe(false);
  expect(existsSync(`${path}.part/journal`)).toBe(true);
}, 60_000);

test('an export is the same without WebAssembly, as in a Node that compiles nothing', async () => {
  const [one, other] = [join(folder, 'compiled.csv'), join(folder, 'not-compiled.csv')];
  await serve({ every: Number.POSITIVE_INFINITY }, async (address) => {
    expect(await runProgram(exportTo(one, address, '2026-10-01'), { env })).toMatchObject({
      status: 0,
    });
    const without = { ...env, NODE_OPTIONS: '--jitless' };
    expect(
      await runProgram(exportTo(other, address, '2026-10-01'), { env: without }),
    ).toMatchObject({ status: 0 });
  });
  expect(await hashOf(other)).toBe(await hashOf(one));
}, 60_000);

test('a large export piped into head ends quietly', async () => {
  const ended = await serve({ every: Number.POSITIVE_INFINITY }, (address) =>
    runProgram(
      ['costs', 'export', '--from', '2026-10-01', '--to', '2026-10-02', '--base-url', address],
      { env, shell: 'set -o pipefail; "$@" --columns date,place | head -n 2' },
    ),
  );
  expect(ended.stdout).toBe('date,place\n2026-10-01,0\n');
  expect([ended.status, ended.stderr]).toEqual([0, '']);
}, 60_000);
