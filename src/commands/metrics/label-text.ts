/** Labels as a person reads them: `region=eu team=search`. */
export function labelText(labels: unknown): string {
  if (typeof labels !== 'object' || labels === null) return '';
  return Object.entries(labels)
    .map(([name, label]) => `${name}=${label}`)
    .join(' ');
}
