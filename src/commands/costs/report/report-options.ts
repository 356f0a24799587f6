import { inputFile, kind, text, wholeNumber } from '../../../declaration/kind.ts';
import { flagOf } from '../../../declaration/line.ts';
import {
  flag,
  type Input,
  namesOf,
  optional,
  repeated,
  repeatedAs,
} from '../../../declaration/option.ts';
import { metricId } from '../../../declaration/shared.ts';
import { usageError } from '../../../errors.ts';
import { type SectionId, sectionIds } from '../../../reports/report-document.ts';
import type { ReportDefaults } from '../../../settings.ts';
import { suggest } from '../../../suggest.ts';
import { conversionOptions } from '../conversion.ts';
import { byOption, readOptions } from '../options.ts';
import { type gateOptions, presenceOptions } from '../presence.ts';

/** Which month, and what is shown of it: for a report and for a close pack. */
export const reportOptions = {
  month: optional(
    text('month', { example: '2026-10' }),
    'the month, such as 2026-10 (default: the last one)',
  ),
  lastMonth: flag('the calendar month before this one'),
  monthToDate: flag('this month, up to yesterday'),
  ...readOptions,
  ...conversionOptions,
  convertTo: { ...conversionOptions.convertTo, setting: 'reportConvertTo' as const },
  ...presenceOptions,
  against: optional(
    text('period', { example: 'last-year' }),
    'previous, last-month, last-year, YYYY-MM or FROM..TO',
    { usual: 'previous' },
  ),
  by: byOption('columns that cost is shown by (default: a service, an account and a tag)'),
  months: optional(
    wholeNumber(2, 120),
    'how many months side by side (default: with --mirror those it has, at most 13; else none)',
  ),
  top: optional(wholeNumber(1, 1000), 'rows of a table before "others"', { usual: '10' }),
  budgets: optional(inputFile, 'YAML file of budgets'),
  rules: optional(inputFile, 'YAML file of rules for shared cost'),
  allocateBy: optional(text('column'), 'the column that shared cost goes to (default: a tag)'),
  metric: repeated(metricId, 'a business metric that divides the cost (repeatable)', {
    setting: 'reportMetric',
  }),
  require: repeatedAs(
    text('columns', { example: 'tags.team', offers: 'columns' }),
    namesOf('--require'),
    'columns that each row needs: COL[,COL] (default: the tag of --by)',
  ),
  sections: optional(
    kind('names', parseSections, {
      ...{ example: 'total,changes,by', suggestions: sectionIds, isList: true },
    }),
    `which, and in which order: ${sectionIds.join(', ')}`,
  ),
  title: optional(text('text'), 'the heading (default: Cloud cost report)'),
  logo: optional(inputFile, 'a picture next to the heading: PNG, JPEG, GIF, WebP or SVG'),
  locale: optional(text('tag', { example: 'de-DE' }), 'how numbers and dates are written', {
    usual: 'en-US',
  }),
};

export type ReportInput = Input<typeof reportOptions> & Partial<Input<typeof gateOptions>>;

function parseSections(given: string) {
  const names = given.split(',').map((name) => name.trim().toLowerCase());
  const value = names.flatMap((name) => sectionIds.find((id) => id === name) ?? []);
  const unknown = names.find((name) => !sectionIds.some((id) => id === name));
  if (unknown === undefined) return { value: [...new Set(value)] };
  const near = suggest(unknown, sectionIds);
  const hint = near === undefined ? `known: ${sectionIds.join(', ')}` : `did you mean ${near}?`;
  return { problem: `has no section ${unknown === '' ? '(empty)' : unknown}; ${hint}` };
}

const sectionsOf = [
  ['budgets', 'budgets'],
  ['rules', 'allocation'],
  ['allocateBy', 'allocation'],
  ['metric', 'unit'],
  ['require', 'coverage'],
  ['months', 'months'],
] as const;

/** An option of a section that --sections leaves out is a mistake in the command. */
export function refuseIdle(input: ReportInput): void {
  const { sections } = input;
  if (sections === undefined) return;
  for (const [key, section] of sectionsOf) {
    if (input[key] === undefined || sections.includes(section)) continue;
    throw usageError(
      `${flagOf(key)} is for the section ${section}, which --sections leaves out`,
      `add ${section} to --sections, or leave out ${flagOf(key)}`,
    );
  }
}

/** The options as they were given, and what the profile says for the others. */
export function withDefaults(input: ReportInput, defaults: ReportDefaults = {}): ReportInput {
  const split = (text: string | undefined) =>
    text
      ?.split(',')
      .map((name) => name.trim())
      .filter((name) => name !== '');
  const of = <Value>(section: SectionId, value: Value) =>
    input.sections === undefined || input.sections.includes(section) ? value : undefined;
  const rules = input.rules ?? of('allocation', defaults.reportRules);
  return {
    ...input,
    by: input.by ?? split(defaults.reportBy),
    budgets: input.budgets ?? of('budgets', defaults.reportBudgets),
    rules,
    allocateBy: input.allocateBy ?? (rules === undefined ? undefined : defaults.reportAllocateBy),
    metric: input.metric ?? of('unit', split(defaults.reportMetric)),
    require: input.require ?? of('coverage', split(defaults.reportRequire)),
    title: input.title ?? defaults.reportTitle,
    logo: input.logo ?? defaults.reportLogo,
    locale: input.locale ?? defaults.reportLocale,
  };
}

const lineKeys = [
  ...(['by', 'convertTo', 'budgets', 'rules', 'allocateBy', 'metric', 'require'] as const),
  ...(['title', 'logo', 'locale'] as const),
];

/** The options for the command line in a receipt, which means the same with another profile. */
export function lineOf(
  input: ReportInput,
): Readonly<Record<string, readonly string[] | undefined>> {
  const given = lineKeys.flatMap((key) => {
    const value = input[key];
    if (value === undefined) return [];
    // Each metric has an option of its own.
    return [[key, key === 'metric' ? [value].flat() : [[value].flat().join(',')]] as const];
  });
  return Object.fromEntries(given);
}
