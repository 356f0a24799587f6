import { CostctlError } from '../errors.ts';
import { endingsOf, type FileFormat, fileFormats } from './registry.ts';

const endings = endingsOf(fileFormats, ({ values = [] }) => values);

/** The format by the name of the file, with or without `.gz`. */
export function formatOfName(name: string): FileFormat | undefined {
  const ending = /\.([a-z]+)(?:\.gz)?$/i.exec(name)?.[1];
  return endings.get(ending?.toLowerCase() ?? '');
}

/** The format from the option, otherwise the name, otherwise the content. */
export function chooseFormat(
  { name, first }: { readonly name: string; readonly first: Buffer },
  given: FileFormat | undefined,
): FileFormat {
  // The content is always checked: UTF-16 is reported as such whatever the name says.
  const content = formatOfContent(name, first);
  const chosen = given ?? formatOfName(name) ?? content;
  if (chosen !== 'xlsx' && content === 'xlsx') {
    throw new CostctlError('invalid_data', `${name} is a workbook or an archive, not ${chosen}`, {
      hint: 'give --format xlsx if it is an Excel workbook',
    });
  }
  if (chosen === 'xlsx' && content !== 'xlsx') {
    throw new CostctlError('invalid_data', `${name} is not an Excel workbook`, {
      hint: `its content looks like ${content}: give --format ${content}`,
    });
  }
  return chosen;
}

/** A header such as `[date],amount`: JSON has no comma after a bracket that closes at once what it began with. */
export const bracketedName = /^(\[[^[\]{}"\n]+\]|\{[^[\]{}"\n]+\})[^,;\t|\n]*[,;\t|]/;

/** The format by the first byte that is not white space; a tab in the first line distinguishes TSV from CSV. */
export function formatOfContent(name: string, first: Buffer): FileFormat {
  const start = withoutMark(first.subarray(0, 4096).toString('latin1'));
  if (start.startsWith('PK\x03\x04')) return 'xlsx';
  refuseForeign(name, start);
  const text = start.trimStart();
  const isNamed = bracketedName.test(text);
  if (text.startsWith('[') && !isNamed) return 'json';
  if (text.startsWith('{') && !isNamed) return 'ndjson';
  const [line = ''] = text.split('\n', 1);
  return line.includes('\t') && !line.includes(',') ? 'tsv' : 'csv';
}

const delimiters = [',', ';', '\t'] as const;

/** `tab` and `\t` are easier to type than the character. */
export function parseDelimiter(text: string): string | undefined {
  if (text === 'tab' || text === '\\t') return '\t';
  return text.length === 1 && !/["\r\n\w.+-]/.test(text) ? text : undefined;
}

/**
 * The separator that yields the fields, or else the most frequent one outside quotes. A bar may be part of a
 * name: it counts only if there is no other.
 */
export function detectDelimiter(
  first: Buffer,
  hasFields: (header: readonly string[]) => boolean = () => false,
): string {
  const text = withoutMark(first.toString('utf8'), '\ufeff');
  const [line = ''] = text.trimStart().split(/\r?\n/, 1);
  const headers = delimiters.map((delimiter) => ({
    delimiter,
    cells: splitHeader(line, delimiter),
  }));
  const fitting = headers.filter(({ cells }) => hasFields(cells));
  const candidates = fitting.length > 0 ? fitting : headers;
  const { delimiter, cells } = candidates.reduce((best, next) =>
    next.cells.length > best.cells.length ? next : best,
  );
  const isWhole = cells.length === 1 && fitting.length === 0;
  return isWhole && splitHeader(line, '|').length > 1 ? '|' : delimiter;
}

function splitHeader(line: string, delimiter: string): string[] {
  const cells: string[] = [];
  let start = 0;
  let isQuoted = false;
  for (let at = 0; at <= line.length; at += 1) {
    if (line[at] === '"') isQuoted = !isQuoted;
    if (at < line.length && (isQuoted || line[at] !== delimiter)) continue;
    cells.push(
      line
        .slice(start, at)
        .replace(/^"(.*)"$/, '$1')
        .replaceAll('""', '"'),
    );
    start = at + 1;
  }
  return cells;
}

function withoutMark(text: string, mark = '\xef\xbb\xbf'): string {
  return text.startsWith(mark) ? text.slice(mark.length) : text;
}

/** What compressed files begin with that this program cannot read. */
const packers = [
  ['\x28\xb5\x2f\xfd', 'zstd'],
  ['\xfd7zXZ\0', 'xz'],
  ['BZh91AY', 'bzip2'],
] as const;

/** Refuses kinds of file that are often mistaken for text. */
function refuseForeign(name: string, start: string): void {
  const begins = (...marks: readonly string[]) => marks.some((mark) => start.startsWith(mark));
  const refuse = (what: string, hint: string) =>
    new CostctlError('invalid_data', `${name} is ${what}`, { hint });
  if (begins('\xff\xfe\0\0', '\0\0\xfe\xff')) throw refuse('UTF-32', 'save it as UTF-8');
  // Without a byte order mark, each letter is next to a zero byte.
  if (begins('\xff\xfe', '\xfe\xff') || /^(?:[^\0]\0[^\0]\0|\0[^\0]\0[^\0])/.test(start)) {
    throw refuse('UTF-16', 'save it as UTF-8: iconv -f UTF-16 -t UTF-8 OLD > NEW');
  }
  if (begins('\xd0\xcf\x11\xe0')) {
    throw refuse(
      'an old Excel workbook (.xls), or one with a password',
      'save it as .xlsx without a password, or as CSV',
    );
  }
  if (begins('\x1f\x8b')) throw refuse('compressed twice', 'decompress it once');
  for (const [mark, program] of packers) {
    if (begins(mark))
      throw refuse(`compressed with ${program}`, `decompress it: ${program} -d FILE`);
  }
  // As old programs for the Mac save text.
  if (/^(?!\s*[[{])[^\0\n"]*\r[^\r\n"]/.test(start)) {
    throw refuse(
      'text whose lines end with a carriage return alone',
      "end them with line feeds: tr '\\r' '\\n' < OLD > NEW",
    );
  }
}
