import * as z from 'zod/mini';

/** Text that the service may omit or send as null. */
export const optionalText = z.optional(z.nullable(z.string()));

const promisedFields = new WeakSet<object>();

/**
 * A field that the contract requires in a response, but that no command depends on. A record without
 * it is shown as received, with a warning, so its type says that it may be missing.
 */
export function promised<Schema extends z.core.SomeType>(schema: Schema) {
  const field = z.optional(z.nullable(schema));
  promisedFields.add(field);
  return field;
}

export function isPromised(field: object): boolean {
  return promisedFields.has(field);
}
