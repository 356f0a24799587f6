// Cost rows a second that the sandbox serves, beside the same bytes served from memory: pages of
// 5,000 rows of a day with a million, over loopback, one client for both (processor time of all).
// node test/bench/sandbox/pages.js
import { createServer, get } from 'node:http';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const bundle = resolve('node_modules/.cache/costctl-bench-sandbox.mjs');
await build({
  entryPoints: ['src/sandbox/server.ts'],
  outfile: bundle,
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  packages: 'external',
});
const { serveSandbox } = await import(pathToFileURL(bundle).href);

const { signal } = new AbortController();
const clock = { now: Date.now, sleep: () => Promise.resolve() };
const sandbox = await serveSandbox({
  context: { clock, random: Math.random, signal, processId: process.pid },
  rowsPerDay: 1_000_000,
});

const rows = 5_000;
const pages = 20;
const target = (page) =>
  `/v1/costs?startDate=2026-10-01&endDate=2026-10-01&limit=${rows}&page=${page}`;

function readPage(origin, page) {
  const headers = { authorization: `Bearer ${sandbox.tokens.organization}` };
  return new Promise((done, failed) => {
    get(origin + target(page), { headers }, (response) => {
      const chunks = [];
      response.on('data', (chunk) => chunks.push(chunk));
      response.on('end', () => done(Buffer.concat(chunks)));
    }).on('error', failed);
  });
}

const bodies = new Map();
for (let page = 1; page <= pages; page += 1) {
  bodies.set(target(page), await readPage(sandbox.url, page));
}
const memory = createServer((request, response) => {
  response.setHeader('content-type', 'application/json');
  response.end(bodies.get(request.url));
});
await new Promise((ready) => memory.listen(0, '127.0.0.1', ready));

async function measure(origin) {
  const started = performance.now();
  const used = process.cpuUsage();
  for (let page = 1; page <= pages; page += 1) {
    const { length } = await readPage(origin, page);
    if (length !== bodies.get(target(page)).length) throw new Error(`page ${page} differs`);
  }
  const { user, system } = process.cpuUsage(used);
  return { wall: (performance.now() - started) / pages, cpu: (user + system) / 1000 / pages };
}

const ways = { sandbox: sandbox.url, memory: `http://127.0.0.1:${memory.address().port}` };
const taken = { sandbox: [], memory: [] };
for (let round = 0; round < 9; round += 1) {
  for (const [way, origin] of Object.entries(ways)) taken[way].push(await measure(origin));
}
const median = (way, key) => taken[way].map((one) => one[key]).sort((a, b) => a - b)[4];
for (const way of Object.keys(ways)) {
  const [wall, cpu] = [median(way, 'wall'), median(way, 'cpu')];
  const rate = Math.round((rows / wall) * 1000).toLocaleString('en');
  const ratio = cpu / median('memory', 'cpu');
  console.log(
    `${way.padEnd(8)} ${wall.toFixed(2)} ms a page, ${rate} rows/s, processor ${cpu.toFixed(2)} ms, ratio ${ratio.toFixed(2)}`,
  );
}
memory.close();
memory.closeAllConnections();
await sandbox.close();
