import type { Command } from 'commander';
import * as z from 'zod/mini';
import type { Context } from '../../context.ts';
import { chooseAgainst } from '../../costs/analysis/against.ts';
import {
  checkLimits,
  describeEmptyDay,
  describeFinding,
  emptyDays,
  leaveOutToday,
  tellFindings,
} from '../../costs/analysis/check.ts';
import { type Pair, pairGroups } from '../../costs/analysis/compare.ts';
import { fieldOf, type ResultRow } from '../../costs/analysis/fields.ts';
import { currenciesOf } from '../../costs/analysis/merge.ts';
import type { Group } from '../../costs/analysis/tally.ts';
import { type DayRange, dayOf } from '../../costs/days.ts';
import { CostctlError, usageError } from '../../errors.ts';
import { type Decimal, formatDecimal, parseDecimal } from '../../json/decimal.ts';
import { formatMoney } from '../../json/money.ts';
import type { View } from '../../output/output.ts';
import type { Session } from '../../session.ts';
import { organizationAction } from '../action.ts';
import { examples } from '../examples.ts';
import { isSilent } from '../silent-check.ts';
import {
  type Analysis,
  analysisInput,
  analysisOptions,
  ByColumns,
  groupColumns,
  openAnalysis,
} from './analysis.ts';
import { chooseCosts } from './options.ts';

const Input = z.strictObject({
  ...analysisInput,
  by: z.optional(ByColumns),
  maxTotal: z.optional(decimal('an amount, as 1234.56')),
  maxIncrease: z.optional(decimal('a percentage, as 20')),
  minChange: z.optional(decimal('an amount, as 50')),
  against: z.optional(z.string()),
  allowEmpty: z.optional(z.boolean()),
});
type Input = z.infer<typeof Input>;

export function addCheck(costs: Command, context: Context): void {
  analysisOptions(costs.command('check'))
    .description('Check costs against limits: exit 11 if one is passed')
    .option('--max-total <amount>', 'highest total that is allowed')
    .option('--max-increase <percent>', 'highest increase over the period before that is allowed')
    .option('--min-change <amount>', 'ignore increases smaller than this')
    .option(
      '--against <period>',
      'previous (default), last-week, last-month, last-year or FROM..TO',
    )
    .option('--by <columns>', 'the limits hold for each group: COL[,COL]')
    .option('--allow-empty', 'accept a day without rows')
    .addHelpText(
      'after',
      `
Shows the breaches, or, where every limit holds, the group closest to each limit; with --quiet nothing.
The running UTC day is left out unless --include-today. A day without rows fails, in the period before
too; data that cannot be read completely never passes (exit 9). A group that is new is an increase. Several
currencies need --convert-to. -o markdown suits a job summary.
${examples(
  'costctl costs check --last 7d --max-total 100000 --convert-to USD',
  'costctl costs check --last 3d --max-increase 900 --min-change 5000 --by service --convert-to EUR -q',
)}`,
    )
    .action(organizationAction(context, Input, checkCosts));
}

function decimal(form: string) {
  return z.pipe(
    z
      .string()
      .check(z.refine((text) => parseDecimal(withoutSign(text)) !== undefined, `must be ${form}`)),
    z.transform((text) => parseDecimal(withoutSign(text))),
  );
}

function withoutSign(text: string): string {
  return text.endsWith('%') ? text.slice(0, -1) : text;
}

async function checkCosts(session: Session, input: Input): Promise<void> {
  const { by = [], maxTotal, maxIncrease, minChange } = input;
  requireLimits(input);
  const chosen = chooseCosts(session, input);
  const today = dayOf(session.context.clock.now());
  const period = leaveOutToday(chosen.period, today, input.includeToday === true);
  const choice = { ...chosen, period };
  const against = maxIncrease === undefined ? undefined : chooseAgainst(period, input.against);
  if (against !== undefined && against.to >= today && !input.includeToday) {
    throw usageError(`--against ${input.against}: ${against.to} has not ended yet`);
  }
  const analysis = await openAnalysis(session, input, choice, {
    action: 'check',
    by,
    byDay: true,
  });
  const { pairs, empty } = await readPairs(analysis, period, against);
  const missing = input.allowEmpty ? [] : empty;
  const findings = tellFindings(checkLimits(pairs, { maxTotal, maxIncrease, minChange }));
  const breaches = findings.filter(({ holds }) => !holds);
  const isPassed = breaches.length === 0 && missing.length === 0;
  const rows = [
    ...(isPassed ? findings : breaches).map((finding) => describeFinding(finding, by, period)),
    ...missing.map((day) => describeEmptyDay(day, by)),
  ];
  if (!isSilent(session, isPassed)) await session.output.list(rows, viewOf(by, rows));
  await analysis.conclude(ownOptions(input, against));
  if (!isPassed) throw failed(rows, by);
}

function requireLimits({ maxTotal, maxIncrease, minChange, against }: Input): void {
  if (maxTotal === undefined && maxIncrease === undefined) {
    throw usageError('there is nothing to check', 'give --max-total or --max-increase, or both');
  }
  if (maxIncrease !== undefined) return;
  const idle = minChange === undefined ? undefined : '--min-change';
  const name = idle ?? (against === undefined ? undefined : '--against');
  if (name !== undefined) throw usageError(`${name} needs --max-increase`);
}

async function readPairs(
  analysis: Analysis,
  period: DayRange,
  against: DayRange | undefined,
): Promise<{ pairs: Pair[]; empty: string[] }> {
  const after = await analysis.read(period);
  const before = against === undefined ? [] : await analysis.read(against);
  requireOneCurrency([...after, ...before]);
  const empty = emptyDays(period, after);
  return {
    pairs: pairGroups(before, after),
    empty: against === undefined ? empty : [...emptyDays(against, before), ...empty],
  };
}

function requireOneCurrency(groups: readonly Group[]): void {
  const currencies = currenciesOf(groups);
  if (currencies.length < 2) return;
  throw usageError(
    `the costs are in ${currencies.join(' and ')}: one limit cannot hold for both`,
    `turn them into one currency with --convert-to ${currencies[0]}, or keep one with --where`,
  );
}

const mostNamed = 5;

function failed(rows: readonly ResultRow[], by: readonly string[]): CostctlError {
  const named = rows.slice(0, mostNamed).map((row) => nameBreach(row, by));
  const more = rows.length > mostNamed ? ` and ${rows.length - mostNamed} more` : '';
  return new CostctlError('check_failed', `the check failed: ${named.join('; ')}${more}`);
}

function nameBreach(row: ResultRow, by: readonly string[]): string {
  if (row['check'] === 'rows') return `${row['period']} has no rows`;
  const values = by.map((column) => row[fieldOf(column)] ?? '(none)');
  const name = values.length === 0 ? 'the total' : values.join(', ');
  const unit = row['currency'] === null ? '' : ` ${row['currency']}`;
  if (row['check'] === 'max-total') {
    return `${name} is ${amountText(row)}${unit}, over ${row['limit']}`;
  }
  const percent = row['changePercent'];
  const rise = percent === null ? 'from nothing' : `by ${percent} %, over ${row['limit']} %,`;
  return `${name} rose ${rise} to ${amountText(row)}${unit}`;
}

function amountText({ total, currency }: ResultRow): string {
  return formatMoney(String(total), currency === null ? null : String(currency));
}

function ownOptions(
  input: Input,
  against: DayRange | undefined,
): [name: string, value: string | true | undefined][] {
  const text = (amount: Decimal | undefined) =>
    amount === undefined ? undefined : formatDecimal(amount);
  return [
    ['--max-total', text(input.maxTotal)],
    ['--max-increase', text(input.maxIncrease)],
    ['--min-change', text(input.minChange)],
    ['--against', against === undefined ? undefined : `${against.from}..${against.to}`],
    ['--by', input.by?.join(',')],
    ['--include-today', input.includeToday ? true : undefined],
    ['--allow-empty', input.allowEmpty ? true : undefined],
  ];
}

const money = { kind: 'money', currency: 'currency', importance: 'answer' } as const;

function viewOf(by: readonly string[], rows: readonly ResultRow[]): View<ResultRow> {
  const hasCurrency = rows.some((row) => row['currency'] !== null);
  const hasIncrease = rows.some((row) => row['check'] === 'max-increase');
  const isAmount = rows.some((row) => row['check'] !== 'rows');
  return {
    columns: [
      { path: 'check', importance: 'answer' },
      { path: 'result', kind: 'state', importance: 'answer' },
      ...(isAmount ? groupColumns(by) : []),
      { path: 'period' },
      ...(hasCurrency ? [{ path: 'currency', importance: 'answer' } as const] : []),
      ...(isAmount ? [{ path: 'total', ...money }, { path: 'limit' }] : []),
      ...(hasIncrease
        ? [
            { path: 'before', ...money, importance: 'normal' } as const,
            { path: 'change', ...money, importance: 'normal' } as const,
            {
              path: 'changePercent',
              header: 'change %',
              kind: 'number',
              importance: 'answer',
            } as const,
          ]
        : []),
    ],
    fields: [
      'check',
      'result',
      ...by.map(fieldOf),
      'period',
      'currency',
      'total',
      'limit',
      'before',
      'change',
      'changePercent',
    ],
  };
}
