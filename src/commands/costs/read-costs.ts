import type { DayRange } from '../../costs/days.ts';
import { describePace } from '../../costs/pace.ts';
import { createPageOpener } from '../../costs/page.ts';
import { type RangeReading, readRange } from '../../costs/read.ts';
import { createFilter } from '../../costs/where.ts';
import type { Session } from '../../session.ts';
import { type CostChoice, openSource } from './options.ts';

/** What an analysis does with the rows: see `RangeReading`. */
export type Analysis = Pick<RangeReading, 'take' | 'takeBack' | 'keep'>;

/** Reads the rows of the days, with progress, and says how many requests it took. */
export async function readCosts(
  session: Session,
  choice: CostChoice,
  analysis: Analysis,
  range: DayRange = choice.period,
): Promise<{ readonly requests: number }> {
  const { context, progress } = session;
  const source = openSource(session, choice.parameters);
  const began = context.clock.now();
  let [rows, all] = [0, 0];
  progress.start(`reading ${range.from} to ${range.to}`);
  await readRange({
    ...analysis,
    range,
    source,
    openPage: createPageOpener(),
    filter: createFilter(choice.conditions),
    onPlan: ({ total }) => {
      all = total;
    },
    onRows: (count) => {
      rows += count;
      const elapsed = context.clock.now() - began;
      progress.update(describePace({ rows, before: 0, total: all, elapsed }));
    },
  });
  progress.stop();
  return { requests: source.requests() };
}
