// Whole programs measured from outside, against a server of cost data in a process of its own.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = (name) => fileURLToPath(new URL(name, import.meta.url));

export const program = process.env.COSTCTL ?? here('../../../bin/costctl.js');

/** Milliseconds of processor and wall time, and the peak of memory in MB, of one run of a script. */
export async function measureRun(folder, script, words, env = {}) {
  const file = join(folder, 'measured.json');
  const began = performance.now();
  const child = spawn(process.execPath, ['--require', here('measured.cjs'), script, ...words], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: {
      PATH: process.env.PATH,
      TMPDIR: tmpdir(),
      // Where compiled code is kept, as on the computer of a person.
      HOME: folder,
      MEASURED_FILE: file,
      COSTCTL_TOKEN: 'tok_bench_0123456789',
      COSTCTL_CONFIG_DIR: join(folder, 'config'),
      ...env,
    },
  });
  let said = '';
  child.stderr.on('data', (chunk) => {
    said += chunk;
  });
  const [status] = await new Promise((resolve) => child.once('close', (...all) => resolve(all)));
  if (status !== 0) throw new Error(`${script} ${words.join(' ')} ended with ${status}: ${said}`);
  const wall = performance.now() - began;
  return { ...JSON.parse(readFileSync(file, 'utf8')), wall };
}

/** Serves cost data while the work is done; the words are those of `server.js`. */
export async function withServer(words, work) {
  const server = spawn(process.execPath, [here('server.js'), ...words.map(String)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const port = await new Promise((resolve) => server.stdout.once('data', resolve));
    await work(`http://127.0.0.1:${String(port).trim()}`);
  } finally {
    server.kill();
  }
}

/** The options for a number of days from the first one. */
export function daysFrom(first, count) {
  const last = new Date(Date.parse(first) + (count - 1) * 86_400_000).toISOString().slice(0, 10);
  return ['--from', first, '--to', last];
}
