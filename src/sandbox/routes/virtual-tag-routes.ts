import * as z from 'zod/mini';
import { WorkspaceId } from '../../api/schemas/shared-fields.ts';
import { timestamp } from '../calendar.ts';
import { changed, newId, type Route } from '../call.ts';
import { readBody } from '../read-call.ts';
import { put } from '../state/state.ts';
import { reachWorkspace } from '../token-reach.ts';

/** The service publishes no schema: a name is required, and a workspace is checked if given. */
const CreateRequest = z.looseObject({
  name: z.string('must be text').check(z.minLength(1, 'must not be empty')),
  workspaceId: z.optional(WorkspaceId),
});

export const virtualTagRoutes = {
  createVirtualTag: {
    change(call, state) {
      const given = readBody(call, { request: CreateRequest });
      const named = call.caller.token === 'workspace' ? call.caller.workspaceId : undefined;
      const workspaceId = given.workspaceId ?? named;
      if (workspaceId !== undefined) reachWorkspace(call, state, workspaceId);
      const fixed = { id: newId(call, state, 'virtualTags'), createdAt: timestamp(call.now) };
      const scope = { workspaceId: workspaceId ?? null };
      const tag = { ...fixed, status: 'active', ...given, ...scope, ...fixed };
      return changed([put('virtualTags', tag)], { status: 201, body: tag });
    },
  },
} satisfies Record<string, Route>;
