import type { Kind } from '../help/tree.ts';
import { type OptionSpec, type Spec, sharedPath } from './specs.ts';

/** Functions with `case`: bash 3.2, the version on macOS, has no associative arrays. */
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

/**
 * `=a,b` are words, `@metrics` asks the service, `file` is a file, `-` is anything. `@=a,b` are words with commas
 * between them: costctl itself continues such a list.
 */
function kindText(kind: Kind): string {
  if (kind === 'text') return '-';
  if (kind === 'file') return 'file';
  if ('live' in kind) return `@${kind.live}`;
  return `${kind.isList ? '@' : ''}=${kind.words.join(',')}`;
}

function writeSpec({ path, words, options, arguments: all }: Spec): string[] {
  const values = {
    words: words.map((word) => word.name),
    aliases: words.flatMap((word) => word.aliases.map((one) => `${one}=${word.name}`)),
    options: options.flatMap((option) => option.names),
    arguments: all.map(argumentText),
  };
  const assignments = Object.entries(values).flatMap(([name, some]) =>
    some.length === 0 ? [] : [`${name}='${some.join(' ')}'`],
  );
  return assignments.length === 0 ? [] : [`    '${path}') ${assignments.join(' ')} ;;`];
}

function argumentText({ kind, variadic }: Spec['arguments'][number]): string {
  return `${kindText(kind)}${variadic ? '*' : ''}`;
}

function writeValue({ names, kind }: OptionSpec, before: string): string[] {
  if (kind === undefined) return [];
  const patterns = names.map((name) => `'${before}${name}'`).join('|');
  return [`    ${patterns}) value='${kindText(kind)}' ;;`];
}

/** What a table has for a path: rows of texts, which each shell joins in its own way. */
type RowsOf = (spec: Spec) => readonly (readonly string[])[];

const wordRows: RowsOf = ({ words }) => words.map(({ name, description }) => [name, description]);

const aliasRows: RowsOf = ({ words }) =>
  words.flatMap(({ name, aliases }) => aliases.map((alias) => [alias, name]));

const optionRows: RowsOf = ({ options }) =>
  options.flatMap(({ names, description, kind }) =>
    names.map((name) => [name, kind === undefined ? '' : kindText(kind), description]),
  );

const argumentRows: RowsOf = (spec) =>
  spec.arguments.map(({ kind, variadic }, place) => [
    variadic ? '*' : String(place),
    kindText(kind),
  ]);

const tables = {
  words: wordRows,
  aliases: aliasRows,
  options: optionRows,
  arguments: argumentRows,
};

/** The tables of the zsh script: arrays keyed by path, one entry per line. */
export function zshTables(specs: readonly Spec[]): string {
  return [
    ...zshTable('_costctl_words', specs, (spec) => wordRows(spec).map((row) => row.join(':'))),
    ...zshTable('_costctl_aliases', specs, (spec) => aliasRows(spec).map((row) => row.join('='))),
    ...zshTable('_costctl_options', specs, (spec) =>
      optionRows(spec).map(([name, , description]) => `${name}:${description}`),
    ),
    ...zshTable('_costctl_values', specs, (spec) =>
      optionRows(spec).flatMap(([name, kind]) => (kind === '' ? [] : [`${name} ${kind}`])),
    ),
    ...zshTable('_costctl_arguments', specs, (spec) => spec.arguments.map(argumentText)),
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

function zshQuote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** The tables of the fish script: one line each, fields separated by tabs, the path first. */
export function fishTables(specs: readonly Spec[]): string {
  const lines = Object.entries(tables).flatMap(([name, rowsOf]) => {
    const rows = specs.flatMap((spec) => rowsOf(spec).map((row) => [spec.path, ...row].join('\t')));
    return [`set -g __costctl_${name} \\`, ...rows.map((row) => `    ${fishQuote(row)} \\`), ''];
  });
  return lines.join('\n');
}

function fishQuote(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}

/** The tables of the PowerShell script: hash tables keyed by path. */
export function powershellTables(specs: readonly Spec[]): string {
  const lines = Object.entries(tables).flatMap(([name, rowsOf]) => {
    const entries = specs.flatMap((spec) => {
      const rows = rowsOf(spec).map((row) => `,@(${row.map(powershellQuote).join(', ')})`);
      return rows.length === 0 ? [] : [`    ${powershellQuote(spec.path)} = @(${rows.join('; ')})`];
    });
    return [`$costctl_${name} = @{`, ...entries, '}'];
  });
  return lines.join('\n');
}

function powershellQuote(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
