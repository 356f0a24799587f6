import { operations } from '../../api/operations.ts';
import { command } from '../../command.ts';
import { describeRange } from '../../days.ts';
import { type Fields, viewOf } from '../../declaration/result.ts';
import { createSurvey } from '../../questions/survey.ts';
import { describeColumns, type FoundColumns } from '../../rows/detect-columns.ts';
import { countScans, scanCosts } from '../../rows/scan-costs.ts';
import { aboutRows, describeAmounts } from './analysis-about.ts';
import { answerOptions } from './analysis-input.ts';
import { chooseCosts, costOptions, openRows } from './options.ts';
import { openPresence, presenceOptions } from './presence.ts';
import { isForPeople } from './result-format.ts';
import { createRowProgress, describeEmpty } from './row-progress.ts';
import { writeReceipt } from './write-receipt.ts';

const figures: Fields = {
  column: ['text', { importance: 'answer', names: true }],
  kind: ['text', { whole: 'always' }],
  rows: ['count', { kind: 'number' }],
  distinct: ['count', { kind: 'number', isMore: (row) => row['more'] === true }],
  more: 'yes or no',
  role: ['text or null', { importance: 'answer' }],
  example: ['text', {}],
};

export const columns = command({
  words: 'costs columns',
  purpose: 'Describe the columns of cost rows',
  operation: operations.getCosts,
  options: { ...costOptions, ...presenceOptions, envelope: answerOptions.envelope },
  details: `Counts the rows that have a value in the column and its different values, up to 1000. The role says what
the column is used as. A question mark means that it is one of several candidates: an option must choose one of them.`,
  rows: figures,
  examples: ['costctl costs columns --last 7d', 'costctl costs columns --last-month -o json'],
  run: async (session, input) => {
    const choice = await chooseCosts(session, input);
    const { period, conditions } = choice;
    const { output, context } = session;
    const source = await openRows(session, choice);
    const survey = createSurvey();
    const start = new Date(context.clock.now()).toISOString();
    let found: FoundColumns | undefined;
    const onFound = (columns: FoundColumns) => {
      found = columns;
    };
    const scans = await scanCosts({
      source,
      ranges: [period],
      given: choice.columns,
      // What is unclear is shown, and no column is needed.
      roles: [],
      conditions,
      withSums: input.receipt !== undefined,
      report: { ...createRowProgress(session), onFound },
      sources: { given: input.sourceColumn ?? session.settings.sourceColumn },
      fold: () => survey,
    });
    const [scan] = scans;
    const { judge } = await openPresence(session, input, choice, {
      ...{ read: [period], sources: scan?.sources, count: countScans(scans), isGate: false },
    });
    const completeness = judge([period]);
    const warnings = survey.isCut() ? ['the rows have more columns than are shown'] : [];
    const facts = survey.facts().map((one) => ({ ...one, role: roleOf(one.column, found) }));
    if (facts.length === 0) output.note(describeEmpty(period, conditions, scan?.unmet()));
    const roles = found === undefined ? [] : [describeColumns(found)];
    if (!isForPeople(session))
      for (const one of roles) output.note(`${describeRange(period)}: ${one}`);
    const about = await aboutRows(session, input, choice, {
      ...describeAmounts(found, survey.valuesOf),
      ...(completeness === undefined ? {} : { completeness }),
      ...{ question: roles, warnings },
    });
    await output.list(facts, { ...viewOf(figures), about });
    if (input.receipt === undefined) return;
    await writeReceipt(session, input, choice, {
      start,
      requests: source.requests(),
      done: scan?.windows ?? [],
      more: { about: about.facts },
    });
  },
});

/** What the column is used as; with a question mark if it is one of several. */
function roleOf(column: string, found: FoundColumns | undefined): string | null {
  if (found === undefined) return null;
  const roles = (['date', 'amount', 'currency'] as const).flatMap((role) => {
    const choice = found[role];
    if (choice.column === column) return [role];
    return choice.how === 'unclear' && choice.candidates.includes(column) ? [`${role}?`] : [];
  });
  return roles.length === 0 ? null : roles.join(', ');
}
