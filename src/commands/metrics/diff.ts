import { operations } from '../../api/operations.ts';
import { command } from '../../declaration/command.ts';
import { flag } from '../../declaration/option.ts';
import { dayText, listOf, record, textOrNull } from '../../declaration/result-schema.ts';
import { type Change, labelText } from '../../metrics/compare-values.ts';
import { diffFile } from '../../metrics/diff.ts';
import type { CheckResult } from '../../output/check-report.ts';
import { isCheckFormat } from '../../output/formats.ts';
import { isSilent } from '../../output/sink.ts';
import type { View } from '../../output/view.ts';
import type { Session } from '../../session.ts';
import { chooseValuesFile, fileArguments, fileOptions } from './file-options.ts';
import { createMetricTools } from './tools.ts';

const view: View<Change> = {
  columns: [
    { path: 'change', importance: 'answer' },
    { path: 'date', importance: 'answer' },
    { path: 'labels', importance: 'answer', cell: labelText },
    { path: 'old', kind: 'number', importance: 'answer' },
    { path: 'new', kind: 'number', importance: 'answer' },
  ],
  fields: ['change', 'date', 'labels', 'old', 'new'],
};

export const diff = command({
  words: 'metrics diff',
  purpose: 'List what importing a file would create and update, and what it lacks',
  operation: operations.listBusinessMetricValues,
  check: 'check',
  workspace: true,
  arguments: fileArguments,
  options: { ...fileOptions, check: flag('exit 11 if an import would change anything') },
  result: () =>
    listOf(
      record({
        change: { enum: ['create', 'update', 'extra'] },
        ...{ date: dayText, labels: { type: 'object' }, old: textOrNull, new: textOrNull },
      }),
    ),
  view,
  examples: ['costctl metrics diff bmt_orders orders.csv --check'],
  run: async (session, input) => {
    const isCheck = input.check ?? false;
    const choice = { ...chooseValuesFile(input), check: isCheck };
    await diffFile(createMetricTools(session, input.id), choice, (changes, fails) =>
      showChanges(session, isCheck, changes, fails),
    );
  },
});

/**
 * Changes are shown as they are found. With --quiet a check that passes prints nothing, and a report
 * for CI counts them, so they must be known first.
 */
async function showChanges(
  session: Session,
  isCheck: boolean,
  changes: AsyncIterable<Change>,
  fails: () => boolean,
): Promise<void> {
  if (isCheckFormat(session.format)) return session.output.check(changes, describeChange);
  if (!isSilent(session, isCheck)) return session.output.list(changes);
  const all: Change[] = [];
  for await (const change of changes) all.push(change);
  if (fails()) await session.output.list(all);
}

function describeChange({ change, date, labels, old, new: amount }: Change): CheckResult {
  const name = [date, labelText(labels)].filter((part) => part !== '').join(' ');
  const message = `${change}: ${old ?? 'no value'} → ${amount ?? 'no value'}`;
  // An import leaves what the file lacks as it is.
  return { name, state: change === 'extra' ? 'skipped' : 'failed', message };
}
