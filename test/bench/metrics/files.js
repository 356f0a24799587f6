import { closeSync, openSync, writeSync } from 'node:fs';

const header = 'date,amount,region,team\n';

/** A CSV file with a number of values, each with a day and label set of its own, in no order of days. */
export function writeValues(path, count) {
  const file = openSync(path, 'w');
  let text = header;
  for (let at = 0; at < count; at += 1) {
    const day = new Date(Date.UTC(2020, 0, 1 + (at % 1000))).toISOString().slice(0, 10);
    const amount = ((at * 7919) % 10_000_000) / 100;
    text += `${day},${amount},region-${Math.floor(at / 1000)},team-${at % 17}\n`;
    if (text.length < 1 << 20) continue;
    writeSync(file, text);
    text = '';
  }
  writeSync(file, text);
  closeSync(file);
}
