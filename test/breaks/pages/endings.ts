import type { Break } from '../break.ts';

const file = 'src/output/formats.ts';
const tests = ['test/output/formats.test.ts'];

/** What the name of a file says of its content. */
export const endings: readonly Break[] = [
  {
    promise: 'a file that ends in .csv is csv',
    file,
    from: "csv: 'csv',",
    to: "csv: 'tsv',",
    tests,
  },
  {
    promise: 'a file that ends in .json is json',
    file,
    from: " json: 'json',",
    to: " json: 'yaml',",
    tests,
  },
  {
    promise: 'a file that ends in .ndjson is ndjson',
    file,
    from: "ndjson: 'ndjson',",
    to: "ndjson: 'json',",
    tests,
  },
  {
    promise: 'a file that ends in .jsonl is ndjson',
    file,
    from: "jsonl: 'ndjson',",
    to: "jsonl: 'json',",
    tests,
  },
  {
    promise: 'a file that ends in .tsv is tsv',
    file,
    from: "tsv: 'tsv',",
    to: "tsv: 'csv',",
    tests,
  },
  {
    promise: 'a file that ends in .yaml is yaml',
    file,
    from: "yaml: 'yaml',",
    to: "yaml: 'json',",
    tests,
  },
  {
    promise: 'a file that ends in .md is markdown',
    file,
    from: "md: 'markdown',",
    to: "md: 'table',",
    tests,
  },
  {
    promise: 'the ending before .gz chooses the format',
    file,
    from: "gzip ? name.slice(0, -'.gz'.length) : name",
    to: 'name',
    tests,
  },
  {
    promise: 'a file that ends in .gz is compressed',
    file: 'src/output/sink.ts',
    from: 'return formatOfPath(outFile).gzip ? compress(file, context.signal) : file;',
    to: 'return outFile === ".gz" ? compress(file, context.signal) : file;',
    tests: ['test/output/sink.test.ts'],
  },
  {
    promise: 'an ending that says nothing leaves the format to the settings',
    file,
    from: 'if (ending === undefined || ending === format) return format;',
    to: "if (ending === undefined) return 'table';\n  if (ending === format) return format;",
    tests,
  },
  {
    promise: 'an ending and a format named beside it must agree',
    file,
    from: 'if (!explicit) return ending;',
    to: "if (!explicit || format === 'json') return ending;",
    tests,
  },
  {
    promise: 'an ending wins over the format of the environment and of the profile',
    file: 'src/session.ts',
    from: "explicit: source === 'flag', outFile",
    to: "explicit: source !== 'default', outFile",
    tests: ['test/commands/out-file.test.ts'],
  },
];
