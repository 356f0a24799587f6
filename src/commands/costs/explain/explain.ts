import { operations } from '../../../api/operations.ts';
import { command } from '../../../command.ts';
import { type DayRange, describeRange, isEmpty, overlap } from '../../../days.ts';
import { text as freeText, wholeNumber } from '../../../declaration/kind.ts';
import { flag, optional } from '../../../declaration/option.ts';
import { type Fields, listOf, viewOf } from '../../../declaration/result.ts';
import { usageError } from '../../../errors.ts';
import type { View } from '../../../output/view.ts';
import { causes } from '../../../questions/change-parts.ts';
import { chooseAgainst } from '../../../questions/choose-periods.ts';
import { nameColumn, type ResultRow } from '../../../questions/result-rows.ts';
import type { Session } from '../../../session.ts';
import { analysisOptions } from '../analysis-input.ts';
import { againstOptions } from '../compare.ts';
import { money } from '../figure-view.ts';
import { byOption, chooseCosts } from '../options.ts';
import { explainPeriods } from './explain-periods.ts';

const options = {
  ...analysisOptions,
  against: againstOptions.against,
  by: byOption(
    'columns to explain it by: COL[,COL] (default: a service, an account and a tag; else the provider)',
  ),
  depth: optional(wholeNumber(1, 10), 'levels of lines below the whole change', { usual: '3' }),
  top: optional(wholeNumber(1), 'at most n groups in each branch, the others as one row'),
  quantityColumn: optional(freeText('name'), 'the column with the quantity, or none'),
  unitColumn: optional(freeText('name'), 'the column with its unit, or none'),
  commands: flag('in tables, also the command that shows the rows of each line'),
};

const whole = { importance: 'answer', kind: 'text', names: true } as const;

const figures: Fields = {
  line: ['text', { header: 'what changed', ...whole, indent: 'depth' }],
  cause: { enum: ['all', ...causes] },
  path: listOf('text'),
  depth: 'count',
  currency: ['text or null', { none: '(none)', ifAny: true }],
  amount: ['decimal', { ...money, signed: true }],
  share: ['decimal or null', { header: 'share %', kind: 'percent', importance: 'normal' }],
  command: 'text',
};

export const explain = command({
  words: 'costs explain',
  purpose: 'Explain why the cost changed: causes that add up, and where it happened',
  operation: operations.getCosts,
  options,
  details: `The causes come first; they add up to the change. An amount belongs to the first of these that fits.

  new, gone       groups of the --by columns that only one period has
  credits         negative amounts
  one-off days    what a day or two cost above or below what was expected: days are judged as by costs anomalies, by the first --by column, but without credits and with the last two days; the 56 days before are read
  exchange rates  with --convert-to: the later amount at its own rate, minus the same amount at the rate of the period before
  usage, price    for rows with a quantity, among rows of the same service, usage type and unit: usage is the change of the quantity at the old price, and price is the rest
  other changes   the rest

The tree of groups follows. Each step takes the column in which few groups hold most of the change: the one with the
largest sum of squared shares of the absolute change; ties by name. A branch under 5 % of the sum of the absolute
changes is not split, and small branches share one row. A cause that is at least half of a branch is shown below it.
Quotients are rounded half to even at the amount's scale. --commands adds the command that shows the rows of each line.`,
  rows: { ...figures, 'rest?': 'yes or no', 'answer?': listOf('text') },
  examples: [
    'costctl costs explain --last 7d --convert-to USD',
    'costctl costs explain --month 2026-10 --by service,region,tags.team --where provider=aws',
    'costctl costs explain --last 7d --against last-week --depth 2 --top 5 -o json',
  ],
  run: async (session, input) => {
    const choice = await chooseCosts(session, input);
    const { period, latest } = choice;
    const baseline = chooseAgainst(period, input.against, latest);
    refuseOverlap(period, baseline);
    const found = await explainPeriods(session, input, choice, baseline);
    const { explained, blank, analysis, by } = found;
    const lead = explained.flatMap(({ sentences }) => sentences);
    const rows = explained.flatMap((one) => one.rows);
    const names = by.map((column) => nameColumn(column, analysis.grouping));
    await session.output.list(rows, {
      ...describeView(session, rows, input.commands === true),
      lead,
      empty: describeNothing(blank),
      about: analysis.about({ question: describeBy(names, rows) }),
    });
    await analysis.conclude();
  },
});

function describeBy(names: readonly string[], rows: readonly ResultRow[]): string[] {
  if (names.length > 0) return [`explained by cause, then by ${names.join(', ')}`];
  return rows.length > 0 ? ['no column to explain it by was recognized (choose with --by)'] : [];
}

/** Without a change: what has no rows is not known to be the same. */
function describeNothing(blank: readonly DayRange[]): string {
  if (blank.length === 0) return 'Nothing changed.';
  const days = blank.filter((range) => !isEmpty(range)).map(describeRange);
  const [why, has] =
    days.length === 0
      ? ['the period', 'has no complete day yet']
      : [days.join(' and '), `${days.length === 1 ? 'has' : 'have'} no rows`];
  return `The change is not known: ${why} ${has}.`;
}

/** Refuses periods with days in common: each row must belong to one of them only. */
function refuseOverlap(period: DayRange, baseline: DayRange): void {
  if (!overlap(period, baseline)) return;
  throw usageError(
    `${describeRange(period)} and ${describeRange(baseline)} have days in common`,
    'costctl costs compare compares such periods',
  );
}

/** A table has no room for a column of commands: they are below it. */
function describeView(
  { format }: Session,
  rows: readonly ResultRow[],
  withCommands: boolean,
): View<ResultRow> {
  const { columns, fields } = viewOf(figures, rows);
  return {
    columns: [...columns, ...(withCommands && format === 'markdown' ? [{ path: 'command' }] : [])],
    apart: firstGroups(rows),
    foot: withCommands ? commandsOf(rows) : [],
    fields,
  };
}

/** The causes of a currency add up to its change, and so do the groups after them. */
function firstGroups(rows: readonly ResultRow[]): ReadonlySet<unknown> {
  const firsts = new Map<unknown, ResultRow>();
  for (const row of rows.slice(1)) {
    const { cause, depth, currency } = row;
    const part = `${currency} ${depth}`;
    if (cause === 'all' && Number(depth) < 2 && !firsts.has(part)) firsts.set(part, row);
  }
  return new Set(firsts.values());
}

/** Each command once, below the first line that it is for. */
function commandsOf(rows: readonly ResultRow[]): string[] {
  const firsts = rows.filter(
    ({ command }, place) => rows.findIndex((row) => row['command'] === command) === place,
  );
  return firsts.flatMap(({ line, command }) => [`${line}`, `  ${command}`]);
}
