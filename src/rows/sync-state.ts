import { type Phrase, say } from '../phrase.ts';

/** What a provider reports about its syncs. */
export interface SyncState {
  /** Texts that rows may name it by: id, key, name, external id. */
  readonly names: readonly string[];
  readonly label: string;
  readonly verdict: SyncVerdict;
  readonly lastSyncAt: string | null;
  readonly error: string | null;
}

export type SyncVerdict = 'failing' | 'overdue' | 'never synced' | 'unknown' | 'ok';

/** The syncs of all providers, or why they are not known. */
export type Syncs = { readonly known: readonly SyncState[] } | { readonly unknown: string };

/** What is known of the sources that rows name. */
export interface NamedSources {
  /** Whether rows name their sources. */
  readonly hasColumn: boolean;
  /** Whether the conditions allow a source that has no rows. */
  readonly mayMatter: (name: string) => boolean;
}

/** The provider of each source; a source that could be one of several has no entry. */
export function matchSyncs(
  sources: readonly string[],
  known: readonly SyncState[],
): ReadonlyMap<string, SyncState> {
  return new Map(
    sources.flatMap((source) => {
      const [only, ...others] = known.filter(({ names }) => names.includes(source));
      return only === undefined || others.length > 0 ? [] : [[source, only] as const];
    }),
  );
}

/**
 * Providers that fail and have no rows at all. If no source has the name of a provider, rows name providers
 * in another way, and nothing is known.
 */
export function findSilent(
  sources: readonly string[],
  known: readonly SyncState[],
  { hasColumn, mayMatter }: NamedSources,
): BadSync[] {
  const isNamed = ({ names }: SyncState) => names.some((name) => sources.includes(name));
  if (sources.length > 0 && (!hasColumn || !known.some(isNamed))) return [];
  return known.filter(isBad).filter((one) => !isNamed(one) && one.names.some(mayMatter));
}

/** A sync that explains why rows are missing. */
export type BadSync = SyncState & { readonly verdict: 'failing' | 'overdue' };

export function isBad(sync: SyncState | undefined): sync is BadSync {
  return sync?.verdict === 'failing' || sync?.verdict === 'overdue';
}

/** Why rows are missing, in words. */
export function describeSync(name: string, { verdict, error, lastSyncAt }: BadSync): Phrase {
  const own = name === 'its sync' ? name : `the sync of ${name}`;
  if (verdict === 'failing') return [`${own} fails: ${error}`];
  const last =
    lastSyncAt === null ? '' : say`, the last one was ${{ kind: 'time', value: lastSyncAt }}`;
  return say`${own} is overdue${last}`;
}
