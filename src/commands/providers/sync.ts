import { operations } from '../../api/operations.ts';
import { getSyncHistory, syncProvider } from '../../api/provider-calls.ts';
import type { SyncHistoryEntry } from '../../api/schemas/provider.ts';
import { command } from '../../command.ts';
import { wholeNumber } from '../../declaration/kind.ts';
import { argument, flag, optional } from '../../declaration/option.ts';
import { providerId } from '../../declaration/shared.ts';
import { CostctlError, type ErrorDetails, usageError, withHint } from '../../errors.ts';
import { isCheckFormat } from '../../formats/registry.ts';
import { steadyTime } from '../../http/steady-time.ts';
import { stringifyJson } from '../../json/stringify.ts';
import type { CheckResult } from '../../output/check-report.ts';
import type { Session } from '../../session.ts';
import { quote } from '../../text.ts';
import { historyView } from './views.ts';

const pollMilliseconds = 2000;
const defaultWaitSeconds = 3600;

export const sync = command({
  words: 'providers sync',
  purpose: 'Start a sync run',
  operation: operations.syncProvider,
  changes: 'service',
  check: 'wait',
  arguments: { provider: argument(providerId, 'provider id or name') },
  options: {
    full: flag('ask for a complete re-sync'),
    wait: flag('wait for the run to end; exit 11 if it fails'),
    waitTimeout: optional(
      wholeNumber(1, Number.MAX_SAFE_INTEGER, 'seconds'),
      'stop waiting after this many seconds',
      { usual: String(defaultWaitSeconds) },
    ),
  },
  // The response of the service, or with --wait the entry of the history.
  result: () => ({ type: 'object' }),
  examples: ['costctl providers sync prv_aws_main --dry-run'],
  run: async (session, { provider, full, wait, waitTimeout }) => {
    if (waitTimeout !== undefined && wait !== true) throw usageError('--wait-timeout needs --wait');
    const { http, output } = session;
    const isReport = isCheckFormat(session.format);
    const id = quote(provider);
    const before = wait === true ? await readRuns(session, provider) : [];
    const started = await syncProvider(http, provider, full === true);
    if (!isReport && (!started.triggered || wait !== true)) await output.one(started);
    if (!started.triggered) {
      return fail(session, provider, 'the service did not start a sync', {
        hint: `costctl providers history ${id}`,
      });
    }
    if (wait !== true) return;
    const seconds = waitTimeout ?? defaultWaitSeconds;
    const continues = `it continues at the service: costctl providers history ${id}`;
    const run = await waitForRun(session, provider, before, seconds).catch((error: unknown) => {
      // To run it again would start a second sync.
      throw error instanceof CostctlError
        ? withHint(error, `the sync started, and ${continues}`)
        : error;
    });
    if (!run?.completedAt) {
      const problem = run?.errorMessage?.trim() ? `; its error so far: ${run.errorMessage}` : '';
      return fail(session, provider, `the sync did not end within ${seconds} s${problem}`, {
        hint: continues,
      });
    }
    if (!isReport) await output.one(run, historyView);
    if (run.errorMessage?.trim()) {
      return fail(session, provider, `the sync failed: ${run.errorMessage}`, {
        hint: `costctl providers test ${id}`,
      });
    }
    if (isReport) await report(session, provider, 'passed', `the sync ended: ${statusOf(run)}`);
  },
});

/** A report for CI has the failure too. */
async function fail(
  session: Session,
  provider: string,
  message: string,
  details: ErrorDetails,
): Promise<never> {
  if (isCheckFormat(session.format)) await report(session, provider, 'failed', message);
  throw new CostctlError('check_failed', message, details);
}

function report(
  { output }: Session,
  provider: string,
  state: CheckResult['state'],
  message: string,
): Promise<void> {
  return output.check([{ name: `sync of ${provider}`, state, message }], (one) => one);
}

function statusOf({ status }: SyncHistoryEntry): string {
  return status ?? 'no status';
}

async function readRuns({ http }: Session, provider: string): Promise<readonly SyncHistoryEntry[]> {
  return (await getSyncHistory(http, provider, undefined)).entries;
}

/**
 * The run is the newest entry that was not there before; it is complete when `completedAt` is set. After the
 * given time it may be incomplete, or undefined if no run has begun.
 */
async function waitForRun(
  session: Session,
  provider: string,
  before: readonly SyncHistoryEntry[],
  seconds: number,
): Promise<SyncHistoryEntry | undefined> {
  const { clock, signal } = session.context;
  const known = new Set(before.map(identify));
  const began = steadyTime(clock);
  session.progress.start('waiting for the sync to start');
  for (;;) {
    const run = newest(
      (await readRuns(session, provider)).filter((one) => !known.has(identify(one))),
    );
    if (run?.completedAt) return run;
    const passed = steadyTime(clock) - began;
    const left = seconds * 1000 - passed;
    if (left <= 0) return run;
    const state = run === undefined ? 'waiting for the sync to start' : `syncing: ${statusOf(run)}`;
    session.progress.update(`${state}, ${Math.round(passed / 1000)} s`);
    await clock.sleep(Math.min(pollMilliseconds, left), signal);
  }
}

/** Entries have no id, so a run is identified by when it started. */
function identify({ startedAt }: SyncHistoryEntry): string {
  return stringifyJson(startedAt ?? null);
}

function newest(runs: readonly SyncHistoryEntry[]): SyncHistoryEntry | undefined {
  return [...runs].sort((a, b) => String(b.startedAt).localeCompare(String(a.startedAt)))[0];
}
