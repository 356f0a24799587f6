/**
 * Labels as one text, equal for equal sets: the metric's label columns first, then others by name. An
 * empty label means none, since a file cannot distinguish them.
 */
export function canonicalLabels(
  labels: Readonly<Record<string, string>>,
  labelColumns: readonly string[],
): string {
  const others = Object.keys(labels).filter((name) => !labelColumns.includes(name));
  const members = [...labelColumns, ...others.sort()]
    .filter((name) => Object.hasOwn(labels, name) && labels[name] !== '')
    .map((name) => `${JSON.stringify(name)}:${JSON.stringify(labels[name])}`);
  return `{${members.join(',')}}`;
}

/** Parses the text, which this program wrote. */
export function parseLabels(text: string): Readonly<Record<string, string>> {
  return JSON.parse(text);
}

/** A cell for each label column. */
export function labelCells(text: string, labelColumns: readonly string[]): (string | undefined)[] {
  const labels = parseLabels(text);
  return labelColumns.map((name) => (Object.hasOwn(labels, name) ? labels[name] : undefined));
}
