import { usageError } from '../errors.ts';

export const formats = ['table', 'json', 'ndjson', 'csv', 'tsv', 'yaml', 'markdown'] as const;

export type Format = (typeof formats)[number];

const endings: Readonly<Record<string, Format>> = {
  csv: 'csv',
  json: 'json',
  ndjson: 'ndjson',
  jsonl: 'ndjson',
  tsv: 'tsv',
  yaml: 'yaml',
  yml: 'yaml',
  md: 'markdown',
};

/** What a file's name says about its content. */
interface PathFormat {
  /** Undefined where the ending says nothing. */
  readonly format: Format | undefined;
  readonly gzip: boolean;
}

export function formatOfPath(path: string): PathFormat {
  const name = path.toLowerCase();
  const gzip = name.endsWith('.gz');
  const ending = /\.([a-z]+)$/.exec(gzip ? name.slice(0, -'.gz'.length) : name)?.[1] ?? '';
  return { format: Object.hasOwn(endings, ending) ? endings[ending] : undefined, gzip };
}

interface FormatChoice {
  readonly format: Format;
  /** Whether it was named on the command line, as -o. */
  readonly explicit: boolean;
  readonly outFile?: string | undefined;
}

/** The format of a result: the file's ending decides where no -o does, and may not contradict it. */
export function chooseFormat({ format, explicit, outFile }: FormatChoice): Format {
  const ending = outFile === undefined ? undefined : formatOfPath(outFile).format;
  if (ending === undefined || ending === format) return format;
  if (!explicit) return ending;
  throw usageError(
    `--out-file ${outFile} is ${ending} by its ending, but --output says ${format}`,
    'leave out --output, or give the file another ending',
  );
}
