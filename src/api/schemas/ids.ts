import * as z from 'zod/mini';

const kinds: Readonly<Record<string, string>> = {
  wsp_: 'workspace',
  bmt_: 'business metric',
  usr_: 'user',
};

export const WorkspaceId = prefixedId('wsp_', 'workspace');
export const MetricId = prefixedId('bmt_', 'business metric');
export const UserId = prefixedId('usr_', 'user');

/** The service does not publish the format of provider, workspace provider and saved filter ids. */
export const OpaqueId = z.string('must be an id').check(z.minLength(1, 'must not be empty'));

/** How request and response bodies show a typed id. */
export const TypedId = z.strictObject({ Value: OpaqueId });

function prefixedId(prefix: string, kind: string) {
  const pattern = `^${prefix}[A-Za-z0-9_-]+$`;
  const format = new RegExp(pattern);
  return z
    .string(`must be a ${kind} id`)
    .check(
      z.refine((id) => typeof id === 'string' && format.test(id), {
        error: (issue) => explain(String(issue.input), prefix, kind),
      }),
    )
    .register(z.globalRegistry, { pattern });
}

function explain(id: string, prefix: string, kind: string): string {
  const other = kinds[id.slice(0, 4)];
  const rule = `${prefix} followed by letters, digits, _ or -`;
  return other !== undefined && !id.startsWith(prefix)
    ? `is the id of a ${other}, and a ${kind} id is ${rule}`
    : `must be a ${kind} id: ${rule}`;
}
