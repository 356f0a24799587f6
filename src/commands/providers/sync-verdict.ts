import { listProviders } from '../../api/provider-calls.ts';
import type { Provider } from '../../api/schemas/provider.ts';
import { CostctlError } from '../../errors.ts';
import type { SyncState, Syncs, SyncVerdict } from '../../rows/completeness.ts';
import type { Session } from '../../session.ts';

const hour = 3_600_000;
const minute = 60_000;

/**
 * What the published fields say about a provider's syncs. The values of its status fields are not
 * published and are never judged.
 */
export function judgeSync(provider: Provider, now: number): SyncVerdict {
  if ((provider.lastSyncError ?? '').trim() !== '') return 'failing';
  const due = dueAt(provider);
  const isOverdue = due !== undefined && now > due + hour;
  if (provider.lastSyncAt === null || provider.lastSyncAt === undefined) return 'never synced';
  return isOverdue ? 'overdue' : 'ok';
}

/** Whether a first sync did not come although it was planned. */
export function isFirstSyncOverdue({ nextSyncAt }: Provider, now: number): boolean {
  return Date.parse(nextSyncAt ?? '') < now;
}

/** When the next sync is planned, in milliseconds since 1970; undefined if nothing says so. */
function dueAt({ nextSyncAt, lastSyncAt, syncFrequencyMinutes }: Provider): number | undefined {
  const next = Date.parse(nextSyncAt ?? '');
  if (!Number.isNaN(next)) return next;
  const last = Date.parse(lastSyncAt ?? '');
  const minutes = syncFrequencyMinutes ?? Number.NaN;
  const due = last + minute * (typeof minutes === 'number' ? minutes : Number(minutes.text));
  return Number.isNaN(due) ? undefined : due;
}

/** What all providers report about their syncs; without a token that may read providers, only this is lost. */
export async function readSyncs({ http, context, progress }: Session): Promise<Syncs> {
  const known: SyncState[] = [];
  progress.start('reading the syncs of providers');
  try {
    for await (const provider of listProviders(http, undefined, {})) {
      const { id, key, name, externalId, lastSyncAt, lastSyncError } = provider;
      known.push({
        names: [id, key, name, externalId].flatMap((one) => one || []),
        label: name ?? id ?? 'a provider without a name',
        verdict: judgeSync(provider, context.clock.now()),
        lastSyncAt: lastSyncAt ?? null,
        error: lastSyncError ?? null,
      });
    }
    return { known };
  } catch (error) {
    if (!(error instanceof CostctlError) || error.code === 'interrupted') throw error;
    const why = error.code === 'forbidden' ? 'this token may not read them' : error.message;
    return { unknown: `the syncs of providers are not known: ${why}` };
  } finally {
    progress.stop();
  }
}
