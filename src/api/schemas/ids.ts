import * as z from 'zod/mini';
import { findIdProblem, type IdPrefix, idPattern } from './id-form.ts';

export const WorkspaceId = prefixedId('wsp_', 'workspace');
export const MetricId = prefixedId('bmt_', 'business metric');
export const UserId = prefixedId('usr_', 'user');

/** The service does not publish the format of provider, workspace provider and saved filter ids. */
export const OpaqueId = z.string('must be an id').check(z.minLength(1, 'must not be empty'));

/** A typed id, as in request and response bodies. */
export const TypedId = z.strictObject({ Value: OpaqueId });

function prefixedId(prefix: IdPrefix, kind: string) {
  return z
    .string(`must be a ${kind} id`)
    .check(
      z.refine((id) => typeof id === 'string' && findIdProblem(id, prefix) === undefined, {
        error: ({ input }) => findIdProblem(String(input), prefix) ?? '',
      }),
    )
    .register(z.globalRegistry, { pattern: idPattern(prefix) });
}
