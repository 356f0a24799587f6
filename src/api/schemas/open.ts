import * as z from 'zod/mini';

/** A record whose fields the service does not publish: workspaces, virtual tags, cost rows. */
export const OpenRecord = z.looseObject({});
export type OpenRecord = z.infer<typeof OpenRecord>;
