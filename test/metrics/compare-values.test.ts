import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import {
  type Change,
  canonicalLabels,
  compareValues,
  type StoredValue,
} from '../../src/metrics/compare-values.ts';
import { createLedger } from '../../src/metrics/ledger.ts';

const labelColumns = ['region', 'team'];

async function compare(file: readonly StoredValue[], stored: readonly StoredValue[]) {
  const ledger = createLedger({ folder: tmpdir(), random: Math.random });
  const extras = createLedger({ folder: tmpdir(), random: Math.random });
  for (const { date, amount, labels } of file) {
    ledger.add({ line: 1, date, amount, labels: canonicalLabels(labels ?? {}, labelColumns) });
  }
  const days = new Set(file.map(({ date }) => date));
  const changes: Change[] = [];
  async function* read() {
    yield* stored;
  }
  for await (const change of compareValues(read(), { ledger, labelColumns, days, extras })) {
    changes.push(change);
  }
  return {
    changes,
    zeros: [...extras.batches(() => 9)].flatMap(({ body }) => JSON.parse(body).values),
  };
}

const value = (amount: string, labels: Readonly<Record<string, string>>) => ({
  date: '2026-01-01',
  amount,
  labels,
});

test.each([
  ['the same text', '5', '5'],
  ['more places', '5', '5.00'],
  ['an exponent', '5', '50e-1'],
  ['a sign', '+5', '5'],
  ['zeros', '-0', '0.0'],
])('amounts that differ in %s are equal', async (_name, sent, held) => {
  const labels = { region: 'eu' };
  expect((await compare([value(sent, labels)], [value(held, labels)])).changes).toEqual([]);
});

test.each([
  ['12345678901234567890.01', '12345678901234567890.02'],
  ['0.1', '0.1000000000000000000001'],
  ['0', '1e-400'],
])('the amounts %s and %s, which are the same float, are an update', async (sent, held) => {
  const { changes } = await compare([value(sent, {})], [value(held, {})]);
  expect(changes).toMatchObject([{ change: 'update', old: held, new: sent }]);
});

test('compares labels in any order', async () => {
  const { changes } = await compare(
    [value('5', { region: 'eu', team: 'a' })],
    [value('5', { team: 'a', region: 'eu' })],
  );
  expect(changes).toEqual([]);
});

test('a stored value with a label that the metric does not have is extra', async () => {
  const labels = { region: 'eu', zone: 'z', area: 'b' };
  const { changes, zeros } = await compare([value('5', { region: 'eu' })], [value('5', labels)]);
  expect(changes.map(({ change }) => change)).toEqual(['extra', 'create']);
  expect(zeros).toEqual([value('0', labels)]);
});

test('reports a value once even if pages repeat it', async () => {
  const held = [value('6', { region: 'eu' }), value('7', { region: 'us' })];
  const { changes, zeros } = await compare([value('5', { region: 'eu' })], [...held, ...held]);
  expect(changes.map(({ change }) => change)).toEqual(['update', 'extra']);
  expect(zeros).toHaveLength(1);
});

test('a stored value without labels matches a row without labels', async () => {
  const stored = [{ date: '2026-01-01', amount: '5', labels: null }];
  expect((await compare([value('5', {})], stored)).changes).toEqual([]);
});

test('ignores stored values of other days', async () => {
  const stored = [{ date: '2026-01-02', amount: '5', labels: {} }];
  const { changes } = await compare([value('5', {})], stored);
  expect(changes.map(({ change }) => change)).toEqual(['create']);
});
