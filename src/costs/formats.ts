import { usageError } from '../errors.ts';

const exportFormats = ['csv', 'ndjson', 'json', 'tsv', 'parquet'] as const;

type ExportFormat = (typeof exportFormats)[number];

export interface ExportForm {
  readonly format: ExportFormat;
  readonly gzip: boolean;
}

/** -o decides, else the ending of the file, else it is csv; the two may not disagree. */
export function chooseExportForm(
  flag: string | undefined,
  outFile: string | undefined,
): ExportForm {
  const asked = flag === undefined ? undefined : parseFormat(flag);
  if (outFile === undefined) return checkSchema({ format: asked ?? 'csv', gzip: false }, outFile);
  const [, ending = '', gz] = /(?:\.((?!gz$)[a-z0-9]+))?(\.gz)?$/.exec(outFile.toLowerCase()) ?? [];
  const named = endings.get(ending);
  if (named === undefined && otherEndings.has(ending)) throw otherFormat(ending);
  if (asked !== undefined && named !== undefined && asked !== named) {
    throw usageError(
      `--out-file ${outFile} is ${named} by its ending, but --output says ${asked}`,
      'leave out --output, or give the file another ending',
    );
  }
  return checkSchema({ format: asked ?? named ?? 'csv', gzip: gz !== undefined }, outFile);
}

const endings = new Map<string, ExportFormat>([
  ['csv', 'csv'],
  ['tsv', 'tsv'],
  ['json', 'json'],
  ['ndjson', 'ndjson'],
  ['jsonl', 'ndjson'],
  ['parquet', 'parquet'],
]);

/** Formats of other commands, which hold the whole result in memory. */
const otherEndings = new Set(['yaml', 'yml', 'md', 'table', 'markdown']);

function parseFormat(text: string): ExportFormat {
  const format = exportFormats.find((one) => one === text);
  if (format !== undefined) return format;
  throw otherFormat(text);
}

function otherFormat(name: string) {
  return usageError(
    `costs export writes ${exportFormats.join(', ')}, not ${name}`,
    'costctl costs list writes every format, for as many rows as fit into memory',
  );
}

function checkSchema(form: ExportForm, outFile: string | undefined): ExportForm {
  if (form.format !== 'parquet') return form;
  if (outFile === undefined) throw usageError('parquet needs a file', 'give -O costs.parquet');
  if (form.gzip) throw usageError('parquet is compressed already', `leave .gz out of ${outFile}`);
  return form;
}
