import { operations } from '../../api/operations.ts';
import { listProviders } from '../../api/provider-calls.ts';
import type { Provider } from '../../api/schemas/provider.ts';
import { command, listOf, record, text, textOrNull } from '../../declaration/command.ts';
import { wholeNumber } from '../../declaration/kind.ts';
import { optional } from '../../declaration/option.ts';
import { CostctlError } from '../../errors.ts';
import { describeAge } from '../../output/display.ts';
import type { View } from '../../output/view.ts';

const hour = 3_600_000;

interface Status {
  readonly id: string | null;
  readonly name: string | null;
  readonly status: string | null;
  readonly lastSyncAt: string | null;
  /** Since the last sync. */
  readonly ageSeconds: number | null;
  readonly lastSyncStatus: string | null;
  readonly nextSyncAt: string | null;
  readonly lastSyncError: string | null;
}

const view: View<Status> = {
  columns: [
    { path: 'id', importance: 'answer' },
    { path: 'name' },
    { path: 'status', kind: 'state', importance: 'answer' },
    { path: 'lastSyncAt', header: 'last sync', importance: 'extra' },
    { path: 'ageSeconds', header: 'age', cell: ageOf, importance: 'answer' },
    { path: 'nextSyncAt', header: 'next sync', kind: 'timestamp' },
    { path: 'lastSyncError', header: 'last error', importance: 'answer' },
  ],
  fields: [
    'id',
    'name',
    'status',
    'lastSyncAt',
    'ageSeconds',
    'lastSyncStatus',
    'nextSyncAt',
    'lastSyncError',
  ],
};

export const status = command({
  words: 'providers status',
  purpose: 'Every provider with its status, last sync and its age, next sync and last error',
  operation: operations.listProviders,
  check: 'stale',
  options: {
    stale: optional(
      wholeNumber(1, Number.MAX_SAFE_INTEGER, 'hours'),
      'exit 11 if a last sync is older than this, or there was none',
    ),
  },
  view,
  result: () =>
    listOf(
      record({
        id: text,
        name: text,
        status: text,
        lastSyncAt: textOrNull,
        ageSeconds: { type: ['integer', 'null'] },
        lastSyncStatus: textOrNull,
        nextSyncAt: textOrNull,
        lastSyncError: textOrNull,
      }),
    ),
  examples: ['costctl providers status', 'costctl providers status --stale 4800 -q'],
  run: async (session, { stale }) => {
    const now = session.context.clock.now();
    const rows: Status[] = [];
    const old = new Set<Status>();
    for await (const provider of listProviders(session.http, undefined, {})) {
      const row = toStatus(provider, now);
      rows.push(row);
      if (stale !== undefined && isStale(provider, now, stale)) old.add(row);
    }
    if (stale === undefined) return session.output.list(rows);
    await session.output.check(rows, (row) => ({
      name: nameOf(row),
      state: old.has(row) ? 'failed' : 'passed',
      message: row.ageSeconds === null ? 'never synced' : `synced ${ageOf(row.ageSeconds)}`,
    }));
    if (old.size === 0) return;
    const names = [...old].map(nameOf).join(', ');
    const message = `${old.size} of ${rows.length} providers were not synced within ${stale} h: ${names}`;
    throw new CostctlError('check_failed', message, { hint: 'costctl providers sync ID --wait' });
  },
});

function nameOf({ name, id }: Status): string {
  return name ?? id ?? 'a provider without a name';
}

function ageOf(seconds: unknown): string {
  return typeof seconds === 'number' ? describeAge(seconds * 1000) : 'never';
}

function toStatus(provider: Provider, now: number): Status {
  const time = Date.parse(provider.lastSyncAt ?? '');
  return {
    id: provider.id ?? null,
    name: provider.name ?? null,
    status: provider.status ?? null,
    lastSyncAt: provider.lastSyncAt ?? null,
    ageSeconds: Number.isNaN(time) ? null : Math.floor((now - time) / 1000),
    lastSyncStatus: provider.lastSyncStatus ?? null,
    nextSyncAt: provider.nextSyncAt ?? null,
    lastSyncError: provider.lastSyncError ?? null,
  };
}

function isStale(provider: Provider, now: number, hours: number): boolean {
  const time = Date.parse(provider.lastSyncAt ?? '');
  return Number.isNaN(time) || now - time > hours * hour;
}
