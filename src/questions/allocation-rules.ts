import { usageError } from '../errors.ts';
import { type Decimal, parseDecimal } from '../json/decimal.ts';
import { conditionOf } from '../rows/where-language.ts';
import {
  failAt,
  openYaml,
  type Placed,
  type PlacedCondition,
  parseConditions,
} from '../rows/yaml-file.ts';
import { cutText, escapeForTerminal } from '../text.ts';
import type { ColumnFacts } from './survey.ts';

/** The target of cost that no target pays. */
export const unallocated = '(unallocated)';

const keys = ['name', 'match', 'to', 'by', 'weights', 'negative'];

type Method =
  | { readonly kind: 'even' }
  | { readonly kind: 'cost' }
  | { readonly kind: 'fixed'; readonly weights: ReadonlyMap<string, Decimal> }
  | { readonly kind: 'metric'; readonly metric: string; readonly label: string };

/** Whose cost is shared, among whom, and how. The first rule that a row matches decides. */
export interface AllocationRule {
  readonly name: string;
  readonly match: readonly PlacedCondition[];
  /** A fixed list; undefined: every value of the column that has cost of its own. */
  readonly to: readonly string[] | undefined;
  readonly method: Method;
  /** For `by: cost`: the weight of a target with more credits than cost. If absent, such a target is an error. */
  readonly negative?: 'zero';
}

export function parseRules(path: string, text: string, by: string): readonly AllocationRule[] {
  const items = openYaml(path, text, keys).items();
  if (items.length === 0) throw usageError(`${path} has no rules`);
  return items.map((item, place) => {
    const name = item.text('name') ?? `rule ${place + 1}`;
    const match = item.texts('match');
    if (match === undefined)
      throw item.fail('match', 'match is missing: the conditions of the rows to share');
    const target = item.isList('to') ? undefined : item.text('to');
    if (target !== undefined && target !== by) {
      throw item.fail('to', `to must be a list, or the column of --by, ${by}`);
    }
    const method = item.text('by') ?? 'even';
    const weights = item.pairs('weights');
    if (method === 'fixed' && weights === undefined) {
      throw item.fail('weights', 'by: fixed needs weights, such as {web: 60, shop: 40}');
    }
    const metric = /^metric:([^/]+)\/(.+)$/.exec(method);
    const parsed = parseMethod(method, metric, weights);
    if (parsed === undefined) {
      throw item.fail('by', 'by must be even, cost, fixed or metric:ID/LABEL');
    }
    if (method !== 'fixed' && weights !== undefined) {
      throw item.fail('weights', `weights need by: fixed, and this rule has by: ${method}`);
    }
    const listed = item.isList('to')
      ? item.texts('to')
      : weights?.map(([target, { place: at }]) => ({ text: target, place: at }));
    requireTargets(listed ?? []);
    const to = listed?.map((one) => one.text);
    if (to?.length === 0) throw item.fail('to', 'to is an empty list: nobody would pay');
    for (const [target, { place: at }] of weights ?? []) {
      if (!to?.includes(target))
        throw failAt(at, `${target} has a weight, but to does not name it`);
    }
    const lacking = parsed.kind === 'fixed' && to?.find((target) => !parsed.weights.has(target));
    if (lacking !== false && lacking !== undefined) {
      throw item.fail('to', `to names ${lacking}, which has no weight: 0 gives it nothing`);
    }
    const negative = item.text('negative');
    if (negative !== undefined && negative !== 'zero') {
      throw item.fail('negative', 'negative must be zero: a target with net credits gets no share');
    }
    if (negative !== undefined && parsed.kind !== 'cost') {
      throw item.fail('negative', `negative needs by: cost, and this rule has by: ${method}`);
    }
    const rule = { name, match: parseConditions(match, 'match'), to, method: parsed };
    return negative === undefined ? rule : { ...rule, negative };
  });
}

/** Each target is named once, by a name that a person or a team can have. */
function requireTargets(targets: readonly Placed[]): void {
  const seen = new Set<string>();
  for (const { text: target, place } of targets) {
    if (target.trim() === '') throw failAt(place, 'a target is empty: name it, or leave it out');
    if (target === unallocated) {
      throw failAt(place, `${unallocated} is cost that no target pays: name those that pay`);
    }
    if (seen.has(target)) {
      throw failAt(place, `${target} is named twice: leave one out; by: fixed gives larger shares`);
    }
    seen.add(target);
  }
}

function parseMethod(
  method: string,
  metric: RegExpExecArray | null,
  weights: readonly (readonly [string, Placed])[] | undefined,
): Method | undefined {
  if (method === 'even' || method === 'cost') return { kind: method };
  if (metric !== null) return { kind: 'metric', metric: metric[1] ?? '', label: metric[2] ?? '' };
  if (method !== 'fixed' || weights === undefined) return undefined;
  const parsed = new Map<string, Decimal>();
  for (const [target, { text, place }] of weights) {
    const weight = parseDecimal(text);
    if (weight === undefined) throw failAt(place, `the weight of ${target} must be a number`);
    if (weight.units < 0n) {
      throw failAt(place, `the weight of ${target} is negative`, 'invalid_data');
    }
    parsed.set(target, weight);
  }
  return { kind: 'fixed', weights: parsed };
}

export interface TemplateFacts {
  /** The column that cost is shared among. */
  readonly by: string;
  /** Some of its values. */
  readonly targets: readonly string[];
  readonly columns: readonly ColumnFacts[];
  /** The days of the rows, for people. */
  readonly days: string;
}

const longestExample = 40;
const mostTargets = 20;
/** Columns with more values are rarely what a rule matches. */
const mostValues = 200;

/** A file of rules that works as it is, with comments on what else is possible. */
export function writeRules({ by, targets, columns, days }: TemplateFacts): string {
  const width = Math.max(0, ...columns.map(({ column }) => show(column).length));
  const named = columns.map(({ column, kind, distinct, more, example }) => {
    const values = `${distinct}${more ? '+' : ''} ${distinct === 1 ? 'value' : 'values'}`;
    return `#   ${show(column).padEnd(width)}  ${values}, ${kind}, such as ${show(example)}`;
  });
  const sample = columns.find(
    ({ column, kind, distinct, more }) =>
      column !== by && kind === 'text' && !more && distinct > 1 && distinct <= mostValues,
  );
  const shared = text(conditionOf(sample?.column ?? 'service', sample?.example ?? 'Support'));
  const [one = 'web', other = one === 'shop' ? 'web' : 'shop'] = targets;
  const some = targets.slice(0, mostTargets).map(show);
  const rest = targets.length > some.length ? ' and more' : '';
  return `# Rules for costctl costs allocate --rules FILE --by ${show(by)}
# Written from the rows of ${days}. The first rule that a row matches decides whose cost it is;
# a row that no rule matches stays with its own ${show(by)}.
#
# A rule has:
#   name     for messages
#   match    conditions like those of --where; all must hold
#   to       a list of targets, or ${show(by)}: every value that has cost of its own
#   by       how to share:
#              even              the same for each target
#              cost              in proportion to what each target costs itself
#              fixed             by weights
#              metric:ID/LABEL   by the values of a business metric; LABEL names the target
#   weights  for by: fixed, such as {web: 60, shop: 40}
#   negative: zero  for by: cost: a target whose credits exceed its cost gets no share; otherwise it is an error
#
# The columns of the rows:
${named.length === 0 ? '#   (there were no rows)' : named.join('\n')}
#
# Values of ${show(by)}: ${some.length === 0 ? '(none)' : `${some.join(', ')}${rest}`}

# Cost without a value is shared in proportion to the cost of each value.
- name: without a value
  match: [${text(conditionOf(by, ''))}]
  to: ${text(by)}
  by: cost

# Remove the # of what you need.

# - name: shared by some
#   match: [${shared}]
#   to: [${text(one)}, ${text(other)}]
#   by: even

# - name: agreed shares
#   match: [${shared}]
#   by: fixed
#   weights: {${text(one)}: 60, ${text(other)}: 40}

# - name: by use
#   match: [${shared}]
#   by: metric:bmt_ID/team
`;
}

/** JSON text is YAML text, whatever characters it has. */
function text(value: string): string {
  return JSON.stringify(value);
}

/** A value on one line, for a comment. */
function show(value: string): string {
  return cutText(escapeForTerminal(value), longestExample);
}
