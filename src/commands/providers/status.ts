import { operations } from '../../api/operations.ts';
import { listProviders } from '../../api/provider-calls.ts';
import type { Provider } from '../../api/schemas/provider.ts';
import { command } from '../../command.ts';
import { wholeNumber } from '../../declaration/kind.ts';
import { flag, optional } from '../../declaration/option.ts';
import { type Fields, viewOf } from '../../declaration/result.ts';
import { CostctlError } from '../../errors.ts';
import { describeAge } from '../../output/age.ts';
import { nameFirst } from '../../text.ts';
import { judgeSync, timeOf } from './sync-verdict.ts';
import { labelOf, noProviders, requireSome } from './views.ts';

const hour = 3_600_000;

type Status = ReturnType<typeof toStatus>;

const fields: Fields = {
  id: ['text', {}],
  name: ['text', { importance: 'answer', names: true }],
  verdict: [
    { enum: ['ok', 'failing', 'overdue', 'never synced', 'unknown'] },
    { kind: 'state', importance: 'answer' },
  ],
  status: ['text', { importance: 'extra' }],
  lastSyncAt: [
    'text or null',
    { header: 'last sync', kind: 'timestamp', none: 'never', importance: 'answer' },
  ],
  ageSeconds: { type: ['integer', 'null'] },
  lastSyncStatus: 'text or null',
  nextSyncAt: ['text or null', { header: 'next sync', kind: 'timestamp' }],
  lastSyncError: ['text or null', { header: 'last error', importance: 'answer' }],
};

export const status = command({
  words: 'providers status',
  purpose:
    'Show whether the syncs of each provider work: the last one, the next one and the last error',
  operation: operations.listProviders,
  check: ['check', 'stale'],
  options: {
    check: flag(
      'exit 11 if a provider is failing, overdue, or has missed its first sync; exit 9 if one cannot be judged, or no provider is found',
    ),
    stale: optional(
      wholeNumber(1, Number.MAX_SAFE_INTEGER, 'hours'),
      'like --check, and a sync older than this counts as overdue',
    ),
  },
  details: `The verdict is what the provider's schedule and last error say:

  failing       its last sync had an error
  overdue       its next sync is an hour late, by its schedule or by its frequency
  never synced  there was no sync yet
  unknown       the time of its last or next sync cannot be read
  ok            none of these

The values of its status fields are not published: they are shown as sent and never judged.`,
  rows: fields,
  examples: ['costctl providers status', 'costctl providers status --stale 4800 -q'],
  run: async (session, { stale, check }) => {
    const now = session.context.clock.now();
    const rows: Status[] = [];
    const failed = new Set<Status>();
    for await (const provider of listProviders(session.http, undefined, {})) {
      const row = toStatus(provider, now, stale);
      rows.push(row);
      if (isAtFault(row, provider, now)) failed.add(row);
    }
    if (stale === undefined && check !== true)
      return session.output.list(rows, {
        ...viewOf(fields),
        empty: noProviders,
      });
    await requireSome(session, rows);
    await session.output.check(rows, (row) => ({
      name: labelOf(row),
      state: failed.has(row) ? 'failed' : row.verdict === 'unknown' ? 'skipped' : 'passed',
      message: describeStatus(row),
    }));
    const namesOf = (some: readonly Status[]) =>
      nameFirst(
        some.map((row) => `${labelOf(row)} (${describeStatus(row)})`),
        5,
        '; ',
      );
    if (failed.size > 0) {
      const count = `${failed.size} of ${rows.length} providers ${failed.size === 1 ? 'needs' : 'need'} attention`;
      throw new CostctlError('check_failed', `${count}: ${namesOf([...failed])}`, {
        hint: 'costctl providers test ID, then costctl providers sync ID --wait',
      });
    }
    const open = rows.filter(({ verdict }) => verdict === 'unknown');
    if (open.length === 0) return;
    const count = `${open.length} of ${rows.length} providers could not be judged`;
    throw new CostctlError('incomplete', `${count}: ${namesOf(open)}`, {
      hint: 'costctl providers get ID shows the record as the service sends it',
    });
  },
});

function isAtFault({ verdict }: Status, provider: Provider, now: number): boolean {
  // Its first sync was due, and did not happen.
  if (verdict === 'never synced') return (timeOf(provider.nextSyncAt) ?? now) < now;
  return verdict === 'failing' || verdict === 'overdue';
}

function describeStatus(row: Status): string {
  const { verdict, ageSeconds, nextSyncAt, lastSyncError } = row;
  if (verdict === 'failing') return `failing: ${lastSyncError}`;
  if (verdict === 'unknown') return describeUnreadable(row);
  if (verdict === 'never synced') return verdict;
  const due = `next sync ${nextSyncAt}`;
  return `${verdict}: ${ageSeconds === null ? due : `synced ${describeAge(ageSeconds * 1000)}`}`;
}

function describeUnreadable({ lastSyncAt, nextSyncAt }: Status): string {
  const unreadable = Object.entries({ lastSyncAt, nextSyncAt }).flatMap(([name, time]) =>
    Number.isNaN(timeOf(time)) ? [`${name} ${JSON.stringify(time)}`] : [],
  );
  const what = unreadable.length === 0 ? 'syncFrequencyMinutes' : unreadable.join(' and ');
  return `unknown: cannot read ${what}`;
}

function toStatus(provider: Provider, now: number, stale: number | undefined) {
  const time = timeOf(provider.lastSyncAt) ?? Number.NaN;
  const isOld = stale !== undefined && now - time > stale * hour;
  const verdict = judgeSync(provider, now);
  return {
    id: provider.id ?? null,
    name: provider.name ?? null,
    verdict: (verdict === 'ok' || verdict === 'unknown') && isOld ? ('overdue' as const) : verdict,
    status: provider.status ?? null,
    lastSyncAt: provider.lastSyncAt ?? null,
    ageSeconds: Number.isNaN(time) ? null : Math.floor((now - time) / 1000),
    lastSyncStatus: provider.lastSyncStatus ?? null,
    nextSyncAt: provider.nextSyncAt ?? null,
    lastSyncError: provider.lastSyncError ?? null,
  };
}
