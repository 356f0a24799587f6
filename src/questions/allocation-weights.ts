import { CostctlError } from '../errors.ts';
import { within } from '../grouping.ts';
import { addDecimals, type Decimal, formatDecimal, zero } from '../json/decimal.ts';
import { count, type Phrase, plain, say, sayFirst } from '../phrase.ts';
import { unitOf } from '../rows/currency-and-day.ts';
import { type AllocationRule, unallocated } from './allocation-rules.ts';

/** The weight of each target for a metric rule, by the number of the rule and the bucket. */
export type MetricWeights = (rule: number, bucket: string) => ReadonlyMap<string, Decimal>;

export interface Basis {
  /** What each target cost itself. */
  readonly direct: ReadonlyMap<string | null, Decimal>;
  readonly period: string;
  readonly currency: string | null;
  readonly weights: MetricWeights;
  /** Of any period and currency: targets with cost of their own, and by rule the labels that its metric has. */
  readonly everywhere: {
    readonly targets: ReadonlySet<string | null>;
    readonly labels: readonly ReadonlySet<string>[];
  };
}

export function weightsOf(
  rule: AllocationRule,
  number: number,
  { direct, period, currency, weights }: Basis,
): ReadonlyMap<string, Decimal> {
  const { to, method } = rule;
  const targets = to ?? [...direct.keys()].filter(isTarget);
  const one: Decimal = { units: 1n, scale: 0 };
  const negativeError = (what: string, hint: string) =>
    new CostctlError('invalid_data', `${rule.name}: a weight cannot be negative, and ${what}`, {
      hint,
    });
  switch (method.kind) {
    case 'even':
      return new Map(targets.map((target) => [target, one]));
    case 'cost':
      return new Map(
        targets.map((target) => {
          const own = direct.get(target) ?? zero;
          if (own.units >= 0n) return [target, own];
          if (rule.negative === 'zero') return [target, zero];
          throw negativeError(
            `the cost of ${target} itself in ${period} is ${plain(amountOf(own, currency))}`,
            `add negative: zero to the rule to give ${target} no share, or share otherwise`,
          );
        }),
      );
    case 'fixed':
      return new Map(targets.map((target) => [target, method.weights.get(target) ?? zero]));
    case 'metric': {
      const all = weights(number, period);
      return new Map(
        (to ?? [...all.keys()].filter(isTarget)).map((target) => {
          const value = all.get(target) ?? zero;
          if (value.units >= 0n) return [target, value];
          throw negativeError(
            `the values of ${target} in ${period} add up to ${formatDecimal(value)}`,
            `leave ${target} out of to, or share by something else`,
          );
        }),
      );
    }
  }
}

/** Cost that has the name of what no target pays stays where it is. */
function isTarget(name: string | null): name is string {
  return name !== null && name !== unallocated;
}

interface MetricGaps {
  /** The days on which each target has a value, of `all` days. */
  readonly days: ReadonlyMap<string, ReadonlySet<string>>;
  readonly all: number;
  /** The sum of the values without a label. */
  readonly blank: Decimal;
}

/** What the values of a metric lack: without it, the shares would be others. */
export function describeGaps({ name, to }: AllocationRule, { days, all, blank }: MetricGaps) {
  const short = [...days].filter(([target, { size }]) => {
    return size < all && to?.includes(target) !== false;
  });
  const texts = short.map(([target, { size }]) => say`${target} (${count(size)} of ${count(all)})`);
  return [
    ...(short.length === 0
      ? []
      : [
          say`for ${name}, the metric lacks values on some days, which then add nothing to a share (days with a value): ${sayFirst(texts, mostNamed)}`,
        ]),
    ...(blank.units === 0n
      ? []
      : [
          say`for ${name}, values without the label give no target a share: ${amountOf(blank, null)}`,
        ]),
  ];
}

/** A label or a target without its counterpart: the rule, what is wrong, and the amount. */
export interface Mismatch {
  readonly rule: AllocationRule;
  /** The place of the rule: two may have the same name. */
  readonly number: number;
  readonly kind:
    | 'label without cost'
    | 'label without target'
    | 'target without value'
    | 'target with values elsewhere';
  readonly target: string;
  readonly period: string;
  readonly currency: string | null;
  readonly amount: Decimal;
}

/** A metric rule's labels and targets without a counterpart, each with the amount given or its own cost. */
export function findMismatches(
  rule: AllocationRule,
  number: number,
  { direct, period, currency, weights, everywhere }: Basis,
  given: ReadonlyMap<string, Decimal>,
): Mismatch[] {
  if (rule.method.kind !== 'metric') return [];
  const own = { rule, number, period };
  const values = weights(number, period);
  const labels = [...values].filter(([, value]) => value.units !== 0n);
  const targets = rule.to ?? [...direct.keys()].filter(isTarget);
  const known = new Set<string | null>(rule.to ?? [...everywhere.targets].filter(isTarget));
  return [
    ...labels
      .filter(([label]) => !known.has(label))
      .map(([target, value]): Mismatch => {
        const part = given.get(target);
        return part === undefined
          ? { ...own, kind: 'label without target', target, currency: null, amount: value }
          : { ...own, kind: 'label without cost', target, currency, amount: part };
      }),
    ...targets
      .filter((target) => !values.has(target))
      .map((target): Mismatch => {
        const amount = direct.get(target) ?? zero;
        const isValued = everywhere.labels[number]?.has(target) === true;
        const kind = isValued ? 'target with values elsewhere' : 'target without value';
        return { ...own, kind, target, currency, amount };
      }),
  ];
}

const mostNamed = 5;

/** A sentence for each rule and kind. */
export function describeMismatches(
  mismatches: readonly Mismatch[],
  currencies: readonly (string | null)[],
): Phrase[] {
  const sentences = new Map<string, Map<string, Mismatch>>();
  const counted = new Set<string>();
  for (const one of mismatches) {
    const { number, kind, target, period, currency, amount } = one;
    const key = JSON.stringify([number, kind]);
    if (kind === 'label without target') {
      // The cost of each currency meets the same value of the metric, which has no currency.
      const value = JSON.stringify([key, target, period]);
      if (counted.has(value)) continue;
      counted.add(value);
    }
    const named = within(sentences, key, () => new Map<string, Mismatch>());
    const name = JSON.stringify([target, currency]);
    const known = named.get(name)?.amount ?? zero;
    named.set(name, { ...one, amount: addDecimals(known, amount) });
  }
  return [...sentences.values()].flatMap((named) => {
    const all = [...named.values()];
    const [first] = all;
    if (first === undefined) return [];
    const texts = all.map((one) => {
      // A value of the metric is no cost.
      const others = one.kind === 'label without target' ? [] : currencies;
      const amount = amountOf(one.amount, one.currency, others);
      return say`${one.target} (${amount})`;
    });
    return [say`for ${first.rule.name}, ${explanations[first.kind](sayFirst(texts, mostNamed))}`];
  });
}

const explanations: Readonly<Record<Mismatch['kind'], (names: Phrase) => Phrase>> = {
  'label without cost': (names) =>
    say`the metric has values for labels that no target has, and they were given a share: ${names}`,
  'label without target': (names) =>
    say`the metric has values for labels that the rule does not share to: ${names}`,
  'target without value': (names) =>
    say`the metric has no value for these targets, and they were given nothing (own cost): ${names}`,
  'target with values elsewhere': (names) =>
    say`in some periods the metric has no value for these targets, and they were given nothing there (own cost): ${names}`,
};

function amountOf(
  amount: Decimal,
  currency: string | null,
  currencies: readonly unknown[] = [],
): Phrase {
  const value = formatDecimal(amount);
  if (currency !== null) return [{ kind: 'money', value, currency }];
  const unit = unitOf(currency, currencies);
  return say`${{ kind: 'number', value }}${unit === '' ? '' : ` ${unit}`}`;
}
