// The main job on the embedded sandbox: business metric values in, a month of costs out, one divided
// by the other. Everything happens in a folder of its own that is removed at the end.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('../bin/costctl.js', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'costctl-demo-'));
const env = { ...process.env, COSTCTL_CONFIG_DIR: join(folder, 'config') };

function costctl(line) {
  console.log(`\n$ costctl --sandbox ${line}`);
  const output = execFileSync(process.execPath, [program, '--sandbox', ...line.split(' ')], {
    cwd: folder,
    env,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  process.stdout.write(output);
  return output.trim();
}

function lastMonthDays() {
  const now = new Date();
  const day = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 1));
  const days = [];
  for (const month = day.getUTCMonth(); day.getUTCMonth() === month; ) {
    days.push(day.toISOString().slice(0, 10));
    day.setUTCDate(day.getUTCDate() + 1);
  }
  return days;
}

try {
  const metric = costctl(
    'metrics create --name Parcels --unit parcel --label-column region -o json --query id -r',
  );
  const rows = lastMonthDays().flatMap((day, position) => [
    `${day},${1200 + position * 7}.50,eu`,
    `${day},${800 + position * 3},us`,
  ]);
  writeFileSync(join(folder, 'parcels.csv'), `date,amount,region\n${rows.join('\n')}\n`);
  costctl(`metrics import ${metric} parcels.csv`);
  costctl(`metrics import ${metric} parcels.csv -o json`);
  costctl('costs export --last-month -O costs.csv --receipt costs.receipt.json');
  costctl('costs verify costs.receipt.json costs.csv');
  costctl('costs summary --last-month --by service --convert-to USD --top 5');
  costctl(`costs unit --last-month --metric ${metric} --convert-to USD`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
