// 200,000 values imported twice into a service that keeps them: requests of the second import over those of
// the first, which writes all of them. `node test/bench/metrics/import-again.js`, after a build.
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { measureRun, program } from '../export/measured-run.js';
import { writeValues } from './files.js';

const metric = { id: 'bmt_b', name: 'b', unit: 'b', labelColumns: ['region', 'team'] };
const stored = new Map();
const requests = { GET: 0, POST: 0 };
const server = createServer(async (request, response) => {
  requests[request.method] += 1;
  let body = '';
  for await (const chunk of request.setEncoding('utf8')) body += chunk;
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify(answer(request, body)));
});
server.listen(0, '127.0.0.1');
await new Promise((ready) => server.once('listening', ready));
const folder = mkdtempSync(join(tmpdir(), 'costctl-bench-'));

try {
  const path = join(folder, 'values.csv');
  writeValues(path, 200_000);
  const [first, again] = [await importAll(path), await importAll(path)];
  console.log(`first import: ${first.POST} writes, ${first.GET} reads`);
  console.log(`the same again: ${again.POST} writes, ${again.GET} reads`);
  const ratio = (again.POST + again.GET) / (first.POST + first.GET);
  console.log(`requests of the second import over the first: ${ratio.toFixed(2)} x`);
} finally {
  rmSync(folder, { recursive: true });
  server.close();
}

async function importAll(path) {
  Object.assign(requests, { GET: 0, POST: 0 });
  await measureRun(folder, program, ['metrics', 'import', 'bmt_b', path, '-q'], {
    COSTCTL_BASE_URL: `http://127.0.0.1:${server.address().port}`,
    COSTCTL_WORKSPACE: 'wsp_b',
  });
  return { ...requests };
}

function answer({ method, url }, body) {
  if (method === 'POST') return store(JSON.parse(body).values);
  const { pathname, searchParams } = new URL(url, 'http://localhost');
  return pathname.endsWith('/values') ? readPage(pathname, searchParams) : metric;
}

function store(values) {
  const counts = { created: 0, updated: 0, unchanged: 0 };
  for (const value of values) {
    const key = `${value.date} ${JSON.stringify(value.labels)}`;
    const before = stored.get(key);
    const change = before?.amount === value.amount ? 'unchanged' : 'updated';
    counts[before === undefined ? 'created' : change] += 1;
    stored.set(key, value);
  }
  return counts;
}

/** Every value is within the days of the file. */
function readPage(path, query) {
  const [page, limit] = [Number(query.get('page')), Number(query.get('limit'))];
  const all = [...stored.values()].sort((one, other) => (one.date < other.date ? -1 : 1));
  const pages = Math.ceil(all.length / limit);
  const at = (number) =>
    `${path}?${new URLSearchParams({ ...Object.fromEntries(query), page: number })}`;
  return {
    links: { next: page < pages ? at(page + 1) : null },
    data: all.slice((page - 1) * limit, page * limit),
    meta: { totalRecords: all.length },
  };
}
