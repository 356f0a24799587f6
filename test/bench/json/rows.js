// Cutting rows from a page's bytes, as a ratio to JSON.parse of the same page (processor time).
// node test/bench/json/rows.js
import { importBundled } from '../bundled.js';
import { median } from '../median.js';

const { RowScanner, TableWriter, RowWriter, CellReader, parseJson } = await importBundled(
  `
      export { RowScanner } from './bulk/rows.ts';
      export { TableWriter } from './bulk/table-writer.ts';
      export { RowWriter } from './bulk/row-writer.ts';
      export { CellReader } from './bulk/cell-reader.ts';
      export { parseJson } from './parse.ts';
    `,
  'src/json',
);

const pages = { even: page(evenRow), uneven: page(unevenRow) };
const rounds = 9;
for (const [name, body] of Object.entries(pages)) {
  const scanner = new RowScanner();
  const csv = new TableWriter({ format: 'csv' });
  const ndjson = new RowWriter('ndjson');
  const json = new RowWriter('json');
  const service = new CellReader('service');
  const write = (writer) => {
    const scanned = scanner.scan(body);
    writer.learn?.(scanned);
    return writer.write(scanned).length;
  };
  const ways = {
    'JSON.parse': () => JSON.parse(body.toString()).data.length,
    parseJson: () => parseJson(body.toString()).data.length,
    scan: () => scanner.scan(body).count,
    csv: () => write(csv),
    ndjson: () => write(ndjson),
    json: () => write(json),
    'one column': () => {
      const scanned = scanner.scan(body);
      let length = 0;
      for (let row = 0; row < scanned.count; row += 1)
        length += service.read(scanned, row)?.length ?? 0;
      return length;
    },
  };
  const times = Object.fromEntries(Object.keys(ways).map((way) => [way, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (const [way, run] of Object.entries(ways)) times[way].push(measure(run));
  }
  const floor = median(times['JSON.parse']);
  console.log(`${name} rows, ${body.length} bytes, JSON.parse ${(floor / 10).toFixed(2)} ms`);
  for (const way of Object.keys(ways)) {
    console.log(`  ${way.padEnd(12)} ${(median(times[way]) / floor).toFixed(2)}`);
  }
}

function measure(run) {
  const start = process.cpuUsage();
  for (let time = 0; time < 10; time += 1) run();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

function page(makeRow) {
  const data = Array.from({ length: 5000 }, (_, row) => makeRow(row));
  const links = {
    self: 'https://example.test/v1/costs?page=1',
    first: null,
    prev: null,
    next: null,
    last: null,
  };
  return Buffer.from(JSON.stringify({ links, data, meta: { totalRecords: 5000 } }));
}

function evenRow(row) {
  return {
    date: `2026-10-${String((row % 31) + 1).padStart(2, '0')}`,
    provider: 'aws',
    accountId: `1234567890${row % 97}`,
    accountName: `production account ${row % 97}`,
    service: ['AmazonEC2', 'AmazonS3', 'AmazonRDS', 'AWSLambda'][row % 4],
    region: ['eu-central-1', 'us-east-1', 'us-west-2'][row % 3],
    resourceId: `arn:aws:ec2:eu-central-1:123456789012:instance/i-0abc${row}def`,
    usageType: 'EUC1-BoxUsage:m5.xlarge',
    chargeType: 'usage',
    currency: 'USD',
    cost: ((row * 7919) % 100_000) / 1000,
    usageQuantity: row % 24,
    amortizedCost: ((row * 104_729) % 1_000_000) / 10_000,
    isCommitted: row % 5 === 0,
  };
}

function unevenRow(row) {
  const entries = Object.entries({
    ...evenRow(row),
    description: row % 3 === 0 ? `Run "m5", ${row} hours\nà la carte` : 'plain, with a comma',
    labels: { team: `team-${row % 12}`, env: row % 2 ? 'prod' : 'test' },
    path: `a\\b\t${row}`,
    note: null,
  });
  const kept = entries.filter((_, column) => (row + column) % 7 !== 0);
  const turn = row % 5;
  return Object.fromEntries([...kept.slice(turn), ...kept.slice(0, turn)]);
}
