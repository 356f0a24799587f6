const kinds = { wsp_: 'workspace', bmt_: 'business metric', usr_: 'user' } as const;

export type IdPrefix = keyof typeof kinds;

/** The pattern of an id in a schema, for ids whose format the service publishes. */
export function idPattern(prefix: IdPrefix): string {
  return `^${prefix}[A-Za-z0-9_-]+$`;
}

export function hasIdPrefix(text: string): boolean {
  return Object.keys(kinds).some((prefix) => text.startsWith(prefix));
}

/** What is wrong with an id; undefined if it is valid. Start-up needs this check without zod. */
export function findIdProblem(id: string, prefix: IdPrefix): string | undefined {
  if (new RegExp(idPattern(prefix)).test(id)) return undefined;
  const rule = `${prefix} followed by letters, digits, _ or -`;
  const others: Readonly<Record<string, string>> = kinds;
  const other = others[id.slice(0, 4)];
  return other === undefined || id.startsWith(prefix)
    ? `must be a ${kinds[prefix]} id: ${rule}`
    : `is the id of a ${other}, and a ${kinds[prefix]} id is ${rule}`;
}
