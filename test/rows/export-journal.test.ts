import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readLeftOver } from '../../src/rows/export-journal.ts';

const window = { from: '2026-10-01', to: '2026-10-01', total: 1 };
const start = {
  version: 1,
  started: '2026-11-15T12:00:00Z',
  binding: {},
  salt: 'salt',
  token: 'hash',
  windows: [window, { ...window, from: '2026-10-02', to: '2026-10-02' }],
  total: 2,
};
const checkpoint = {
  window: { ...window, read: 1, rows: 1 },
  size: 4,
  requests: 1,
  encoder: { rows: 1, bytes: 4, columns: [], unseen: [], steps: [] },
  missing: [],
};

function leave(entries: readonly unknown[], part: string | undefined, placed?: string) {
  const path = join(mkdtempSync(join(tmpdir(), 'costctl-test-')), 'costs.part');
  writeFileSync(`${path}.journal`, entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''));
  if (part !== undefined) writeFileSync(path, part);
  if (placed !== undefined) writeFileSync(`${path}.csv`, placed);
  return readLeftOver({ journal: `${path}.journal`, part: path, path: `${path}.csv` });
}

test('an interrupted export can be resumed with or without a part file', async () => {
  expect(await leave([], undefined)).toBeUndefined();
  expect(await leave([start], undefined)).toEqual({ start, checkpoints: [], isPlaced: false });
  expect(await leave([start, checkpoint], 'rows')).toMatchObject({
    checkpoints: [checkpoint],
    isPlaced: false,
  });
  expect(await leave([start, checkpoint], 'rows, and half a window')).toMatchObject({ start });
});

test('the part file may already have been renamed after the last window', async () => {
  const whole = [start, checkpoint, checkpoint];
  expect(await leave(whole, undefined, 'rows')).toEqual({
    ...{ start, checkpoints: [checkpoint, checkpoint], isPlaced: true },
  });
  expect(await leave(whole, 'rows', 'rows')).toMatchObject({ isPlaced: false });
});

test.each([
  [[{ ...start, version: 2 }], 'rows', /is of another version$/],
  [[start, { ...checkpoint, size: '4' }], 'rows', /is of another version$/],
  [[start, checkpoint], undefined, /does not fit .*costs\.part$/],
  [[start, checkpoint], 'row', /does not fit .*costs\.part$/],
  [[start, checkpoint, checkpoint], undefined, /does not fit .*costs\.part$/],
  [[start, checkpoint, checkpoint], 'row', /does not fit .*costs\.part$/],
])('the journal %j with the part file %j cannot be resumed', async (entries, part, message) => {
  await expect(leave(entries, part)).rejects.toMatchObject({
    code: 'file',
    message: expect.stringMatching(message),
  });
});
