import type { Cell, FileColumn, StoredKind } from '../formats/table-rows.ts';
import { cutText, rememberResults } from '../text.ts';
import { describeRule } from './describe-rule.ts';
import { rowCheckOf } from './row-checks.ts';
import type { Check, Rule } from './rule.ts';
import { always, conditionsOf } from './rule-conditions.ts';
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
export type Judge = ReturnType<typeof createJudge>;

interface Tally {
  readonly rule: Rule;
  violations: number;
  firstLine: number | null;
  example: string | null;
}

/** How many verdicts about values are remembered: the same few values come again and again. */
const mostRemembered = 20_000;
const longestExample = 80;

/** `abilities`: what the provider is known to support; rules for others do not apply. */
export function createJudge(
  focus: Focus,
  columns: readonly FileColumn[],
  abilities: ReadonlySet<string>,
) {
  const names = columns.map(({ name }) => name);
  const places = new Map(names.map((name, place) => [name, place]));
  const known = new Map(focus.columns.map((column) => [column.name, column]));
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

  /** A rule about all columns, or about their names. */
  function addColumnRule(rule: Rule): void {
    const tally = open(rule);
    for (const name of wrongNames(rule.check, names, known)) count(tally, null, name);
    const check = valueCheckOf(rule.check);
    if (check === undefined) return;
    for (const [place, { name }] of columns.entries()) {
      const column = known.get(name);
      if (column === undefined) continue;
      const takesBlank = column.isNullable || column.type !== 'String';
      if (rule.check.kind === 'not blank' && takesBlank) continue;
      addValueCheck(rule, place, check, tally);
    }
  }

  function addRule(rule: Rule, place: number): void {
    const check = valueCheckOf(rule.check);
    if (check !== undefined) {
      addValueCheck(rule, place, check, open(rule));
      return;
    }
    const rowCheck = rowCheckOf(rule, { own: place, all: places }, () => givenUp.add(rule.id));
    if (rowCheck === undefined) return;
    const tally = open(rule);
    rowChecks.push((cells, line) => {
      const broken = rowCheck(cells);
      if (broken !== undefined) count(tally, line, broken);
    });
  }

  for (const rule of focus.rules) {
    if (!rule.abilities.every((ability) => abilities.has(ability))) continue;
    const { check, column } = rule;
    const place = places.get(column);
    if (column === '*') addColumnRule(rule);
    else if (check.kind === 'present') {
      const tally = open(rule);
      if (place === undefined) count(tally, null, null);
    } else if (place !== undefined) addRule(rule, place);
  }

  const cachedChecks = valueChecks.map((checks, place) =>
    rememberVerdicts(checks, columns[place]?.stored ?? 'csv'),
  );

  return {
    add: (cells: readonly Cell[], line: number) => {
      for (let place = 0; place < cachedChecks.length; place += 1) {
        const cell = cells[place] ?? null;
        if (cell === null) continue;
        for (const tally of cachedChecks[place]?.(cell) ?? none) count(tally, line, cell);
      }
      for (const check of rowChecks) check(cells, line);
    },
    /** One for each rule that applies to the columns of the file, in the order of the rules. */
    findings: () =>
      tallies.map(({ rule, violations, firstLine, example }) => ({
        rule: rule.id,
        severity: rule.severity,
        requirement: describeRule(rule),
        violations,
        firstLine,
        example,
      })),
    /** Ids of rules that were given up because a column has too many distinct values. */
    givenUp: () => [...givenUp],
  };
}

function count(tally: Tally, line: number | null, example: string | null): void {
  tally.violations += 1;
  if (tally.violations > 1) return;
  tally.firstLine = line;
  tally.example = example === null ? null : cutText(example, longestExample);
}

const none: readonly Tally[] = [];

function rememberVerdicts(
  checks: readonly { readonly check: ValueCheck; readonly tally: Tally }[],
  stored: StoredKind,
): (text: string) => readonly Tally[] {
  if (checks.length === 0) return () => none;
  const judge = (text: string) => checks.filter(({ check }) => !check(text, stored));
  return rememberResults((text) => judge(text).map(({ tally }) => tally), mostRemembered);
}

function wrongNames(
  { kind }: Check,
  names: readonly string[],
  known: ReadonlyMap<string, unknown>,
): readonly string[] {
  switch (kind) {
    case 'at most 50 characters':
      return names.filter((name) => name.length > 50);
    case 'custom columns begin with x_':
      return names.filter((name) => !known.has(name) && !name.startsWith('x_'));
    case 'FOCUS columns first': {
      const custom = names.findIndex((name) => !known.has(name));
      return custom < 0 ? [] : names.slice(custom).filter((name) => known.has(name));
    }
    default:
      return [];
  }
}
