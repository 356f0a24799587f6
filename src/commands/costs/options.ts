import type { Command } from 'commander';
import * as z from 'zod/mini';
import { getCostPage } from '../../api/costs.ts';
import type { DayRange } from '../../costs/days.ts';
import type { GivenColumns } from '../../costs/found.ts';
import { choosePeriod, type Period, type PeriodOptions } from '../../costs/period.ts';
import { createServiceSource } from '../../costs/service-source.ts';
import type { RowSource } from '../../costs/source.ts';
import { type Condition, parseCondition } from '../../costs/where.ts';
import type { Session } from '../../session.ts';
import { collect, pairs } from '../options.ts';

/** Which days. */
export function periodOptions(command: Command): Command {
  return command
    .option('--from <day>', 'first day, YYYY-MM-DD, in UTC')
    .option('--to <day>', 'last day, included')
    .option('--last <period>', '7d, 4w or 3m, ending yesterday')
    .option('--month <month>', 'a calendar month, YYYY-MM')
    .option('--last-month', 'the calendar month before this one')
    .option('--month-to-date', 'this month, up to yesterday')
    .option('--include-today', 'let --last and --month-to-date end today');
}

export const periodInput = {
  from: z.optional(z.string()),
  to: z.optional(z.string()),
  last: z.optional(z.string()),
  month: z.optional(z.string()),
  lastMonth: z.optional(z.boolean()),
  monthToDate: z.optional(z.boolean()),
  includeToday: z.optional(z.boolean()),
};

/** Which rows of these days, which of their columns mean what, and where the receipt goes. */
export function rowOptions(command: Command): Command {
  return command
    .option(
      '--where <column=value>',
      'keep only these rows; also COLUMN!=VALUE (repeatable)',
      collect,
    )
    .option('--param <key=value>', 'add a query parameter (repeatable)', collect)
    .option('--date-column <name>', 'the column with the day of a row')
    .option('--amount-column <name>', 'the column with its cost')
    .option('--currency-column <name>', 'the column with its currency; none if there is none')
    .option('--receipt <file>', 'write what was read, counted and summed, as JSON');
}

export const rowInput = {
  where: z.optional(z.array(z.string())),
  param: z.optional(pairs()),
  dateColumn: z.optional(z.string()),
  amountColumn: z.optional(z.string()),
  currencyColumn: z.optional(z.string()),
  receipt: z.optional(z.string()),
};

export interface CostInput extends PeriodOptions {
  readonly where?: readonly string[] | undefined;
  readonly param?: Readonly<Record<string, string>> | undefined;
  readonly dateColumn?: string | undefined;
  readonly amountColumn?: string | undefined;
  readonly currencyColumn?: string | undefined;
  readonly receipt?: string | undefined;
}

/** The choices that every reading action of the group shares, checked. */
export interface CostChoice {
  readonly period: Period;
  readonly conditions: readonly Condition[];
  readonly parameters: Readonly<Record<string, string>>;
  readonly columns: GivenColumns;
}

export function chooseCosts(session: Session, input: CostInput): CostChoice {
  const { settings } = session;
  return {
    period: choosePeriod(input, session.context.clock.now()),
    conditions: (input.where ?? []).map(parseCondition),
    parameters: input.param ?? {},
    columns: {
      date: input.dateColumn ?? settings.dateColumn,
      amount: input.amountColumn ?? settings.amountColumn,
      currency: input.currencyColumn ?? settings.currencyColumn,
    },
  };
}

export function openSource(
  { http }: Session,
  parameters: Readonly<Record<string, string>>,
  pageSize?: number,
): RowSource {
  return createServiceSource({
    getPage: (request) => getCostPage(http, request),
    concurrency: http.concurrency,
    parameters,
    pageSize,
  });
}

/** An option of a command line that is written down; undefined: it was not given. */
export type WrittenOption = readonly [name: string, value: string | true | undefined];

/** The conditions and parameters that decide on the rows, as they were given. */
export function writtenConditions(input: CostInput, choice: CostChoice): WrittenOption[] {
  return [
    ...(input.where ?? []).map((text): WrittenOption => ['--where', text]),
    ...Object.entries(choice.parameters).map(
      ([name, value]): WrittenOption => ['--param', `${name}=${value}`],
    ),
  ];
}

/** What the columns were said to be. */
export function writtenColumns(input: CostInput): WrittenOption[] {
  return [
    ['--date-column', input.dateColumn],
    ['--amount-column', input.amountColumn],
    ['--currency-column', input.currencyColumn],
  ];
}

/** A command line that asks for the same days, whatever today is. */
export function writeCommand(
  action: string,
  range: DayRange,
  options: readonly WrittenOption[],
): string {
  const all = [['--from', range.from] as const, ['--to', range.to] as const, ...options];
  const words = all.flatMap(([name, value]) => {
    if (value === undefined) return [];
    return value === true ? [name] : [name, quoteWord(value)];
  });
  return ['costctl costs', action, ...words].join(' ');
}

function quoteWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
