// Reads the pages of 250,000 rows as an export does and throws them away: `node reader.js ADDRESS CONCURRENCY`.
// After a question about all, the first pages of its parts are read, and then the other pages.
import { Agent, get } from 'node:http';

const [address, concurrency] = process.argv.slice(2);
const agent = new Agent({ keepAlive: true, maxSockets: Number(concurrency) });

/** Days of August and their pages. */
const parts = [
  { from: '01', to: '02', pages: 10 },
  { from: '03', to: '05', pages: 15 },
  { from: '06', to: '07', pages: 10 },
  { from: '08', to: '10', pages: 15 },
];

const read = ({ from, to }, page) =>
  new Promise((resolve, reject) => {
    const days = `startDate=2026-08-${from}&endDate=2026-08-${to}`;
    const request = get(`${address}/v1/costs?${days}&page=${page}&limit=5000`, { agent });
    request.on('error', reject);
    request.on('response', (response) => response.on('end', resolve).resume());
  });

await read({ from: '01', to: '10' }, 1);
await Promise.all(parts.map((part) => read(part, 1)));
await Promise.all(
  parts.flatMap((part) =>
    Array.from({ length: part.pages - 1 }, (_, page) => read(part, page + 2)),
  ),
);
agent.destroy();
