import { CostctlError } from '../errors.ts';

export const fileFormats = ['csv', 'tsv', 'json', 'ndjson'] as const;
export type FileFormat = (typeof fileFormats)[number];

const endings: Readonly<Record<string, FileFormat>> = {
  csv: 'csv',
  tsv: 'tsv',
  json: 'json',
  ndjson: 'ndjson',
  jsonl: 'ndjson',
};

/** By the file's name, with or without `.gz`. */
export function formatOfName(name: string): FileFormat | undefined {
  const ending = /\.([a-z]+)(?:\.gz)?$/i.exec(name)?.[1];
  return ending === undefined ? undefined : endings[ending.toLowerCase()];
}

/** By the first byte that is no white space; a tab in the first line tells TSV from CSV. */
export function formatOfContent(name: string, first: Buffer): FileFormat {
  const start = first
    .subarray(0, 4096)
    .toString('latin1')
    .replace(/^\xef\xbb\xbf/, '');
  refuseForeign(name, start);
  const text = start.trimStart();
  if (text.startsWith('[')) return 'json';
  if (text.startsWith('{')) return 'ndjson';
  const [line = ''] = start.split('\n', 1);
  return line.includes('\t') && !line.includes(',') ? 'tsv' : 'csv';
}

/** What is often taken for a text file. */
function refuseForeign(name: string, start: string): void {
  const begins = (...marks: readonly string[]) => marks.some((mark) => start.startsWith(mark));
  const refuse = (what: string, hint: string) =>
    new CostctlError('invalid_data', `${name} is ${what}`, { hint });
  if (begins('\xff\xfe\0\0', '\0\0\xfe\xff')) throw refuse('UTF-32', 'save it as UTF-8');
  // Without a mark each letter has a zero beside it.
  if (begins('\xff\xfe', '\xfe\xff') || /^(?:[^\0]\0[^\0]\0|\0[^\0]\0[^\0])/.test(start)) {
    throw refuse('UTF-16', 'save it as UTF-8');
  }
  if (begins('PK\x03\x04', '\xd0\xcf\x11\xe0')) {
    throw refuse('a workbook or an archive', 'save its table as CSV');
  }
  if (begins('\x1f\x8b')) throw refuse('compressed twice', 'decompress it once');
}
