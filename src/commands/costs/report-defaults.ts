import type { SectionId } from '../../costs/report/report-document.ts';
import { flagOf } from '../../declaration/line.ts';
import { usageError } from '../../errors.ts';
import type { ReportDefaults } from '../../settings/setting-sources.ts';
import type { ReportInput } from './report-run.ts';

const sectionOf = {
  budgets: 'budgets',
  rules: 'allocation',
  allocateBy: 'allocation',
  metric: 'unit',
  require: 'coverage',
} as const;

/** An option of a section that --sections leaves out is a mistake in the command. */
export function refuseIdle(input: ReportInput): void {
  const { sections } = input;
  if (sections === undefined) return;
  for (const key of ['budgets', 'rules', 'allocateBy', 'metric', 'require'] as const) {
    const section = sectionOf[key];
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
  const by = input.by ?? split(defaults.reportBy);
  const convertTo = input.convertTo ?? defaults.reportConvertTo;
  const of = <Value>(section: SectionId, value: Value) =>
    input.sections === undefined || input.sections.includes(section) ? value : undefined;
  const budgets = input.budgets ?? of('budgets', defaults.reportBudgets);
  const rules = input.rules ?? of('allocation', defaults.reportRules);
  const allocateBy =
    input.allocateBy ?? (rules === undefined ? undefined : defaults.reportAllocateBy);
  const metric = input.metric ?? of('unit', split(defaults.reportMetric));
  const require = input.require ?? of('coverage', split(defaults.reportRequire));
  const title = input.title ?? defaults.reportTitle;
  const logo = input.logo ?? defaults.reportLogo;
  const locale = input.locale ?? defaults.reportLocale;
  return {
    ...input,
    by,
    convertTo,
    budgets,
    rules,
    allocateBy,
    metric,
    require,
    title,
    logo,
    locale,
  };
}

/** The same for the command line of a receipt: it means the same with another profile. */
export function lineOf(
  input: ReportInput,
): Readonly<Record<string, readonly string[] | undefined>> {
  const { by, convertTo, budgets, rules, allocateBy, metric, require, title, logo, locale } = input;
  const one = (text: string | undefined) => (text === undefined ? undefined : [text]);
  const given = {
    by: one(by?.join(',')),
    convertTo: one(convertTo),
    budgets: one(budgets),
    rules: one(rules),
    allocateBy: one(allocateBy),
    metric,
    require: one(require?.join(',')),
    title: one(title),
    logo: one(logo),
    locale: one(locale),
  };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}
