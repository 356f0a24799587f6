import { type DayRange, firstDays } from '../days.ts';
import { say } from '../phrase.ts';
import { markAll } from '../questions/marker.ts';
import { drawLines, firstFilled, markBlank, wholesOf } from '../questions/trend-lines.ts';
import { undividedDays, valuesOfKnown } from '../questions/trend-rows.ts';
import { describeUncosted, describeUndivided, markUnknown } from '../questions/uncosted-days.ts';
import { divideCosts } from '../questions/unit-costs.ts';
import type { Group } from '../rows/tally.ts';
import type { Assignment } from './assignment.ts';
import { type Answers, onlyMarked, type Part } from './part.ts';
import type { DaysQuestion } from './read-once.ts';
import type { ReportFacts, UnitFacts } from './report-facts.ts';

type Facts = Pick<ReportFacts, 'months' | 'units'>;

/** How many groups have a column of their own beside the months. */
const mostInMonths = 4;

/** What each month cost, and what one unit of each metric cost in the period and in each month. */
export function monthFacts(assignment: Assignment): Part<Facts> {
  const { period, months, units, unitScope } = assignment;
  const [oldest, newest] = [months[0], months.at(-1)];
  const questions: Record<string, DaysQuestion> = {};
  const ranges =
    oldest === undefined || newest === undefined ? [] : [{ from: oldest.from, to: newest.to }];
  if (oldest !== undefined) {
    // Rates and unit costs need each day.
    const needsDays = assignment.conversion?.byDay === true || units.length > 0;
    const dayAs = needsDays ? undefined : firstDays('month', oldest);
    questions['months'] = { by: assignment.by.slice(0, 1), byDay: true, dayAs, ranges };
  }
  if (unitScope !== undefined) {
    const marker = markAll([[unitScope]]);
    questions['unit'] = { by: [], byDay: true, marker, ranges: [period, ...ranges] };
  }
  const draw = (groups: readonly Group[]) =>
    oldest === undefined
      ? []
      : drawLines(groups, { periods: months, top: mostInMonths, withTotal: true });
  return {
    questions,
    gather: async (answers) => {
      const { groups, whole } = answers;
      const scoped = async (range?: DayRange) => onlyMarked(await groups('unit', range));
      const lines = draw(oldest === undefined ? [] : await groups('months'));
      const inMonths = unitScope === undefined ? lines : draw(await scoped());
      const facts = {
        periods: markBlank(months, answers.daysWithRows),
        lines,
        divided: wholesOf(inMonths),
      };
      const divided = unitScope === undefined ? whole.after : await scoped(period);
      for (const unit of units) warnOf(assignment, answers, unit, divided, facts);
      return { months: facts, units: units.map((unit) => divide(unit, divided, period, answers)) };
    },
  };
}

type Unit = Assignment['units'][number];

/** Warns of days that have a cost or a value, and not both. */
function warnOf(
  { period, units, warn: warnAll }: Assignment,
  { known }: Answers,
  { name, values }: Unit,
  divided: readonly Group[],
  months: Facts['months'],
): void {
  const warn: Assignment['warn'] = (section, text) =>
    warnAll(section, units.length > 1 && text !== undefined ? say`for ${name}, ${text}` : text);
  warn('unit', describeUncosted(divided, valuesIn(period, values), known));
  const { periods } = months;
  const costs = months.divided.flatMap(({ groups }) => groups);
  const inPeriods = valuesOfKnown(values, { periods, since: firstFilled(months.lines) });
  warn('months', describeUncosted(costs, inPeriods, known));
  warn('months', describeUndivided(undividedDays(costs, values, periods)));
}

function divide(
  unit: Unit,
  divided: readonly Group[],
  range: DayRange,
  { known, daysWithRows }: Answers,
): UnitFacts {
  const options = { range, label: undefined, digits: 6, known };
  const rows = divideCosts(divided, valuesIn(range, unit.values), options);
  return { ...unit, known, rows: markUnknown(rows, daysWithRows, { range }, divided) };
}

function valuesIn({ from, to }: DayRange, values: Unit['values']): Unit['values'] {
  return values.filter(({ day }) => day >= from && day <= to);
}
