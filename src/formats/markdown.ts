/** A column of a markdown table. Expects text without control characters. */
export interface MarkdownColumn {
  readonly header: string;
  readonly align: 'left' | 'right';
  readonly cells: readonly string[];
}

/** A table for a job summary. No value can break out of its cell or be read as markup. */
export function* markdownTable(columns: readonly MarkdownColumn[], rows: number) {
  if (columns.length === 0) return;
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |\n`;
  yield line(columns.map(({ header }) => markdownCell(header)));
  yield line(columns.map(({ align }) => (align === 'right' ? '---:' : '---')));
  for (let row = 0; row < rows; row += 1) {
    yield line(columns.map(({ cells }) => markdownCell(cells[row] ?? '')));
  }
}

/** A value as a paragraph of its own, without markup. */
export function markdownText(text: string): string {
  if (linked.test(text)) return codeSpan(text);
  return escapeMarks(text)
    .replaceAll('|', '\\|')
    .replace(/^ +| +$/g, (spaces) => '&#32;'.repeat(spaces.length))
    .replace(/^([#+=-])/, '\\$1')
    .replace(/^(\d+)([.)])/, '$1\\$2');
}

/** A bar ends a cell even inside code, so the text around it is written piece by piece. */
function markdownCell(padded: string): string {
  // Plain spaces at the start of a cell would be lost, and with them the levels of a tree.
  const text = padded.replace(/^ +(?=\S)/, (spaces) => '\u00a0'.repeat(spaces.length));
  const pieces = linked.test(text)
    ? text.split('|').map((piece) => (piece.trim() === '' ? piece : codeSpan(piece)))
    : text.split('|').map(escapeMarks);
  return pieces.join('\\|');
}

function escapeMarks(text: string): string {
  return text.replace(/[\\`*_[\]<>~&$]/g, '\\$&');
}

/** What GitHub and GitLab make into links or emoji without markup. Escapes do not stop all of it; code does. */
const linked = /@|www\.|:\/\/|(mailto|xmpp):|[#!%&~^$]\w|GH-\d|:[\w+-]+:/i;

/** Literal text between more consecutive backticks than it contains. */
function codeSpan(text: string): string {
  const longest = (text.match(/`+/g) ?? []).reduce((most, run) => Math.max(most, run.length), 0);
  const fence = '`'.repeat(longest + 1);
  // One space on each side is stripped; without it a backtick or space at the end would be lost.
  const needsSpace = /^[` ]|[` ]$/.test(text) && text.trim() !== '';
  return needsSpace ? `${fence} ${text} ${fence}` : `${fence}${text}${fence}`;
}
