import type { Command } from 'commander';
import * as z from 'zod/mini';
import { listProviders } from '../../api/providers.ts';
import type { Provider } from '../../api/schemas/provider.ts';
import type { Context } from '../../context.ts';
import { CostctlError } from '../../errors.ts';
import { age, describeAge } from '../../output/age.ts';
import type { View } from '../../output/output.ts';
import { organizationAction } from '../action.ts';
import { examples } from '../examples.ts';
import { wholeNumber } from '../options.ts';
import { isSilent } from '../silent-check.ts';

const StatusInput = z.strictObject({ stale: z.optional(wholeNumber(1)) });

const hour = 3_600_000;

interface Status {
  readonly id: string;
  readonly name: string;
  readonly status: string;
  readonly lastSyncAt: string | null;
  /** Since the last sync. */
  readonly ageSeconds: number | null;
  readonly lastSyncStatus: string | null;
  readonly nextSyncAt: string | null;
  readonly lastSyncError: string | null;
}

const view: View<Status> = {
  columns: [
    { path: 'id' },
    { path: 'name' },
    { path: 'status' },
    { path: 'lastSyncAt', header: 'last sync' },
    { path: 'ageSeconds', header: 'age', cell: ageOf },
    { path: 'nextSyncAt', header: 'next sync', cell: age },
    { path: 'lastSyncError', header: 'last error' },
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

export function addStatus(providers: Command, context: Context): void {
  providers
    .command('status')
    .description('Every provider with its status, last sync and its age, next sync and last error')
    .option('--stale <hours>', 'exit 11 if a last sync is older than this, or there was none')
    .addHelpText(
      'after',
      examples('costctl providers status', 'costctl providers status --stale 4800 -q'),
    )
    .action(
      organizationAction(context, StatusInput, async (session, { stale }) => {
        const now = context.clock.now();
        const rows: Status[] = [];
        const old: string[] = [];
        for await (const provider of listProviders(session.http, undefined, {})) {
          rows.push(toStatus(provider, now));
          if (stale !== undefined && isStale(provider, now, stale)) old.push(provider.name);
        }
        const holds = stale !== undefined && old.length === 0;
        if (!isSilent(session, holds)) await session.output.list(rows, view);
        if (old.length === 0) return;
        const message = `${old.length} of ${rows.length} providers were not synced within ${stale} h: ${old.join(', ')}`;
        throw new CostctlError('check_failed', message, {
          hint: 'costctl providers sync ID --wait',
        });
      }),
    );
}

function ageOf(seconds: unknown): string {
  return typeof seconds === 'number' ? describeAge(seconds * 1000) : 'never';
}

function toStatus(provider: Provider, now: number): Status {
  const time = Date.parse(provider.lastSyncAt ?? '');
  return {
    id: provider.id,
    name: provider.name,
    status: provider.status,
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
