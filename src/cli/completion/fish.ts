import { kindText } from './bash.ts';
import type { Spec } from './specs.ts';

/** The tables of the fish script: one line each, fields separated by tabs, the path first. */
export function fishTables(specs: readonly Spec[]): string {
  return [
    ...table(
      '__costctl_words',
      specs.flatMap(({ path, words }) =>
        words.map(({ name, description }) => [path, name, description]),
      ),
    ),
    ...table(
      '__costctl_aliases',
      specs.flatMap(({ path, words }) =>
        words.flatMap(({ name, aliases }) => aliases.map((alias) => [path, alias, name])),
      ),
    ),
    ...table(
      '__costctl_options',
      specs.flatMap(({ path, options }) =>
        options.flatMap(({ names, description, kind }) =>
          names.map((name) => [path, name, kind === undefined ? '' : kindText(kind), description]),
        ),
      ),
    ),
    ...table(
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

function table(name: string, rows: readonly (readonly string[])[]): string[] {
  return [`set -g ${name} \\`, ...rows.map((row) => `    ${quote(row.join('\t'))} \\`), ''];
}

function quote(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
