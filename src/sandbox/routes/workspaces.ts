import * as z from 'zod/mini';
import { reaches, reachWorkspace, requireOrganization } from '../access.ts';
import { timestamp } from '../calendar.ts';
import { changed, newId, ok, type Route } from '../call.ts';
import { pageOf, readBody, requiredRange, workspaceIdOf } from '../read-call.ts';
import { type Change, put, remove, type State } from '../state/state.ts';

/** The service publishes no schema: only a name is required, and the rest is stored as received. */
const Name = z.string('must be text').check(z.minLength(1, 'must not be empty'));
const CreateWorkspace = z.looseObject({ name: Name });
const UpdateWorkspace = z.looseObject({ name: z.optional(Name) });

export const workspaceRoutes = {
  createWorkspace: {
    change(call, state) {
      requireOrganization(call);
      const given = readBody(call, { request: CreateWorkspace });
      const fixed = {
        id: newId(call, state, 'workspaces'),
        createdAt: timestamp(call.now),
        updatedAt: null,
      };
      const workspace = { ...fixed, ...given, ...fixed };
      return changed([put('workspaces', workspace)], { status: 201, body: workspace });
    },
  },
  listWorkspaces: {
    read(call, state) {
      const range = requiredRange(call);
      return ok(
        pageOf(
          call,
          range,
          state.list('workspaces').filter(({ id }) => reaches(call, id)),
        ),
      );
    },
  },
  getWorkspace: {
    read: (call, state) => ok(reachWorkspace(call, state, workspaceIdOf(call))),
  },
  updateWorkspace: {
    change(call, state) {
      const id = workspaceIdOf(call);
      const given = readBody(call, { request: UpdateWorkspace });
      const { name, createdAt, ...rest } = reachWorkspace(call, state, id);
      const fixed = { id, createdAt, updatedAt: timestamp(call.now) };
      const workspace = { ...rest, ...given, name: given.name ?? name, ...fixed };
      return changed([put('workspaces', workspace)], ok(workspace));
    },
  },
  deleteWorkspace: {
    change(call, state) {
      const { id } = reachWorkspace(call, state, workspaceIdOf(call));
      return changed([remove('workspaces', id), ...removeContents(state, id)], { status: 204 });
    },
  },
  getExchangeRatePolicy: {
    read(call, state) {
      reachWorkspace(call, state, workspaceIdOf(call));
      return ok({
        available: true,
        policies: [
          {
            conversionMethod: 'dailyRate',
            rateSource: 'Sandbox Reference Rates',
            periodStart: '2025-01-01',
            periodEnd: null,
          },
        ],
      });
    },
  },
} satisfies Record<string, Route>;

/** Deletes everything in the workspace; the connections belong to the organization and remain. */
function removeContents(state: State, workspaceId: string): Change[] {
  const kinds = ['workspaceProviders', 'metrics', 'filters', 'virtualTags'] as const;
  return kinds.flatMap((kind) =>
    state
      .list(kind)
      .filter((record) => record.workspaceId === workspaceId)
      .map((record) => remove(kind, record.id)),
  );
}
