// Adding a million decimal texts exactly: this project's sums beside big.js (processor time).
// node test/bench/json/sums.js
import Big from 'big.js';
import { importBundled } from '../bundled.js';

const { createSum, parseDecimal, addDecimals, formatDecimal, zero } = await importBundled(
  "export { createSum } from './sum.ts'; export * from './decimal.ts';",
  'src/json',
);

const texts = Array.from({ length: 1_000_000 }, (_, row) =>
  row % 100 === 0 ? `1234567.${row}8901234567890` : (((row * 7919) % 1e8) / 1e4).toString(),
);
const ways = {
  createSum: () => {
    const sum = createSum();
    for (const text of texts) sum.add(text);
    return formatDecimal(sum.total());
  },
  addDecimals: () => {
    let sum = zero;
    for (const text of texts) sum = addDecimals(sum, parseDecimal(text));
    return formatDecimal(sum);
  },
  'big.js': () => {
    let sum = Big(0);
    for (const text of texts) sum = sum.plus(text);
    return sum.toFixed();
  },
};

for (const [way, run] of Object.entries(ways)) {
  const start = process.cpuUsage();
  const total = run();
  const { user, system } = process.cpuUsage(start);
  console.log(`${way.padEnd(12)} ${((user + system) / 1000).toFixed(0).padStart(6)} ms  ${total}`);
}
