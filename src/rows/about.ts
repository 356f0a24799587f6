import { countDays, type DayRange, isEmpty, periodName } from '../days.ts';
import { ExactNumber } from '../json/number.ts';
import { stringifyJson } from '../json/stringify.ts';
import { nameFirst, pluralize } from '../text.ts';
import type { Completeness } from './completeness.ts';

/** What the figures of a cost answer mean: shown in the caption, in `about` of json, and in a receipt. */
export interface About {
  /** Whole UTC days. */
  readonly period: DayRange;
  /** The period that `period` is compared with. */
  readonly baseline?: DayRange;
  /** Which rows could be read at all. */
  readonly scope: string;
  /** Every row that was counted meets all of them. */
  readonly conditions: readonly string[];
  /** Null if there was no row to look at; absent if the answer is not about amounts. */
  readonly amountColumn?: string | null;
  /** The currencies of the amounts. Null, for rows without a currency, is left out. */
  readonly currencies: readonly string[];
  /** The rows have no column of currencies: no amount has one. */
  readonly withoutCurrency?: true;
  readonly conversion?: AboutConversion;
  readonly perDay?: boolean;
  /** What else was asked, each in a few words: the columns that a change is explained by, the tags needed. */
  readonly question?: readonly string[];
  /** Whether the data is there; absent if that was not looked at. */
  readonly completeness?: Completeness;
  /** What qualifies the figures, each as a sentence. */
  readonly warnings: readonly string[];
  /** Further sentences about the figures that are no reason to worry. */
  readonly notes: readonly string[];
}

/** What the workspace has decided about rates, as the service sent it: quoted, never interpreted. */
export interface ReadPolicy {
  readonly exchangeRatePolicy?: unknown;
  readonly exchangeRatePolicyProblem?: string;
}

export interface AboutConversion extends ReadPolicy {
  readonly to: string;
  /** Such as `daily rates`. */
  readonly rates: string;
  /** What the service, or the file, names as the source of the rates; absent before any was read. */
  readonly sources?: readonly string[];
}

/** `October 2026 (UTC) against September 2026 · everything the token reaches · cost in USD · complete`. */
export function describeAbout(about: About): string {
  const { completeness } = about;
  return [
    describePeriods(about),
    about.scope,
    ...(about.conditions.length === 0 ? [] : [nameFirst(about.conditions, 5)]),
    ...(about.amountColumn === undefined ? [] : [describeAmounts(about)]),
    ...(about.question ?? []),
    ...(completeness === undefined ? [] : [completeness.text]),
  ].join(' · ');
}

function describePeriods({ period, baseline }: About): string {
  const name = isEmpty(period) ? `no complete day from ${period.from} on` : periodName(period);
  if (baseline === undefined) return `${name} (UTC)`;
  const [days, daysBefore] = [countDays(period), countDays(baseline)];
  if (days === daysBefore) return `${name} (UTC) against ${periodName(baseline)}`;
  return `${name} (UTC, ${pluralize(days, 'day')}) against ${periodName(baseline)} (${pluralize(daysBefore, 'day')})`;
}

function describeAmounts(about: About): string {
  const { amountColumn, currencies, withoutCurrency, conversion, perDay } = about;
  const amounts = `${amountColumn ?? 'cost'}${perDay === true ? ' per day' : ''}`;
  const none = withoutCurrency === true ? `${amounts} without a currency` : amounts;
  const own = currencies.length === 0 ? none : `${amounts} in ${nameFirst(currencies, 5)}`;
  if (conversion === undefined) return own;
  const { to, rates, sources = [] } = conversion;
  const named = sources.length === 0 ? '' : ` (${nameFirst(sources, 2)})`;
  return [`${amounts} in ${to}, ${rates}${named}`, ...quotePolicy(conversion, 'caption')].join(
    ', ',
  );
}

const longestQuote = 93;

/** Quotes the fields of a policy without interpreting them: in the caption if they are short, otherwise in a note. */
export function quotePolicy(conversion: ReadPolicy, place: 'caption' | 'note'): string[] {
  const short = shortPolicy(conversion);
  if (place === 'caption') return short === undefined ? [] : [`policy ${short}`];
  return short === undefined ? describePolicy(conversion) : [];
}

/** A policy of many fields as JSON; if it could not be read, why. */
export function describePolicy(conversion: ReadPolicy): string[] {
  const { exchangeRatePolicy: policy, exchangeRatePolicyProblem: problem } = conversion;
  const name = "the workspace's exchange rate policy";
  if (problem !== undefined) return [`${name} could not be read: ${problem}`];
  if (policy === undefined || policy === null) return [];
  return [`${name}: ${shortPolicy(conversion) ?? writeWrappable(policy)}`];
}

function shortPolicy({ exchangeRatePolicy, exchangeRatePolicyProblem }: ReadPolicy) {
  if (exchangeRatePolicyProblem !== undefined || exchangeRatePolicy === undefined) return;
  // `available=true` says only that there is a policy, which the other fields show too.
  const fields = fieldsIn(exchangeRatePolicy).filter((field) => field !== 'available=true');
  const short = fields.join(', ');
  return fields.length > 0 && short.length <= longestQuote ? short : undefined;
}

/** The value as JSON on one line, with spaces at which the line can be wrapped. */
function writeWrappable(value: unknown): string {
  return stringifyJson(value, 1)
    .replace(/(?<=[[{])\n *|\n *(?=[\]}])/g, '')
    .replace(/\n */g, ' ');
}

/** `name=value` for each text, number and boolean in a value, in order. */
function fieldsIn(value: unknown, name = ''): string[] {
  if (value instanceof ExactNumber) return [`${name}=${value.text}`];
  if (typeof value === 'object') {
    return Object.entries(value ?? {}).flatMap(([inner, one]) => fieldsIn(one, inner));
  }
  return [`${name}=${value}`];
}
