import { type DayRange, dayOrRange, joinDays, overlap } from '../days.ts';
import { day, type Phrase, plain, type Said, say, sayDays, sayFirst, sayRange } from '../phrase.ts';
import type { Verdict } from './judge-source.ts';
import { labelOf, onlyShare, type Presence, type SourcePresence } from './presence.ts';
import {
  type BadSync,
  describeSync,
  findSilent,
  isBad,
  matchSyncs,
  type NamedSources,
  type SyncState,
  type Syncs,
} from './sync-state.ts';

/** Which missing data the run accepts. */
interface Allowed {
  readonly empty: boolean;
  /** Names of sources; `all` means every source. */
  readonly stale: ReadonlySet<string>;
}

export interface CompletenessFacts extends NamedSources {
  readonly presence: Presence;
  readonly judged: readonly DayRange[];
  /** The UTC day of the run. */
  readonly today: string;
  /** Sources with rows that meet the conditions; the others do not matter. */
  readonly met: ReadonlySet<string | null>;
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

/** The sources that matter, each judged with the sync of its provider, and failing providers without any row. */
export function judgeSources(facts: CompletenessFacts) {
  const { presence, hasColumn, met, syncs } = facts;
  const known = syncs !== undefined && 'known' in syncs ? syncs.known : [];
  const names = presence.sources.map(({ source }) => labelOf(source, hasColumn));
  const matches = matchSyncs(names, known);
  const own = presence.sources.filter(({ source }) => met.has(source));
  return {
    own: own.map((one) => {
      const label = labelOf(one.source, hasColumn);
      const sync = matches.get(label);
      return { ...one, label, sync, ...assessSource(one, facts, label, sync) };
    }),
    silent: findSilent(names, known, facts),
  };
}

export function describeCompleteness(facts: CompletenessFacts): Completeness {
  const { presence, judged, syncs } = facts;
  const { own: judgements, silent } = judgeSources(facts);
  const found: readonly Finding[] = [
    ...findUnmet(facts),
    ...findMissing(presence),
    ...judgements.flatMap((one) => one.fault ?? []),
    ...silent.map((sync) => describeSilent(sync, judged)),
  ];
  const faults = found.map(({ said, ...fault }) =>
    remember(said, {
      ...fault,
      days: rangesOf(fault.days),
      text: plain(said),
      allowed: isAllowed(fault, facts.allowed),
    }),
  );
  const notes = judgements.flatMap((one) => one.note ?? []);
  const open = findOpen(judged, facts.today).map(phraseOf);
  const unknown = syncs !== undefined && 'unknown' in syncs ? syncs.unknown : undefined;
  const said = describeAll({ faults, syncs: notes, hasDays: judged.length > 0, open }, unknown);
  return remember(said, {
    complete: faults.length === 0 && open.length === 0,
    text: plain(said),
    faults,
    syncs: notes,
    ...(unknown === undefined ? {} : { syncsUnknown: unknown }),
  });
}

/** The sentences of what was found. They are no part of it: programs read `text`. */
const sentences = new WeakMap<object, Phrase>();

function remember<Found extends object>(said: Phrase, found: Found): Found {
  sentences.set(found, said);
  return found;
}

/** What was found, for a document that writes figures in its own way. */
export function phraseOf(found: Pick<Completeness, 'text'>): Phrase {
  return sentences.get(found) ?? [found.text];
}

/** A fault before it is known whether an option accepts it. */
type Finding = Omit<Fault, 'allowed' | 'text'> & { readonly said: Phrase };

/** Days without any rows are reported as such, by `findMissing`. */
function findUnmet({ unmet, whyUnmet, hasConditions, presence }: CompletenessFacts): Finding[] {
  if (unmet === undefined || (!hasConditions && presence.missing.length > 0)) return [];
  const why = whyUnmet === undefined ? '' : `; ${whyUnmet}`;
  const days = sayRange(unmet);
  const said = hasConditions
    ? say`no row of ${days} meets the conditions${why}`
    : say`${days} has no rows, and neither do the days before`;
  return [{ verdict: 'unmet', source: '(all)', days: [dayOrRange(unmet)], share: null, said }];
}

function findMissing({ missing }: Presence): Finding[] {
  if (missing.length === 0) return [];
  const said = say`no rows on ${sayDays(missing)}`;
  return [{ verdict: 'missing', source: '(all)', days: missing, share: null, said }];
}

/** What is wrong with the rows of a source; if nothing is, what its sync lacks. */
function assessSource(
  own: SourcePresence,
  { presence, judged }: CompletenessFacts,
  source: string,
  matched: SyncState | undefined,
): { readonly fault?: Finding; readonly note?: Completeness['syncs'][number] } {
  const sync = isBad(matched) ? matched : undefined;
  // Days without any rows are reported as such; the source may lack others too.
  const missing = new Set(presence.missing);
  const isOfAll =
    (own.verdict === 'stalled' || own.verdict === 'gap') &&
    own.days.every((day) => missing.has(day));
  const { verdict, days } = isOfAll ? own.otherwise : own;
  const share = onlyShare(own.shares);
  if (verdict !== 'ok') {
    const said = describe({ ...own, verdict, days }, source, sync);
    return { fault: { verdict, source, days, share, said } };
  }
  if (sync === undefined) return {};
  // All rows of the source are from before the period.
  const isSilent = judged.length > 0 && judged.every(({ from }) => own.lastDay < from);
  if (isSilent && !isOfAll) {
    const stalled = { ...own, verdict: 'stalled' as const, days: judged.map(dayOrRange) };
    const said = describe(stalled, source, sync);
    return { fault: { verdict: 'stalled', source, days: stalled.days, share, said } };
  }
  return { note: { source, verdict: sync.verdict, text: plain(describeSync(source, sync)) } };
}

function describeSilent(sync: BadSync, judged: readonly DayRange[]): Finding {
  const said = say`${sync.label} has no rows, and ${describeSync('its sync', sync)}`;
  const days = judged.map(dayOrRange);
  return { verdict: 'stalled', source: sync.label, days, share: null, said };
}

/** The day that is not over, if it is one of those: its rows are still to come. */
export function findOpen(days: readonly DayRange[], today: string): readonly Fault[] {
  if (!days.some((range) => overlap(range, { from: today, to: today }))) return [];
  const fault = { verdict: 'unfinished', source: '(all)', share: null, allowed: false } as const;
  const said = say`${day(today)} has not ended`;
  return [remember(said, { ...fault, days: [today], isFinal: true, text: plain(said) })];
}

type Found = Pick<Completeness, 'faults'> | undefined;

/** The faults that a gate must not let through. */
export function refusedFaults(found: Found): readonly Fault[] {
  return found?.faults.filter(({ allowed, verdict }) => !allowed && verdict !== 'late') ?? [];
}

/** Rows that are late but usual: a gate passes without them, but they may explain why a figure is too low. */
export function lateFaults(found: Found): readonly Fault[] {
  return found?.faults.filter(({ allowed, verdict }) => !allowed && verdict === 'late') ?? [];
}

/** Faults that several days or periods have are one. */
export function distinctFaults(faults: readonly Fault[]): readonly Fault[] {
  return [...new Map(faults.map((fault) => [fault.text, fault])).values()];
}

function isAllowed({ verdict, source }: Pick<Fault, 'verdict' | 'source'>, allowed: Allowed) {
  if (verdict === 'missing' || verdict === 'unmet') return allowed.empty;
  return allowed.stale.has('all') || allowed.stale.has(source);
}

function describe(
  { verdict, days, lastDay, shares }: SourcePresence,
  source: string,
  sync: BadSync | undefined,
): Phrase {
  const parts = shares.filter(({ percent }) => shares.length === 1 || percent !== '0.00');
  const named = parts.map(({ currency, percent }, place) => {
    const whole = place === 0 ? ' of the cost' : '';
    const unit = currency === null ? ' without a currency' : ` in ${currency}`;
    return say`${{ kind: 'percent', value: percent }}${whole}${shares.length === 1 ? '' : unit}`;
  });
  const usual = named.length === 0 ? '' : say` (usually ${sayFirst(named, 3)})`;
  const why = sync === undefined ? '' : say`; ${describeSync('its sync', sync)}`;
  const name = source === '(all)' ? 'the data' : source;
  switch (verdict) {
    case 'stalled':
    case 'gap': {
      // A source that ends in one period may have rows in a later one.
      const hasEnded = verdict === 'stalled' && days.every((one) => one > lastDay);
      const when = hasEnded ? say`after ${day(lastDay)}` : say`on ${sayDays(days)}`;
      return say`${name} has no rows ${when}${usual}${why}`;
    }
    case 'partial':
      return say`${name} has only part of its rows on ${sayDays(days)}${usual}${why}`;
    default:
      // A sentence begins with a capital letter, which would change a name.
      return say`${source === '(all)' ? 'the data is' : `rows of ${source} are`} late: ${sayDays(days)}${why}`;
  }
}

interface Days {
  readonly hasDays: boolean;
  /** What is said of the day that is not over. */
  readonly open: readonly Phrase[];
}

function describeAll(
  { faults, syncs, hasDays, open }: Pick<Completeness, 'faults' | 'syncs'> & Days,
  unknown: string | undefined,
): Phrase {
  const parts = faults.map((fault) => say`${phraseOf(fault)}${fault.allowed ? ' (allowed)' : ''}`);
  const isLate = faults.every(({ verdict }) => verdict === 'late');
  // `syncs` says why a sync fails. As the rows are there, its state is enough here.
  const named = syncs.map(
    ({ source, verdict }) =>
      `the sync of ${source} ${verdict === 'failing' ? 'fails' : 'is overdue'}`,
  );
  const although = named.length === 0 ? '' : say`, although ${sayFirst(named, 5, ' and ')}`;
  const whole: Said[] = hasDays ? [say`complete${although}`] : ['no day to judge', ...named];
  const none = open.length === 0 ? whole : [...open, ...named];
  const all: Said[] = faults.length === 0 ? none : [...parts, ...open, ...named];
  if (unknown !== undefined) all.push(unknown);
  return say`${isLate ? '' : 'incomplete: '}${sayFirst(all, 6, '; ')}`;
}

function rangesOf(days: readonly string[]): string[] {
  if (days.some((day) => day.includes('..'))) return [...days];
  return joinDays(days).map(dayOrRange);
}
