import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { beforeAll, expect, test } from 'vitest';
import { readConfiguration } from '../../src/profiles/configuration.ts';
import { createContext } from '../settings/world.ts';

const program = join(mkdtempSync(join(tmpdir(), 'costctl-profiles-')), 'add-process.mjs');

beforeAll(async () => {
  await build({
    entryPoints: [fileURLToPath(new URL('add-process.ts', import.meta.url))],
    outfile: program,
    bundle: true,
    platform: 'node',
    format: 'esm',
    // Parts of conf are CommonJS and call for Node's own modules.
    banner: {
      js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
    },
  });
});

function start(folder: string, name: string, count: number): ChildProcess {
  return spawn(process.execPath, [program, folder, name, String(count)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

function createFolder(): string {
  return join(mkdtempSync(join(tmpdir(), 'costctl-profiles-')), 'costctl');
}

test('two processes that add profiles at the same time lose none', async () => {
  const folder = createFolder();
  const children = [start(folder, 'a', 5), start(folder, 'b', 5)];
  const statuses = await Promise.all(children.map(async (child) => (await once(child, 'exit'))[0]));
  expect(statuses).toEqual([0, 0]);
  const names = ['a', 'b'].flatMap((name) => [1, 2, 3, 4, 5].map((number) => `${name}-${number}`));
  expect([...(await readConfiguration(folder, createContext())).profiles.keys()].sort()).toEqual(
    names,
  );
  expect(readdirSync(folder)).toEqual(['config.json']);
});

test('a killed writer leaves complete profiles, and the next writer continues', async () => {
  const folder = createFolder();
  for (let round = 1; round <= 4; round += 1) {
    const victim = start(folder, `victim${round}`, 1_000);
    if (victim.stdout === null) throw new Error('no stdout');
    for (let added = 0; added < round; added += 1) await once(victim.stdout, 'data');
    victim.kill('SIGKILL');
    await once(victim, 'exit');
    const { profiles } = await readConfiguration(folder, createContext());
    expect(profiles.get(`victim${round}-1`)).toEqual({ timeout: 1 });
  }
  const [status] = await once(start(folder, 'next', 1), 'exit');
  expect(status).toBe(0);
  expect((await readConfiguration(folder, createContext())).profiles.has('next-1')).toBe(true);
});
