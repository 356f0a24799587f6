import * as z from 'zod/mini';

export const WorkspaceId = prefixed('wsp_', 'workspace');
export const MetricId = prefixed('bmt_', 'business metric');
export const UserId = prefixed('usr_', 'user');

/** The form of provider, workspace provider and saved filter ids is not published. */
export const OpaqueId = z.string('must be an id').check(z.minLength(1, 'must not be empty'));

/** How bodies of the service show a typed id. */
export const TypedId = z.strictObject({ Value: OpaqueId });

const kinds: Readonly<Record<string, string>> = {
  wsp_: 'a workspace',
  bmt_: 'a business metric',
  usr_: 'a user',
};

function prefixed(prefix: string, kind: string) {
  const form = new RegExp(`^${prefix}[A-Za-z0-9_-]+$`);
  return z.string(`must be a ${kind} id`).check(
    z.refine((id) => typeof id === 'string' && form.test(id), {
      error: (issue) => explain(String(issue.input), prefix, kind),
    }),
  );
}

function explain(id: string, prefix: string, kind: string): string {
  const other = kinds[id.slice(0, 4)];
  const rule = `${prefix} followed by letters, digits, _ or -`;
  return other !== undefined && !id.startsWith(prefix)
    ? `is the id of ${other}, and a ${kind} id is ${rule}`
    : `must be a ${kind} id: ${rule}`;
}
