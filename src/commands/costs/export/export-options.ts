import { inputFile, oneOf, text } from '../../../declaration/kind.ts';
import { flag, type Input, optional } from '../../../declaration/option.ts';
import { exportedVersions } from '../../../focus/version.ts';
import { costOptions } from '../options.ts';

export const exportOptions = {
  ...costOptions,
  resume: flag('continue an earlier run of the same command that was cut off'),
  allowTruncated: flag('read what can be read of days of more than 100,000 rows, and exit 9'),
  requireRows: flag('exit 11 if there are no rows'),
  types: optional(text('column=type,…'), 'types of parquet columns, such as cost=decimal(38,12)'),
  focus: optional(
    oneOf(exportedVersions, 'version'),
    `write rows as this version of FOCUS has them: ${exportedVersions.join(', ')}; needs --focus-map`,
  ),
  focusMap: optional(inputFile, 'YAML file with the source of each FOCUS column; init writes one'),
  keep: flag('with --focus, also keep the columns of the service, as x_…'),
  query: optional(text('expression'), 'not for an export', { hidden: true }),
  raw: flag('not for an export', { short: '-r', hidden: true }),
};

export type ExportInput = Input<typeof exportOptions>;
