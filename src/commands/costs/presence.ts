import { addDays, type DayRange, eachDay, isEmpty, joinDays } from '../../days.ts';
import { text } from '../../declaration/kind.ts';
import {
  flag,
  type Input,
  optional,
  repeated,
  repeatedAs,
  requireUnique,
  under,
} from '../../declaration/option.ts';
import type { CheckResult } from '../../output/check-report.ts';
import { count, day, say } from '../../phrase.ts';
import type { Added } from '../../questions/add-up.ts';
import {
  type Completeness,
  type CompletenessFacts,
  describeCompleteness,
  type Fault,
} from '../../rows/completeness.ts';
import { findAwaited, judgePresence, type Lag, labelOf } from '../../rows/presence.ts';
import type { SourceFacts } from '../../rows/source-facts.ts';
import type { Condition } from '../../rows/where-language.ts';
import type { Session } from '../../session.ts';
import { lag, lagsOf } from '../../settings/setting-kinds.ts';
import { didYouMean } from '../../suggest.ts';
import { readSyncs } from '../providers/sync-verdict.ts';
import { heldEnd } from './held-days.ts';
import type { CostChoice } from './options.ts';

const usualLag = 2;

/** The options of every action that asks whether the data is there. */
export const presenceOptions = under('Rows:', {
  sourceColumn: optional(text('name'), 'the column with the provider of a row'),
  maxLag: repeatedAs(
    lag,
    (lags) => {
      requireUnique('--max-lag')(lags.map(({ source = 'every source' }) => source));
      return lags;
    },
    'days that rows are usually late: [SOURCE=]DAYS (repeatable)',
    { usual: String(usualLag) },
  ),
});

/** The options with which a verdict accepts data that is not there. */
export const gateOptions = {
  allowEmpty: flag('accept days without rows'),
  allowStale: repeated(
    text('source'),
    'accept a source that is late, stalled, partial or has gaps; all: every source (repeatable)',
  ),
};

type PresenceInput = Input<typeof presenceOptions> & Partial<Input<typeof gateOptions>>;

/** How many days before each of its periods a gate reads to know what is usual. */
const historyDays = 14;

/** The days before each period, without those that are read for something else; none if nothing depends on them. */
export async function historyOf(
  periods: readonly DayRange[],
  read: readonly DayRange[],
  { allowStale = [] }: PresenceInput,
  choice: Pick<CostChoice, 'mirror'>,
): Promise<readonly DayRange[]> {
  if (allowStale.includes('all')) return [];
  const held: DayRange[] = [];
  for (const period of periods) {
    if (isEmpty(period)) continue;
    const range = { from: addDays(period.from, -historyDays), to: addDays(period.from, -1) };
    held.push(await heldEnd(choice.mirror, range));
  }
  const known = new Set(read.flatMap((one) => [...eachDay(one)]));
  return joinDays(held.flatMap((one) => [...eachDay(one)]).filter((day) => !known.has(day)));
}

interface PresenceQuestion extends Pick<Added, 'sources' | 'count'>, Partial<Pick<Added, 'unmet'>> {
  readonly read: readonly DayRange[];
  /** Whether a verdict depends on the data being there: then providers are asked too. */
  readonly isGate: boolean;
}

interface JudgedPart {
  readonly met?: ReadonlySet<string | null>;
  readonly conditions?: readonly Condition[];
  /** A day that a mirror of files does not have is missing: a budget needs its whole period. */
  readonly needsAll?: boolean;
}

/** Whether the data of some days is there; undefined if the rows that were read do not show it. */
export type JudgeDays = (days: readonly DayRange[], part?: JudgedPart) => Completeness | undefined;

/**
 * Judges days by all rows that were read, for everything or for a part of it, and warns of what the options do not
 * fit. `factsOf` are what the verdict is made of.
 */
export async function openPresence(
  session: Session,
  input: PresenceInput,
  { today, conditions, mirror }: Pick<CostChoice, 'today' | 'conditions' | 'mirror'>,
  { read, sources, count, unmet, isGate }: PresenceQuestion,
) {
  const asks = isGate && mirror === undefined && !read.every(isEmpty);
  const syncs = asks ? await readSyncs(session) : undefined;
  const days = sources?.days() ?? [];
  if (sources !== undefined) warnOfOtherDays(session, sources, { conditions });
  warnOfUnknownSources(session, input, sources);
  // A mirror knows nothing of other days, so they are not missing unless they are needed.
  const held = mirror === undefined ? undefined : (await mirror.state()).days;
  const dates = held === undefined ? undefined : new Set(held.map(({ date }) => date));
  const known = joinDays(
    read.flatMap((range) => [...eachDay(range)]).filter((day) => dates?.has(day) !== false),
  );
  const lag = chooseLag(session, input);
  const column = sources?.column;
  const hasColumn = column !== undefined;
  const factsOf = (ranges: readonly DayRange[], part?: JudgedPart): CompletenessFacts => {
    const judged = ranges.filter((range) => !isEmpty(range));
    const own = [...conditions, ...(part?.conditions ?? [])];
    const seen = part?.needsAll === true ? read : known;
    return {
      presence: judgePresence({ read: seen, judged, days, hasColumn, today, lag }),
      judged,
      today,
      hasColumn,
      met: part?.met ?? sources?.met() ?? new Set(),
      mayMatter: mayMatter(own, column),
      syncs,
      allowed: { empty: input.allowEmpty === true, stale: new Set(input.allowStale) },
      unmet: isGate && count.rows === 0 ? judged[0] : undefined,
      hasConditions: own.length > 0,
      whyUnmet: unmet,
    };
  };
  const isUnclear = sources === undefined && count.read > 0;
  const judge: JudgeDays = (days, part) =>
    isUnclear ? undefined : describeCompleteness(factsOf(days, part));
  return { factsOf, judge };
}

/**
 * Warns of rows with other days, and of rows with none. They are counted, because the service counts them
 * among the rows of the days that were asked for.
 */
function warnOfOtherDays(
  { output }: Session,
  sources: Pick<SourceFacts, 'strays' | 'undated'>,
  { conditions }: Pick<CostChoice, 'conditions'>,
): void {
  const ifMet = (meets: string) => (conditions.length === 0 ? '' : ` if ${meets} the conditions`);
  const undated = sources.undated();
  if (undated > 0) {
    const have = say`${count(undated)} ${undated === 1 ? 'row has' : 'rows have'}`;
    const counted =
      undated === 1 ? `is counted${ifMet('it meets')}` : `are counted${ifMet('they meet')}`;
    output.warn(
      say`${have} no day, and ${counted}: is this the right column of days (--date-column)?`,
    );
  }
  const strays = sources.strays();
  const [first] = strays;
  if (first === undefined) return;
  const rows = strays.reduce((sum, one) => sum + one.rows, 0);
  const [have, it, meets, own] =
    rows === 1
      ? ['row has a day', 'it', 'it meets', 'its own day']
      : ['rows have days', 'them', 'they meet', 'their own days'];
  output.warn(
    say`${count(rows)} ${have} outside the period, such as ${day(first.day)}: totals count ${it}${ifMet(meets)}, and what is added up by day, such as charts, budgets and outlooks, counts ${it} only on ${own}; if that is the wrong column, name the right one with --date-column`,
  );
}

/**
 * The lag of a misspelled source would apply to nothing. This is a warning, not an error, because
 * the options of a profile may name sources that have rows in other periods only.
 */
function warnOfUnknownSources(
  { output }: Session,
  { maxLag = [] }: Pick<PresenceInput, 'maxLag'>,
  sources: Pick<SourceFacts, 'column' | 'days'> | undefined,
): void {
  const hasColumn = sources?.column !== undefined;
  const known = new Set((sources?.days() ?? []).map(({ source }) => labelOf(source, hasColumn)));
  if (known.size === 0) return;
  for (const { source } of maxLag) {
    if (source === undefined || known.has(source)) continue;
    output.warn(
      `--max-lag names ${source}, and no row has this source${didYouMean(source, [...known])}`,
    );
  }
}

/** Whether a source of which no row is known could meet the conditions. */
function mayMatter(
  conditions: readonly Condition[],
  column: string | undefined,
): (name: string) => boolean {
  const own = conditions.filter((condition) => condition.column === column);
  return (name) => own.every(({ matches }) => matches(name));
}

export function settledDay(
  session: Pick<Session, 'settings'>,
  input: Pick<PresenceInput, 'maxLag'>,
  today: string,
): string {
  return addDays(today, -1 - chooseLag(session, input).usual);
}

/** The last days on which a source may still get rows: of all sources that the answer depends on, or of some. */
export function awaitedDays(
  session: Pick<Session, 'settings'>,
  input: Pick<PresenceInput, 'maxLag'>,
  { today, read, sources }: Pick<PresenceQuestion, 'read' | 'sources'> & { readonly today: string },
  met = sources?.met() ?? new Set<string | null>(),
): ReadonlySet<string> {
  const lag = chooseLag(session, input);
  const hasColumn = sources?.column !== undefined;
  return findAwaited({ read, days: sources?.days() ?? [], hasColumn, today, lag }, met);
}

function chooseLag(
  { settings }: Pick<Session, 'settings'>,
  { maxLag }: Pick<PresenceInput, 'maxLag'>,
): Lag {
  const all = [...lagsOf(settings.maxLag ?? ''), ...(maxLag ?? [])];
  const usual = all.filter(({ source }) => source === undefined).at(-1)?.days ?? usualLag;
  const bySource = all.flatMap(({ source, days }) =>
    source === undefined ? [] : [[source, days] as const],
  );
  return { usual, bySource: new Map(bySource) };
}

export function faultResult({ verdict, source, days, text }: Fault): CheckResult {
  const isDays = source === '(all)';
  return {
    name: isDays ? `rows of ${days.join(', ')}` : `rows of ${source}`,
    state: 'error',
    message: verdict === 'missing' ? `no rows on ${days.join(', ')}` : text,
  };
}
