import { operations } from '../../api/operations.ts';
import { command } from '../../command.ts';
import { type DayRange, describeRange, isEmpty, overlap, rangeName } from '../../days.ts';
import { text as freeText, wholeNumber } from '../../declaration/kind.ts';
import { flag, type Input, optional } from '../../declaration/option.ts';
import { type Fields, listOf, viewOf } from '../../declaration/result.ts';
import { CostctlError, usageError } from '../../errors.ts';
import type { View } from '../../output/view.ts';
import { findEffects } from '../../questions/change-effects.ts';
import { causes } from '../../questions/change-parts.ts';
import { chooseAgainst } from '../../questions/compare-periods.ts';
import { type Explained, explainChange } from '../../questions/explain-change.ts';
import { type ExplainColumns, findDimensions } from '../../questions/find-dimensions.ts';
import { markCredits } from '../../questions/marker.ts';
import { daysBefore, findOneOffs, firstCosts } from '../../questions/one-off-days.ts';
import type { ResultRow } from '../../questions/result-rows.ts';
import { isBlank } from '../../questions/trend-lines.ts';
import type { RowSource } from '../../rows/row-source.ts';
import type { Group } from '../../rows/tally.ts';
import type { Session } from '../../session.ts';
import { type Analysis, openAnalysis } from './analysis.ts';
import { type AnalysisInput, analysisOptions } from './analysis-input.ts';
import { isHeld } from './chosen-mirror.ts';
import { againstOptions } from './compare.ts';
import { showRows } from './explain-commands.ts';
import { money } from './figure-view.ts';
import { describeShortPast, heldDays } from './held-days.ts';
import { byOption, type CostChoice, chooseCosts, openRows } from './options.ts';
import { isForPeople } from './result-format.ts';

const options = {
  ...analysisOptions,
  against: againstOptions.against,
  by: byOption(
    'columns to explain it by: COL[,COL] (default: a service, an account and a tag; else the provider)',
  ),
  depth: optional(wholeNumber(1, 10), 'levels of lines below the whole change', { usual: '3' }),
  top: optional(wholeNumber(1), 'at most n groups in each branch, the others as one row'),
  quantityColumn: optional(freeText('name'), 'the column with the quantity; none: there is none'),
  unitColumn: optional(freeText('name'), 'the column with the unit of the quantity'),
  commands: flag('in tables, also the command that shows the rows of each line'),
};

type ExplainInput = Input<typeof options>;

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
  exchange rates  with --convert-to: the amount after, minus that amount at the rate of the period before
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
    const { period, today } = choice;
    const baseline = chooseAgainst(period, input.against, today);
    refuseOverlap(period, baseline);
    const { explained, analysis, by } = await explainPeriods(session, input, choice, baseline);
    const lead = explained.flatMap(({ sentences }) => sentences);
    const rows = explained.flatMap((one) => one.rows);
    await session.output.list(rows, {
      ...describeView(session, rows, input.commands === true),
      lead,
      empty: 'Nothing changed.',
      about: analysis.about(by.length === 0 ? {} : { question: [`explained by ${by.join(', ')}`] }),
    });
    await analysis.conclude({ against: [rangeName(baseline)] });
  },
});

interface Wanted extends Partial<Omit<ExplainInput, keyof AnalysisInput>>, AnalysisInput {}

/** Reads both periods and the days before them, and explains the change of each currency. */
export async function explainPeriods(
  session: Session,
  input: Wanted,
  choice: CostChoice,
  baseline: DayRange,
): Promise<{
  readonly explained: readonly Explained[];
  readonly analysis: Analysis;
  readonly by: readonly string[];
}> {
  const { period } = choice;
  const source = await openRows(session, choice);
  const columns = await chooseColumns(source, input, [period, baseline]);
  const [first] = columns.by;
  const periods = [period, baseline].filter((range) => !isEmpty(range));
  const past = await heldDays(choice.mirror, daysBefore(periods));
  const analysis = await openAnalysis(session, input, choice, {
    by: columns.all,
    byDay: true,
    marker: markCredits(),
    quantity: columns.quantity,
    past: { ranges: past, by: first === undefined ? [] : [first] },
    keepsOriginals: true,
    source,
  });
  const [after = [], before = [], ...history] = await analysis.read(period, baseline);
  const caveat = describeShortPast(past, periods);
  if (caveat !== undefined) analysis.warn(caveat);
  requireQuantity(input, [...after, ...before]);
  const effects = findEffects({
    before,
    after,
    columns: columns.by.length,
    alike: columns.alike,
    oneOffs: findOneOffs(
      firstCosts([...history.flat(), ...before, ...after], first),
      first,
      periods,
      await analysis.daysWithRows(),
    ),
  });
  const explained = explainChange(effects, {
    by: columns.by,
    depth: input.depth ?? 3,
    top: input.top ?? Number.POSITIVE_INFINITY,
    dateColumn: analysis.columns()?.date,
    commandOf: showRows(session, {
      ...{ period, baseline, by: columns.by },
      where: input.where ?? [],
      columns: analysis.columns(),
    }),
  });
  return { explained, analysis, by: columns.by };
}

/** Lines of the answer that are shown with an exceeded limit. */
const mostLines = 3;

/**
 * The largest parts of the change against the baseline or, without one, the period before. If they cannot
 * be found, the verdict stands.
 */
export async function explainExcess(
  session: Session,
  input: AnalysisInput,
  choice: CostChoice,
  { baseline: named, subject }: { baseline?: DayRange | undefined; subject?: string | undefined },
): Promise<string[]> {
  const { output } = session;
  const baseline = named ?? chooseAgainst(choice.period, undefined, choice.today);
  if (overlap(choice.period, baseline)) return [];
  if (session.settings.quiet && !isForPeople(session)) return [];
  // The period before may be days that the files do not have, and nobody asked for it.
  if (named === undefined && !(await isHeld(choice.mirror, baseline))) return [];
  try {
    const wanted = { ...input, by: undefined, receipt: undefined };
    const { explained, analysis } = await explainPeriods(session, wanted, choice, baseline);
    // Everything would be new.
    const isBaselineBlank = isBlank(baseline, await analysis.daysWithRows());
    const found = isBaselineBlank ? [] : explained.flatMap(({ sentences }) => sentences);
    if (found.length === 0) return [];
    const title = `${subject === undefined ? 'Against' : `${subject}, against`} ${describeRange(baseline)}:`;
    const lines = [
      ...(named === undefined || subject !== undefined ? [title] : []),
      ...found.slice(0, mostLines),
    ];
    if (!isForPeople(session)) for (const line of lines) output.note(line);
    return lines;
  } catch (error) {
    if (!(error instanceof CostctlError) || error.code === 'interrupted') throw error;
    output.note(`the change could not be explained: ${error.message}`);
    return [];
  }
}

/** Refuses periods with days in common: each row must belong to one of them only. */
function refuseOverlap(period: DayRange, baseline: DayRange): void {
  if (!overlap(period, baseline)) return;
  throw usageError(
    `${describeRange(period)} and ${describeRange(baseline)} have days in common`,
    'costctl costs compare compares such periods',
  );
}

export async function chooseColumns(
  source: RowSource,
  input: Pick<Wanted, 'by' | 'quantityColumn' | 'unitColumn'>,
  periods: readonly DayRange[],
): Promise<ExplainColumns> {
  const [first] = periods.filter((range) => !isEmpty(range));
  const given = input.quantityColumn;
  const isKnown = first === undefined || (input.by !== undefined && given === 'none');
  const found = isKnown ? undefined : await findDimensions(source, first);
  const by = input.by ?? found?.by ?? [];
  const quantity = given === 'none' ? undefined : (given ?? found?.quantity);
  const named = [found?.service, found?.usageType, input.unitColumn ?? found?.unit];
  const kinds = quantity === undefined ? [] : named.filter((column) => column !== undefined);
  const all = [...new Set([...by, ...kinds])];
  return { by, all, alike: kinds.map((column) => all.indexOf(column)), quantity };
}

function requireQuantity({ quantityColumn }: Wanted, groups: readonly Group[]): void {
  if (quantityColumn === undefined || quantityColumn === 'none' || groups.length === 0) return;
  if (groups.some(({ quantity }) => quantity !== null)) return;
  throw usageError(
    `--quantity-column: no group of rows has a number in ${quantityColumn} throughout`,
    'costctl costs columns shows the columns',
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

/**
 * The rows at which a part begins: the causes of a currency
 * add up to its change, and so do the groups after them.
 */
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
