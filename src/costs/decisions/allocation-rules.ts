import { type Decimal, parseDecimal } from '../../json/decimal.ts';
import { failAt, type Placed, type PlacedCondition, parseConditions } from './placed-conditions.ts';
import { openYaml } from './yaml-file.ts';

const keys = ['name', 'match', 'to', 'by', 'weights'];

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
}

export function parseRules(path: string, text: string, by: string): readonly AllocationRule[] {
  return openYaml(path, text, keys)
    .items()
    .map((item, place) => {
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
      const to = item.isList('to')
        ? item.texts('to')?.map((one) => one.text)
        : parsed.kind === 'fixed'
          ? [...parsed.weights.keys()]
          : undefined;
      if (to?.length === 0) throw item.fail('to', 'to is an empty list: nobody would pay');
      return { name, match: parseConditions(match, 'match'), to, method: parsed };
    });
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
