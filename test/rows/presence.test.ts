import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { decimalOf } from '../../src/questions/result-rows.ts';
import { judgePresence } from '../../src/rows/presence.ts';
import { scoreHealthy, scorePlanted } from '../presence/histories.ts';

const seed = Number(process.env['SEED'] ?? 20_261_123);

test('healthy data is never reported, however late, seasonal or new it is', () => {
  const alarms = scoreHealthy(40, seed).filter(({ reported }) => reported > 0);
  expect(alarms).toEqual([]);
});

test('every stall, gap and partial day is found', () => {
  const missed = scorePlanted(40, seed).filter(({ reported, histories }) => reported < histories);
  expect(missed).toEqual([]);
});

test('the page that documents these verdicts has the measured kinds, and no other', () => {
  const page = readFileSync(new URL('../../docs/decisions.md', import.meta.url), 'utf8');
  const documented = [...page.matchAll(/^\| (.+) \| (\d+) \| (\d+) \|$/gm)];
  const measured = [...scoreHealthy(1, seed), ...scorePlanted(1, seed)].map(({ name }) => name);
  expect(documented.map(([, name]) => name)).toEqual(measured);
});

test('many sources are judged in time proportional to their number', { timeout: 20_000 }, () => {
  const range = { from: '2026-11-01', to: '2026-11-12' };
  const one = { currency: 'USD', rows: 1, cost: decimalOf('1') };
  const days = Array.from({ length: 60_000 }, (_, at) => {
    return {
      ...one,
      day: `2026-11-${String((at % 12) + 1).padStart(2, '0')}`,
      source: `s${at % 5000}`,
    };
  });
  const lag = { usual: 2, bySource: new Map<string, number>() };
  const facts = { read: [range], judged: [range], days, hasColumn: true, today: '2026-11-13', lag };
  expect(judgePresence(facts).sources[0]?.shares).toEqual([{ currency: 'USD', percent: '0.02' }]);
});
