import { DryRunStop, type PlannedRequest } from '../../api/dry-run.ts';
import { isSecretName } from '../../api/secret-names.ts';
import { applyChanges } from '../../config/apply-changes.ts';
import type { Access } from '../../config/managed-kinds.ts';
import type { Change } from '../../config/planned-change.ts';
import type { JsonObject } from '../../json/number.ts';
import { createLimit } from '../../limit.ts';
import type { Session } from '../../session.ts';

/** Every request that would be sent, with placeholders for the ids of new items. */
export async function listRequests(session: Session, changes: readonly Change[]): Promise<void> {
  const planned: PlannedRequest[] = [];
  const recorded = changes.map((change) => ({
    ...change,
    managed: { ...change.managed, access: recordPlanned(change.managed.access, planned) },
  }));
  await applyChanges(recorded, {
    // One after the other, in the order of the plan.
    limit: createLimit(1),
    isSecretName,
    revealSecrets: async (_change, fields) => fields,
    onOutcome: ({ error }) => {
      if (error !== undefined) throw error;
    },
    dryRun: true,
  });
  await session.output.list(planned, { columns: [], stacked: true });
}

function recordPlanned(access: Access, planned: PlannedRequest[]): Access {
  const stop = async (work: Promise<unknown>, name: string): Promise<JsonObject> => {
    try {
      await work;
    } catch (error) {
      if (!(error instanceof DryRunStop)) throw error;
      planned.push(error.planned);
    }
    return { id: `(id of ${name})` };
  };
  const { create, update, remove } = access;
  return {
    ...access,
    ...(create && {
      create: (workspaceId, fields) => {
        const name = fields['name'] ?? fields['title'] ?? fields['provider'] ?? 'it';
        return stop(create(workspaceId, fields), String(name));
      },
    }),
    ...(update && { update: (target, fields) => stop(update(target, fields), target.id) }),
    ...(remove && { remove: (workspaceId, id) => stop(remove(workspaceId, id), id) }),
  };
}
