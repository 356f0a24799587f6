import type { Option } from '../declaration/option.ts';
import { usageError } from '../errors.ts';
import type { Session } from '../session.ts';

/** An option without effect would be misleading. */
export function refuseWorkspaceFlag(words: string, options: Readonly<Record<string, Option>>) {
  const request = 'param' in options ? '' : 'costctl api METHOD PATH ';
  return usageError(
    `--workspace has no effect on ${words}: the service documents no workspace for it`,
    `a workspace token reaches only its own workspace; ${request}--param workspaceId=ID sends one anyway`,
  );
}

/** Cost rows have no workspace; a metric and the policy of exchange rates do. */
export async function requireWorkspaceUse(
  session: Session,
  {
    words,
    options,
  }: { readonly words: string; readonly options: Readonly<Record<string, Option>> },
  input: Readonly<Record<string, unknown>>,
  workspace: string,
): Promise<void> {
  if (usesWorkspace(options, input, session.settings)) return;
  const what = `--workspace has no effect on ${words}: its rows are all that the token reaches`;
  if (!('where' in options)) throw usageError(what, 'leave it out');
  const { findWorkspaceColumn } = await import('../commands/costs/workspace-column.ts');
  const column = await findWorkspaceColumn(session, input['mirror']);
  const isId = workspace.startsWith('wsp_');
  const condition = `--where ${column ?? 'COLUMN'}=${isId ? workspace : 'ID'}`;
  const how = [
    `give ${condition}`,
    ...(isId ? [] : ['costctl workspaces list shows the ids']),
    ...(column === undefined ? ['costctl costs columns shows the column with workspace ids'] : []),
  ];
  throw usageError(what, `${how.join('; ')}; or use a token of that workspace`);
}

/** Whether a workspace decides on anything in the answer of an action of `costs`. */
export function usesWorkspace(
  options: Readonly<Record<string, Option>>,
  input: Readonly<Record<string, unknown>>,
  settings: Pick<Session['settings'], 'report'>,
): boolean {
  const isReport = options['metric']?.setting === 'reportMetric';
  const metric = isReport ? settings.report?.reportMetric : undefined;
  // The budgets of the service belong to a workspace.
  if (input['budgets'] === 'service') return true;
  return [metric, ...usedFor.map((key) => input[key])].some((one) => one !== undefined);
}

const usedFor = ['metric', 'rules', 'convertTo'] as const;
