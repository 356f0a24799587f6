// An export of a million rows to FOCUS beside the plain csv of the same rows, and the memory that a
// check of the file takes. `node test/bench/focus/focus.js [ROUNDS]`, after a build. Exits 1 if a bar
// does not hold.
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { daysFrom, measureRun, program, withServer } from '../export/measured-run.js';
import { median } from '../median.js';

const rounds = Number(process.argv[2] ?? 3);
const folder = mkdtempSync(join(tmpdir(), 'costctl-bench-'));
const map = join(folder, 'focus.yaml');

writeFileSync(
  map,
  `
BilledCost: cost
EffectiveCost: cost
ListCost: cost
ContractedCost: cost
BillingCurrency: currency
BillingAccountId: accountId
BillingAccountName: accountId
BillingPeriodStart: {start-of-month: date}
BillingPeriodEnd: {end-of-month: date}
ChargePeriodStart: {start-of-day: date}
ChargePeriodEnd: {end-of-day: date}
ChargeCategory: {value: Usage}
ChargeClass: null
ChargeDescription: usageType
PricingQuantity: usageQuantity
PricingUnit: {value: Hours}
ProviderName: {value: AWS}
PublisherName: {value: AWS}
InvoiceIssuerName: {value: AWS}
ServiceName: service
ServiceCategory: {column: service, table: {Amazon Elastic Compute Cloud: Compute}, otherwise: Other}
RegionId: region
ResourceId: resourceId
`,
);

try {
  await withServer([25_000, 'even'], compare);
} finally {
  rmSync(folder, { recursive: true });
}

async function compare(address) {
  const measured = { csv: [], focus: [] };
  const path = (name) => join(folder, `${name}.csv`);
  const words = (name) => [
    ...['costs', 'export', ...daysFrom('2026-08-01', 40), '-O', path(name)],
    ...(name === 'focus' ? ['--focus', '1.2', '--focus-map', map] : []),
  ];
  for (let round = 0; round < rounds; round++) {
    for (const [name, all] of Object.entries(measured)) {
      all.push(await measureRun(folder, program, [...words(name), '--base-url', address, '-q']));
    }
  }
  const cost = (name) => median(measured[name].map(({ processor }) => processor));
  const size = (name) => (statSync(path(name)).size / 1e6).toFixed(0);
  const wall = (name) => median(measured[name].map((one) => one.wall));
  console.log(`wall: ${(wall('focus') / wall('csv')).toFixed(2)} x csv`);
  console.log(`csv: ${cost('csv').toFixed(0)} ms, ${size('csv')} MB`);
  console.log(`focus: ${cost('focus').toFixed(0)} ms, ${size('focus')} MB`);
  say('export --focus', cost('focus') / cost('csv'), 'x csv', 1.5);
  const check = await measureRun(folder, program, ['costs', 'focus-check', path('focus'), '-q']);
  console.log(`focus-check: ${check.processor.toFixed(0)} ms`);
  say('memory of focus-check', check.memory, 'MB', 250);
}

function say(name, figure, unit, bar) {
  const holds = figure <= bar;
  console.log(
    `${name}: ${figure.toFixed(2)} ${unit}  (at most ${bar}: ${holds ? 'holds' : 'DOES NOT HOLD'})`,
  );
  if (!holds) process.exitCode = 1;
}
