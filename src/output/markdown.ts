/** A column of a markdown table. Expects text without control characters. */
export interface MarkdownColumn {
  readonly header: string;
  readonly align: 'left' | 'right';
  readonly cells: readonly string[];
}

/** A table for a job summary. No value can leave its cell, and none is read as markup. */
export function* markdownTable(
  columns: readonly MarkdownColumn[],
  rows: number,
): Generator<string> {
  if (columns.length === 0) return;
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |\n`;
  yield line(columns.map(({ header }) => markdownCell(header)));
  yield line(columns.map(({ align }) => (align === 'right' ? '---:' : '---')));
  for (let row = 0; row < rows; row += 1) {
    yield line(columns.map(({ cells }) => markdownCell(cells[row] ?? '')));
  }
}

/** One value as a paragraph of its own that reads as the value. */
export function markdownText(text: string): string {
  if (isLinked(text)) return codeSpan(text);
  return escapeMarks(text)
    .replaceAll('|', '\\|')
    .replace(/^ +| +$/g, (spaces) => '&#32;'.repeat(spaces.length))
    .replace(/^([#+=-])/, '\\$1')
    .replace(/^(\d+)([.)])/, '$1\\$2');
}

/** A bar ends a cell even inside code: what is around it is written piece by piece. */
function markdownCell(text: string): string {
  const pieces = isLinked(text) ? text.split('|').map(codePiece) : text.split('|').map(escapeMarks);
  return pieces.join('\\|');
}

function codePiece(text: string): string {
  return text.trim() === '' ? text : codeSpan(text);
}

function escapeMarks(text: string): string {
  return text.replace(/[\\`*_[\]<>~&$]/g, '\\$&');
}

/**
 * What GitHub and GitLab turn into links, mentions, references or emoji even without any markup:
 * addresses, e-mail addresses, `@name`, `#12`, `:name:`. Escapes do not stop them all; code does.
 */
const linked = /@|www\.|:\/\/|(mailto|xmpp):|[#!%&~^$]\w|GH-\d|:[\w+-]+:/i;

function isLinked(text: string): boolean {
  return linked.test(text);
}

/** Text that is shown as it is: between more backticks in a row than it contains. */
function codeSpan(text: string): string {
  const longest = (text.match(/`+/g) ?? []).reduce((most, run) => Math.max(most, run.length), 0);
  const fence = '`'.repeat(longest + 1);
  // One space on each side is taken away again; without it a backtick or space at the end would be lost.
  const needsSpace = /^[` ]|[` ]$/.test(text) && text.trim() !== '';
  return needsSpace ? `${fence} ${text} ${fence}` : `${fence}${text}${fence}`;
}
