import type { Command } from 'commander';
import * as z from 'zod/mini';
import {
  type Conversion,
  type Converted,
  convertGroups,
  type UsedRate,
} from '../../costs/analysis/convert.ts';
import { fieldOf } from '../../costs/analysis/fields.ts';
import type { SettledColumns } from '../../costs/analysis/settle.ts';
import type { Group } from '../../costs/analysis/tally.ts';
import { type DayRange, describeRange } from '../../costs/days.ts';
import { usageError } from '../../errors.ts';
import type { Column } from '../../output/view.ts';
import type { Session } from '../../session.ts';
import { type Answer, analyze, givenAs } from './analyze.ts';
import {
  type ConversionInput,
  chooseConversion,
  conversionInput,
  conversionOptions,
  describeRates,
} from './conversion.ts';
import {
  type CostChoice,
  type CostInput,
  openSource,
  periodInput,
  periodOptions,
  rowInput,
  rowOptions,
  type WrittenOption,
  writeCommand,
  writtenColumns,
  writtenConditions,
} from './options.ts';
import { writeReceipt } from './receipt.ts';

/** What every action that adds up rows takes: days, rows, columns, one currency. */
export function analysisOptions(command: Command): Command {
  return conversionOptions(rowOptions(periodOptions(command)));
}

export const analysisInput = { ...periodInput, ...rowInput, ...conversionInput };

export type AnalysisInput = CostInput & ConversionInput;

/** `--by COL[,COL]` */
export const ByColumns = z.pipe(
  z.string(),
  z.transform((text) => text.split(',').map((column) => column.trim())),
);

export interface AnalysisOptions {
  readonly action: string;
  readonly by: readonly string[];
  readonly byDay: boolean;
}

/** The rows of one run, read and added up, turned into one currency, and told in the receipt. */
export interface Analysis {
  readonly read: (range: DayRange) => Promise<readonly Group[]>;
  /** Undefined before a row was read. */
  readonly columns: () => SettledColumns | undefined;
  /** `options` are the action's own, for the command that the receipt names. */
  readonly conclude: (options?: readonly WrittenOption[]) => Promise<void>;
}

export async function openAnalysis(
  session: Session,
  input: AnalysisInput,
  choice: CostChoice,
  { action, by, byDay }: AnalysisOptions,
): Promise<Analysis> {
  if (by.includes('')) throw usageError('--by has an empty name between its commas');
  const conversion = await chooseConversion(session, input);
  const start = new Date(session.context.clock.now()).toISOString();
  const readings: { range: DayRange; answer: Answer }[] = [];
  // Two periods may take the rate of one day.
  const rates = new Map<string, UsedRate>();
  let given = choice.columns;
  let columns: SettledColumns | undefined;
  let requests = 0;

  async function read(range: DayRange): Promise<readonly Group[]> {
    const source = openSource(session, choice.parameters);
    const answer = await analyze(session, source, {
      range,
      given,
      conditions: choice.conditions,
      by,
      byDay: byDay || conversion !== undefined,
      withSums: input.receipt !== undefined,
      isFirst: readings.length === 0,
    });
    requests += source.requests();
    readings.push({ range, answer });
    if (answer.columns !== undefined) {
      columns ??= answer.columns;
      given = givenAs(columns);
    }
    if (answer.groups.length === 0) session.output.note(nameEmpty(range, choice));
    if (conversion === undefined) return answer.groups;
    const converted = await convertAnswer(session, answer, conversion);
    for (const rate of converted.rates) rates.set(`${rate.baseCurrency} ${rate.date}`, rate);
    return converted.groups;
  }

  return {
    read,
    columns: () => columns,
    conclude: async (options = []) => {
      if (input.receipt === undefined) return;
      const [first, ...others] = readings;
      const more = {
        ...(others.length === 0 ? {} : { against: others.map(describeReading) }),
        ...(conversion === undefined
          ? {}
          : await describeRates(session, conversion.target, [...rates.values()])),
      };
      await writeReceipt(session, input, choice, {
        command: writeCommand(action, choice.period, [...options, ...sharedOptions(input, choice)]),
        start,
        format: session.format,
        columns: undefined,
        requests,
        files: [],
        done: first?.answer.windows ?? [],
        more,
      });
    },
  };
}

/** How columns that rows are grouped by look in a table: what has none says so. */
export function groupColumns(by: readonly string[]): Column<unknown>[] {
  return by.map((column) => ({
    path: fieldOf(column),
    header: column,
    importance: 'answer',
    cell: (value) => (value === null || value === undefined ? '(none)' : String(value)),
  }));
}

function nameEmpty(range: DayRange, { conditions }: CostChoice): string {
  const days = describeRange(range);
  return conditions.length === 0 ? `${days} has no row` : `no row of ${days} meets the conditions`;
}

/** Every group in the one currency, and the rates that this took. */
async function convertAnswer(
  { progress }: Session,
  answer: Answer,
  conversion: Conversion,
): Promise<Converted> {
  requireCurrency(answer);
  progress.start('reading exchange rates');
  const converted = await convertGroups(answer.groups, conversion);
  progress.stop();
  return converted;
}

function requireCurrency({ columns }: Answer): void {
  if (columns === undefined || columns.currency !== undefined) return;
  throw usageError(
    '--convert-to needs to know the currency of each row, and the rows have no currency column',
    'name it with --currency-column; costctl costs columns shows the columns',
  );
}

function describeReading({ range, answer }: { range: DayRange; answer: Answer }) {
  return { ...range, windows: answer.windows.map(({ window }) => window) };
}

/** The options that decide on the rows and their amounts, as they were given. */
export function sharedOptions(input: AnalysisInput, choice: CostChoice): WrittenOption[] {
  return [
    ...writtenConditions(input, choice),
    ...writtenColumns(input),
    ['--convert-to', input.convertTo],
    ['--rate-date', input.rateDate],
    ['--rates', input.rates],
    ['--receipt', input.receipt],
  ];
}
