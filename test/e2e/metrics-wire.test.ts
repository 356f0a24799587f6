import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import { answer, type Loopback, type Reply, reset } from '../helpers/loopback.ts';
import { header } from '../helpers/metric-import.ts';
import { listed, openPlace } from './service.ts';

const place = openPlace();
afterAll(place.close);

const rows = Array.from({ length: 50 }, (_, at) => `2026-01-01,${at},r${at}`);
const file = join(place.folder, 'orders.csv');
writeFileSync(file, [header, ...rows, ''].join('\n'));

const metric = { id: 'bmt_orders', name: 'o', unit: 'o', labelColumns: ['region'] };
const stored = (counts: object) => answer(200, { created: 0, updated: 0, unchanged: 0, ...counts });

/** Serves one metric without values; `post` answers the imports, counted from 1. */
function serveMetric(post: (number: number) => Reply): Promise<Loopback> {
  let posts = 0;
  return place.serve((socket, request) => {
    if (request.method === 'POST') posts += 1;
    const read = request.path.includes('/values') ? listed() : answer(200, metric);
    const reply = request.method === 'GET' ? read : post(posts);
    reply(socket, request);
  });
}

const line = (path: string, ...flags: string[]) => [
  'metrics',
  'import',
  'bmt_orders',
  path,
  '-w',
  'wsp_main',
  '--batch-size',
  '10',
  ...flags,
];

test.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGHUP', 129],
] as const)(
  '%s ends an import with what was stored, what may have been, and that it is safe to go on',
  async (signal, status) => {
    let kill: (signal: NodeJS.Signals) => void = () => undefined;
    const service = await serveMetric((number) =>
      // The third request is under way, and is never answered.
      number < 3 ? stored({ created: 10 }) : () => kill(signal),
    );
    const rejects = join(place.folder, `${signal}.csv`);
    const ended = await place.costctl(
      service,
      line(file, '--concurrency', '1', '--rejects', rejects),
      {
        onStart: (killChild) => {
          kill = killChild;
        },
      },
    );
    expect(ended).toMatchObject({ status, stdout: '' });
    expect(ended.stderr).toMatch(
      /^error: .+: 20 of 50 values were stored, 10 more may have been\nhint: run the same command again: it is safe, and stored values stay unchanged\n$/,
    );
    const left = readFileSync(rejects, 'utf8').trimEnd().split('\n').slice(1);
    expect(left.map((row) => row.split(',', 3).join(','))).toEqual(rows.slice(20));
  },
  60_000,
);

test('as many requests run in parallel as --concurrency allows', async () => {
  const waiting: (() => void)[] = [];
  const service = await serveMetric(() => (socket, request) => {
    waiting.push(() => stored({ created: 10 })(socket, request));
    // One at a time they would wait here for ever.
    if (waiting.length === 5) for (const go of waiting.splice(0)) go();
  });
  const ended = await place.costctl(service, line(file, '--concurrency', '5', '-o', 'json'));
  expect(ended).toMatchObject({ status: 0, stderr: '' });
  expect(JSON.parse(ended.stdout)).toMatchObject({ values: 50, created: 50, batches: 5 });
}, 60_000);

test('a batch is sent again after a lost response and counted as resent and unchanged', async () => {
  const replies = [reset, stored({ unchanged: 10 })];
  const service = await serveMetric((number) => replies[number - 1] ?? stored({ created: 10 }));
  const ended = await place.costctl(service, line(file, '--concurrency', '1', '-o', 'json'));
  expect(ended).toMatchObject({ status: 0, stderr: '' });
  expect(JSON.parse(ended.stdout)).toMatchObject({
    values: 50,
    created: 40,
    unchanged: 10,
    resent: 1,
    batches: 5,
  });
}, 60_000);

test.each([
  ['a pipe with a name of its own', '/dev/fd/9', '"$@" 9< <(cat orders.csv)'],
  ['/dev/stdin, a pipe', '/dev/stdin', 'cat orders.csv | "$@"'],
  ['/dev/stdin, a file', '/dev/stdin', '"$@" < orders.csv'],
  ['- for a compressed file', '-', '"$@" < orders.csv.gz'],
  ['a relative path', 'orders.csv', '"$@"'],
])(
  'a file is read from %s',
  async (_how, path, shell) => {
    writeFileSync(join(place.folder, 'orders.csv.gz'), gzipSync(readFileSync(file)));
    const service = await serveMetric(() => stored({ created: 10 }));
    const ended = await place.costctl(service, line(path, '-o', 'json'), { shell });
    expect(ended).toMatchObject({ status: 0, stderr: '' });
    expect(JSON.parse(ended.stdout)).toMatchObject({ rows: 50, created: 50 });
  },
  60_000,
);

test('--rejects never overwrites the file that stdin reads', async () => {
  const service = await serveMetric(() => stored({ created: 10 }));
  const before = readFileSync(file);
  const shell = '"$@" < orders.csv';
  const ended = await place.costctl(service, line('-', '--rejects', 'orders.csv'), { shell });
  expect(ended).toMatchObject({ status: 2, stdout: '' });
  expect(ended.stderr).toContain('error: <file> and --rejects are the same file\n');
  expect(readFileSync(file)).toEqual(before);
}, 60_000);

test('a file in a deleted folder is reported by name', async () => {
  const service = await serveMetric(() => stored({ created: 10 }));
  const shell = 'mkdir gone && cd gone && rmdir ../gone && "$@"';
  const ended = await place.costctl(service, line('orders.csv'), { shell });
  expect(ended).toMatchObject({ status: 1, stdout: '' });
  expect(ended.stderr).toContain('cannot read orders.csv: no such file or folder\n');
}, 60_000);
