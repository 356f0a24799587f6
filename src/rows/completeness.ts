import { type DayRange, describeRange, joinDays, nameDays, overlap, rangeName } from '../days.ts';
import { formatPercent } from '../json/decimal.ts';
import { nameFirst } from '../text.ts';
import {
  labelOf,
  onlyShare,
  type Presence,
  type SourcePresence,
  type Verdict,
} from './presence.ts';

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

/** Which missing data the run accepts. */
interface Allowed {
  readonly empty: boolean;
  /** Names of sources; `all` means every source. */
  readonly stale: ReadonlySet<string>;
}

export interface CompletenessFacts {
  readonly presence: Presence;
  readonly judged: readonly DayRange[];
  /** The UTC day of the run. */
  readonly today: string;
  /** Whether rows name their sources. */
  readonly hasColumn: boolean;
  /** Sources with rows that meet the conditions; the others do not matter. */
  readonly met: ReadonlySet<string | null>;
  /** Whether the conditions allow a source that has no rows. */
  readonly mayMatter: (name: string) => boolean;
  /** Undefined: they were not asked for. */
  readonly syncs: Syncs | undefined;
  readonly allowed: Allowed;
  /** The days of which no row meets the conditions, if there are any. */
  readonly unmet: DayRange | undefined;
  readonly hasConditions: boolean;
  /** The condition that no row meets, if there is one. */
  readonly whyUnmet: string | undefined;
}

/** Data that is not there. */
export interface Fault {
  readonly verdict: Exclude<Verdict, 'ok'> | 'missing' | 'unmet' | 'no value' | 'unfinished';
  /** `(none)`: rows that name no source; `(all)`: the rows as a whole. */
  readonly source: string;
  readonly days: readonly string[];
  /** The part of the cost that the source usually has, in percent. */
  readonly share: string | null;
  /** Whether an option accepts it. */
  readonly allowed: boolean;
  /** No option can accept it. */
  readonly isFinal?: true;
  readonly text: string;
}

/** Whether the data is there: for the caption, `about`, receipts and manifests. */
export interface Completeness {
  readonly complete: boolean;
  readonly text: string;
  readonly faults: readonly Fault[];
  /** Failed and overdue syncs of sources whose rows are there. */
  readonly syncs: readonly {
    readonly source: string;
    readonly verdict: 'failing' | 'overdue';
    readonly text: string;
  }[];
  /** Why the syncs of providers are not known. */
  readonly syncsUnknown?: string;
}

export function describeCompleteness(facts: CompletenessFacts): Completeness {
  const { presence, judged, hasColumn, met, syncs } = facts;
  const known = syncs !== undefined && 'known' in syncs ? syncs.known : [];
  const names = presence.sources.map(({ source }) => labelOf(source, hasColumn));
  const matches = matchSyncs(names, known);
  const missing = new Set(presence.missing);
  const faults: Fault[] = [];
  const notes: Completeness['syncs'][number][] = [];

  function add(fault: Omit<Fault, 'allowed'>): void {
    faults.push({ ...fault, allowed: isAllowed(fault, facts.allowed) });
  }

  // Days without any rows are reported as such.
  if (facts.unmet !== undefined && (facts.hasConditions || missing.size === 0)) {
    const why = facts.whyUnmet === undefined ? '' : `; ${facts.whyUnmet}`;
    const days = describeRange(facts.unmet);
    const text = facts.hasConditions
      ? `no row of ${days} meets the conditions${why}`
      : `${days} has no rows, and neither do the days before`;
    add({ verdict: 'unmet', source: '(all)', days: [rangeName(facts.unmet)], share: null, text });
  }
  if (missing.size > 0) {
    const text = `no rows on ${nameDays(presence.missing)}`;
    add({ verdict: 'missing', source: '(all)', days: presence.missing, share: null, text });
  }
  for (const own of presence.sources) {
    if (!met.has(own.source)) continue;
    const source = labelOf(own.source, hasColumn);
    const matched = matches.get(source);
    const sync = isBad(matched) ? matched : undefined;
    // Days without any rows are reported as such; the source may lack others too.
    const isOfAll =
      (own.verdict === 'stalled' || own.verdict === 'gap') &&
      own.days.every((day) => missing.has(day));
    const { verdict, days } = isOfAll ? own.otherwise : own;
    const share = onlyShare(own.shares);
    // All rows of the source are from before the period.
    const isSilent = judged.length > 0 && judged.every(({ from }) => own.lastDay < from);
    const judgement = { ...own, verdict, days };
    if (verdict !== 'ok')
      add({ verdict, source, days, share, text: describe(judgement, source, sync) });
    else if (sync !== undefined && isSilent && !isOfAll) {
      const stalled = { ...own, verdict: 'stalled' as const, days: judged.map(rangeName) };
      const text = describe(stalled, source, sync);
      add({ verdict: 'stalled', source, days: stalled.days, share, text });
    } else if (sync !== undefined) {
      notes.push({ source, verdict: sync.verdict, text: describeSync(source, sync) });
    }
  }
  for (const sync of findSilent(names, known, facts)) {
    const text = `${sync.label} has no rows, and ${describeSync('its sync', sync)}`;
    const days = judged.map(rangeName);
    add({ verdict: 'stalled', source: sync.label, days, share: null, text });
  }
  const open = findOpen(judged, facts.today).map(({ text }) => text);
  const unknown = syncs !== undefined && 'unknown' in syncs ? syncs.unknown : undefined;
  return {
    complete: faults.length === 0 && open.length === 0,
    text: describeAll({ faults, syncs: notes, hasDays: judged.length > 0, open }, unknown),
    faults: faults.map((fault) => ({ ...fault, days: rangesOf(fault.days) })),
    syncs: notes,
    ...(unknown === undefined ? {} : { syncsUnknown: unknown }),
  };
}

/** The day that is not over, if it is one of those: its rows are still to come. */
export function findOpen(days: readonly DayRange[], today: string): readonly Fault[] {
  if (!days.some((range) => overlap(range, { from: today, to: today }))) return [];
  const fault = { verdict: 'unfinished', source: '(all)', share: null, allowed: false } as const;
  return [{ ...fault, days: [today], isFinal: true, text: `${today} has not ended` }];
}

/** The faults that a gate must not let through. */
export function refusedFaults({ faults }: Pick<Completeness, 'faults'>): readonly Fault[] {
  return faults.filter(({ allowed, verdict }) => !allowed && verdict !== 'late');
}

/** Rows that are late but usual: a gate passes without them, but they may explain why a figure is too low. */
export function lateFaults({ faults }: Pick<Completeness, 'faults'>): readonly Fault[] {
  return faults.filter(({ allowed, verdict }) => !allowed && verdict === 'late');
}

/** Faults that several days or periods have are one. */
export function distinctFaults(faults: readonly Fault[]): readonly Fault[] {
  return [...new Map(faults.map((fault) => [fault.text, fault])).values()];
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
  { hasColumn, mayMatter }: Pick<CompletenessFacts, 'hasColumn' | 'mayMatter'>,
): BadSync[] {
  const isNamed = ({ names }: SyncState) => names.some((name) => sources.includes(name));
  if (sources.length > 0 && (!hasColumn || !known.some(isNamed))) return [];
  return known.filter(isBad).filter((one) => !isNamed(one) && one.names.some(mayMatter));
}

/** A sync that explains why rows are missing. */
type BadSync = SyncState & { readonly verdict: 'failing' | 'overdue' };

function isBad(sync: SyncState | undefined): sync is BadSync {
  return sync?.verdict === 'failing' || sync?.verdict === 'overdue';
}

function isAllowed({ verdict, source }: Omit<Fault, 'allowed'>, allowed: Allowed): boolean {
  if (verdict === 'missing' || verdict === 'unmet') return allowed.empty;
  return allowed.stale.has('all') || allowed.stale.has(source);
}

function describe(
  { verdict, days, lastDay, shares }: SourcePresence,
  source: string,
  sync: BadSync | undefined,
): string {
  const parts = shares.filter(({ percent }) => shares.length === 1 || percent !== '0.00');
  const named = parts.map(({ currency, percent }, place) => {
    const whole = place === 0 ? ' of the cost' : '';
    return `${formatPercent(percent)} %${whole}${shares.length === 1 ? '' : ` ${currency === null ? 'without a currency' : `in ${currency}`}`}`;
  });
  const usual = named.length === 0 ? '' : ` (usually ${nameFirst(named, 3)})`;
  const why = sync === undefined ? '' : `; ${describeSync('its sync', sync)}`;
  const name = source === '(all)' ? 'the data' : source;
  switch (verdict) {
    case 'stalled':
      return `${name} has no rows after ${lastDay}${usual}${why}`;
    case 'gap':
      return `${name} has no rows on ${nameDays(days)}${usual}${why}`;
    case 'partial':
      return `${name} has only part of its rows on ${nameDays(days)}${usual}${why}`;
    default:
      // A sentence begins with a capital letter, which would change a name.
      return `${source === '(all)' ? 'the data is' : `rows of ${source} are`} late: ${nameDays(days)}${why}`;
  }
}

function describeSync(name: string, { verdict, error, lastSyncAt }: BadSync): string {
  const own = name === 'its sync' ? name : `the sync of ${name}`;
  if (verdict === 'failing') return `${own} fails: ${error}`;
  return `${own} is overdue${lastSyncAt === null ? '' : `, the last one was ${lastSyncAt}`}`;
}

interface Days {
  readonly hasDays: boolean;
  /** What is said of the day that is not over. */
  readonly open: readonly string[];
}

function describeAll(
  { faults, syncs, hasDays, open }: Pick<Completeness, 'faults' | 'syncs'> & Days,
  unknown: string | undefined,
): string {
  const parts = faults.map(({ text, allowed }) => (allowed ? `${text} (allowed)` : text));
  const isLate = faults.every(({ verdict }) => verdict === 'late');
  // `syncs` says why a sync fails. As the rows are there, its state is enough here.
  const named = syncs.map(
    ({ source, verdict }) =>
      `the sync of ${source} ${verdict === 'failing' ? 'fails' : 'is overdue'}`,
  );
  const although = named.length === 0 ? '' : `, although ${nameFirst(named, 5, ' and ')}`;
  const whole = hasDays ? [`complete${although}`] : ['no day to judge', ...named];
  const none = open.length === 0 ? whole : [...open, ...named];
  const all = faults.length === 0 ? none : [...parts, ...open, ...named];
  if (unknown !== undefined) all.push(unknown);
  return `${isLate ? '' : 'incomplete: '}${nameFirst(all, 6, '; ')}`;
}

function rangesOf(days: readonly string[]): string[] {
  if (days.some((day) => day.includes('..'))) return [...days];
  return joinDays(days).map((range) => (range.from === range.to ? range.from : rangeName(range)));
}
