/** A table for a job summary. No value can leave its cell, and none is read as markup. */
export function markdownTable(
  headers: readonly string[],
  rows: readonly (readonly string[])[],
  numeric: readonly boolean[],
): string {
  if (headers.length === 0) return '';
  const rule = headers.map((_, column) => (numeric[column] ? '---:' : '---'));
  const lines = [headers.map(markdownCell), rule, ...rows.map((row) => row.map(markdownCell))];
  return lines.map((cells) => `| ${cells.join(' | ')} |\n`).join('');
}

/** Expects text without control characters. */
function markdownCell(text: string): string {
  return text.replace(/[\\`*_[\]<>|~&$]/g, '\\$&');
}
