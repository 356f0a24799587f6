import { listProviders } from '../../api/provider-calls.ts';
import type { Provider } from '../../api/schemas/provider.ts';
import { momentOf } from '../../days.ts';
import { CostctlError } from '../../errors.ts';
import type { SyncState, Syncs, SyncVerdict } from '../../rows/sync-state.ts';
import type { Session } from '../../session.ts';
import { labelOf } from './views.ts';

const hour = 3_600_000;
const minute = 60_000;

/** The values of the status fields are not published and are never judged. */
export function judgeSync(provider: Provider, now: number): SyncVerdict {
  if ((provider.lastSyncError ?? '').trim() !== '') return 'failing';
  const due = dueAt(provider);
  const last = timeOf(provider.lastSyncAt);
  if (last === undefined) return Number.isNaN(due) ? 'unknown' : 'never synced';
  if (due !== undefined && now > due + hour) return 'overdue';
  return Number.isNaN(last) || Number.isNaN(due) ? 'unknown' : 'ok';
}

/** A timestamp as milliseconds since 1970: NaN if it is unreadable, undefined if it is missing. */
export function timeOf(timestamp: string | null | undefined): number | undefined {
  return timestamp === null || timestamp === undefined ? undefined : momentOf(timestamp);
}

/** When the next sync is planned: NaN if that is unreadable, undefined if nothing says so. */
function dueAt({ nextSyncAt, lastSyncAt, syncFrequencyMinutes }: Provider): number | undefined {
  const next = timeOf(nextSyncAt);
  if (next !== undefined) return next;
  const last = timeOf(lastSyncAt);
  const minutes = syncFrequencyMinutes ?? undefined;
  if (last === undefined || minutes === undefined) return undefined;
  return last + minute * (typeof minutes === 'number' ? minutes : Number(minutes.text));
}

/**
 * What all providers report about their syncs; only this is lost if the token may not read providers, or the
 * service has none. After any other failure nothing can be judged.
 */
export async function readSyncs({ http, context, progress }: Session): Promise<Syncs> {
  const known: SyncState[] = [];
  progress.start('reading the syncs of providers');
  try {
    for await (const provider of listProviders(http, undefined, {})) {
      const { id, key, name, externalId, lastSyncAt, lastSyncError } = provider;
      known.push({
        names: [id, key, name, externalId].flatMap((one) => one || []),
        label: labelOf(provider),
        verdict: judgeSync(provider, context.clock.now()),
        lastSyncAt: lastSyncAt ?? null,
        error: lastSyncError ?? null,
      });
    }
    return { known };
  } catch (error) {
    if (!(error instanceof CostctlError)) throw error;
    const { code, message } = error;
    if (code !== 'forbidden' && code !== 'not_found') throw error;
    const why = code === 'forbidden' ? 'this token may not read them' : message;
    return { unknown: `the syncs of providers are not known: ${why}` };
  } finally {
    progress.stop();
  }
}
