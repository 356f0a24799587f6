import { hasIdPrefix } from '../api/schemas/id-form.ts';

interface WorkspaceFlag {
  readonly workspace?: string;
}

/** The value of --workspace, if it is not an id. */
export function workspaceName({ workspace }: WorkspaceFlag): string | undefined {
  const isId = workspace === undefined || workspace === '' || hasIdPrefix(workspace);
  return isId ? undefined : workspace;
}

/** The invocation for settings, which take ids only: a name is looked up in the session that they open. */
export function withoutName<Invoked extends { readonly global: WorkspaceFlag }>(
  invocation: Invoked,
): Invoked {
  if (workspaceName(invocation.global) === undefined) return invocation;
  const { workspace: _name, ...global } = invocation.global;
  return { ...invocation, global };
}
