import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createLedger } from '../../src/metrics/ledger.ts';
import { runs } from '../helpers/runs.ts';

const place = { folder: tmpdir(), random: Math.random };

function numbered(number: number, amount = String(number)) {
  return { line: number, date: '2026-01-01', amount, labels: `{"region":"${number}"}` };
}

test('finds each of 100,000 keys and confuses none of them', () => {
  const ledger = createLedger(place);
  const count = 100_000;
  for (let at = 0; at < count; at += 1) expect(ledger.add(numbered(at))).toBeUndefined();
  for (let at = 0; at < count; at += 997) {
    expect(ledger.add(numbered(at, 'another'))).toMatchObject({ number: at, amount: String(at) });
  }
  expect(ledger.find({ date: '2026-01-02', labels: '{"region":"5"}' })).toBeUndefined();
  let next = 0;
  for (const { number, line, amount } of ledger.entries()) {
    if (number !== next || line !== next || amount !== String(next)) expect({ next }).toBe(number);
    next += 1;
  }
  expect(next).toBe(count);
  ledger.close();
});

test('distinguishes keys with the same hash', () => {
  // Of 300,000 scattered keys about ten pairs share one of 2^32 hashes; under this seed some do.
  const ledger = createLedger({ folder: tmpdir(), random: () => 0 });
  const count = 300_000;
  for (let at = 0; at < count; at += 1) {
    const scattered = createHash('md5').update(String(at)).digest('hex');
    const earlier = ledger.add({ ...numbered(at), labels: `{"region":"${scattered}"}` });
    if (earlier !== undefined) expect(earlier.line).toBe(at);
  }
  expect(ledger.size()).toBe(count);
  ledger.close();
});

test('leaves no named file in the folder, during use or after closing', () => {
  const folder = mkdtempSync(join(tmpdir(), 'costctl-test-'));
  const ledger = createLedger({ folder, random: Math.random });
  for (let at = 0; at < 30_000; at += 1) ledger.add(numbered(at));
  expect(readdirSync(folder)).toEqual([]);
  ledger.close();
  expect(readdirSync(folder)).toEqual([]);
});

test('an error names an unwritable folder once it is needed', () => {
  const ledger = createLedger({ folder: '/nowhere', random: Math.random });
  const labels = `{"region":"${'x'.repeat(600_000)}"}`;
  expect(() => {
    for (const date of ['2026-01-01', '2026-01-02', '2026-01-03']) {
      ledger.add({ line: 1, date, amount: '1', labels });
    }
  }).toThrow('cannot store rows in /nowhere: no such file or folder');
});

test('adds, replaces and excludes values like a map, with labels of any length', () => {
  const step = fc.record({
    key: fc.integer({ min: 0, max: 12 }),
    amount: fc.nat().map(String),
    length: fc.constantFrom(0, 10, 3_000, 400_000, 1_200_000),
    what: fc.constantFrom('replace', 'leave', 'leave', 'exclude'),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 25 }), (steps) => {
      const ledger = createLedger(place);
      const expected = new Map<string, string | undefined>();
      for (const { key, amount, length, what } of steps) {
        const labels = `{"region":"é${key}${'x'.repeat(length)}"}`;
        const value = { line: 1, date: '2026-01-01', amount, labels };
        const earlier = ledger.add(value);
        expect(earlier !== undefined).toBe(expected.has(labels));
        if (earlier === undefined) expected.set(labels, amount);
        else if (what === 'exclude') {
          ledger.exclude(earlier);
          expected.set(labels, undefined);
        } else if (what === 'replace' && expected.get(labels) !== undefined) {
          ledger.replace(earlier, value);
          expected.set(labels, amount);
        }
      }
      const stored = [...expected].filter(([, amount]) => amount !== undefined);
      const entries = [...ledger.entries()].map(({ labels, amount }) => [labels, amount]);
      expect(new Map(entries as [string, string][])).toEqual(new Map(stored));
      expect(entries).toHaveLength(stored.length);
      ledger.close();
    }),
    { numRuns: runs(40) },
  );
});
