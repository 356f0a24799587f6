import type { Cell, FileColumn, StoredKind } from '../formats/table-rows.ts';
import { magnitude, multiplyDecimals, parseDecimal, unitsAt } from '../json/decimal.ts';
import { describeRule, type Rule, subcategories } from './rule.ts';
import { always, conditionsOf, describeRow } from './rule-conditions.ts';
import { type ValueCheck, valueCheckOf } from './value.ts';
import type { Focus } from './version.ts';

export interface Finding {
  readonly rule: string;
  readonly severity: Rule['severity'];
  readonly requirement: string;
  readonly violations: number;
  /** Counted as an editor does; null if the finding is about the columns. */
  readonly firstLine: number | null;
  readonly example: string | null;
}

/** Judges the rows of one file, one after the other, and keeps none. */
export interface Judge {
  readonly add: (cells: readonly Cell[], line: number) => void;
  /** One for each rule that applies to the columns of the file, in the order of the rules. */
  readonly findings: () => readonly Finding[];
  /** Ids of rules that were given up because a column has too many distinct values. */
  readonly givenUp: () => readonly string[];
}

interface Tally {
  readonly rule: Rule;
  violations: number;
  firstLine: number | null;
  example: string | null;
}

/** How many verdicts about values are remembered: the same few values come again and again. */
const mostRemembered = 20_000;
/**
 * At most this many distinct values of a column are compared with their partner; beyond that the rule is
 * given up.
 */
const mostPartners = 100_000;
const longestExample = 80;

/** `abilities`: what the provider is known to support; rules for others do not apply. */
export function createJudge(
  focus: Focus,
  columns: readonly FileColumn[],
  abilities: ReadonlySet<string>,
): Judge {
  const places = new Map(columns.map(({ name }, place) => [name, place]));
  const tallies: Tally[] = [];
  const rowChecks: ((cells: readonly Cell[], line: number) => void)[] = [];
  const valueChecks: { readonly check: ValueCheck; readonly tally: Tally }[][] = columns.map(
    () => [],
  );
  const givenUp = new Set<string>();

  function open(rule: Rule): Tally {
    const tally: Tally = { rule, violations: 0, firstLine: null, example: null };
    tallies.push(tally);
    return tally;
  }

  function addValueCheck(rule: Rule, place: number, check: ValueCheck, tally: Tally): void {
    const holds = conditionsOf(rule, places);
    if (holds === undefined) return;
    if (holds === always) {
      valueChecks[place]?.push({ check, tally });
      return;
    }
    const stored = columns[place]?.stored ?? 'csv';
    rowChecks.push((cells, line) => {
      const cell = cells[place] ?? null;
      if (cell !== null && holds(cells) && !check(cell, stored)) count(tally, line, cell);
    });
  }

  for (const rule of focus.rules) {
    if (!rule.abilities.every((ability) => abilities.has(ability))) continue;
    const { check, column } = rule;
    if (column === '*') addColumnRule(rule);
    else if (check.kind === 'present') {
      const tally = open(rule);
      if (!places.has(column)) count(tally, null, null);
    } else {
      const place = places.get(column);
      if (place !== undefined) addRule(rule, place);
    }
  }

  /** A rule about all columns, or about their names. */
  function addColumnRule(rule: Rule): void {
    const { check } = rule;
    const known = new Map(focus.columns.map((column) => [column.name, column]));
    const tally = open(rule);
    if (check.kind === 'at most 50 characters') {
      for (const { name } of columns) if (name.length > 50) count(tally, null, name);
    } else if (check.kind === 'custom columns begin with x_') {
      for (const { name } of columns) {
        if (!known.has(name) && !name.startsWith('x_')) count(tally, null, name);
      }
    } else if (check.kind === 'FOCUS columns first') {
      const custom = columns.findIndex(({ name }) => !known.has(name));
      for (const [place, { name }] of columns.entries()) {
        if (custom >= 0 && place > custom && known.has(name)) count(tally, null, name);
      }
    } else {
      for (const [place, { name }] of columns.entries()) {
        const column = known.get(name);
        if (column === undefined) continue;
        const isBlankRule = check.kind === 'not blank';
        if (isBlankRule && (column.isNullable || column.type !== 'String')) continue;
        const judge = isBlankRule ? valueCheckOf('not blank') : placeholderCheck(rule);
        if (judge !== undefined) addValueCheck(rule, place, judge, tally);
      }
    }
  }

  function addRule(rule: Rule, place: number): void {
    const { check } = rule;
    switch (check.kind) {
      case 'null':
      case 'not null': {
        const holds = conditionsOf(rule, places);
        if (holds === undefined) return;
        const tally = open(rule);
        const wantsNull = check.kind === 'null';
        rowChecks.push((cells, line) => {
          const cell = cells[place] ?? null;
          if ((cell === null) === wantsNull || !holds(cells)) return;
          count(tally, line, wantsNull ? cell : describeRow(rule, cells, places));
        });
        return;
      }
      case 'one of': {
        const values = new Set(check.values);
        addValueCheck(rule, place, (text) => values.has(text), open(rule));
        return;
      }
      case 'not':
        addValueCheck(rule, place, (text) => text !== check.value, open(rule));
        return;
      case 'within ServiceCategory':
        addSubcategory(rule, place);
        return;
      case 'one per value':
      case 'unique within':
        addPartner(rule, place, check.other, check.kind === 'unique within');
        return;
      case '=':
      case '>=':
        addComparison(rule, place, check);
        return;
      case 'product':
        addProduct(rule, [...check.factors, check.of]);
        return;
      case 'no placeholder':
        return;
      default: {
        const judge = valueCheckOf(check.kind);
        if (judge !== undefined) addValueCheck(rule, place, judge, open(rule));
      }
    }
  }

  function addSubcategory(rule: Rule, place: number): void {
    const parent = places.get('ServiceCategory');
    if (parent === undefined) return;
    const tally = open(rule);
    const parents = new Map(
      [...subcategories].flatMap(([category, names]) => names.map((name) => [name, category])),
    );
    rowChecks.push((cells, line) => {
      const cell = cells[place] ?? null;
      // A value that is not allowed at all has a rule of its own.
      const wanted = cell === null ? undefined : parents.get(cell);
      const category = cells[parent] ?? null;
      if (wanted !== undefined && category !== wanted) {
        count(tally, line, `${category ?? 'null'} with ${cell}`);
      }
    });
  }

  function addComparison(
    rule: Rule,
    place: number,
    { kind, other }: { readonly kind: '=' | '>='; readonly other: string },
  ): void {
    const otherPlace = places.get(other);
    const holds = conditionsOf(rule, places);
    if (otherPlace === undefined || holds === undefined) return;
    const tally = open(rule);
    rowChecks.push((cells, line) => {
      const [cell, partner] = [cells[place] ?? null, cells[otherPlace] ?? null];
      if (cell === null || partner === null || !holds(cells)) return;
      // Moments in FOCUS can be compared as texts.
      if (kind === '=' ? cell !== partner : cell < partner) {
        count(tally, line, `${cell} and ${partner}`);
      }
    });
  }

  function addPartner(rule: Rule, place: number, other: string, isUnique: boolean): void {
    const otherPlace = places.get(other);
    if (otherPlace === undefined) return;
    const tally = open(rule);
    const partners = new Map<string, string>();
    rowChecks.push((cells, line) => {
      const cell = cells[place] ?? null;
      const partner = cells[otherPlace] ?? null;
      if (cell === null || partner === null) return;
      const key = isUnique ? JSON.stringify([cell, partner]) : cell;
      const known = partners.get(key);
      if (known === undefined) {
        if (partners.size < mostPartners) partners.set(key, partner);
        else givenUp.add(rule.id);
      } else if (isUnique) count(tally, line, `${cell} in ${partner}`);
      else if (known !== partner) count(tally, line, `${cell}: ${known} and ${partner}`);
    });
  }

  function addProduct(rule: Rule, names: readonly string[]): void {
    const [left, right, of] = names.map((name) => places.get(name));
    const holds = conditionsOf(rule, places);
    if (left === undefined || right === undefined || of === undefined || holds === undefined) {
      return;
    }
    const tally = open(rule);
    rowChecks.push((cells, line) => {
      const [a, b, c] = [cells[left] ?? null, cells[right] ?? null, cells[of] ?? null];
      if (a === null || b === null || c === null || !holds(cells)) return;
      if (!isProduct(a, b, c)) count(tally, line, `${a} * ${b} is not ${c}`);
    });
  }

  const cachedChecks = valueChecks.map((checks, place) =>
    rememberVerdicts(checks, columns[place]?.stored ?? 'csv'),
  );

  return {
    add: (cells, line) => {
      for (let place = 0; place < cachedChecks.length; place += 1) {
        const cell = cells[place] ?? null;
        if (cell === null) continue;
        const broken = cachedChecks[place]?.(cell);
        if (broken === undefined) continue;
        for (const tally of broken) count(tally, line, cell);
      }
      for (const check of rowChecks) check(cells, line);
    },
    findings: () =>
      tallies.map(({ rule, violations, firstLine, example }) => ({
        rule: rule.id,
        severity: rule.severity,
        requirement: describeRule(rule),
        violations,
        firstLine,
        example,
      })),
    givenUp: () => [...givenUp],
  };
}

function count(tally: Tally, line: number | null, example: string | null): void {
  tally.violations += 1;
  if (tally.violations > 1) return;
  tally.firstLine = line;
  tally.example =
    example !== null && example.length > longestExample
      ? `${example.slice(0, longestExample)}…`
      : example;
}

/** The tallies of the rules that a value breaks; undefined if it breaks none. */
function rememberVerdicts(
  checks: readonly { readonly check: ValueCheck; readonly tally: Tally }[],
  stored: StoredKind,
): (text: string) => readonly Tally[] | undefined {
  if (checks.length === 0) return () => undefined;
  const known = new Map<string, readonly Tally[] | undefined>();
  return (text) => {
    const verdict = known.get(text);
    if (verdict !== undefined || known.has(text)) return verdict;
    const broken = checks.filter(({ check }) => !check(text, stored)).map(({ tally }) => tally);
    if (known.size >= mostRemembered) known.clear();
    const result = broken.length === 0 ? undefined : broken;
    known.set(text, result);
    return result;
  };
}

function placeholderCheck({ check }: Rule): ValueCheck | undefined {
  if (check.kind !== 'no placeholder') return undefined;
  const values = new Set(['', ...check.values]);
  return (text) => !values.has(text);
}

/** Whether the product, rounded to the places that the cost is written with, is the cost. */
function isProduct(left: string, right: string, cost: string): boolean {
  const [a, b, c] = [parseDecimal(left), parseDecimal(right), parseDecimal(cost)];
  // A value that is not a number breaks another rule.
  if (a === undefined || b === undefined || c === undefined) return true;
  const product = multiplyDecimals(a, b);
  const scale = Math.max(product.scale, c.scale) + 1;
  const difference = unitsAt(product, scale) - unitsAt(c, scale);
  const half = 5n * 10n ** BigInt(scale - c.scale - 1);
  return magnitude(difference) <= half;
}
