import { addDays, type DayRange, isEmpty } from '../../days.ts';
import { noPeriod } from '../../declaration/shared.ts';
import { CostctlError } from '../../errors.ts';
import type { Fault } from '../../rows/completeness.ts';
import type { Session } from '../../session.ts';
import { quote } from '../../text.ts';
import { gaps } from '../metrics/gaps.ts';
import { summary } from '../metrics/value-summary.ts';
import { values } from '../metrics/values.ts';
import { freshness } from './freshness.ts';
import { daysOptions } from './options.ts';

/** What the result of a limit says that missing data leaves open. */
export const notJudged = '; not judged, because data is missing';

interface Divisor {
  readonly metric: string | undefined;
  /** Those whose values divide each group by itself. */
  readonly labels: readonly string[];
  /** Whether each day with a cost has a value, if only a zero. */
  readonly isValued: boolean;
}

/** A gate does not pass on data that is not there. */
export function incompleteData(
  session: Pick<Session, 'lineToType'>,
  faults: readonly Fault[],
  asked: readonly DayRange[],
  divisor?: Divisor,
): CostctlError {
  const isOfDays = ({ verdict }: Fault) => ['missing', 'unmet', 'no value'].includes(verdict);
  const isOpen = ({ verdict }: Fault) => verdict === 'unfinished';
  const [today] = faults.find(isOpen)?.days ?? [];
  const ofMetric = faults.filter(({ verdict }) => verdict === 'no value');
  const shown = [
    ...(today === undefined ? [] : [`choose days that are over: up to ${addDays(today, -1)}`]),
    ...(faults.some((fault) => !isOpen(fault) && fault.verdict !== 'no value')
      ? [`${showSources(session, asked)} shows every source`]
      : []),
    ...(ofMetric.length > 0 ? showValues(session, asked, divisor) : []),
  ];
  const lacking = faults.filter((fault) => !isOpen(fault) && !isOfDays(fault));
  const stale = new Set(lacking.map(({ source }) => source));
  const named = stale.size > mostSources || stale.has('(all)') ? ['all'] : [...stale];
  const accept = [
    ...(faults.some((fault) => isOfDays(fault) && !fault.isFinal) ? ['--allow-empty'] : []),
    ...named.map((source) => `--allow-stale ${quote(source)}`),
  ];
  const accepts = accept.length === 1 ? 'accepts' : 'accept';
  // An error remains if one fault cannot be accepted.
  const isFinal = accept.length === 0 || faults.some((fault) => fault.isFinal);
  const accepted = isFinal ? [] : [`${accept.join(' and ')} ${accepts} it`];
  return new CostctlError(
    'incomplete',
    `the data is not complete: ${faults.map((fault) => fault.text).join('; ')}`,
    { hint: [...shown, ...accepted].join('; ') },
  );
}

/** A day that has a value may still lack those of a group. */
function showValues(
  { lineToType }: Pick<Session, 'lineToType'>,
  asked: readonly DayRange[],
  { metric, labels, isValued }: Divisor = { metric: undefined, labels: [], isValued: false },
): string[] {
  if (metric === undefined) return [];
  const of = <Action extends { readonly words: string }>(action: Action) => {
    return { ...action, words: `${action.words} ${quote(metric)}` };
  };
  if (isValued) return [`${lineToType(onlyDays(asked), of(values))} lists the values`];
  if (labels.length === 0) {
    return [`${lineToType(onlyDays(asked), of(gaps))} lists the days without a value`];
  }
  const line = lineToType({ ...onlyDays(asked), by: labels }, of(summary));
  return [`${line} shows the days with values of each group`];
}

export function showSources(
  { lineToType }: Pick<Session, 'lineToType'>,
  asked: readonly DayRange[],
): string {
  return lineToType(onlyDays(asked), freshness);
}

/** The options that choose these days, and no rows of them. */
function onlyDays(asked: readonly DayRange[]) {
  const ranges = asked.filter((range) => !isEmpty(range));
  const from = ranges.map((range) => range.from).sort()[0];
  const to = ranges
    .map((range) => range.to)
    .sort()
    .at(-1);
  const days = from === undefined || to === undefined ? noPeriod : daysOptions({ from, to });
  return { ...days, by: undefined, where: undefined, check: undefined };
}

/** For more sources than this, a hint accepts all. */
const mostSources = 3;
