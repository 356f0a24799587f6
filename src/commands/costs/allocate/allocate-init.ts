import { describeRange } from '../../../days.ts';
import { usageError } from '../../../errors.ts';
import { requireNewFile } from '../../../output/sink.ts';
import { writeRules } from '../../../questions/allocation-rules.ts';
import { createSurvey } from '../../../questions/survey.ts';
import { describeMissing } from '../../../rows/require-columns.ts';
import { scanCosts } from '../../../rows/scan-costs.ts';
import type { Session } from '../../../session.ts';
import type { AnalysisInput } from '../analysis-input.ts';
import { chooseCosts, openRows } from '../options.ts';
import { createRowProgress, describeEmpty } from '../row-progress.ts';

/** Writes a file of rules to start from, made from the columns of the rows. */
export async function writeFirstRules(session: Session, input: AnalysisInput, by: string) {
  await requireNewFile(session.outputFlags.outFile);
  const choice = await chooseCosts(session, input);
  const { period, conditions, columns: given } = choice;
  const survey = createSurvey();
  const [scan] = await scanCosts({
    source: await openRows(session, choice),
    ranges: [period],
    given,
    // What the columns mean does not matter here.
    roles: [],
    conditions,
    withSums: false,
    report: { ...createRowProgress(session), onFound: () => undefined },
    fold: () => survey,
  });
  const columns = survey.facts();
  if (columns.length === 0) {
    session.output.note(describeEmpty(period, conditions, scan?.unmet()));
  } else if (!columns.some(({ column }) => column === by)) {
    const known = columns.map(({ column }) => column);
    throw usageError(
      `--by: ${describeMissing(by, known)}`,
      'costctl costs columns shows the columns',
    );
  }
  const facts = { by, targets: survey.valuesOf(by), columns, days: describeRange(period) };
  await session.output.text(writeRules(facts));
}
