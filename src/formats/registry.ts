import { groupBy } from '../grouping.ts';
import { type CellFormat, cellSyntaxes } from '../json/bulk/cell-text.ts';

/** What a result or file of a format is like. */
type Kind =
  /** Rounded and fitted, for people. */
  | 'people'
  /** One value, written when the result is complete. */
  | 'document'
  /** One record on each line, written as it is read. */
  | 'lines'
  /** Not text: it needs a file. */
  | 'file'
  /** A page for a browser. */
  | 'page'
  /** A report of a check, for CI. */
  | 'report';

/** Yields the pieces of a text. */
type WriteDocument = (value: unknown, look: { readonly terminal: boolean }) => Iterable<string>;

interface FormatFacts {
  readonly kind: Kind;
  /** One line of help; formats with the same line share it. */
  readonly about: string;
  /** Only for documents. */
  readonly write?: () => Promise<WriteDocument>;
  /** What the names of its files end with, the usual ending first. */
  readonly extensions: readonly string[];
  /** What other programs call it. */
  readonly aliases?: readonly string[];
  /** Whether the commands write their results in it. */
  readonly result: boolean;
  /** Whether `costs export` writes rows in it. */
  readonly rows?: boolean;
  /** Whether `costs report` writes it. */
  readonly reports?: boolean;
  /** Set if values of metrics are read from it: further endings that such files may have. */
  readonly values?: readonly string[];
}

const ofCells = 'every field, a header row; null is an empty cell';
const ofChecks = 'only for checks: a JUnit report, annotations of GitHub Actions';

/** Every format of the program, in the order of help: a new one is a line here, and a file that writes it. */
export const registry = {
  table: {
    kind: 'people',
    about: 'for people: fitted to a terminal, complete if stdout is not one',
    extensions: [],
    aliases: ['text', 'txt'],
    result: true,
  },
  json: {
    kind: 'document',
    about: 'an array for a list, an object for a single record',
    write: async () => (await import('./write-json.ts')).writeJson,
    extensions: ['json'],
    result: true,
    rows: true,
    values: [],
  },
  ndjson: {
    kind: 'lines',
    about: 'one object on each line, written as it is read',
    extensions: ['ndjson', 'jsonl'],
    aliases: ['jsonl'],
    result: true,
    rows: true,
    values: [],
  },
  csv: { kind: 'lines', about: ofCells, extensions: ['csv'], result: true, rows: true, values: [] },
  tsv: { kind: 'lines', about: ofCells, extensions: ['tsv'], result: true, rows: true, values: [] },
  yaml: {
    kind: 'document',
    about: 'as json',
    write: async () => (await import('./yaml/write-yaml.ts')).writeYaml,
    extensions: ['yaml', 'yml'],
    aliases: ['yml'],
    result: true,
  },
  html: {
    kind: 'page',
    about: 'one page that loads and runs nothing',
    extensions: ['html', 'htm'],
    result: false,
    reports: true,
  },
  markdown: {
    kind: 'people',
    about: 'a table for a job summary',
    extensions: ['md'],
    aliases: ['md'],
    result: true,
    reports: true,
  },
  xlsx: {
    kind: 'file',
    about: 'a workbook, to a file: numbers with all digits, days as dates, no formulas',
    extensions: ['xlsx'],
    aliases: ['excel', 'xls'],
    result: true,
    rows: true,
    reports: true,
    values: ['xlsm'],
  },
  junit: { kind: 'report', about: ofChecks, extensions: [], result: true },
  github: { kind: 'report', about: ofChecks, extensions: [], result: true },
  parquet: {
    kind: 'file',
    about: 'columns with types, to a file, for databases',
    extensions: ['parquet'],
    result: false,
    rows: true,
  },
} as const satisfies Readonly<Record<string, FormatFacts>>;

type Registry = typeof registry;
export type AnyFormat = keyof Registry;
type With<Facts> = { [Name in AnyFormat]: Registry[Name] extends Facts ? Name : never }[AnyFormat];

export type Format = With<{ readonly result: true }>;
export type CheckFormat = With<{ readonly kind: 'report' }>;
export type PeopleFormat = With<{ readonly kind: 'people' }>;
export type LineFormat = With<{ readonly kind: 'lines' }>;
export type DocumentFormat = With<{ readonly kind: 'document' }>;
export type FileOnly = With<{ readonly kind: 'file' }>;
export type ExportFormat = With<{ readonly rows: true }>;
export type ReportFormat = With<{ readonly reports: true }>;
/** The formats of files with values of metrics. */
export type FileFormat = With<{ readonly values: readonly string[] }>;

const factsOf: Readonly<Record<AnyFormat, FormatFacts>> = registry;

function namesOf<Name extends AnyFormat>(has: (facts: FormatFacts) => boolean): readonly Name[] {
  return (Object.keys(registry) as Name[]).filter((name) => has(factsOf[name]));
}

export const formats = namesOf<Format>(({ result }) => result);
export const exportFormats = namesOf<ExportFormat>(({ rows }) => rows === true);
export const reportFormats = namesOf<ReportFormat>(({ reports }) => reports === true);
export const fileFormats = namesOf<FileFormat>(({ values }) => values !== undefined);
/** Formats that can represent any result. */
export const textFormats = namesOf<PeopleFormat | LineFormat | DocumentFormat>(
  ({ kind }) => kind === 'people' || kind === 'lines' || kind === 'document',
);

export const isPeopleFormat = isOfKind<PeopleFormat>('people');
export const isCheckFormat = isOfKind<CheckFormat>('report');
/** Whether a list in this format is written record by record as it arrives. */
export const isLineFormat = isOfKind<LineFormat>('lines');
export const isDocumentFormat = isOfKind<DocumentFormat>('document');
/** Whether a format is not text: it is written to a file, when everything is known. */
export const needsFile = isOfKind<FileOnly>('file');

function isOfKind<Name extends AnyFormat>(kind: Kind) {
  return (format: AnyFormat): format is Name => registry[format].kind === kind;
}

/** Whether a format is a table of text, such as csv. */
export function isCellFormat(format: AnyFormat): format is CellFormat {
  return Object.hasOwn(cellSyntaxes, format);
}

/** What the names of files end with, by the given formats. */
export function endingsOf<Name extends AnyFormat>(
  names: readonly Name[],
  more: (facts: FormatFacts) => readonly string[] = () => [],
): ReadonlyMap<string, Name> {
  return new Map(
    names.flatMap((name) =>
      [...factsOf[name].extensions, ...more(factsOf[name])].map(
        (ending) => [ending, name] as const,
      ),
    ),
  );
}

export function formatOfAlias(text: string): Format | undefined {
  return formats.find((name) => factsOf[name].aliases?.includes(text));
}

/** The lines of help: the names that share a description, and the description. */
export function describeFormats(): (readonly [string, string])[] {
  const lines = groupBy(formats, (name) => registry[name].about);
  return [...lines].map(([about, names]) => [names.join(', '), about]);
}
