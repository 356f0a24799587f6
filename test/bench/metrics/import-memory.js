// Peak memory of `metrics import` for 100,000 and 1,000,000 values, the whole program against a
// service on loopback (bound: 1.2 times). Needs `npm run build`.
// node test/bench/metrics/import-memory.js
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { writeValues } from './files.js';

const metric = { id: 'bmt_b', name: 'b', unit: 'b', labelColumns: ['region', 'team'] };
const server = createServer((request, response) => {
  // Every batch is full: the counts are a multiple of the batch size. Nothing is stored before.
  const read = request.url.includes('/values') ? { links: { next: null }, data: [] } : metric;
  const answer = request.method === 'GET' ? read : { created: 1000, updated: 0, unchanged: 0 };
  request.resume().on('end', () => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(answer));
  });
});
server.listen(0, '127.0.0.1');
await new Promise((ready) => server.once('listening', ready));
const folder = mkdtempSync(join(tmpdir(), 'costctl-bench-'));
const program = `
  const { default: { start } } = await import(${JSON.stringify(resolve('dist/start.cjs'))});
  process.exitCode = await start(process.argv.slice(1));
  console.error('PEAK ' + process.resourceUsage().maxRSS);
`;

async function peakOf(count) {
  const path = join(folder, `${count}.csv`);
  writeValues(path, count);
  const { stdout, stderr } = await promisify(execFile)(
    process.execPath,
    ['--input-type=module', '-e', program, '--', 'metrics', 'import', 'bmt_b', path, '-o', 'json'],
    {
      env: {
        ...process.env,
        COSTCTL_BASE_URL: `http://127.0.0.1:${server.address().port}`,
        COSTCTL_TOKEN: 'bench',
        COSTCTL_WORKSPACE: 'wsp_b',
        COSTCTL_CONFIG_DIR: folder,
      },
    },
  );
  if (JSON.parse(stdout).created !== count) throw new Error(stdout);
  return Number(/PEAK (\d+)/.exec(stderr)[1]) / 1024;
}

const [small, large] = [await peakOf(100_000), await peakOf(1_000_000)];
console.log(`100,000 values   ${small.toFixed(0)} MB`);
console.log(`1,000,000 values ${large.toFixed(0)} MB  ${(large / small).toFixed(2)}`);
rmSync(folder, { recursive: true });
server.close();
