import type { Command } from 'commander';
import * as z from 'zod/mini';
import type { Context } from '../../context.ts';
import { lookAt } from '../../costs/analysis/settle.ts';
import { type ColumnFacts, createSurvey } from '../../costs/analysis/survey.ts';
import { describeRange } from '../../costs/days.ts';
import { describeColumns, type FoundColumns } from '../../costs/found.ts';
import type { View } from '../../output/output.ts';
import type { Session } from '../../session.ts';
import { organizationAction } from '../action.ts';
import { examples } from '../examples.ts';
import { sharedOptions } from './analysis.ts';
import { scanCosts } from './consume.ts';
import {
  chooseCosts,
  openSource,
  periodInput,
  periodOptions,
  rowInput,
  rowOptions,
  writeCommand,
} from './options.ts';
import { writeReceipt } from './receipt.ts';

const Input = z.strictObject({ ...periodInput, ...rowInput });
type Input = z.infer<typeof Input>;

interface ColumnRow extends ColumnFacts {
  /** What the column is taken for; with a question mark where it is one of several. */
  readonly role: string | null;
}

const view: View<ColumnRow> = {
  columns: [
    { path: 'column', importance: 'answer' },
    { path: 'kind', importance: 'answer' },
    { path: 'rows', kind: 'number' },
    { path: 'distinct', kind: 'number' },
    { path: 'more', cell: (more) => (more === true ? 'and more' : '') },
    { path: 'role', importance: 'answer' },
    { path: 'example' },
  ],
  fields: ['column', 'kind', 'rows', 'distinct', 'more', 'role', 'example'],
};

export function addColumns(costs: Command, context: Context): void {
  rowOptions(periodOptions(costs.command('columns')))
    .description(
      'What each column of the rows holds, and which is taken for date, amount, currency',
    )
    .addHelpText(
      'after',
      `
Counts the rows that have a value in the column and, up to 1000, its different values. The role says
what the column is taken for; a question mark that it is one of several and an option must settle it.
${examples('costctl costs columns --last 7d', 'costctl costs columns --last-month -o json')}`,
    )
    .action(organizationAction(context, Input, showColumns));
}

async function showColumns(session: Session, input: Input): Promise<void> {
  const choice = chooseCosts(session, input);
  const { period } = choice;
  const { output, context } = session;
  const source = openSource(session, choice.parameters);
  const survey = createSurvey();
  const start = new Date(context.clock.now()).toISOString();
  let found: FoundColumns | undefined;
  const { windows } = await scanCosts(
    session,
    source,
    { range: period, conditions: choice.conditions, withSums: input.receipt !== undefined },
    {
      look: (page) => {
        found = lookAt(page, choice.columns, period);
        output.note(`${describeRange(period)}: ${describeColumns(found)}`);
        return choice.columns;
      },
      add: (rows) => {
        survey.add(rows);
        return undefined;
      },
      keep: survey.keep,
      rollback: survey.rollback,
    },
  );
  if (survey.isCut()) output.warn('the rows have more columns than are shown');
  const facts = survey.facts().map((one) => ({ ...one, role: roleOf(one.column, found) }));
  await output.list(facts, view);
  if (input.receipt === undefined) return;
  await writeReceipt(session, input, choice, {
    command: writeCommand('columns', period, sharedOptions(input, choice)),
    start,
    format: session.format,
    columns: undefined,
    requests: source.requests(),
    files: [],
    done: windows,
  });
}

function roleOf(column: string, found: FoundColumns | undefined): string | null {
  if (found === undefined) return null;
  const roles = (['date', 'amount', 'currency'] as const).flatMap((role) => {
    const choice = found[role];
    if (choice.column === column) return [role];
    return choice.how === 'unclear' && choice.candidates.includes(column) ? [`${role}?`] : [];
  });
  return roles.length === 0 ? null : roles.join(', ');
}
