import { oneOf, text } from '../../../declaration/kind.ts';
import {
  flag,
  type Input,
  optional,
  repeated,
  withoutSettings,
} from '../../../declaration/option.ts';
import { engines } from '../../../mirror/engines.ts';
import { partitionUnits } from '../../../mirror/manifest.ts';
import { dateFormat } from '../../date-format.ts';
import { rowOptions } from '../options.ts';

const { where, param, dateColumn, amountColumn, currencyColumn } = withoutSettings(rowOptions);

const runOptions = {
  from: optional(text('date', { example: '2026-01-01' }), 'first day of a new mirror'),
  files: repeated(
    text('pattern', { example: 'focus/*.parquet', file: 'read' }),
    'make a mirror of files: csv, ndjson, Parquet, also .gz; * ? and ** (repeatable)',
    { excludes: ['from', 'param', 'restate'] },
  ),
  allowDuplicates: flag('count both if two files have the same rows for a day'),
  where,
  param,
  types: optional(text('column=type,…'), 'types of columns, such as cost=decimal(38,12)'),
  partitionBy: optional(oneOf(partitionUnits, 'unit'), 'a folder per month or day', {
    usual: 'month',
  }),
  dateColumn,
  amountColumn,
  currencyColumn,
  dateFormat: optional(dateFormat, 'how csv files write the days of --date-column: MM/DD/YYYY'),
  nullText: repeated(
    text('text', { example: 'NULL' }),
    'a text in csv files that means "no value" (repeatable)',
  ),
  restate: optional(text('days', { example: '35d' }), 'how many days to read again', {
    usual: '35d',
  }),
  keep: optional(
    text('time', { example: '1h' }),
    'keep replaced files this long, for readers that still use them',
    { usual: '1h' },
  ),
  history: optional(
    text('time', { example: '13m' }),
    'keep past states this long, such as 13m (months), for --as-of',
    { usual: 'none' },
  ),
  deep: flag('read every day again'),
  check: flag('change nothing, and exit 11 if anything has changed'),
};

export const options = {
  ...runOptions,
  sql: optional(
    oneOf(engines, 'engine'),
    `print the SQL statement that adds the table to an engine: ${engines.join(', ')}`,
    {
      excludes: Object.keys(runOptions),
      whyAlone: 'it reads nothing, and only prints a statement',
    },
  ),
  location: optional(text('uri'), 'where the engine finds the files, for --sql'),
};

export type MirrorInput = Input<typeof options> & { readonly dir: string };
