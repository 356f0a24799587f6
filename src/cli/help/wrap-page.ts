import { wrap } from '../../text.ts';

/** A page of the documents, with its sentences and lists as wide as the window; code and tables stay as they are. */
export function wrapPage(page: string, width: number): string {
  const lines: string[] = [];
  let text: string | undefined;
  let inCode = false;
  const flush = () => {
    if (text !== undefined) lines.push(...wrapText(text, width));
    text = undefined;
  };
  for (const line of page.split('\n')) {
    const isFence = line.trimStart().startsWith('```');
    if (isFence) inCode = !inCode;
    const starts = /^\s*(?:[-*]|\d+\.) /.test(line);
    if (inCode || isFence || line === '' || /^[#|<]/.test(line)) {
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

/** The lines of a list's item begin below its text. */
function wrapText(text: string, width: number): string[] {
  const [, lead = '', rest = ''] = /^(\s*(?:(?:[-*]|\d+\.) +)?)(.*)$/su.exec(text) ?? [];
  const [first = '', ...more] = wrap(rest, width - lead.length);
  return [lead + first, ...more.map((line) => ' '.repeat(lead.length) + line)];
}
