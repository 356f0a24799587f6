import { CostctlError, usageError, withHint } from '../errors.ts';
import { oneColumnHint } from '../formats/csv-records.ts';
import { rowLinesHint } from '../formats/file-rows.ts';
import type { FileColumn } from '../formats/table-rows.ts';
import type { RowPage } from '../json/bulk/rows.ts';
import { keysOf } from '../json/members.ts';
import { type Conflict, createColumnWatch } from '../rows/column-watch.ts';
import { leaves, rowObject } from '../rows/cost-page.ts';
import {
  describeColumns,
  type FoundColumns,
  fillColumns,
  type GivenColumns,
  hadChoice,
  type Role,
  roles,
} from '../rows/detect-columns.ts';
import { conflictError } from '../rows/require-columns.ts';
import type { Condition } from '../rows/where-language.ts';
import { quote } from '../text.ts';
import type { RoleColumns } from './day-rows.ts';
import type { HeldColumns } from './watch-columns.ts';

const anyDay = { from: '0001-01-01', to: '9999-12-31' };

/** Chooses the columns of the day, the amount and the currency: the first file decides for all. */
export function createColumnChoice(options: {
  readonly given: GivenColumns;
  readonly conditions: readonly Condition[];
  readonly held: HeldColumns | undefined;
}) {
  const { conditions, given, held } = options;
  const names = new Set<string>();
  const notes = new Set<string>();
  let chosen = held?.roles;
  let watch = held?.watch;
  /** Whether all columns that matter were given, or are those of a known export. */
  let areGiven = roles.every((role) => given[role] !== undefined);

  function choose(page: RowPage, path: string, columns: readonly FileColumn[]): RoleColumns {
    const own = columnsOf(page);
    for (const name of own) names.add(name);
    if (chosen === undefined) {
      const all = fillColumns(given, exportColumns(own));
      watch = createColumnWatch({ given: all, ranges: [anyDay] });
      areGiven = roles.every((role) => all[role] !== undefined);
      watch.look(page);
      // Lines of JSON have no list of columns.
      const hint = columns.length === 0 ? rowLinesHint : oneColumnHint;
      const found = requireRoles(watch, path, own, hint);
      if (hadChoice(found)) notes.add(describeColumns(found));
      chosen = {
        date: found.date.column ?? '',
        amount: found.amount.column,
        currency: found.currency.column,
      };
      noteOthers(chosen, given, own, notes);
    } else {
      requireOwn(chosen, own);
      watch?.look(page);
    }
    noteBinary(path, columns, chosen, notes);
    noteRepeated(page, path, notes);
    return chosen;
  }

  /** Whether the columns of a file are known by their names alone, and none is inside another. */
  function areSimple(names: readonly string[]): boolean {
    const own = new Set(names);
    const { date, amount, currency } = chosen ?? fillColumns(given, exportColumns(own));
    const isKnown = chosen === undefined ? currency !== undefined : areGiven;
    const needed = [date, amount, currency === 'none' ? undefined : currency];
    return (
      isKnown &&
      own.size === names.length &&
      date !== undefined &&
      amount !== undefined &&
      needed.every((column) => column === undefined || own.has(column)) &&
      conditions.every(({ column }) => own.has(column))
    );
  }

  return {
    choose,
    /** Looks at more rows of the file. */
    look: (page: RowPage, path: string) => {
      watch?.look(page);
      noteRepeated(page, path, notes);
    },
    /** Fails if rows speak against the choice. */
    requireAgreement: () => {
      const conflict = watch?.conflict();
      if (conflict !== undefined) throw conflictOf(conflict, held?.command);
    },
    areSimple,
    roles: () => chosen,
    /** All columns of the files so far. */
    names: () => [...names],
    notes: () => [...notes],
  };
}

/** A currency column that is read must be in every file, also in those before. */
function conflictOf(conflict: Conflict, command = 'give'): CostctlError {
  const error = conflictError(conflict, command);
  const { role, used, column } = conflict;
  if (role !== 'currency' || used !== undefined) return error;
  return withHint(
    error,
    `${command} --currency-column none; or add the column '${column}' to the files that lack it (its cells may be empty), and ${command} --currency-column ${quote(column)}`,
  );
}

const rowsLookedAt = 20;

function columnsOf(page: RowPage): Set<string> {
  const names = new Set<string>();
  for (let row = 0; row < Math.min(page.count, rowsLookedAt); row += 1) {
    const value = rowObject(page, row);
    for (const name of keysOf(value)) names.add(name);
    for (const [name] of leaves(value)) names.add(name);
  }
  return names;
}

/**
 * The columns of the day, the costs (the one on invoices comes first) and the currency in exports of FOCUS,
 * AWS, Azure, Google and Oracle.
 */
const exports = `
ChargePeriodStart | BilledCost EffectiveCost ContractedCost ListCost | BillingCurrency
lineItem/UsageStartDate | lineItem/UnblendedCost lineItem/NetUnblendedCost lineItem/BlendedCost | lineItem/CurrencyCode
line_item_usage_start_date | line_item_unblended_cost line_item_net_unblended_cost line_item_blended_cost | line_item_currency_code
date | costInBillingCurrency | billingCurrency
Date | CostInBillingCurrency | BillingCurrencyCode
usage_start_time | cost | currency
lineItem/intervalUsageStart | cost/myCost | cost/currencyCode
`
  .trim()
  .split('\n')
  .map((line) => line.split(' | '))
  .map(([date = '', costs = '', currency = '']) => ({ date, costs: costs.split(' '), currency }));

/** The columns of a known export, whose meaning is beyond doubt. */
function exportColumns(names: ReadonlySet<string>): GivenColumns {
  for (const { date, costs, currency } of exports) {
    const amount = costs.find((name) => names.has(name));
    if (amount !== undefined && names.has(date) && names.has(currency)) {
      return { date, amount, currency };
    }
  }
  return {};
}

function noteRepeated({ repeated = new Set() }: RowPage, path: string, notes: Set<string>): void {
  for (const key of repeated) {
    notes.add(`a row of ${path} has the key ${key} more than once: its last value counts`);
  }
}

function noteOthers(
  { amount = '' }: RoleColumns,
  given: GivenColumns,
  names: ReadonlySet<string>,
  notes: Set<string>,
): void {
  if (amount === 'cost' && names.has('usage_start_time') && names.has('credits')) {
    notes.add(
      "Google's cost is before credits, which are in the column credits and not in any sum: add them in the query that exports the rows",
    );
  }
  const costs = exports.find((one) => one.costs.includes(amount))?.costs ?? [];
  const others = costs.filter((name) => names.has(name) && name !== amount);
  if (given.amount !== undefined || others.length === 0) return;
  notes.add(`the amount is ${amount}; --amount-column chooses ${others.join(', ')}`);
}

/** A sum of binary fractions depends on who adds it up: this program adds their shortest decimals. */
function noteBinary(
  path: string,
  columns: readonly FileColumn[],
  { amount }: RoleColumns,
  notes: Set<string>,
): void {
  if (!columns.some(({ name, isBinary }) => name === amount && isBinary === true)) return;
  notes.add(
    `${amount} is stored as floating point in ${path}: each amount is the shortest decimal that means the same`,
  );
}

function requireRoles(
  watch: ReturnType<typeof createColumnWatch>,
  path: string,
  names: ReadonlySet<string>,
  oneColumn: string,
): FoundColumns {
  const found = watch.decide();
  if (found === undefined) throw new Error('there was no row to look at');
  if (names.size === 1) {
    const what = `${path}: it has only the column ${listOf([...names])}`;
    throw new CostctlError('invalid_data', what, { hint: oneColumn });
  }
  for (const role of roles) {
    const { how, candidates, column } = found[role];
    if (how === 'unclear') throw unclear(path, role, candidates);
    if (how === 'none' && role !== 'currency') throw unclear(path, role, [...names]);
    if (how === 'given' && column !== undefined) requireColumn(column, names);
  }
  return found;
}

function requireOwn(chosen: RoleColumns, names: ReadonlySet<string>): void {
  for (const column of [chosen.date, chosen.amount, chosen.currency]) {
    if (column !== undefined) requireColumn(column, names);
  }
}

function requireColumn(column: string, names: ReadonlySet<string>): void {
  if (names.has(column)) return;
  throw new CostctlError('invalid_data', `it has no column '${column}'`, {
    hint: `it has ${listOf([...names])}; files with other columns need a mirror of their own`,
  });
}

function unclear(path: string, role: Role, candidates: readonly string[]): CostctlError {
  const what = role === 'date' ? 'day of a row' : role;
  return usageError(
    `${path}: which column has the ${what} is unclear: ${listOf(candidates)}`,
    `give --${role}-column NAME${role === 'date' ? '; days that are not YYYY-MM-DD also need --date-format' : ''}`,
  );
}

const mostListed = 20;

function listOf(names: readonly string[]): string {
  const more = names.length > mostListed ? ', …' : '';
  return `${names.slice(0, mostListed).join(', ')}${more}`;
}
