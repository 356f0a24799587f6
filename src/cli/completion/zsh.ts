import { kindText } from './bash.ts';
import type { OptionSpec, Spec, Word } from './specs.ts';

/** The tables of the zsh script: arrays keyed by path, one entry per line. */
export function zshTables(specs: readonly Spec[]): string {
  return [
    ...table('_costctl_words', specs, ({ words }) => words.map(describeWord)),
    ...table('_costctl_aliases', specs, ({ words }) =>
      words.flatMap((word) => word.aliases.map((alias) => `${alias}=${word.name}`)),
    ),
    ...table('_costctl_options', specs, ({ options }) => options.flatMap(describeOption)),
    ...table('_costctl_values', specs, ({ options }) => options.flatMap(describeValue)),
    ...table('_costctl_arguments', specs, (spec) =>
      spec.arguments.map(({ kind, variadic }) => `${kindText(kind)}${variadic ? '*' : ''}`),
    ),
  ].join('\n');
}

function table(
  name: string,
  specs: readonly Spec[],
  linesOf: (spec: Spec) => readonly string[],
): string[] {
  const entries = specs
    .map((spec) => ({ path: spec.path, lines: linesOf(spec) }))
    .filter(({ lines }) => lines.length > 0)
    .map(({ path, lines }) => `  ${quote(`/${path}`)} ${quote(lines.join('\n'))}`);
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

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
