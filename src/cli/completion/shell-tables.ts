import type { Kind } from '../help/tree.ts';
import { type OptionSpec, type Spec, sharedPath, type Word } from './specs.ts';

/**
 * The tables of the bash script, as functions with `case`: bash 3.2, the version on macOS, has no
 * associative arrays.
 */
export function bashTables(specs: readonly Spec[]): string {
  const isGeneral = ({ path }: Spec) => path === '' || path === sharedPath;
  const general = specs.filter(isGeneral).flatMap(({ options }) => options);
  const others = specs.filter((spec) => !isGeneral(spec));
  return [
    '# What may follow a path: its words, their other names, its options, its arguments.',
    '_costctl_at() {',
    '  words= aliases= options= arguments=',
    '  case "$1" in',
    ...specs.flatMap(writeSpec),
    '  esac',
    '}',
    '',
    '# What the value of an option is; empty if it takes none.',
    '_costctl_value() {',
    '  value=',
    '  case "$1" in',
    ...general.flatMap((option) => writeValue(option, '')),
    '  esac',
    '  [[ -n $value ]] && return',
    '  case "$2 $1" in',
    ...others.flatMap(({ path, options }) =>
      options.flatMap((option) => writeValue(option, `${path} `)),
    ),
    '  esac',
    '}',
  ].join('\n');
}

/** `=a,b` are words, `@metrics` asks the service, `file` is a file, `-` is anything. */
function kindText(kind: Kind): string {
  if (kind === 'text') return '-';
  if (kind === 'file') return 'file';
  return 'live' in kind ? `@${kind.live}` : `=${kind.words.join(',')}`;
}

function writeSpec({ path, words, options, arguments: all }: Spec): string[] {
  const assignments = [
    assign(
      'words',
      words.map((word) => word.name),
    ),
    assign(
      'aliases',
      words.flatMap((word) => word.aliases.map((one) => `${one}=${word.name}`)),
    ),
    assign(
      'options',
      options.flatMap((option) => option.names),
    ),
    assign(
      'arguments',
      all.map(({ kind, variadic }) => `${kindText(kind)}${variadic ? '*' : ''}`),
    ),
  ].filter((text) => text !== '');
  return assignments.length === 0 ? [] : [`    '${path}') ${assignments.join(' ')} ;;`];
}

function assign(name: string, values: readonly string[]): string {
  return values.length === 0 ? '' : `${name}='${values.join(' ')}'`;
}

function writeValue({ names, kind }: OptionSpec, before: string): string[] {
  if (kind === undefined) return [];
  const patterns = names.map((name) => `'${before}${name}'`).join('|');
  return [`    ${patterns}) value='${kindText(kind)}' ;;`];
}

/** The tables of the zsh script: arrays keyed by path, one entry per line. */
export function zshTables(specs: readonly Spec[]): string {
  return [
    ...zshTable('_costctl_words', specs, ({ words }) => words.map(describeWord)),
    ...zshTable('_costctl_aliases', specs, ({ words }) =>
      words.flatMap((word) => word.aliases.map((alias) => `${alias}=${word.name}`)),
    ),
    ...zshTable('_costctl_options', specs, ({ options }) => options.flatMap(describeOption)),
    ...zshTable('_costctl_values', specs, ({ options }) => options.flatMap(describeValue)),
    ...zshTable('_costctl_arguments', specs, (spec) =>
      spec.arguments.map(({ kind, variadic }) => `${kindText(kind)}${variadic ? '*' : ''}`),
    ),
  ].join('\n');
}

function zshTable(
  name: string,
  specs: readonly Spec[],
  linesOf: (spec: Spec) => readonly string[],
): string[] {
  const entries = specs
    .map((spec) => ({ path: spec.path, lines: linesOf(spec) }))
    .filter(({ lines }) => lines.length > 0)
    .map(({ path, lines }) => `  ${zshQuote(`/${path}`)} ${zshQuote(lines.join('\n'))}`);
  return [`typeset -gA ${name}`, `${name}=(`, ...entries, ')'];
}

function describeWord({ name, description }: Word): string {
  return `${name}:${description}`;
}

function describeOption({ names, description }: OptionSpec): string[] {
  return names.map((name) => `${name}:${description}`);
}

function describeValue({ names, kind }: OptionSpec): string[] {
  return kind === undefined ? [] : names.map((name) => `${name} ${kindText(kind)}`);
}

function zshQuote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** The tables of the fish script: one line each, fields separated by tabs, the path first. */
export function fishTables(specs: readonly Spec[]): string {
  return [
    ...fishTable(
      '__costctl_words',
      specs.flatMap(({ path, words }) =>
        words.map(({ name, description }) => [path, name, description]),
      ),
    ),
    ...fishTable(
      '__costctl_aliases',
      specs.flatMap(({ path, words }) =>
        words.flatMap(({ name, aliases }) => aliases.map((alias) => [path, alias, name])),
      ),
    ),
    ...fishTable(
      '__costctl_options',
      specs.flatMap(({ path, options }) =>
        options.flatMap(({ names, description, kind }) =>
          names.map((name) => [path, name, kind === undefined ? '' : kindText(kind), description]),
        ),
      ),
    ),
    ...fishTable(
      '__costctl_arguments',
      specs.flatMap((spec) =>
        spec.arguments.map(({ kind, variadic }, place) => [
          spec.path,
          variadic ? '*' : String(place),
          kindText(kind),
        ]),
      ),
    ),
  ].join('\n');
}

function fishTable(name: string, rows: readonly (readonly string[])[]): string[] {
  return [`set -g ${name} \\`, ...rows.map((row) => `    ${fishQuote(row.join('\t'))} \\`), ''];
}

function fishQuote(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}

/** The tables of the PowerShell script: hash tables keyed by path. */
export function powershellTables(specs: readonly Spec[]): string {
  return [
    ...powershellTable('words', specs, ({ words }) =>
      words.map(({ name, description }) => [name, description]),
    ),
    ...powershellTable('aliases', specs, ({ words }) =>
      words.flatMap(({ name, aliases }) => aliases.map((alias) => [alias, name])),
    ),
    ...powershellTable('options', specs, ({ options }) =>
      options.flatMap(({ names, description, kind }) =>
        names.map((name) => [name, kind === undefined ? '' : kindText(kind), description]),
      ),
    ),
    ...powershellTable('arguments', specs, (spec) =>
      spec.arguments.map(({ kind, variadic }, place) => [
        variadic ? '*' : String(place),
        kindText(kind),
      ]),
    ),
  ].join('\n');
}

function powershellTable(
  name: string,
  specs: readonly Spec[],
  rowsOf: (spec: Spec) => readonly (readonly string[])[],
): string[] {
  const entries = specs
    .map((spec) => ({ path: spec.path, rows: rowsOf(spec) }))
    .filter(({ rows }) => rows.length > 0)
    .map(({ path, rows }) => {
      const lines = rows.map((row) => `,@(${row.map(powershellQuote).join(', ')})`).join('; ');
      return `    ${powershellQuote(path)} = @(${lines})`;
    });
  return [`$costctl_${name} = @{`, ...entries, '}'];
}

function powershellQuote(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
