import { sectionIds } from '../../costs/report/report-document.ts';
import { inputFile, kind, text, wholeNumber } from '../../declaration/kind.ts';
import { flag, optional, repeated, repeatedAs } from '../../declaration/option.ts';
import { metricId } from '../../declaration/shared.ts';
import { usageError } from '../../errors.ts';
import { suggest } from '../../suggest.ts';
import { conversionOptions } from './conversion.ts';
import { byOption, costOptions } from './options.ts';

const {
  from: _from,
  to: _to,
  last: _last,
  quarter: _quarter,
  includeToday: _today,
  ...others
} = costOptions;
const { month: _month, lastMonth: _lastMonth, monthToDate: _toDate, ...rows } = others;

/** Which month, and what is shown of it: for a report and for a close pack. */
export const reportOptions = {
  month: optional(text('month', { example: '2026-10' }), 'the month (default: the last one)'),
  lastMonth: flag('the calendar month before this one'),
  monthToDate: flag('this month, up to yesterday'),
  ...rows,
  ...conversionOptions,
  against: optional(
    text('period', { example: 'last-year' }),
    'previous (default), last-month, last-year, YYYY-MM or FROM..TO',
  ),
  by: byOption('columns that cost is shown by (default: a service, an account and a tag)'),
  top: optional(wholeNumber(1, 1000), 'rows of a table before "others" (default 10)'),
  budgets: optional(inputFile, 'YAML file of budgets'),
  rules: optional(inputFile, 'YAML file of rules for shared cost'),
  allocateBy: optional(text('column'), 'the column that shared cost goes to (default: a tag)'),
  metric: repeated(metricId, 'a business metric that divides the cost (repeatable)'),
  require: repeatedAs(
    text('columns', { example: 'tags.team' }),
    splitNames,
    'columns that each row needs: COL[,COL] (default: the tag of --by)',
  ),
  sections: optional(
    kind('names', parseSections, { example: 'total,changes,by' }),
    `which, and in which order: ${sectionIds.join(', ')}`,
  ),
  title: optional(text('text'), 'the heading (default: Cloud cost report)'),
  logo: optional(inputFile, 'a picture next to the heading: PNG, JPEG, GIF, WebP or SVG'),
  locale: optional(
    text('tag', { example: 'de-DE' }),
    'how numbers and dates are written (default en-US)',
  ),
};

function splitNames(texts: readonly string[]): readonly string[] {
  const names = texts.flatMap((one) => one.split(',')).map((name) => name.trim());
  if (names.includes('')) throw usageError('--require has an empty name between its commas');
  return [...new Set(names)];
}

function parseSections(given: string) {
  const names = given.split(',').map((name) => name.trim().toLowerCase());
  const value = names.flatMap((name) => sectionIds.find((id) => id === name) ?? []);
  const unknown = names.find((name) => !sectionIds.some((id) => id === name));
  if (unknown === undefined) return { value: [...new Set(value)] };
  const near = suggest(unknown, sectionIds);
  const hint = near === undefined ? `known: ${sectionIds.join(', ')}` : `did you mean ${near}?`;
  return { problem: `has no section ${unknown === '' ? '(empty)' : unknown}; ${hint}` };
}
