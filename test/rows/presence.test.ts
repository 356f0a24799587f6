import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
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
