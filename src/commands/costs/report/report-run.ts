import { version } from '../../../../package.json';
import { dayOf, isEmpty } from '../../../days.ts';
import { hasCode } from '../../../errors.ts';
import { type Phrase, plain, say } from '../../../phrase.ts';
import type { UsedRate } from '../../../questions/convert-currency.ts';
import { type Gathered, gatherFacts } from '../../../reports/gather-facts.ts';
import { periodPhrase, type SectionId } from '../../../reports/report-document.ts';
import type { ReportFacts } from '../../../reports/report-facts.ts';
import { type Completeness, phraseOf } from '../../../rows/completeness.ts';
import type { CostColumns } from '../../../rows/require-columns.ts';
import type { Session } from '../../../session.ts';
import { describeBlank } from '../analysis-about.ts';
import { quoteConversion } from '../convert-period.ts';
import { type CostChoice, chooseCosts, openRows } from '../options.ts';
import { openPresence } from '../presence.ts';
import { sourceAddress } from '../write-receipt.ts';
import { assignReport, createRemarks, ofBoth, type Remarks } from './report-assignment.ts';
import { judgeOtherDays, withoutVerdicts } from './report-days.ts';
import { openConversion } from './report-inputs.ts';
import type { ReportInput } from './report-options.ts';

export interface ReportRun extends Gathered {
  readonly facts: ReportFacts;
  /** Whether the data is there; undefined if the rows do not show it. */
  readonly completeness: Completeness | undefined;
  readonly choice: CostChoice;
  readonly by: readonly string[];
  readonly sections: readonly SectionId[];
  readonly start: string;
  readonly requests: () => number;
  /** Every rate that an amount was multiplied by, in order. */
  readonly rates: () => readonly UsedRate[];
  readonly convertTo: string | undefined;
}

/** The days of a report: one month, which need not have ended. */
export function chooseReportMonth(session: Session, input: ReportInput): Promise<CostChoice> {
  return chooseCosts(session, input, { fallback: { lastMonth: true } });
}

export async function gatherReport(
  session: Session,
  input: ReportInput,
  choice: CostChoice,
  isClose = false,
): Promise<ReportRun> {
  const start = new Date(session.context.clock.now()).toISOString();
  const source = await openRows(session, choice);
  const conversion = await openConversion(session, input);
  const remarks = createRemarks(session);
  const converter = conversion?.converter;
  const chosen = { isClose, converter, remarks };
  const assignment = await assignReport(session, input, choice, source, chosen);
  const gathered = await gatherFacts(assignment).catch((error) => {
    // Amounts without a rate may be why.
    if (!hasCode(error, 'interrupted')) conversion?.requireRates();
    throw error;
  });
  conversion?.requireRates();
  const judged = await judgeReport(session, input, choice, gathered, { isClose, remarks });
  const { leftOut, isBaselineKnown } = gathered.facts;
  if (leftOut.length > 0) {
    const all = leftOut.map(({ title, why }) => `${title}: ${plain(why)}`).join('; ');
    session.output.note(`not in the report: ${all}`);
  }
  const { period } = choice;
  return {
    ...gathered,
    completeness: judged.completeness,
    facts: {
      ...gathered.facts,
      budgets: judged.budgets,
      conditions: [...((await choice.mirror?.state())?.query.where ?? []), ...(input.where ?? [])],
      origin: describeRows(session, choice, gathered.columns),
      data:
        (isEmpty(period) ? period.note : judged.completeness && phraseOf(judged.completeness)) ??
        'it is not known whether the data is complete',
      conversion: await quoteConversion(session, input, conversion?.used() ?? []),
      caveats: remarks.caveats,
      warnings: session.output.said(),
    },
    choice,
    by: assignment.by,
    // Only the rows show whether any day before has some.
    sections: assignment.sections.filter((id) => isBaselineKnown || !ofBoth.has(id)),
    start,
    requests: source.requests,
    rates: () => conversion?.used() ?? [],
    convertTo: input.convertTo,
  };
}

/** Whether the data is there, and the budgets without the verdicts for which it is not. */
async function judgeReport(
  session: Session,
  input: ReportInput,
  choice: CostChoice,
  gathered: Gathered,
  { isClose, remarks }: { readonly isClose: boolean; readonly remarks: Remarks },
) {
  const { output } = session;
  const { period, baseline } = gathered.facts;
  output.warn(describeBlank(gathered.columns, gathered.counted));
  const { judge } = await openPresence(session, input, choice, { ...gathered, isGate: true });
  const completeness = judge(isClose ? [period] : [period, baseline]);
  if (completeness?.complete === false) output.note(completeness.text);
  const outside = judgeOtherDays(judge, gathered.facts, completeness);
  const budgets = withoutVerdicts(judge, gathered, (said) => remarks.warn('budgets', said));
  for (const { title, said } of outside) {
    if (plain(said) !== completeness?.text) output.note(say`${title}: ${said}`);
  }
  remarks.caveats.push(...outside);
  return { completeness, budgets };
}

/** What is added up: a document is read without the command that made it. */
function describeRows(
  { settings }: Session,
  { mirror }: CostChoice,
  columns: CostColumns | undefined,
): string {
  const reached = settings.sandbox
    ? 'of the sandbox, which are invented'
    : 'that the token reaches';
  const rows = mirror === undefined ? reached : 'of the mirror';
  return `cost is the column ${columns?.amount ?? 'cost'} of the rows ${rows}`;
}

/** The last lines of a report: which program made it, and from what. */
export async function describeOrigin(
  session: Session,
  { choice, windows }: ReportRun,
  receiptHash: string,
): Promise<Phrase[]> {
  const { period, mirror } = choice;
  const read = windows.reduce((sum, { window }) => sum + window.read, 0);
  return [
    [
      `Made by costctl ${version} from ${mirror === undefined ? '' : 'a mirror of '}`,
      { kind: 'name', value: await sourceAddress(session, choice) },
      ...(mirror?.asOf === undefined
        ? []
        : [' as of ', { kind: 'day' as const, value: mirror.asOf }]),
      ' on ',
      { kind: 'day', value: dayOf(session.context.clock.now()) },
      '. Days are UTC.',
    ],
    [
      { kind: 'number', value: String(read) },
      read === 1 ? ' row of ' : ' rows of ',
      ...periodPhrase(period, false),
      ` ${read === 1 ? 'was' : 'were'} read, which matches the ${mirror === undefined ? "service's" : "mirror's"} count.`,
    ],
    [`SHA-256 of the receipt: ${receiptHash}`],
  ];
}
