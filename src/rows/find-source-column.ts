/** The column of providers by its name; undefined unless one is clear. */
export function findSourceColumn(names: Iterable<string>): string | undefined {
  const columns = [...new Set(names)];
  for (const form of sourceNames) {
    const [only, ...others] = columns.filter((name) => form.test(name));
    if (only !== undefined) return others.length === 0 ? only : undefined;
  }
  return undefined;
}

/** From the most exact name to the least. */
const sourceNames = [
  /^provider$/i,
  /^provider_?name$/i,
  /^provider_?(key|id)$/i,
  /^(cloud|service|billing)_?provider(_?(name|key|id))?$/i,
];
