// Ten thousand random questions to the program and to DuckDB, in two processes: `npm run oracle`, or
// `npm run oracle -- 500`, or with another seed, `npm run oracle -- 500 7`.
import { spawn } from 'node:child_process';
import { once } from 'node:events';

const count = process.argv[2] ?? '10000';
const seed = process.argv[3] ?? process.env.SEED ?? String(Date.now() % 1_000_000_000);
const parts = 2;

console.log(`seed ${seed}`);
const children = Array.from({ length: parts }, (_, part) =>
  spawn('npx', ['vitest', 'run', 'test/oracle', '--disable-console-intercept'], {
    stdio: 'inherit',
    shell: process.platform === 'win32',
    env: {
      ...process.env,
      COSTCTL_ORACLE: count,
      COSTCTL_ORACLE_PART: `${part}/${parts}`,
      // What cannot be asked has failed.
      COSTCTL_TEST_TOOLS: 'all',
      SEED: seed,
    },
  }),
);
const ended = await Promise.all(children.map((child) => once(child, 'close')));
const isSame = ended.every(([status]) => status === 0);
const outcome = isSame ? 'no difference' : 'failed';
console.log(`oracle: ${count} questions of seed ${seed}: ${outcome}`);
process.exitCode = isSame ? 0 : 1;
