import {
  type DayRange,
  dayOrRange,
  describeRange,
  isDay,
  isEmpty,
  nameDays,
} from '../../../days.ts';
import { groupBy } from '../../../grouping.ts';
import { type Decimal, subtractDecimals } from '../../../json/decimal.ts';
import { compareQuotient, judgedQuotient } from '../../../json/percent.ts';
import { plain } from '../../../phrase.ts';
import type { Finding } from '../../../questions/check-limits.ts';
import type { Pair } from '../../../questions/pair-groups.ts';
import { decimalOf, fieldOf, keyOf } from '../../../questions/result-rows.ts';
import {
  describeLate,
  describeNone,
  describeUncosted,
  describeUndivided,
  describeUnmatched,
  leaveOutLate,
  nameLabels,
} from '../../../questions/uncosted-days.ts';
import {
  byLabel,
  divideCosts,
  labelsOf,
  type MetricDay,
  underLabels,
} from '../../../questions/unit-costs.ts';
import type { Fault } from '../../../rows/completeness.ts';
import type { Group } from '../../../rows/tally.ts';
import type { Session } from '../../../session.ts';
import { nameFirst } from '../../../text.ts';
import { settledDay } from '../presence.ts';
import { readOwnMetric, settleLabels } from '../unit/metric-values.ts';

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
  readonly note?: string | undefined;
  /** What the cost is divided by, in a word. */
  readonly unit?: string;
  /** The labels whose values divide each group by itself. */
  readonly labels?: readonly string[];
  /** Whether each day with a cost has a value, if only a zero. */
  readonly isValued?: boolean;
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
  const { unit, name, ...read } = await readOwnMetric(session, metricId, input.by, period);
  const { own, values, ...remarks } = settleLabels(metricId, read.own, costs, read.values);
  const [label] = own.labels;
  const late = new Set([...new Set(values.map(({ day }) => day))].filter(isLate));
  const { values: due } = leaveOutLate(costs, values, late);
  const divided = (groups: readonly Group[], divisors: readonly MetricDay[] = values) =>
    divideCosts(underLabels(groups, own), leaveOutLate(groups, divisors, late).values, {
      ...{ range: period, label, digits, known },
    });
  const nameOf = (one: Pick<Group, 'currency' | 'values'>) => keyOf([one.currency, ...one.values]);
  const costsOf = groupBy(costs, nameOf);
  const valuesOf = byLabel(values);
  const negative: string[] = [];
  const findings = pairs.flatMap((pair): Finding[] => {
    const groups = costsOf.get(nameOf(pair)) ?? [];
    const ofLabel = valuesOf.get(labelsOf(pair, own)) ?? [];
    const row = divided(groups, ofLabel).find((one) => one['all'] === true);
    if (typeof row?.['unitCost'] !== 'string') return [];
    const total = decimalOf(row['cost']);
    const counted = subtractDecimals(total, decimalOf(row['costLeftOut']));
    const value = decimalOf(row['value']);
    if (value.units < 0n) {
      negative.push(nameLabels(labelsOf(pair, own)));
      return [];
    }
    const passed = compareQuotient(counted, value, limit) <= 0;
    const unitCost = judgedQuotient(counted, value, [limit], digits);
    return [{ check: 'max-unit', pair, total, limit, passed, unitCost: unitCost ?? '' }];
  });
  const settled = settledDay(session, input, today);
  const undivided = divided(costs).filter(
    ({ period: day, unitCost, cost }) =>
      isDay(String(day)) && unitCost === null && decimalOf(cost).units !== 0n,
  );
  const lacking = undivided.filter(
    ({ value, period: day }) => value === null && String(day) <= settled,
  );
  const days = [...new Set(lacking.map(({ period: day }) => String(day)))];
  const refused = input.allowEmpty === true ? [] : days;
  const accepted = undivided.map(({ period: day }) => String(day));
  const caveats =
    label === undefined
      ? [
          remarks.caveat,
          // One group may still lack the cost of a day that others have.
          describeLate(
            [...costsOf.values()].flatMap((own) => leaveOutLate(own, values, late).left),
          ),
          describeUncosted(costs, due, known),
          describeUndivided(accepted.filter((day) => !refused.includes(day))),
        ]
      : describeUnmatched(underLabels(costs, own), values);
  const given = caveats.filter((one) => one !== undefined).map(plain);
  const caveat = given.join('; ') || undefined;
  const said = { caveat, note: remarks.note, unit: unit || name || metricId };
  const whole = divided(costs).find((one) => one['all'] === true);
  const isValued = [...undivided, ...(whole ? [whole] : [])].every(({ value }) => value !== null);
  const fault = { verdict: 'no value', source: '(all)', share: null, allowed: false } as const;
  // Costs without a quotient, or with one that no limit fits, cannot be judged, whatever is accepted.
  if (negative.length > 0 || (findings.length === 0 && costs.length > 0)) {
    const range = describeRange(period);
    const whose = label === undefined ? '' : ` for ${nameFirst([...new Set(negative)], 5)}`;
    const text =
      negative.length === 0
        ? describeNone(whole?.['state'], metricId, range)
        : `the values of ${metricId}${whose} on ${range} add up to less than zero`;
    const own = { ...fault, days: [dayOrRange(period)], text, isFinal: true } as const;
    return { findings, faults: [own], isValued, ...(findings.length > 0 ? said : {}) };
  }
  if (input.allowEmpty === true) return { findings, faults: [], ...said };
  if (findings.length === 0) {
    const text = `there is no cost of ${describeRange(period)} to divide by ${metricId}`;
    return { findings, faults: [{ ...fault, days: [dayOrRange(period)], text }], isValued };
  }
  if (days.length === 0) return { findings, faults: [], ...said };
  const groups = lacking.map((row) => (label === undefined ? '' : nameLabels(row[fieldOf(label)])));
  const whose = label === undefined ? '' : ` for ${nameFirst([...new Set(groups)], 5)}`;
  const text = `${metricId} has no value${whose} on ${nameDays(days)}`;
  return { findings, faults: [{ ...fault, days, text }], labels: own.labels, ...said };
}
