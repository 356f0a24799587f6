// Cost pages from prepared bytes: `node server.js ROWS_A_DAY even|uneven|wide [LATENCY_MS]`.
// Prints its port.
import { createServer } from 'node:http';

const [rowsADay, kind, latency] = [
  Number(process.argv[2]),
  process.argv[3],
  Number(process.argv[4] ?? 0),
];
const dayLength = 86_400_000;
const pageSize = 5000;

const pages = Array.from({ length: 4 }, (_, page) =>
  Array.from({ length: pageSize }, (_, row) => makeRow(page * pageSize + row)),
);
/** The bytes of so many rows of a page, made once. */
const prepared = new Map();
for (const page of pages.keys()) rowsOf(page, pageSize);

const server = createServer((request, response) => {
  const query = new URL(request.url, 'http://localhost').searchParams;
  const span = Date.parse(query.get('endDate')) - Date.parse(query.get('startDate'));
  const total = (span / dayLength + 1) * rowsADay;
  const page = Number(query.get('page'));
  const limit = Number(query.get('limit'));
  const count = Math.max(0, Math.min(limit, total - (page - 1) * limit));
  const rows = rowsOf(page % pages.length, count);
  const head = '{"links":{"self":null,"first":null,"prev":null,"next":null,"last":null},"data":[';
  const tail = `],"meta":{"totalRecords":${total}}}`;
  const send = () => {
    response.setHeader('content-type', 'application/json');
    response.setHeader('content-length', head.length + rows.length + tail.length);
    response.write(head);
    response.write(rows);
    response.end(tail);
  };
  if (latency > 0) setTimeout(send, latency);
  else send();
});
server.listen(0, '127.0.0.1', () => console.log(server.address().port));

function rowsOf(page, count) {
  const key = page * (pageSize + 1) + count;
  const known = prepared.get(key) ?? Buffer.from(pages[page].slice(0, count).join(','));
  prepared.set(key, known);
  return known;
}

function makeRow(row) {
  return JSON.stringify(record(row));
}

function record(row) {
  const even = {
    date: `2026-10-${String((row % 28) + 1).padStart(2, '0')}`,
    provider: ['aws', 'azure', 'gcp'][row % 3],
    accountId: String(100000000000 + (row % 40) * 7919),
    service: ['Amazon Elastic Compute Cloud', 'Virtual Machines', 'BigQuery'][row % 3],
    region: ['eu-central-1', 'us-east-1', 'westeurope'][row % 3],
    usageType: `BoxUsage:m5.${['large', 'xlarge', '2xlarge'][row % 3]}`,
    resourceId: `arn:aws:ec2:eu-central-1:100000000000:instance/i-0${((row * 2654435761) % 2 ** 32).toString(16).padStart(8, '0')}`,
    usageQuantity: (row % 2400) / 10,
    cost: Number((((row * 7919) % 1e7) / 1e5).toFixed(5)),
    currency: row % 5 === 0 ? 'EUR' : 'USD',
    team: ['payments', 'search', 'platform'][row % 3],
    environment: row % 2 === 0 ? 'production' : 'staging',
  };
  if (kind === 'wide') return { ...even, ...extraColumns(row) };
  if (kind !== 'uneven') return even;
  const uneven = {
    ...even,
    tags: { team: even.team, owner: `Zoë "z" O\\${row % 10}`, list: [1, 2] },
  };
  if (row % 4 === 1) delete uneven.region;
  if (row % 5 === 2) uneven.description = 'first line\nsecond, with a comma';
  if (row % 2 === 0) return uneven;
  return Object.fromEntries(Object.entries(uneven).reverse());
}

/** With them a row has 205 columns. */
function extraColumns(row) {
  return Object.fromEntries(
    Array.from({ length: 193 }, (_, at) => [`extra${at}`, at % 2 ? `value ${row % 7}` : row + at]),
  );
}
