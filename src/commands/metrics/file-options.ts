import { inputFile, kind, oneOf, parsed, text } from '../../declaration/kind.ts';
import { argument, flag, type Input, optional } from '../../declaration/option.ts';
import { metricId } from '../../declaration/shared.ts';
import { usageError } from '../../errors.ts';
import { formatOfName, parseDelimiter } from '../../formats/recognize.ts';
import { type FileFormat, fileFormats } from '../../formats/registry.ts';
import { duplicatePolicies } from '../../metrics/merge-values.ts';
import type { ValuesFileChoice } from '../../metrics/values-file.ts';
import { mapOption } from '../column-map.ts';
import { dateFormat } from '../date-format.ts';

export const fileArguments = {
  id: argument(metricId, 'metric id or name', 'metric'),
  file: argument(
    inputFile,
    'CSV, TSV, JSON array, NDJSON or .xlsx, also gzip-compressed; - is stdin',
  ),
};

const delimiter = parsed(
  'character',
  "must be one character, such as ';', or tab",
  { suggestions: ['tab'] },
  parseDelimiter,
);

const rejectsFile = kind('file', checkRejectsName, { file: 'write' });

/** The options that say how a file of values is read; `import` and `diff` share them. */
export const fileOptions = {
  format: optional(
    oneOf(fileFormats, 'format'),
    `${fileFormats.join(', ')} (default: by the file's name or first byte)`,
  ),
  delimiter: optional(delimiter, 'separator of a CSV file: , ; or tab (default: by its header)'),
  sheet: optional(text('name'), 'sheet of a workbook (default: the first)'),
  excelPrecision: flag('read numbers of a workbook with the 15 digits that Excel shows'),
  decimalComma: flag('amounts are written as 1.234,56'),
  dateFormat: optional(dateFormat, 'how days are written, such as DD.MM.YYYY or MM/DD/YYYY'),
  map: mapOption('names of columns in the file: date=Day,amount=Orders'),
  ignoreExtra: flag('ignore columns that are neither date, amount nor label'),
  allowMissingLabels: flag('accept rows that lack a label'),
  trim: flag('remove spaces around labels'),
  duplicates: optional(
    oneOf(duplicatePolicies, 'policy'),
    'which amount counts if a day and its labels have several: first, last, or sum of all',
  ),
  strict: flag('fail on new labels, future days and negative amounts'),
  skipInvalid: flag('continue without the rows that cannot be used, and exit 9'),
  rejects: optional(rejectsFile, 'write the rows left out, with line and reason, as CSV'),
};

/** What the flows in `metrics/` need to know of the options, checked. */
export function chooseValuesFile(
  input: Input<typeof fileArguments & typeof fileOptions>,
): ValuesFileChoice {
  const { decimalComma = false, dateFormat, map = {}, duplicates = 'refuse' } = input;
  return {
    ...input,
    format: chooseFileFormat(input),
    spelling: { decimalComma, dateFormat },
    map,
    duplicates,
  };
}

/** Some options are for one format alone, so they choose it too. */
function chooseFileFormat({
  file,
  format,
  delimiter,
  sheet,
}: Input<typeof fileArguments & typeof fileOptions>): FileFormat | undefined {
  const known = format ?? formatOfName(file);
  if (delimiter !== undefined) {
    if (known !== undefined && known !== 'csv') {
      throw usageError(`--delimiter is for CSV files, not for ${known}`);
    }
    return 'csv';
  }
  if (sheet !== undefined) {
    if (known !== undefined && known !== 'xlsx') {
      throw usageError(`--sheet is for workbooks, not for ${known}`);
    }
    return 'xlsx';
  }
  return format;
}

function checkRejectsName(path: string) {
  if (path === '' || path === '-') return { problem: 'must name a file' };
  const isCsv = (formatOfName(path) ?? 'csv') === 'csv' && !path.endsWith('.gz');
  return isCsv
    ? { value: path }
    : { problem: 'is written as CSV: give a name that ends with .csv' };
}
