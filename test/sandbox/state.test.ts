import { execFile } from 'node:child_process';
import { appendFileSync, existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { describe, expect, test } from 'vitest';
import { createState, type Store } from '../../src/sandbox/state/state.ts';
import { createFileStore, resetState } from '../../src/sandbox/state/state-file.ts';
import { createClock, start } from './start.ts';

const today = 20_772;
const lock = {
  clock: { now: Date.now, sleep: (milliseconds: number) => setTimeout(milliseconds) },
  processId: process.pid,
  signal: new AbortController().signal,
};

function newPath(): string {
  return join(mkdtempSync(join(tmpdir(), 'costctl-state-')), 'folder', 'sandbox');
}

function open(path: string): Store {
  return createFileStore({ path, lock, createState: () => createState(today) });
}

function importOne(store: Store, region: string): Promise<void> {
  const entry = { date: '2026-10-01', amount: '1', labels: { region } };
  return store.change(() => ({
    changes: [{ values: 'bmt_orders', entries: [entry] }],
    result: undefined,
  }));
}

async function countValues(store: Store): Promise<number> {
  return (await store.read()).valuesOf('bmt_orders').count('2026-10-01', '2026-10-01');
}

const samples = 5;

describe('a state file', () => {
  test('is not created by reading', async () => {
    const path = newPath();
    expect(await countValues(open(path))).toBe(samples);
    expect(existsSync(path)).toBe(false);
  });

  test('is not created by an empty change', async () => {
    const path = newPath();
    await open(path).change(() => ({ changes: [], result: undefined }));
    expect(existsSync(path)).toBe(false);
  });

  test('shows the changes of one handle to open handles and later ones', async () => {
    const path = newPath();
    const [one, other] = [open(path), open(path)];
    await importOne(one, 'x');
    await importOne(other, 'y');
    const counts = await Promise.all([one, other, open(path)].map(countValues));
    expect(counts).toEqual([samples + 2, samples + 2, samples + 2]);
  });

  test('loses no change of fifty handles that write at once', async () => {
    const path = newPath();
    const handles = Array.from({ length: 50 }, () => open(path));
    await Promise.all(handles.map((handle, number) => importOne(handle, `r${number}`)));
    expect(await countValues(open(path))).toBe(samples + 50);
  });

  test('loses no change of processes that write at once', async () => {
    const path = newPath();
    const script = await bundleImporter();
    const run = promisify(execFile);
    const processes = Array.from({ length: 8 }, (_, number) =>
      run(process.execPath, [script, path, `p${number}`, '10']),
    );
    await Promise.all(processes);
    expect(await countValues(open(path))).toBe(samples + 80);
  }, 60_000);

  test('keeps nothing of a refused change', async () => {
    const path = newPath();
    const store = open(path);
    await importOne(store, 'x');
    const before = readFileSync(path);
    const refused = store.change(() => {
      throw new Error('refused');
    });
    await expect(refused).rejects.toThrow('refused');
    expect(readFileSync(path)).toEqual(before);
  });

  test('continues after a line cut off by a kill', async () => {
    const path = newPath();
    const store = open(path);
    await importOne(store, 'x');
    appendFileSync(path, '[{"values":"bmt_orders","entr');
    expect(await countValues(open(path))).toBe(samples + 1);
    await importOne(open(path), 'y');
    expect(await countValues(store)).toBe(samples + 2);
    expect(await countValues(open(path))).toBe(samples + 2);
  });

  test('continues after a first line cut off by a kill', async () => {
    const path = newPath();
    await importOne(open(path), 'x');
    writeFileSync(path, readFileSync(path).subarray(0, 20));
    expect(await countValues(open(path))).toBe(samples);
    await importOne(open(path), 'y');
    expect(await countValues(open(path))).toBe(samples + 1);
  });

  test('is removed by a reset, even for handles that have it open', async () => {
    const path = newPath();
    const store = open(path);
    await importOne(store, 'x');
    await resetState(path, lock);
    expect(existsSync(path)).toBe(false);
    expect(await countValues(store)).toBe(samples);
    await importOne(open(path), 'y');
    await importOne(open(path), 'z');
    expect(await countValues(store)).toBe(samples + 2);
  });

  test('is not created by a reset', async () => {
    const path = newPath();
    await resetState(path, lock);
    expect(existsSync(path)).toBe(false);
  });

  test.each(['some notes\nof mine\n', '{"a":1}', `${'x'.repeat(100)}\n`])(
    'with other content is refused and left unchanged',
    async (text) => {
      const path = join(mkdtempSync(join(tmpdir(), 'costctl-state-')), 'notes');
      writeFileSync(path, text);
      await expect(importOne(open(path), 'x')).rejects.toThrow(
        'is not a state file of the sandbox',
      );
      expect(readFileSync(path, 'utf8')).toBe(text);
    },
  );

  test.each([
    '{"half":',
    '{"put":"filters"}',
    '[{"put":"filters"}]',
    '[{"put":"nothing","record":{"id":"x"}}]',
    '[{"remove":"nothing","id":"x"}]',
    '[{"values":"bmt_orders","entries":[1]}]',
    '[{"values":"bmt_orders","entries":[{"date":"2026-10-01","amount":1,"labels":{}}]}]',
  ])('damaged by the line %s causes an error that names the file to remove', async (line) => {
    const path = newPath();
    await importOne(open(path), 'x');
    appendFileSync(path, `${line}\n`);
    await expect(open(path).read()).rejects.toMatchObject({
      message: `${path} is damaged: it has a line that is not a change`,
      details: { hint: `remove ${path} to start over` },
    });
  });

  test('that cannot be written is answered 507 with the reason', async () => {
    const path = newPath();
    const sandbox = await start({ state: path });
    writeFileSync(dirname(path), 'a file where the folder should be');
    const answer = await sandbox.send('POST /v1/workspaces', { body: { name: 'x' } });
    await sandbox.close();
    expect(answer.status).toBe(507);
    expect(answer.body.detail).toContain(`cannot make ${dirname(path)}`);
  });

  test('of many megabytes is read completely', async () => {
    const path = newPath();
    const entries = Array.from({ length: 40_000 }, (_, number) => ({
      date: '2026-10-01',
      amount: '1',
      labels: { region: `region number ${number}` },
    }));
    await open(path).change(() => ({
      changes: [{ values: 'bmt_orders', entries }],
      result: undefined,
    }));
    await importOne(open(path), 'x');
    expect(await countValues(open(path))).toBe(samples + 40_001);
  });
});

describe('a service with a state file', () => {
  test('shows its changes to another service and keeps them after it ends', async () => {
    const state = newPath();
    const [one, other] = [await start({ state }), await start({ state })];
    const created = await one.send('POST /v1/workspaces', {
      body: '{"name":"Kept","exact":0.1000}',
    });
    const line = `GET /v1/workspaces/${created.body.id}`;
    expect((await other.send(line)).text).toBe(created.text);
    await Promise.all([one.close(), other.close()]);
    const later = await start({ state });
    expect((await later.send(line)).text).toBe(created.text);
    await later.close();
  });

  test('counts concurrent imports as if they came one by one', async () => {
    const state = newPath();
    // Each waits for the others in real time.
    const clock = () => ({ ...createClock(), sleep: (wait: number) => setTimeout(wait) });
    const sandboxes = await Promise.all(Array.from({ length: 5 }, () => start({ state }, clock())));
    const line = 'POST /v1/business-metrics/bmt_orders/values?workspaceId=wsp_storefront';
    const values = [{ date: '2031-01-01', amount: '1', labels: { region: 'x' } }];
    const answers = await Promise.all(sandboxes.map((one) => one.send(line, { body: { values } })));
    const created = answers.reduce((sum, { body }) => sum + body.created, 0);
    const unchanged = answers.reduce((sum, { body }) => sum + body.unchanged, 0);
    await Promise.all(sandboxes.map((one) => one.close()));
    expect([created, unchanged]).toEqual([1, 4]);
  });
});

/** A program that imports this many values into a state file, a change each. */
async function bundleImporter(): Promise<string> {
  const outfile = join(mkdtempSync(join(tmpdir(), 'costctl-importer-')), 'importer.mjs');
  await build({
    stdin: { contents: importer, resolveDir: import.meta.dirname, loader: 'ts' },
    bundle: true,
    platform: 'node',
    format: 'esm',
    outfile,
    logLevel: 'error',
  });
  return outfile;
}

const importer = `
import { createFileStore } from '../../src/sandbox/state/state-file.ts';
import { createState } from '../../src/sandbox/state/state.ts';
const [path, name, count] = process.argv.slice(2);
const sleep = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
const lock = {
  clock: { now: Date.now, sleep },
  processId: process.pid,
  signal: new AbortController().signal,
};
const store = createFileStore({ path, lock, createState: () => createState(${today}) });
for (let number = 0; number < Number(count); number += 1) {
  const entry = { date: '2026-10-01', amount: '1', labels: { region: name + number } };
  await store.change(() => ({ changes: [{ values: 'bmt_orders', entries: [entry] }] }));
}
`;
