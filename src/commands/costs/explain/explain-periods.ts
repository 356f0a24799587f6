import { type DayRange, describeRange, isEmpty, overlap } from '../../../days.ts';
import { isFailure, usageError } from '../../../errors.ts';
import { findEffects } from '../../../questions/change-effects.ts';
import { chooseAgainst, findBlank } from '../../../questions/choose-periods.ts';
import { explainChange } from '../../../questions/explain-change.ts';
import { type ExplainColumns, findDimensions } from '../../../questions/find-dimensions.ts';
import { markCredits } from '../../../questions/marker.ts';
import {
  daysBefore,
  describeShortHistory,
  findOneOffs,
  firstCosts,
} from '../../../questions/one-off-days.ts';
import type { RowSource } from '../../../rows/row-source.ts';
import type { Group } from '../../../rows/tally.ts';
import type { Session } from '../../../session.ts';
import { readAnalysis } from '../analysis.ts';
import type { AnalysisInput } from '../analysis-input.ts';
import { isHeld } from '../chosen-mirror.ts';
import { describeShortPast, heldDays } from '../held-days.ts';
import { type CostChoice, openRows } from '../options.ts';
import { isForPeople } from '../result-format.ts';
import { showRows } from './explain-commands.ts';

interface Wanted extends AnalysisInput {
  readonly by?: readonly string[] | undefined;
  readonly depth?: number | undefined;
  readonly top?: number | undefined;
  readonly quantityColumn?: string | undefined;
  readonly unitColumn?: string | undefined;
}

/** Reads both periods and the days before them, and explains the change of each currency. */
export async function explainPeriods(
  session: Session,
  input: Wanted,
  choice: CostChoice,
  baseline: DayRange,
) {
  const { period } = choice;
  const source = await openRows(session, choice);
  const columns = await chooseColumns(source, input, [period, baseline]);
  const [first] = columns.by;
  const periods = [period, baseline].filter((range) => !isEmpty(range));
  const past = await heldDays(choice.mirror, daysBefore(periods));
  const analysis = await readAnalysis(session, input, choice, {
    ranges: [period, baseline],
    by: columns.all,
    byDay: true,
    marker: markCredits(),
    quantity: columns.quantity,
    past: { ranges: past, by: first === undefined ? [] : [first] },
    keepsOriginals: true,
    source,
  });
  const { groups: after, before, past: history, filled: delivered } = analysis;
  analysis.warn(describeShortPast(past, periods));
  requireQuantity(input, [...after, ...before]);
  analysis.warn(describeShortHistory(periods, delivered));
  const sides = [[baseline, before] as const, [period, after] as const];
  const blank = findBlank(sides, delivered);
  const effects = findEffects({
    before,
    after,
    columns: columns.by.length,
    alike: columns.alike,
    oneOffs: findOneOffs(
      firstCosts([...history.flat(), ...before, ...after], first),
      first,
      periods,
      delivered,
    ),
  });
  const options = {
    by: columns.by,
    depth: input.depth ?? 3,
    top: input.top ?? Number.POSITIVE_INFINITY,
    dateColumn: analysis.columns?.date,
    commandOf: showRows(session, {
      ...{ period, baseline, by: columns.by },
      where: input.where ?? [],
      columns: analysis.columns,
    }),
  };
  const explained = blank.length > 0 ? [] : explainChange(effects, options);
  return { explained, blank, analysis, by: columns.by };
}

/** Lines of the answer that are shown with an exceeded limit. */
const mostLines = 3;

/** The largest parts of the change. If they cannot be found, the verdict stands. */
export async function explainExcess(
  session: Session,
  input: AnalysisInput,
  choice: CostChoice,
  { baseline: named, subject }: { baseline?: DayRange | undefined; subject?: string | undefined },
): Promise<string[]> {
  const { output } = session;
  const baseline = named ?? chooseAgainst(choice.period, undefined, choice.latest);
  if (overlap(choice.period, baseline)) return [];
  if (session.settings.quiet && !isForPeople(session)) return [];
  // The files may lack the period before. Nobody asked for it, so that is no error.
  if (named === undefined && !(await isHeld(choice.mirror, baseline))) return [];
  try {
    const wanted = { ...input, by: undefined, receipt: undefined };
    // Its warnings would count again the rows that the answer has counted.
    const own = { ...session, output: { ...output, warn: () => undefined } };
    const { explained, analysis } = await explainPeriods(own, wanted, choice, baseline);
    const found = explained.flatMap(({ sentences }) => sentences);
    if (found.length === 0) return [];
    // The caption is about the period, and about the baseline only if it was asked for.
    const there = named === undefined ? analysis.judge([baseline]) : undefined;
    const lack = there === undefined || there.complete ? '' : ` · ${there.text}`;
    const title = `${subject === undefined ? 'Against' : `${subject}, against`} ${describeRange(baseline)}${lack}:`;
    const lines = [
      ...(named === undefined || subject !== undefined ? [title] : []),
      ...found.slice(0, mostLines),
    ];
    if (!isForPeople(session)) for (const line of lines) output.note(line);
    return lines;
  } catch (error) {
    if (!isFailure(error)) throw error;
    output.note(`the change could not be explained: ${error.message}`);
    return [];
  }
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
  const isIdle = quantity === undefined && (found !== undefined || given === 'none');
  if (input.unitColumn !== undefined && isIdle) {
    throw usageError('--unit-column needs a quantity', 'name its column with --quantity-column');
  }
  const unit = input.unitColumn === 'none' ? undefined : (input.unitColumn ?? found?.unit);
  const named = [found?.service, found?.usageType, unit];
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
