import { type ChildProcess, spawn } from 'node:child_process';
import { once, setMaxListeners } from 'node:events';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { beforeAll, expect, test } from 'vitest';
import { type LockOptions, tidyLock, withLock } from '../../src/storage/lock.ts';

const program = join(mkdtempSync(join(tmpdir(), 'costctl-lock-')), 'lock-process.mjs');

beforeAll(async () => {
  await build({
    entryPoints: [fileURLToPath(new URL('lock-process.ts', import.meta.url))],
    outfile: program,
    bundle: true,
    platform: 'node',
    format: 'esm',
  });
});

function createPath(): string {
  const path = join(mkdtempSync(join(tmpdir(), 'costctl-lock-')), 'config.json');
  writeFileSync(path, '0');
  return path;
}

function start(path: string, rounds: number, holdFor: number): ChildProcess {
  return spawn(process.execPath, [program, path, String(rounds), String(holdFor)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

async function untilHeld(child: ChildProcess): Promise<void> {
  if (child.stdout === null) throw new Error('no stdout');
  await once(child.stdout, 'data');
}

const realClock: LockOptions['clock'] = {
  now: Date.now,
  sleep: async (milliseconds, signal) => {
    await sleep(milliseconds, undefined, signal === undefined ? {} : { signal });
  },
};

test('a folder that another process removes while it is empty is made again', async () => {
  const folder = join(mkdtempSync(join(tmpdir(), 'costctl-lock-')), 'new');
  let times = 0;
  const makeFolder = async () => {
    times += 1;
    if (times > 2) mkdirSync(folder, { recursive: true });
  };
  const { signal } = new AbortController();
  const options = { clock: swiftClock, processId: process.pid, signal };
  const path = join(folder, 'state.json');
  const held = await withLock(path, async () => readdirSync(folder), { ...options, makeFolder });
  expect(held).toHaveLength(1);
  await expect(withLock(join(folder, 'no', 'x'), async () => 0, options)).rejects.toThrow(
    'cannot lock',
  );
});

/** Waiting takes no time, so that patience is seen to end. */
const swiftClock: LockOptions['clock'] = {
  now: Date.now,
  sleep: () => new Promise((resolve) => setImmediate(resolve)),
};

const never = new AbortController().signal;
// Many runs wait at once here, as requests of one run may.
setMaxListeners(0, never);
const options: LockOptions = { clock: realClock, processId: process.pid, signal: never };

function claimName(processId: number, host: string): string {
  return `.config.json.${processId}-00112233445566aa-${host}.lock`;
}

/** This computer, as the name of a claim has it. */
function here(): string {
  return encodeURIComponent(hostname()).slice(0, 64);
}

/** A claim as another process would have left it. */
function leaveClaim(path: string, processId: number, host: string): string {
  const name = claimName(processId, host);
  writeFileSync(join(path, '..', name), '');
  return name;
}

test('processes that increment a number at the same time lose no increment', async () => {
  const path = createPath();
  const children = Array.from({ length: 4 }, () => start(path, 8, 1));
  const statuses = await Promise.all(children.map(async (child) => (await once(child, 'exit'))[0]));
  expect(statuses).toEqual([0, 0, 0, 0]);
  expect(readFileSync(path, 'utf8')).toBe('32');
  expect(readdirSync(join(path, '..'))).toEqual(['config.json']);
});

test('a killed lock holder does not block the next one forever', async () => {
  const path = createPath();
  const child = start(path, 1, 600_000);
  await untilHeld(child);
  child.kill('SIGKILL');
  await once(child, 'exit');
  expect(readdirSync(join(path, '..'))).toHaveLength(2);
  expect(await withLock(path, async () => 'done', options)).toBe('done');
  expect(readdirSync(join(path, '..'))).toEqual(['config.json']);
});

test('waits for a live lock holder', async () => {
  const path = createPath();
  const child = start(path, 1, 150);
  await untilHeld(child);
  expect(await withLock(path, async () => readFileSync(path, 'utf8'), options)).toBe('1');
});

test('callers within one process also take turns', async () => {
  const path = createPath();
  let inside = 0;
  let most = 0;
  await Promise.all(
    Array.from({ length: 6 }, () =>
      withLock(
        path,
        async () => {
          inside += 1;
          most = Math.max(most, inside);
          await sleep(1);
          inside -= 1;
        },
        options,
      ),
    ),
  );
  expect(most).toBe(1);
});

test.each([
  ['long', `costs-2026-11-by-service-and-`],
  ['as long as a name can be', 'x'.repeat(254)],
  ['of characters with several bytes', '원'.repeat(84)],
])('two names that begin alike are two locks, if they are %s', async (_how, start) => {
  const folder = mkdtempSync(join(tmpdir(), 'costctl-lock-'));
  const [one, other] = [join(folder, `${start}a`), join(folder, `${start}b`)];
  const inside = () => withLock(other, async () => 'done', { ...options, patience: 0 });
  expect(await withLock(one, inside, options)).toBe('done');
  const again = () => withLock(one, async () => 'done', { ...options, patience: 0 });
  await expect(withLock(one, again, options)).rejects.toThrow(`${one} is in use by process`);
  expect(readdirSync(folder)).toEqual([]);
});

test('claims that met each other are all withdrawn', async () => {
  const path = createPath();
  // The claims of the others are seen only once this one is made, as if all were made at once.
  await Promise.all(Array.from({ length: 12 }, () => withLock(path, () => sleep(1), options)));
  expect(readdirSync(join(path, '..'))).toEqual(['config.json']);
});

test('a claim is withdrawn when the others cannot be seen once it is made', async () => {
  const path = createPath();
  let reads = 0;
  const disturbed: LockOptions = {
    ...options,
    get processId() {
      reads += 1;
      // While the claim is made, a folder appears that looks like the claim of a dead process.
      if (reads === 2) mkdirSync(join(path, '..', claimName(process.pid, here())));
      return process.pid;
    },
  };
  await expect(withLock(path, async () => 'done', disturbed)).rejects.toThrow('cannot lock');
  expect(readdirSync(join(path, '..')).sort()).toEqual([
    claimName(process.pid, here()),
    'config.json',
  ]);
});

test('releases the lock when the work fails', async () => {
  const path = createPath();
  const failing = withLock(path, () => Promise.reject(new Error('no')), options);
  await expect(failing).rejects.toThrow('no');
  expect(readdirSync(join(path, '..'))).toEqual(['config.json']);
});

test('respects a renewed claim of another computer until the patience ends', async () => {
  const path = createPath();
  const name = leaveClaim(path, 1, 'elsewhere');
  let content = 0;
  const clock: LockOptions['clock'] = {
    ...swiftClock,
    sleep: async () => {
      content += 1;
      await sleep(2);
      writeFileSync(join(path, '..', name), String(content));
    },
  };
  const waiting = withLock(path, async () => 'done', { ...options, clock, patience: 25_000 });
  await expect(waiting).rejects.toMatchObject({
    code: 'file',
    message: `${path} is in use by process 1 of elsewhere for over 25 s`,
    details: { hint: expect.stringContaining(name) },
  });
});

test('treats a claim of another computer without renewals as abandoned', async () => {
  const path = createPath();
  leaveClaim(path, 1, 'elsewhere');
  expect(await withLock(path, async () => 'done', { ...options, clock: swiftClock })).toBe('done');
});

test('watches a claim of another computer for longer than it waits for others', async () => {
  const path = createPath();
  const name = leaveClaim(path, 1, 'elsewhere');
  const impatient = { ...options, clock: swiftClock, patience: 1000 };
  expect(await withLock(path, async () => 'done', impatient)).toBe('done');
  leaveClaim(path, 1, 'elsewhere');
  let renewals = 0;
  const clock: LockOptions['clock'] = {
    ...swiftClock,
    sleep: async () => {
      renewals += 1;
      utimesSync(join(path, '..', name), renewals, renewals);
    },
  };
  const waiting = withLock(path, async () => 'done', { ...impatient, clock });
  await expect(waiting).rejects.toThrow('in use by process 1 of elsewhere for over 1 s');
});

test('a holder learns that another process has taken over', async () => {
  const path = createPath();
  const folder = join(path, '..');
  await withLock(
    path,
    async (requireLock) => {
      await requireLock();
      for (const name of readdirSync(folder).filter((one) => one.endsWith('.lock'))) {
        rmSync(join(folder, name));
      }
      await expect(requireLock()).rejects.toMatchObject({
        code: 'file',
        message: `${path} was taken over by another run: this one was suspended for over 20 s`,
      });
    },
    options,
  );
});

test('a holder whose folder is gone learns that, not of another process', async () => {
  const path = createPath();
  await withLock(
    path,
    async (requireLock) => {
      rmSync(join(path, '..'), { recursive: true });
      await expect(requireLock()).rejects.toMatchObject({
        code: 'file',
        message: `cannot write ${path}: no such file or folder`,
      });
    },
    options,
  );
});

test('counts from the last renewal until a claim is abandoned', async () => {
  const path = createPath();
  const name = leaveClaim(path, 1, 'elsewhere');
  let [waited, renewedAt] = [0, 0];
  const clock: LockOptions['clock'] = {
    ...swiftClock,
    sleep: async (milliseconds) => {
      waited += milliseconds;
      if (renewedAt > 0 || waited < 12_000) return;
      renewedAt = waited;
      utimesSync(join(path, '..', name), 5, 5);
    },
  };
  expect(await withLock(path, async () => 'done', { ...options, clock })).toBe('done');
  expect(renewedAt).toBeGreaterThan(0);
  expect(waited - renewedAt).toBeGreaterThanOrEqual(20_000);
});

test('ignores a claim from before a restart that has the same process id', async () => {
  const path = createPath();
  leaveClaim(path, process.pid, here());
  const impatient = { ...options, patience: 0 };
  expect(await withLock(path, async () => 'done', impatient)).toBe('done');
});

test('ignores a claim from before a restart whose process id another process has now', async () => {
  const path = createPath();
  const name = leaveClaim(path, process.ppid, here());
  const impatient = { ...options, clock: swiftClock, patience: 0 };
  await expect(withLock(path, async () => 'done', impatient)).rejects.toThrow('is in use by');
  utimesSync(join(path, '..', name), 1, 1);
  expect(await withLock(path, async () => 'done', impatient)).toBe('done');
});

test('an abort stops waiting and leaves no claim', async () => {
  const path = createPath();
  const name = leaveClaim(path, 1, 'elsewhere');
  const controller = new AbortController();
  const reason = new Error('interrupted');
  const waiting = withLock(path, async () => 'done', {
    ...options,
    signal: controller.signal,
    clock: {
      ...swiftClock,
      sleep: async () => controller.abort(reason),
    },
  });
  await expect(waiting).rejects.toBe(reason);
  expect(readdirSync(join(path, '..')).sort()).toEqual([name, 'config.json'].sort());
});

test('a missing folder is a file error', async () => {
  const path = join(createPath(), 'no', 'config.json');
  await expect(withLock(path, async () => 'done', options)).rejects.toMatchObject({ code: 'file' });
});

test('claims of dead processes are removed for a run that needs no lock, and no others', async () => {
  const path = createPath();
  const [dead, elsewhere] = [
    leaveClaim(path, 2 ** 22 + 1, here()),
    leaveClaim(path, 5, 'elsewhere'),
  ];
  const alive = leaveClaim(path, process.ppid, here());
  await tidyLock(path, options);
  const left = readdirSync(join(path, '..'));
  expect(left).not.toContain(dead);
  expect(left).toEqual(expect.arrayContaining([elsewhere, alive]));
  await expect(tidyLock(join(path, '..', 'none', 'x'), options)).resolves.toBeUndefined();
});
