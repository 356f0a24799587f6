import { parseDay } from '../days.ts';
import { CostctlError, usageError } from '../errors.ts';
import { describeType, parseTypes } from '../formats/parquet/types.ts';
import { canonicalText } from '../json/canonical-text.ts';
import { parseCondition } from '../rows/where-language.ts';
import { quote } from '../text.ts';
import { rolesOf } from './day-rows.ts';
import { requireEmpty } from './files.ts';
import {
  addressOfFiles,
  type Manifest,
  type MirrorQuery,
  manifestName,
  manifestPath,
  manifestVersion,
  type PartitionUnit,
  readManifest,
  textOfTypes,
} from './manifest.ts';
import { parseDays, parseHistory, parseSpan } from './partitions.ts';

/** What a run was given; only the first one needs a query. */
export interface GivenMirror {
  /** The address of the service, if the rows are to come from there. */
  readonly address: () => string;
  readonly files?: readonly string[] | undefined;
  readonly from?: string | undefined;
  readonly where?: readonly string[] | undefined;
  readonly parameters?: Readonly<Record<string, string>> | undefined;
  readonly types?: string | undefined;
  readonly partitionBy?: PartitionUnit | undefined;
  readonly dateColumn?: string | undefined;
  readonly dateFormat?: string | undefined;
  readonly nullText?: readonly string[] | undefined;
  readonly amountColumn?: string | undefined;
  readonly currencyColumn?: string | undefined;
  readonly restate?: string | undefined;
  readonly keep?: string | undefined;
  readonly history?: string | undefined;
}

const defaultRestate = 35;
const defaultKeep = 3_600_000;

/** That of the folder, or a new one. With a gained column of amounts or currencies, all days have other sums. */
export async function openState(
  folder: string,
  given: GivenMirror,
): Promise<{ readonly state: Manifest; readonly gains: boolean }> {
  const before = await readManifest(manifestPath(folder));
  if (before === undefined) {
    await requireEmpty(folder);
    return { state: createState(folder, given), gains: false };
  }
  requireSameQuery(folder, before.query, given);
  // A column that is not known yet can be given at any time.
  const query = {
    ...before.query,
    dateColumn: before.query.dateColumn ?? given.dateColumn ?? null,
    amountColumn: before.query.amountColumn ?? given.amountColumn ?? null,
    currencyColumn: before.query.currencyColumn ?? given.currencyColumn ?? null,
  };
  const state = {
    ...before,
    query,
    ...(given.restate === undefined ? {} : { restate: parseDays(given.restate) }),
    ...(given.keep === undefined ? {} : { keep: parseSpan(given.keep) }),
    ...(given.history === undefined ? {} : { history: parseHistory(given.history) }),
  };
  const [old, now] = [rolesOf(before.query), rolesOf(query)];
  return { state, gains: old.amount !== now.amount || old.currency !== now.currency };
}

function createState(folder: string, given: GivenMirror): Manifest {
  const isOfFiles = given.files !== undefined;
  if (given.from === undefined && !isOfFiles) {
    throw usageError(
      `${folder} has no ${manifestName} yet: the first run needs --from or --files`,
      "give the first day of the mirror, --from YYYY-MM-DD, or files, --files 'costs/*.csv'",
    );
  }
  if (given.dateFormat !== undefined && (!isOfFiles || given.dateColumn === undefined)) {
    throw usageError(
      isOfFiles ? '--date-format needs --date-column' : '--date-format is for a column of files',
      `give ${isOfFiles ? '' : "--files 'costs/*.csv' and "}--date-column NAME`,
    );
  }
  if (given.nullText !== undefined && !isOfFiles) {
    throw usageError('--null-text is for csv files', "give --files 'costs/*.csv'");
  }
  for (const condition of given.where ?? []) parseCondition(condition);
  return {
    format: 'costctl mirror',
    version: manifestVersion,
    written: '',
    since: '',
    query: {
      address: isOfFiles ? addressOfFiles : given.address(),
      scope: isOfFiles ? 'the rows of the files' : 'what the token reaches',
      from: given.from === undefined ? '' : parseDay(given.from, '--from'),
      ...(given.files === undefined ? {} : { files: [...given.files] }),
      where: [...(given.where ?? [])],
      parameters: { ...given.parameters },
      types: typesOf(given.types),
      partitionBy: given.partitionBy ?? 'month',
      dateColumn: given.dateColumn ?? null,
      ...(given.dateFormat === undefined ? {} : { dateFormat: given.dateFormat }),
      ...(given.nullText === undefined ? {} : { nullTexts: [...given.nullText] }),
      amountColumn: given.amountColumn ?? null,
      currencyColumn: given.currencyColumn ?? null,
    },
    restate: given.restate === undefined ? defaultRestate : parseDays(given.restate),
    keep: given.keep === undefined ? defaultKeep : parseSpan(given.keep),
    history: given.history === undefined ? '' : parseHistory(given.history),
    partitionKey: given.partitionBy ?? 'month',
    columns: [],
    days: [],
    truncated: [],
    files: [],
    retired: [],
    past: [],
    historyBytes: 0,
  };
}

function typesOf(text = ''): Record<string, string> {
  return Object.fromEntries(
    [...parseTypes(text)].map(([name, type]) => [name, describeType(type)]),
  );
}

/** A table with the rows of two queries would answer neither. */
function requireSameQuery(folder: string, query: MirrorQuery, given: GivenMirror): void {
  const differences: (readonly [string, unknown, unknown])[] = [
    ['--files', query.files ?? 'none', given.files],
    ['the address', query.address, query.files === undefined ? given.address() : undefined],
    ['--from', query.files === undefined ? query.from : 'none', given.from],
    ['--where', query.where, given.where],
    ['--param', query.parameters, given.parameters],
    [
      '--types',
      typesOf(textOfTypes(query.types)),
      given.types === undefined ? undefined : typesOf(given.types),
    ],
    ['--partition-by', query.partitionBy, given.partitionBy],
    ['--date-column', query.dateColumn ?? undefined, given.dateColumn],
    ['--date-format', query.dateFormat ?? 'YYYY-MM-DD', given.dateFormat],
    ['--null-text', query.nullTexts ?? 'none', given.nullText],
    ['--amount-column', query.amountColumn ?? undefined, given.amountColumn],
    ['--currency-column', query.currencyColumn ?? undefined, given.currencyColumn],
  ];
  const found = differences.find(
    ([, before, now]) =>
      before !== undefined && now !== undefined && formOf(before) !== formOf(now),
  );
  if (found === undefined) return;
  const [name, before, now] = found;
  // The same line without options would ask the same address again.
  const hint =
    name === 'the address'
      ? 'choose the service at the first address, such as with --profile, or use another folder'
      : `costctl costs mirror ${quote(folder)} continues with the first query; use another folder for another query`;
  throw new CostctlError(
    'conflict',
    `${folder} mirrors another query: ${name} changed from ${textOf(before)} to ${textOf(now)}`,
    { hint },
  );
}

/** The same text for options that differ only in their order. */
function formOf(value: unknown): string {
  return canonicalText(Array.isArray(value) ? value.toSorted() : value);
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
