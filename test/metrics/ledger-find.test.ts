import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { createLedger } from '../../src/metrics/ledger.ts';

const key = (region: string) => ({ date: '2026-01-01', labels: `{"region":"${region}"}` });

test('finds the latest version of a value and does not find an excluded one', () => {
  const ledger = createLedger({ folder: tmpdir(), random: Math.random });
  for (const [line, region] of ['kept', 'replaced', 'excluded'].entries()) {
    ledger.add({ line, amount: '1', ...key(region) });
  }
  const [replaced, excluded] = ['replaced', 'excluded'].map((region) => ledger.find(key(region)));
  if (replaced) ledger.replace(replaced, { line: 7, amount: '2', ...key('replaced') });
  if (excluded) ledger.exclude(excluded);
  expect(ledger.find(key('kept'))).toMatchObject({ line: 0, amount: '1' });
  expect(ledger.find(key('replaced'))).toMatchObject({ line: 7, amount: '2' });
  expect(ledger.find(key('excluded'))).toBeUndefined();
  expect(ledger.find(key('none'))).toBeUndefined();
  const again = ledger.add({ line: 9, amount: '3', ...key('excluded') });
  expect(again && ledger.stateOf(again)).toBe('excluded');
  expect([...ledger.entries()].map(({ line }) => line)).toEqual([0, 7]);
  ledger.close();
});
