import { choosePeriod, type PeriodOptions } from '../../costs/period.ts';
import { usageError } from '../../errors.ts';
import type { ValueWindow } from '../../metrics/tools.ts';
import type { Session } from '../../session.ts';

/** The days that the options name; all days if they name none. One end may be left open. */
export function chooseDays({ context }: Session, options: PeriodOptions): ValueWindow {
  const { from, to, ...others } = options;
  const { last, month, lastMonth, monthToDate } = others;
  if ([last, month, lastMonth, monthToDate].some((option) => option !== undefined)) {
    const period = choosePeriod(options, context.clock.now());
    return { from: period.from, to: period.to };
  }
  if (from !== undefined && to !== undefined && from > to) {
    throw usageError(`--from ${from} is after --to ${to}`);
  }
  return { from, to };
}
