import type { Paging } from '../api/pages.ts';
import { MetricId, OpaqueId, UserId, WorkspaceId } from '../api/schemas/shared-fields.ts';
import { addTo } from '../grouping.ts';
import type { View } from '../output/view.ts';
import { checkedBy, type Kind, keyValue, kind, outputFile, text, wholeNumber } from './kind.ts';
import {
  flag,
  type Input,
  type Option,
  optional,
  outputHeading,
  repeatedAs,
  under,
} from './option.ts';

/** The largest value of the service's int32 fields. */
export const largestInt32 = 2_147_483_647;

const parameter = repeatedAs(keyValue(), groupPairs, 'add a query parameter (repeatable)');

/** Query parameters by name; a repeated one is sent as often as it was given. */
export const parameterOption = { param: parameter };

/** The options of every list, with the service's bounds (api.md, "Pagination"). */
export const listOptions = {
  max: optional(wholeNumber(1), 'stop after n items'),
  page: optional(wholeNumber(1, largestInt32), 'read only this page'),
  limit: optional(wholeNumber(1, 100), 'items per page'),
  ...parameterOption,
};

export function pagingOf({ max, page, limit, param }: Input<typeof listOptions>): Paging {
  return { max, page, limit, parameters: param };
}

/** The view of a list, with a sentence for an empty one: what the list is, and what to do next. */
export function withEmpty<T>(
  view: View<T>,
  { page, param }: Pick<Input<typeof listOptions>, 'page' | 'param'>,
  sentence: string,
): View<T> {
  if (page !== undefined) return { ...view, empty: `Page ${page} is empty.` };
  return { ...view, empty: param === undefined ? sentence : 'Nothing matches --param.' };
}

const dryRun: Readonly<Record<'service' | 'machine', Option>> = {
  service: flag('print the request that would be sent, and send nothing'),
  machine: flag('print what would change, and change nothing'),
};

const yes = flag('do not ask for confirmation', { short: '-y' });

/** The options that an action has because of what it changes. */
export function changeOptions(change: {
  readonly changes?: 'service' | 'machine';
  readonly irreversible?: boolean;
}): Readonly<Record<string, Option>> {
  return {
    ...(change.changes === undefined ? {} : { dryRun: dryRun[change.changes] }),
    ...(change.irreversible === true ? { yes } : {}),
  };
}

const delimiter = kind(
  'character',
  (value) =>
    /^[\t\x20-\x7e]$/.test(value) && !/["\w.+-]/.test(value)
      ? { value }
      : { problem: 'must be one character other than a letter, digit, quote, point or sign' },
  { example: "';'" },
);

/** How a result is written: for every action that has one. */
export const outputOptions = under(outputHeading, {
  outFile: optional(
    { ...outputFile, placeholder: 'path', parse: parsePath },
    'write the result to a file; its extension selects the format',
    { short: '-O' },
  ),
  columns: optional(text('a,b.c'), 'select and order columns; b.c is the field c of b'),
  query: optional(text('expression'), 'apply a JMESPath expression to the whole result'),
  raw: flag('print a string without quotes', { short: '-r' }),
  header: flag('leave out the header row of csv and tsv', { onlyNegative: true }),
  spreadsheetSafe: flag("prefix formulas with '"),
  delimiter: optional(delimiter, 'separate csv cells by this character, such as ;'),
  decimalComma: flag('write numbers in csv as 1234,56'),
  bom: flag('begin csv with a byte order mark, for Excel', { excludes: ['header'] }),
  exact: flag('show all digits of amounts and numbers in table and markdown'),
});

type Optioned = Parameters<typeof changeOptions>[0] & {
  readonly options: Readonly<Record<string, Option>>;
  readonly output?: 'own' | 'plain';
};

/** The options of an action: its own, those of a change and those of a result. */
export function optionsOf(declared: Optioned): Readonly<Record<string, Option>> {
  return Object.fromEntries(optionEntries(declared));
}

/** The same as a list: an object for each of thousands of actions would take longer. */
export function optionEntries(declared: Optioned): [string, Option][] {
  const { options, output } = declared;
  const shared = { ...changeOptions(declared), ...(output === 'plain' ? {} : outputOptions) };
  // The action's own option wins: how a file is read, or a hidden option that explains what to do instead.
  const others = Object.entries(shared).filter(([key]) => !Object.hasOwn(options, key));
  return [...Object.entries(options), ...others];
}

function parsePath(path: string): ReturnType<Kind<string>['parse']> {
  return path === ''
    ? { problem: 'must not be empty; give a path, or - for stdout' }
    : { value: path };
}

function groupPairs(
  pairs: readonly (readonly [string, string])[],
): Readonly<Record<string, readonly string[]>> {
  const groups = new Map<string, string[]>();
  for (const [key, value] of pairs) addTo(groups, key, value);
  return Object.fromEntries(groups);
}

/** The ids of the service. A name is accepted in place of an id: `noun` names the list to search. */
export const workspaceId = checkedBy(WorkspaceId, 'id', { noun: 'workspaces' });
export const metricId = checkedBy(MetricId, 'id', { noun: 'metrics' });
export const userId = checkedBy(UserId, 'id', { noun: 'users' });
export const providerId = checkedBy(OpaqueId, 'id', { noun: 'providers' });
export const filterId = checkedBy(OpaqueId, 'id', { noun: 'filters' });
export const connectionId = checkedBy(OpaqueId, 'id', { noun: 'connections' });

/** The options that choose a period; `period.ts` reads them. */
export const periodOptions = under('Period:', {
  from: optional(text('date', { example: '2026-10-01' }), 'first day, such as 2026-10-01, in UTC'),
  to: optional(text('date', { example: '2026-10-31' }), 'last day, included'),
  last: optional(
    text('period', { example: '7d', suggestions: ['7d', '30d', '4w', '3m'] }),
    'such as 7d or 4w (ending yesterday) or 3m (complete months)',
  ),
  month: optional(text('month', { example: '2026-10' }), 'a calendar month, such as 2026-10'),
  quarter: optional(text('quarter', { example: '2026Q3' }), 'a calendar quarter, such as 2026Q3'),
  year: optional(text('year', { example: '2026' }), 'a calendar year, such as 2026'),
  lastMonth: flag('the calendar month before this one'),
  monthToDate: flag('this month, up to yesterday'),
  yearToDate: flag('this year, up to yesterday'),
  includeToday: flag('include today, which has not ended; otherwise periods end yesterday'),
});

/** The keys of the options that choose a period, without the one that only extends it. */
export const periodNames = [
  ...(['from', 'to', 'last', 'month', 'quarter', 'year'] as const),
  ...(['lastMonth', 'monthToDate', 'yearToDate'] as const),
];

/** For a line that chooses its days in another way. */
export const noPeriod = Object.fromEntries(periodNames.map((name) => [name, undefined]));
