import type { Command } from 'commander';
import type { OptionDefinition } from '../../openapi/options.ts';
import { traitsOf } from '../../openapi/traits.ts';
import type { Definition } from './definition.ts';

/** A line that a person can take and change. */
export function exampleOf(line: string, command: Command, definition: Definition): string {
  const { operation, options, description } = definition;
  const holes = command.registeredArguments.map((argument) => argument.name().toUpperCase());
  const needed = options
    .filter((option) => option.required || option === changeOf(definition))
    .map((option) => `--${option.name}${sampleOf(option, description.schemas)}`);
  const ending = operation.method === 'GET' ? '-o json' : '--dry-run';
  return [line, ...holes, ...needed, ending].join(' ');
}

/** An update wants something to change: where nothing is required, its first property will do. */
function changeOf({ operation, options }: Definition): OptionDefinition | undefined {
  const isUpdate = operation.method === 'PUT' || operation.method === 'PATCH';
  const properties = options.filter((option) => option.place === 'body');
  return isUpdate && !properties.some((option) => option.required) ? properties[0] : undefined;
}

function sampleOf(
  { kind, placeholder, choices, schema }: OptionDefinition,
  schemas: Definition['description']['schemas'],
): string {
  if (kind === 'switch') return '';
  if (kind === 'map') return ' team=data';
  const [choice] = choices;
  if (choice !== undefined) return ` ${/^[\w.-]+$/.test(choice) ? choice : JSON.stringify(choice)}`;
  const { minimum = 1 } = traitsOf(schema, schemas);
  const samples: Readonly<Record<string, string>> = {
    n: String(minimum),
    number: String(minimum),
    day: '2026-10-01',
    time: '2026-10-01T12:00:00Z',
    json: "'{}'",
  };
  return ` ${samples[placeholder] ?? placeholder.toUpperCase()}`;
}
