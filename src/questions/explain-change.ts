import { dayName } from '../days.ts';
import { compareTexts } from '../grouping.ts';
import { type Decimal, formatDecimal } from '../json/decimal.ts';
import { percentOf } from '../json/percent.ts';
import { unitOf } from '../rows/currency-and-day.ts';
import { conditionOf, dayCondition } from '../rows/where-language.ts';
import type { Cause, Effect } from './change-parts.ts';
import {
  growTree,
  isLarge,
  type Part,
  type Rest,
  sumCauses,
  sumOf,
  type Tree,
  type TreeOptions,
} from './change-tree.ts';
import {
  type Answer,
  answer,
  causeNames,
  describeAnswer,
  type MainCause,
  mainCause,
  nameCause,
  nameInColumn,
  nameOthers,
  sumDays,
} from './explain-answers.ts';
import type { ResultRow } from './result-rows.ts';

export interface ExplainOptions extends TreeOptions {
  /** The columns that the effects have values of. */
  readonly by: readonly string[];
  /** The column of days, for the rows of a one-off day. */
  readonly dateColumn: string | undefined;
  /** How lines write a day; by default as sentences do. */
  readonly nameDay?: (day: string) => string;
  /** How a number of groups is written. */
  readonly nameCount?: (count: number) => string;
  /** The command that shows the rows behind a line. */
  readonly commandOf: (place: Place) => string;
}

/** Where to find the rows behind a line. */
export interface Place {
  readonly cause: Cause | 'all';
  readonly path: readonly (readonly [column: string, value: string | null])[];
  readonly day?: string | undefined;
}

export interface Explained {
  readonly currency: string | null;
  readonly change: Decimal;
  /** The largest groups, each with what did most of it, and the others: they add up to the change. */
  readonly answers: readonly Answer[];
  readonly sentences: readonly string[];
  readonly rows: readonly ResultRow[];
}

/** Explains each currency by itself, in order. */
export function explainChange(effects: readonly Effect[], options: ExplainOptions): Explained[] {
  const currencies = [...new Set(effects.map(({ currency }) => currency))].sort(compareTexts);
  return currencies.map((currency) => {
    const own = effects.filter((effect) => effect.currency === currency);
    const scale = own.reduce((most, { amount }) => Math.max(most, amount.scale), 0);
    const parts = own.map(({ amount, ...effect }) => ({
      ...effect,
      units: amount.units * 10n ** BigInt(scale - amount.scale),
    }));
    return explainCurrency(parts, { currency, currencies, scale }, options);
  });
}

interface Amounts {
  readonly currency: string | null;
  /** Those of the other explanations too. */
  readonly currencies: readonly (string | null)[];
  readonly scale: number;
}

function explainCurrency(
  parts: readonly Part[],
  { currency, currencies, scale }: Amounts,
  options: ExplainOptions,
): Explained {
  const { by, top, dateColumn, depth: deepest, nameDay = dayName } = options;
  const whole = sumOf(parts);
  // Of columns that explain equally much, the first by name is taken.
  const columns = [...by.keys()].sort((one, other) => compareTexts(by[one] ?? '', by[other] ?? ''));
  const tree = growTree(parts, columns, options);
  const rows: ResultRow[] = [];

  function write(line: string, units: bigint, depth: number, place: Where, more: ResultRow = {}) {
    if (depth > deepest) return;
    const { cause, path = [], day } = place;
    const days =
      day === undefined || dateColumn === undefined ? [] : [dayCondition(dateColumn, day)];
    const amount = { units, scale };
    rows.push({
      line,
      cause,
      path: [...path.map(([column, value]) => conditionOf(column, value)), ...days],
      depth,
      currency,
      amount: formatDecimal(amount),
      share: percentOf(amount, { units: whole, scale }),
      command: options.commandOf({ cause, path, day }),
      ...more,
    });
  }

  function writeRest(rest: Rest | undefined, depth: number, place: Where): void {
    if (rest === undefined) return;
    write(`(${nameOthers(rest.groups, options.nameCount)})`, rest.units, depth, place, {
      rest: true,
    });
  }

  function writeTree(
    { branches, rest }: Tree,
    depth: number,
    { cause, path = [] }: Where,
    known?: MainCause,
  ): void {
    for (const branch of branches) {
      const own = [...path, [by[branch.column] ?? '', branch.value] as const];
      write(nameInColumn(branch.value, by[branch.column]), branch.units, depth, {
        cause,
        path: own,
      });
      const main = cause === 'all' ? mainCause(branch.parts) : undefined;
      // The cause of a branch is also that of the branches in it, unless they name another.
      if (main !== undefined && nameCause(main, nameDay) !== (known && nameCause(known, nameDay))) {
        const { units, day } = main;
        write(`of it: ${nameCause(main, nameDay)}`, units, depth + 1, {
          cause: main.cause,
          path: own,
          day,
        });
      }
      writeTree(branch, depth + 1, { cause, path: own }, main ?? known);
    }
    writeRest(rest, depth, { cause, path });
  }

  function writeDays(own: readonly Part[]): void {
    const days = sumDays(own);
    const shown = days.filter(({ units }) => isLarge(units, tree.all)).slice(0, top);
    for (const { value, day, units } of shown) {
      const [first] = by;
      const path = first === undefined ? [] : [[first, value] as const];
      const line =
        first === undefined ? nameDay(day) : `${nameInColumn(value, first)} ${nameDay(day)}`;
      write(line, units, 2, { cause: 'one-off day', path, day });
    }
    const rest = days.filter((one) => !shown.includes(one));
    if (shown.length === 0 || rest.length === 0) return;
    const units = rest.reduce((sum, one) => sum + one.units, 0n);
    writeRest({ groups: rest.length, units }, 2, { cause: 'one-off day' });
  }

  const answers = answer(tree, parts, { by, scale, nameCount: options.nameCount });
  const sentences = answers.map((one) => describeAnswer(one, currency, currencies));
  write(
    `all ${unitOf(currency, currencies)}`.trim(),
    whole,
    0,
    { cause: 'all' },
    { answer: sentences },
  );
  for (const { cause, units, parts: own } of sumCauses(parts)) {
    write(causeNames[cause], units, 1, { cause });
    if (cause === 'one-off day') writeDays(own);
    else if (isLarge(units, tree.all)) {
      writeTree(growTree(own, columns, { depth: 1, top, all: tree.all }), 2, { cause });
    }
  }
  writeTree(tree, 1, { cause: 'all' });
  return { currency, change: { units: whole, scale }, answers, sentences, rows };
}

type Where = Pick<Place, 'cause'> & Partial<Place>;
