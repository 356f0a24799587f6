import { choosePeriod, isEmpty, type PeriodOptions, parseDay } from '../../costs/days.ts';
import { text } from '../../declaration/kind.ts';
import { repeatedAs } from '../../declaration/option.ts';
import { usageError } from '../../errors.ts';
import type { StoredValue } from '../../metrics/compare-values.ts';
import type { MetricOperations, ValueWindow } from '../../metrics/metric-tools.ts';
import type { Session } from '../../session.ts';

/** The days that the options name; all days if they name none. One end may be left open. */
export function chooseDays(
  { context, output }: Pick<Session, 'context' | 'output'>,
  options: PeriodOptions,
): ValueWindow {
  const { from, to, last, month, quarter, lastMonth, monthToDate } = options;
  if ([last, month, quarter, lastMonth, monthToDate].some((option) => option !== undefined)) {
    const period = choosePeriod(options, context.clock.now());
    if (period.note !== undefined) output.note(period.note);
    return { from: period.from, to: period.to };
  }
  if (from !== undefined) parseDay(from, '--from');
  if (to !== undefined) parseDay(to, '--to');
  if (from !== undefined && to !== undefined && from > to) {
    throw usageError(`--from ${from} is after --to ${to}`);
  }
  return { from, to };
}

/** Whether the period has no days: on the first of a month, the month so far. */
export function hasNoDays({ from, to }: ValueWindow): boolean {
  return from !== undefined && to !== undefined && isEmpty({ from, to });
}

/** The values of these days; without days, nothing is read. */
export function readDays(
  service: Pick<MetricOperations, 'readValues'>,
  days: ValueWindow,
): AsyncIterable<StoredValue> {
  return hasNoDays(days) ? noValues() : service.readValues(days, () => undefined);
}

async function* noValues(): AsyncGenerator<never> {}

/** `--by region,channel` and `--by region --by channel` are the same. */
export function byOption(description: string) {
  return repeatedAs(text('label'), splitNames, description);
}

/** A typo must not add up what should be separate. */
export function checkLabels(by: readonly string[], labelColumns: readonly string[]): void {
  const unknown = by.find((name) => !labelColumns.includes(name));
  if (unknown === undefined) return;
  throw usageError(
    `--by: ${unknown} is not a label column of the metric`,
    labelColumns.length === 0 ? 'the metric has no labels' : `known: ${labelColumns.join(', ')}`,
  );
}

function splitNames(texts: readonly string[]): readonly string[] {
  return [...new Set(texts.flatMap((names) => names.split(',')))];
}
