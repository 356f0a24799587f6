import type { Cell } from '../formats/table-rows.ts';
import {
  type Decimal,
  magnitude,
  multiplyDecimals,
  parseDecimal,
  unitsAt,
} from '../json/decimal.ts';
import { subcategories } from './allowed-values.ts';
import type { Rule } from './rule.ts';
import { conditionsOf, describeRow } from './rule-conditions.ts';

/** What in a row breaks the rule; undefined if nothing does. */
type RowCheck = (cells: readonly Cell[]) => string | undefined;

/** The column of the rule, and all columns of the file by name. */
interface Places {
  readonly own: number;
  readonly all: ReadonlyMap<string, number>;
}

/** If more distinct values of a column must be compared with their partners, the rule is given up. */
const mostPartners = 100_000;

/** The check of a rule that looks at several columns; undefined if it can never be broken in this file. */
export function rowCheckOf(rule: Rule, places: Places, giveUp: () => void): RowCheck | undefined {
  const { check } = rule;
  switch (check.kind) {
    case 'null':
    case 'not null':
      return checkNull(rule, places, check.kind === 'null');
    case 'within ServiceCategory':
      return checkSubcategory(places);
    case 'one per value':
    case 'unique within':
      return checkPartner(places, check.other, check.kind === 'unique within', giveUp);
    case '=':
    case '>=':
      return checkOrder(rule, places, check.other, check.kind === '=');
    case 'product':
      return checkProduct(rule, places, [...check.factors, check.of]);
    default:
      return undefined;
  }
}

function checkNull(rule: Rule, { own, all }: Places, wantsNull: boolean): RowCheck | undefined {
  const holds = conditionsOf(rule, all);
  if (holds === undefined) return undefined;
  return (cells) => {
    const cell = cells[own] ?? null;
    if ((cell === null) === wantsNull || !holds(cells)) return undefined;
    return cell ?? describeRow(rule, cells, all);
  };
}

function checkSubcategory({ own, all }: Places): RowCheck | undefined {
  const parent = all.get('ServiceCategory');
  if (parent === undefined) return undefined;
  const parents = new Map(
    [...subcategories].flatMap(([category, names]) => names.map((name) => [name, category])),
  );
  return (cells) => {
    const cell = cells[own] ?? null;
    // A value that is not allowed at all has a rule of its own.
    const wanted = cell === null ? undefined : parents.get(cell);
    const category = cells[parent] ?? null;
    if (wanted === undefined || category === wanted) return undefined;
    return `${category ?? 'null'} with ${cell}`;
  };
}

function checkPartner(
  { own, all }: Places,
  other: string,
  isUnique: boolean,
  giveUp: () => void,
): RowCheck | undefined {
  const otherPlace = all.get(other);
  if (otherPlace === undefined) return undefined;
  const partners = new Map<string, string>();
  return (cells) => {
    const cell = cells[own] ?? null;
    const partner = cells[otherPlace] ?? null;
    if (cell === null || partner === null) return undefined;
    const key = isUnique ? JSON.stringify([cell, partner]) : cell;
    const known = partners.get(key);
    if (known === undefined) {
      if (partners.size < mostPartners) partners.set(key, partner);
      else giveUp();
      return undefined;
    }
    if (isUnique) return `${cell} in ${partner}`;
    return known === partner ? undefined : `${cell}: ${known} and ${partner}`;
  };
}

function checkOrder(
  rule: Rule,
  { own, all }: Places,
  other: string,
  isEqual: boolean,
): RowCheck | undefined {
  const otherPlace = all.get(other);
  const holds = conditionsOf(rule, all);
  if (otherPlace === undefined || holds === undefined) return undefined;
  return (cells) => {
    const [cell, partner] = [cells[own] ?? null, cells[otherPlace] ?? null];
    if (cell === null || partner === null || !holds(cells)) return undefined;
    // Moments in FOCUS can be compared as texts, but Z sorts after the point of a fraction.
    const isBroken = isEqual ? cell !== partner : unzoned(cell) < unzoned(partner);
    return isBroken ? `${cell} and ${partner}` : undefined;
  };
}

function unzoned(moment: string): string {
  return moment.replace(/Z$/, '');
}

function checkProduct(rule: Rule, { all }: Places, names: readonly string[]): RowCheck | undefined {
  const [left, right, of] = names.map((name) => all.get(name));
  const holds = conditionsOf(rule, all);
  if (left === undefined || right === undefined || of === undefined || holds === undefined) {
    return undefined;
  }
  return (cells) => {
    const [a, b, c] = [cells[left] ?? null, cells[right] ?? null, cells[of] ?? null];
    if (a === null || b === null || c === null || !holds(cells)) return undefined;
    return isProduct(a, b, c) ? undefined : `${a} * ${b} is not ${c}`;
  };
}

/** Rounded to the decimal places of the cost, or in 64-bit floats, in which 0.1 * 3 is 0.30000000000000004. */
function isProduct(left: string, right: string, cost: string): boolean {
  if (Number(left) * Number(right) === Number(cost)) return true;
  const [a, b, c] = [left, right, cost].map(decimalOf);
  // A value that is not a number breaks another rule.
  if (a === undefined || b === undefined || c === undefined) return true;
  const product = multiplyDecimals(a, b);
  const scale = Math.max(product.scale, c.scale) + 1;
  const difference = unitsAt(product, scale) - unitsAt(c, scale);
  const half = 5n * 10n ** BigInt(scale - c.scale - 1);
  return magnitude(difference) <= half;
}

/** FOCUS takes .5 as a number too. */
function decimalOf(text: string): Decimal | undefined {
  return parseDecimal(text.replace(/^-?(?=\.)/, '$&0'));
}
