import { kindText } from './bash.ts';
import type { Spec } from './specs.ts';

/** The tables of the PowerShell script: hash tables keyed by path. */
export function powershellTables(specs: readonly Spec[]): string {
  return [
    ...table('words', specs, ({ words }) =>
      words.map(({ name, description }) => [name, description]),
    ),
    ...table('aliases', specs, ({ words }) =>
      words.flatMap(({ name, aliases }) => aliases.map((alias) => [alias, name])),
    ),
    ...table('options', specs, ({ options }) =>
      options.flatMap(({ names, description, kind }) =>
        names.map((name) => [name, kind === undefined ? '' : kindText(kind), description]),
      ),
    ),
    ...table('arguments', specs, (spec) =>
      spec.arguments.map(({ kind, variadic }, place) => [
        variadic ? '*' : String(place),
        kindText(kind),
      ]),
    ),
  ].join('\n');
}

function table(
  name: string,
  specs: readonly Spec[],
  rowsOf: (spec: Spec) => readonly (readonly string[])[],
): string[] {
  const entries = specs
    .map((spec) => ({ path: spec.path, rows: rowsOf(spec) }))
    .filter(({ rows }) => rows.length > 0)
    .map(({ path, rows }) => {
      const lines = rows.map((row) => `,@(${row.map(quote).join(', ')})`).join('; ');
      return `    ${quote(path)} = @(${lines})`;
    });
  return [`$costctl_${name} = @{`, ...entries, '}'];
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
