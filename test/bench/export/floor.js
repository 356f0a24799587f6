// The floor of every ratio: read the pages with undici, and JSON.parse them.
import { Pool } from 'undici';

const [address, pages, concurrency = '4'] = process.argv.slice(2);
const pool = new Pool(address, { connections: Number(concurrency) });
let next = 1;
let rows = 0;
await Promise.all(
  Array.from({ length: Number(concurrency) }, async () => {
    while (next <= Number(pages)) {
      const page = ((next++ - 1) % 20) + 1;
      const path = `/v1/costs?startDate=2026-01-01&endDate=2026-12-31&page=${page}&limit=5000`;
      const { body } = await pool.request({ method: 'GET', path });
      rows += JSON.parse(await body.text()).data.length;
    }
  }),
);
console.error(`${rows} rows`);
await pool.close();
