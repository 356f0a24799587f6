import { wrap } from '../../text.ts';

/** A page of the documents, with its sentences, lists and wide tables as wide as the window; code stays as it is. */
export function wrapPage(page: string, width: number): string {
  const lines: string[] = [];
  let text: string | undefined;
  let table: string[] = [];
  let inCode = false;
  const flush = () => {
    if (text !== undefined) lines.push(...wrapText(text, width));
    lines.push(...wrapTable(table, width));
    text = undefined;
    table = [];
  };
  for (const line of page.split('\n')) {
    const isFence = line.trimStart().startsWith('```');
    if (isFence) inCode = !inCode;
    const starts = /^\s*(?:[-*]|\d+\.) /.test(line);
    if (!inCode && line.startsWith('|')) {
      if (text !== undefined) flush();
      table.push(line);
    } else if (inCode || isFence || line === '' || /^[#<]/.test(line)) {
      flush();
      lines.push(line);
    } else if (text === undefined || starts) {
      flush();
      text = line;
    } else text += ` ${line.trim()}`;
  }
  flush();
  return lines.join('\n');
}

/** If the lines of a table do not fit, puts the other cells of each row below its first cell. */
function wrapTable(table: readonly string[], width: number): readonly string[] {
  if (table.every((line) => line.length <= width)) return table;
  const [[, ...names] = [], , ...rows] = table.map((line) => line.split('|').slice(1, -1));
  return rows.flatMap(([first = '', ...others]) => [
    ...wrap(first.trim(), width),
    ...others.flatMap((cell, at) => {
      const name = others.length > 1 ? `${names[at]?.trim()}: ` : '';
      return cell.trim() === '' ? [] : wrapText(`    ${name}${cell.trim()}`, width);
    }),
  ]);
}

/** Further lines of a list's item begin below the start of its text. */
function wrapText(text: string, width: number): string[] {
  const [, lead = '', rest = ''] = /^(\s*(?:(?:[-*]|\d+\.) +)?)(.*)$/su.exec(text) ?? [];
  const [first = '', ...more] = wrap(rest, width - lead.length);
  return [lead + first, ...more.map((line) => ' '.repeat(lead.length) + line)];
}
