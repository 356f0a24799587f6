import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { Manifest } from '../../src/mirror/manifest.ts';
import { type CostServiceOptions, type Days, serveCosts } from './costs.ts';
import { createFolder, type Outcome, run, type World } from './run.ts';

/** A folder that is not there yet. */
export function newFolder(): string {
  return join(createFolder(), 'costs');
}

const today = '2026-11-15T12:00:00Z';

export interface MirrorOutcome extends Outcome {
  readonly requests: ReturnType<typeof serveCosts>['requests'];
}

/** One run of the mirror against a service that has these rows. */
export async function runMirror(
  folder: string,
  days: Days,
  words: readonly string[] = [],
  { now = today, ...world }: World = {},
  options: CostServiceOptions = {},
): Promise<MirrorOutcome> {
  const service = serveCosts(days, options);
  const isNew = !existsSync(join(folder, '_manifest.json'));
  const from = isNew && !words.includes('--from') ? ['--from', '2026-09-01'] : [];
  const line = ['costs', 'mirror', folder, ...from, '-o', 'ndjson', ...words];
  const outcome = await run(line, { service, now, ...world });
  return { ...outcome, requests: service.requests };
}

/** What the error of a run says, with its hint. */
export function errorOf({ stderr }: Outcome): string {
  const { message, hint } = JSON.parse(stderr.trim().split('\n').at(-1) ?? '').error;
  return `${message}; ${hint}`;
}

export function manifestOf(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, '_manifest.json'), 'utf8'));
}

export function linesOf(text: string): Record<string, unknown>[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}

export function historyOf(folder: string): Record<string, unknown>[] {
  return linesOf(readFileSync(join(folder, '_history.ndjson'), 'utf8'));
}

/** Each change begins where the last one of its day and currency ended, and the last ones are the state. */
export function expectChain(folder: string): void {
  const states = new Map<string, { rows: unknown; sum: unknown }>();
  for (const change of historyOf(folder)) {
    const key = `${change['day']} ${change['currency']}`;
    const { rows, sum } = states.get(key) ?? { rows: 0, sum: '0' };
    expect([change['rowsBefore'], change['sumBefore']]).toEqual([rows, sum]);
    states.set(key, { rows: change['rowsAfter'], sum: change['sumAfter'] });
  }
  const end = manifestOf(folder).days.flatMap(({ date, sums }) =>
    sums.map(({ currency, rows, sum }) => [`${date} ${currency}`, { rows, sum }] as const),
  );
  const left = [...states].filter(([, { rows }]) => rows !== 0);
  expect(new Map(left)).toEqual(new Map(end));
}
