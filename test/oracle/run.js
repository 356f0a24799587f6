// Ten thousand random questions to the program and to DuckDB: `npm run oracle`, or
// `npm run oracle -- 500`. SEED chooses others; the seed is printed.
import { spawn } from 'node:child_process';

const child = spawn('npx', ['vitest', 'run', 'test/oracle'], {
  stdio: 'inherit',
  shell: process.platform === 'win32',
  env: {
    ...process.env,
    COSTCTL_ORACLE: process.argv[2] ?? '10000',
    SEED: process.env.SEED ?? String(Date.now() % 1_000_000_000),
  },
});
child.once('close', (status) => {
  process.exitCode = status ?? 1;
});
