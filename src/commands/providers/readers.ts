import type { Http } from '../../api/http.ts';
import { readAll } from '../../api/pages.ts';
import { listWorkspaceProviders } from '../../api/workspace-calls.ts';
import { CostctlError, repeatedByAll } from '../../errors.ts';
import { nameFirst, pluralize } from '../../text.ts';
import { readEverywhere } from '../all-workspaces.ts';

/** Its fields are not published. */
type Connection = Readonly<Record<string, unknown>>;

/** What is said before a provider is removed; an error that the removal need not have does not prevent it. */
export async function describeReaders(http: Http, provider: string): Promise<string> {
  try {
    const found = await readAll(
      readEverywhere<Connection>(http, (id) => listWorkspaceProviders(http, id, {})),
    );
    const failed = found.filter(({ error }) => error !== undefined).length;
    const readers = found.flatMap(({ workspace: { id, name }, items }) =>
      items.some(({ providerId, enabled }) => providerId === provider && enabled !== false)
        ? [name === null ? id : `${name} (${id})`]
        : [],
    );
    const all = failed === 0 ? '' : `; ${pluralize(failed, 'workspace')} could not be read`;
    if (readers.length === 0) return `; no workspace reads it${all}`;
    return `; ${pluralize(readers.length, 'workspace')} read it: ${nameFirst(readers, 10)}${all}`;
  } catch (error) {
    if (error instanceof CostctlError && repeatedByAll.has(error.code)) throw error;
    return '; which workspaces read it could not be found out';
  }
}
