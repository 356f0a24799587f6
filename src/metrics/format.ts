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
  if (/^(?:\xff\xfe|\xfe\xff)/.test(start)) {
    throw new CostctlError('invalid_data', `${name} is UTF-16`, { hint: 'save it as UTF-8' });
  }
  const text = start.trimStart();
  if (text.startsWith('[')) return 'json';
  if (text.startsWith('{')) return 'ndjson';
  const [line = ''] = start.split('\n', 1);
  return line.includes('\t') && !line.includes(',') ? 'tsv' : 'csv';
}
