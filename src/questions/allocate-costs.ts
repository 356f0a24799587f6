import { compareTexts, groupBy, within } from '../grouping.ts';
import { addDecimals, type Decimal, formatDecimal, sumDecimals, zero } from '../json/decimal.ts';
import { judgedQuotient } from '../json/percent.ts';
import type { Group } from '../rows/tally.ts';
import { wordsIn } from '../text.ts';
import { type AllocationRule, unallocated } from './allocation-rules.ts';
import {
  type Basis,
  describeMismatches,
  findMismatches,
  type MetricWeights,
  type Mismatch,
  weightsOf,
} from './allocation-weights.ts';
import { partsIn } from './marker.ts';
import { currenciesOf, decimalOf, keyOf, mergeGroups, type ResultRow } from './result-rows.ts';

interface Share {
  direct: Decimal;
  allocated: Decimal;
  readonly methods: Set<string>;
}

/**
 * Shares the cost that rules match among targets. The groups are marked with the rule that each row
 * matched first, and have the target column as their only value; `bucketOf` names the period of a day.
 * The parts add up to the whole to the last digit.
 */
export function allocate(
  groups: readonly Group[],
  rules: readonly AllocationRule[],
  weights: MetricWeights,
  bucketOf: (day: string | null) => string,
) {
  const merged = mergeGroups(groups, (group) => ({ ...group, day: bucketOf(group.day) }));
  merged.sort(
    (one, other) => compareTexts(one.currency, other.currency) || compareTexts(one.day, other.day),
  );
  const buckets = groupBy(merged, ({ currency, day }) => keyOf([currency, day]));
  const own = merged.filter(({ values: [mark] }) => partsIn(mark).length === 0);
  const periods = [...new Set(merged.map(({ day }) => day ?? ''))];
  const everywhere = {
    targets: new Set(own.map(({ values: [, target = null] }) => target)),
    // Each target of each period asks for them.
    labels: rules.map((_rule, number) => {
      return new Set(periods.flatMap((period) => [...weights(number, period).keys()]));
    }),
  };
  const shared = [...buckets.values()].map((bucket) =>
    allocateBucket(bucket, rules, { weights, everywhere }),
  );
  return {
    rows: shared.flatMap(({ rows }) => rows),
    /** Where rules, targets and the values of metrics do not match. */
    warnings: [
      ...describeUnused(groups, rules),
      ...describeMismatches(
        shared.flatMap(({ mismatches }) => mismatches),
        currenciesOf(groups),
      ),
    ],
  };
}

/** Adds a row of everything after the targets of each currency and period. */
export function addWholes(rows: readonly ResultRow[]): ResultRow[] {
  const parts = groupBy(rows, ({ currency, period }) => `${currency} ${period}`);
  return [...parts.values()].flatMap((own) => {
    const sum = (field: string) =>
      formatDecimal(sumDecimals(own.map((row) => decimalOf(row[field]))));
    const total = sum('total');
    const whole = {
      ...{ ...own[0], target: null, method: null, all: true },
      ...{ direct: sum('direct'), allocated: sum('allocated'), total },
      ratio: decimalOf(total).units === 0n ? null : '1.000000',
    };
    return [...own, whole];
  });
}

/** A row belongs to the first rule that it matches: an earlier one may have taken those of a rule that has none. */
function describeUnused(groups: readonly Group[], rules: readonly AllocationRule[]): string[] {
  const used = new Set(groups.flatMap(({ values: [mark] }) => partsIn(mark)));
  const first = Math.min(...used);
  return rules.flatMap(({ name }, place) => {
    if (used.has(place)) return [];
    const own = name === `rule ${place + 1}` ? name : `the rule "${name}"`;
    const others = place > first ? ', except for any that an earlier rule takes' : '';
    return `no row matches ${own}${others}`;
  });
}

function allocateBucket(
  bucket: readonly Group[],
  rules: readonly AllocationRule[],
  known: Pick<Basis, 'weights' | 'everywhere'>,
): { readonly rows: ResultRow[]; readonly mismatches: readonly Mismatch[] } {
  const [first] = bucket;
  if (first === undefined) return { rows: [], mismatches: [] };
  const period = first.day ?? '';
  const shares = new Map<string | null, Share>();
  const shareOf = (target: string | null): Share =>
    within(shares, target, () => ({ direct: zero, allocated: zero, methods: new Set() }));
  const pools = new Map<number, Decimal>();
  for (const { values, total } of bucket) {
    const [mark, target = null] = values;
    const [rule] = partsIn(mark);
    if (rule === undefined) {
      const share = shareOf(target);
      share.direct = addDecimals(share.direct, total);
    } else {
      pools.set(rule, addDecimals(pools.get(rule) ?? zero, total));
    }
  }
  const mismatches: Mismatch[] = [];
  const direct = new Map([...shares].map(([target, share]) => [target, share.direct]));
  for (const [number, pool] of [...pools].sort(([one], [other]) => one - other)) {
    const rule = rules[number];
    if (rule === undefined) continue;
    const basis = { direct, period, currency: first.currency, ...known };
    const parts = split(pool, weightsOf(rule, number, basis));
    for (const one of findMismatches(rule, number, basis, parts)) mismatches.push(one);
    for (const [target, part] of parts) {
      const share = shareOf(target);
      share.allocated = addDecimals(share.allocated, part);
      share.methods.add(target === unallocated ? 'none' : rule.method.kind);
    }
  }
  const whole = sumDecimals(bucket.map(({ total }) => total));
  const rows = [...shares]
    .sort(([one], [other]) => compareTexts(one, other))
    .map(([target, share]) => {
      const total = addDecimals(share.direct, share.allocated);
      return {
        target,
        period,
        currency: first.currency,
        direct: formatDecimal(share.direct),
        allocated: formatDecimal(share.allocated),
        total: formatDecimal(total),
        method: share.methods.size === 0 ? null : [...share.methods].sort().join(', '),
        // A part that is neither nothing nor everything is never rounded to either.
        ratio: judgedQuotient(total, whole, [zero, { units: 1n, scale: 0 }], 6),
      };
    });
  return { rows, mismatches };
}

/** The parts add up to the amount: the largest remainders get the last units, ties by name. */
export function split(
  amount: Decimal,
  weights: ReadonlyMap<string, Decimal>,
): ReadonlyMap<string, Decimal> {
  const scale = [...weights.values()].reduce((most, weight) => Math.max(most, weight.scale), 0);
  const whole = [...weights]
    .map(([target, weight]) => ({
      target,
      weight: weight.units * 10n ** BigInt(scale - weight.scale),
    }))
    .filter(({ weight }) => weight > 0n);
  const sum = whole.reduce((total, { weight }) => total + weight, 0n);
  if (sum === 0n) return new Map([[unallocated, amount]]);
  const sign = amount.units < 0n ? -1n : 1n;
  const units = amount.units * sign;
  const parts = whole.map(({ target, weight }) => ({
    target,
    units: (units * weight) / sum,
    remainder: (units * weight) % sum,
  }));
  const left = units - parts.reduce((total, part) => total + part.units, 0n);
  const order = [...parts].sort((one, other) =>
    one.remainder === other.remainder
      ? compareTexts(one.target, other.target)
      : one.remainder > other.remainder
        ? -1
        : 1,
  );
  const lucky = new Set(order.slice(0, Number(left)).map(({ target }) => target));
  return new Map(
    parts.map(({ target, units: part }) => [
      target,
      { units: sign * (part + (lucky.has(target) ? 1n : 0n)), scale: amount.scale },
    ]),
  );
}

/** The fields of an allocation under the names that FOCUS 1.3 has for them; others begin with x_. */
export const allocationFields = wordsIn(`
  AllocatedResourceId, AllocatedResourceName, AllocatedMethodId, AllocatedMethodDetails,
  BillingCurrency, BilledCost, x_DirectCost, x_AllocatedCost, x_Period
`);

/** What was charged to no one has no target in FOCUS. */
export function describeAllocation(row: ResultRow): ResultRow {
  const target = row['target'] === unallocated ? null : (row['target'] ?? null);
  const method = row['method'] ?? null;
  const ratio = row['ratio'] ?? null;
  const details =
    method === null || ratio === null ? null : `{"Elements":[{"AllocatedRatio":${ratio}}]}`;
  return {
    AllocatedResourceId: target,
    AllocatedResourceName: target,
    AllocatedMethodId: method,
    AllocatedMethodDetails: details,
    BillingCurrency: row['currency'] ?? null,
    BilledCost: row['total'] ?? null,
    x_DirectCost: row['direct'] ?? null,
    x_AllocatedCost: row['allocated'] ?? null,
    x_Period: row['period'] ?? null,
  };
}
