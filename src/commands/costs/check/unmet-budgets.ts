import { addDays, isEmpty } from '../../../days.ts';
import { count, type Said, say, sayFirst } from '../../../phrase.ts';
import { analyze } from '../../../questions/analyze.ts';
import type { Budget } from '../../../questions/budgets-file.ts';
import { isBudgetMet, type Unmet } from '../../../questions/judge-budgets.ts';
import { byPart, markAll } from '../../../questions/marker.ts';
import { createSeenValues } from '../../../rows/seen-values.ts';
import type { Session } from '../../../session.ts';
import { heldEnd } from '../held-days.ts';
import { type CostChoice, openRows } from '../options.ts';
import { createRowProgress } from '../row-progress.ts';

const daysBack = 90;
const daysAtOnce = 30;

/**
 * Why no row meets the conditions of some budgets in their periods. A row in the days before its period, which are
 * read newest first, clears a budget.
 */
export async function explainUnmet(
  session: Session,
  choice: CostChoice,
  budgets: readonly Budget[],
  { numbers, periods }: Unmet,
): Promise<ReadonlyMap<number, Said>> {
  const open = new Set(numbers);
  const conditionsOf = (number: number) => budgets[number]?.conditions ?? [];
  const seen = createSeenValues(numbers.flatMap(conditionsOf));
  const { period } = choice;
  const [start = period.from] = numbers.flatMap((number) => periods[number]?.from ?? []).sort();
  const source = await openRows(session, choice);
  let to = period.to;
  for (let back = 0; open.size > 0 && back <= daysBack; back += daysAtOnce) {
    // First the periods themselves, which show which values there are.
    const from = addDays(start, -back);
    const range = await heldEnd(choice.mirror, { from, to });
    if (isEmpty(range)) break;
    const own = [...open];
    const marker = markAll(own.map(conditionsOf));
    const { given, conditions } = { given: choice.columns, conditions: choice.conditions };
    const question = { ranges: [range], given, conditions, by: [], byDay: true, withSums: false };
    const answer = await analyze(
      source,
      { ...question, marker, observe: seen },
      createRowProgress(session),
    );
    const groups = answer.periods.flatMap((one) => one.groups);
    const meeting = byPart(groups);
    for (const [place, number] of own.entries()) {
      const since = addDays(periods[number]?.from ?? start, -daysBack);
      if (isBudgetMet(meeting.get(place) ?? [], { from: since })) open.delete(number);
    }
    to = addDays(from, -1);
  }
  const days = say`its period and the ${count(daysBack)} days before`;
  return new Map(
    [...open].map((number) => {
      const reasons = conditionsOf(number)
        .map((condition) => seen.explain(condition))
        .filter((reason) => reason !== undefined);
      return [
        number,
        reasons.length > 0
          ? sayFirst(reasons, reasons.length)
          : say`no row of ${days} meets its conditions`,
      ];
    }),
  );
}
