import type { Cell } from '../formats/table-rows.ts';
import type { Condition, Rule } from './rule.ts';

/** Whether a row meets the conditions of a rule. */
type Holds = (cells: readonly Cell[]) => boolean;

/** For a rule without conditions. */
export const always: Holds = () => true;

/** Undefined if the rule can never apply. A column that the file lacks equals no value, and meets no condition on nulls. */
export function conditionsOf(rule: Rule, places: ReadonlyMap<string, number>): Holds | undefined {
  if (rule.conditions.length === 0) return always;
  const lists = rule.conditions
    .filter((all) => all.every(({ column, values }) => values !== undefined || places.has(column)))
    .map((all) => all.map((one) => conditionOf(one, places.get(one.column))));
  if (lists.length === 0) return undefined;
  return (cells) => lists.some((all) => all.every((holds) => holds(cells)));
}

function conditionOf({ kind, values }: Condition, place: number | undefined): Holds {
  const isWanted = kind === 'is';
  if (place === undefined) return () => !isWanted;
  if (values === undefined) return (cells) => ((cells[place] ?? null) === null) === isWanted;
  const isZero = values[0] === '0';
  return (cells) => {
    const cell = cells[place] ?? null;
    const isOne = cell !== null && (values.includes(cell) || (isZero && Number(cell) === 0));
    return isOne === isWanted;
  };
}

/** The values that make a rule apply. */
export function describeRow(
  rule: Rule,
  cells: readonly Cell[],
  places: ReadonlyMap<string, number>,
): string {
  const names = [...new Set(rule.conditions.flat().map(({ column }) => column))];
  const parts = names.map((name) => `${name}=${cells[places.get(name) ?? -1] ?? 'null'}`);
  return parts.join(', ') || 'null';
}
