import { operations } from '../../api/operations.ts';
import { command } from '../../declaration/command.ts';
import { flag } from '../../declaration/option.ts';
import { type Change, labelText } from '../../metrics/compare.ts';
import { diffFile } from '../../metrics/diff.ts';
import type { View } from '../../output/view.ts';
import type { Session } from '../../session.ts';
import { isSilent } from '../silent-check.ts';
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
  check: true,
  workspace: true,
  arguments: fileArguments,
  options: { ...fileOptions, check: flag('exit 11 if an import would change anything') },
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

/** With --quiet a check that passes prints nothing, so its changes must be known first. */
async function showChanges(
  session: Session,
  isCheck: boolean,
  changes: AsyncIterable<Change>,
  fails: () => boolean,
): Promise<void> {
  if (!isSilent(session, isCheck)) return session.output.list(changes);
  const all: Change[] = [];
  for await (const change of changes) all.push(change);
  if (fails()) await session.output.list(all);
}
