// Puts Prism, a validating proxy for OpenAPI, in the place of the service and runs the lines of every
// habit against it: npm run prism. It is fetched by name, since it is 90 MB with what it needs.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from '../helpers/run.ts';
import { type Habit, habits } from './fixtures/habits.ts';

const version = '5.14.2';
const [program = 'npx', ...before] =
  process.env['PRISM'] === undefined
    ? ['npx', '--yes', `--package=@stoplight/prism-cli@${version}`, 'prism']
    : [process.env['PRISM']];

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address !== null ? address.port : 0;
}

async function startPrism(file: string, port: number): Promise<ChildProcess> {
  const words = [...before, 'mock', '--errors', '-p', String(port), file];
  const prism = spawn(program, words, { stdio: ['ignore', 'pipe', 'inherit'] });
  await new Promise<void>((resolve, reject) => {
    let said = '';
    prism.stdout?.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      // It says so a moment before it is true.
      if (said.includes('is listening')) setTimeout(resolve, 500);
    });
    prism.on('exit', () => reject(new Error(`Prism ended: ${said}`)));
  });
  return prism;
}

/** What Prism has to say against the lines of a habit. */
async function violations({ document, lines }: Habit): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'costctl-prism-'));
  const file = join(folder, 'openapi.json');
  writeFileSync(file, JSON.stringify(document));
  writeFileSync(join(folder, 'a.csv'), 'day,cost');
  const port = await freePort();
  const prism = await startPrism(file, port);
  const env = { COSTCTL_BASE_URL: `http://127.0.0.1:${port}`, COSTCTL_TOKEN: 'tok_prism_0123' };
  try {
    await run(['api', 'import', file, '-q'], { folder, env });
    const found: string[] = [];
    for (const line of lines) {
      const words = line[0].map((word) => word.replace('FOLDER', folder));
      const { exitCode, stderr } = await run(words, { folder, env });
      if (exitCode !== 0) found.push(`${line[0].join(' ')}: ${stderr.trim()}`);
    }
    return found;
  } finally {
    prism.kill();
  }
}

let failed = 0;
for (const habit of habits) {
  if (habit.beyondPrism !== undefined) {
    console.log(`left ${habit.name}: ${habit.beyondPrism}`);
    continue;
  }
  const found = await violations(habit).catch((error: unknown) => [String(error)]);
  failed += found.length;
  console.log(`${found.length === 0 ? 'ok  ' : 'FAIL'} ${habit.name}`);
  for (const one of found) console.log(`     ${one.replaceAll('\n', '\n     ')}`);
}
console.log(`${habits.length} documents, ${failed} violations`);
process.exitCode = failed === 0 ? 0 : 1;
