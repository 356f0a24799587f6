import type { Kind } from '../help/tree.ts';
import { type OptionSpec, type Spec, sharedPath } from './specs.ts';

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
    '# What the value of an option is; empty where it takes none.',
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
export function kindText(kind: Kind): string {
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
