import { type DayRange, describeRange, isEmpty, nameDays, rangeName } from '../../days.ts';
import { groupBy } from '../../grouping.ts';
import { type Decimal, subtractDecimals } from '../../json/decimal.ts';
import { compareQuotient, judgedQuotient } from '../../json/percent.ts';
import type { Finding } from '../../questions/check-limits.ts';
import type { Pair } from '../../questions/compare-periods.ts';
import { decimalOf, keyOf } from '../../questions/result-rows.ts';
import {
  describeLate,
  describeUncosted,
  describeUndivided,
  leaveOutLate,
} from '../../questions/uncosted-days.ts';
import { divideCosts } from '../../questions/unit-costs.ts';
import type { Fault } from '../../rows/completeness.ts';
import type { Group } from '../../rows/tally.ts';
import type { Session } from '../../session.ts';
import { describeLabel, readLabelledValues } from './metric-values.ts';
import { settledDay } from './presence.ts';

export interface UnitLimit {
  readonly maxUnit?: Decimal | undefined;
  readonly metric?: string | undefined;
  readonly by?: readonly string[] | undefined;
  readonly allowEmpty?: boolean | undefined;
  readonly maxLag?: Parameters<typeof settledDay>[1]['maxLag'];
}

interface Costs {
  readonly pairs: readonly Pair[];
  readonly costs: readonly Group[];
  readonly period: DayRange;
  readonly today: string;
  readonly known: ReadonlySet<string> | undefined;
  /** Whether some cost of a day is usually still to come. */
  readonly isLate: (day: string) => boolean;
}

interface UnitFindings {
  readonly findings: readonly Finding[];
  readonly faults: readonly Fault[];
  readonly caveat?: string | undefined;
}

/** A unit cost is shown with so many digits; the limit applies to the exact quotient. */
const digits = 6;

/** The unit cost of each group, as `costs unit` divides it, and the days without a value. */
export async function checkUnits(
  session: Session,
  input: UnitLimit,
  { pairs, costs, period, today, known, isLate }: Costs,
): Promise<UnitFindings> {
  const { maxUnit: limit, metric: metricId } = input;
  if (limit === undefined || metricId === undefined || isEmpty(period)) {
    return { findings: [], faults: [] };
  }
  const labelled = await readLabelledValues(session, metricId, period);
  const values = labelled.map(({ day, value }) => ({ day, label: null, value }));
  const late = new Set([...new Set(values.map(({ day }) => day))].filter(isLate));
  const { values: due, left } = leaveOutLate(costs, values, late);
  const divided = (groups: readonly Group[]) =>
    divideCosts(
      groups.map((group) => ({ ...group, values: [] })),
      leaveOutLate(groups, values, late).values,
      { range: period, label: undefined, digits, known },
    );
  const nameOf = (one: Pick<Group, 'currency' | 'values'>) => keyOf([one.currency, ...one.values]);
  const costsOf = groupBy(costs, nameOf);
  const findings = pairs.flatMap((pair): Finding[] => {
    const own = costsOf.get(nameOf(pair)) ?? [];
    const row = divided(own).find((one) => one['all'] === true);
    if (typeof row?.['unitCost'] !== 'string') return [];
    const total = decimalOf(row['cost']);
    const counted = subtractDecimals(total, decimalOf(row['costLeftOut']));
    const value = decimalOf(row['value']);
    const passed = compareQuotient(counted, value, limit) <= 0;
    const unitCost = judgedQuotient(counted, value, [limit], digits);
    return [{ check: 'max-unit', pair, total, limit, passed, unitCost: unitCost ?? '' }];
  });
  const settled = settledDay(session, input, today);
  const undivided = divided(costs).filter(
    ({ all, unitCost, cost }) => all !== true && unitCost === null && decimalOf(cost).units !== 0n,
  );
  const lacking = undivided.flatMap(({ value, period: day }) =>
    value === null ? String(day) : [],
  );
  const days = [...new Set(lacking)].filter((day) => day <= settled);
  const refused = input.allowEmpty === true ? [] : days;
  const accepted = undivided.map(({ period: day }) => String(day));
  const labels = new Set(labelled.flatMap((one) => [...one.labels.keys()]));
  const caveats = [
    describeLabel([...labels], metricId, input.by),
    describeLate(left),
    describeUncosted(costs, due, known),
    describeUndivided(accepted.filter((day) => !refused.includes(day))),
  ];
  const caveat = caveats.filter((one) => one !== undefined).join('; ') || undefined;
  const fault = { verdict: 'no value', source: '(all)', share: null, allowed: false } as const;
  // Costs without any quotient cannot be judged, whatever is accepted.
  if (findings.length === 0 && costs.length > 0) {
    const state = divided(costs).find((one) => one['all'] === true)?.['state'];
    const text = describeNone(state, metricId, describeRange(period));
    return { findings, faults: [{ ...fault, days: [rangeName(period)], text, isFinal: true }] };
  }
  if (input.allowEmpty === true) return { findings, faults: [], caveat };
  if (findings.length === 0) {
    const text = `there is no cost of ${describeRange(period)} to divide by ${metricId}`;
    return { findings, faults: [{ ...fault, days: [rangeName(period)], text }] };
  }
  if (days.length === 0) return { findings, faults: [], caveat };
  const text = `${metricId} has no value on ${nameDays(days)}`;
  return { findings, faults: [{ ...fault, days, text }], caveat };
}

/** Why the cost of a period cannot be divided. */
function describeNone(state: unknown, metric: string, days: string): string {
  if (state === 'value is zero') return `the values of ${metric} for ${days} are zero`;
  return state === 'no day has both'
    ? `no day of ${days} has both a cost and a value of ${metric}`
    : `${metric} has no value to divide the cost of ${days} by`;
}
