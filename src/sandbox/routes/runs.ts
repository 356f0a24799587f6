import { timestamp } from '../calendar.ts';
import { type Call, newId } from '../call.ts';
import { hash, hashText } from '../sample/hash.ts';
import type { Provider, Run } from '../state/records.ts';
import type { State } from '../state/state.ts';

const minute = 60_000;
const hour = 60 * minute;
const scheduledRuns = 60;

/** The runs of a provider, newest first: requested and scheduled ones. */
export function runsOf(state: State, provider: Provider, started: number): Run[] {
  const asked = state.list('runs').filter((run) => run.providerId === provider.id);
  const runs = [...asked, ...createScheduledRuns(provider, started)];
  return runs.sort((one, other) => other.startedAt - one.startedAt);
}

export function isRunning(state: State, provider: Provider, started: number, now: number): boolean {
  return runsOf(state, provider, started).some((run) => run.completedAt > now);
}

/** Every seventh requested run fails, and so does every run with invalid credentials. */
export function startRun(call: Call, state: State, provider: Provider, full: boolean): Run {
  const before = state.list('runs').filter((run) => run.providerId === provider.id).length;
  const interrupted = before % 7 === 6 ? 'the provider closed the connection' : null;
  const errorMessage = provider.fault ?? interrupted;
  return {
    id: newId(call, state, 'runs'),
    providerId: provider.id,
    startedAt: call.now,
    completedAt: call.now + (full ? 6_000 : 2_000),
    recordsIngested: errorMessage === null ? 900 + (hash(before, call.now, 0) % 4000) : 0,
    errorMessage,
  };
}

export function showRun(run: Run, now: number) {
  const startedAt = timestamp(run.startedAt);
  if (run.completedAt > now) return { startedAt, status: 'running', recordsIngested: 0 };
  const ended = {
    startedAt,
    completedAt: timestamp(run.completedAt),
    status: run.errorMessage === null ? 'succeeded' : 'failed',
    recordsIngested: run.recordsIngested,
  };
  return run.errorMessage === null ? ended : { ...ended, errorMessage: run.errorMessage };
}

export function nextSyncAt(provider: Provider, now: number): string | null {
  if (provider.syncedHoursAgo !== 0) return null;
  const step = provider.syncFrequencyMinutes * minute;
  return timestamp((Math.floor(now / step) + 1) * step);
}

/** All ended before the service started, so that none appears next to a requested run. */
function createScheduledRuns(provider: Provider, started: number): Run[] {
  if (provider.syncedHoursAgo === null) return [];
  const step = provider.syncFrequencyMinutes * minute;
  const latest = started - provider.syncedHoursAgo * hour - 10 * minute;
  const seed = hashText(provider.id);
  return Array.from({ length: scheduledRuns }, (_, back) => {
    const slot = Math.floor(latest / step) - back;
    const drawn = hash(seed, slot, 0);
    const interrupted = drawn % 17 === 0 ? 'throttled by the provider' : null;
    const errorMessage = provider.fault ?? interrupted;
    return {
      id: `run_${slot}`,
      providerId: provider.id,
      startedAt: slot * step,
      completedAt: slot * step + 2 * minute + (drawn % (7 * minute)),
      recordsIngested: errorMessage === null ? 2_000 + (drawn % 60_000) : 0,
      errorMessage,
    };
  });
}
