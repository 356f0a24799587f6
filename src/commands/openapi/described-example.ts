import type { Schemas } from '../../declaration/json-schema.ts';
import type { OptionDefinition } from '../../openapi/define-options.ts';
import { traitsOf } from '../../openapi/traits.ts';
import type { Definition } from './operation-input.ts';

export function exampleOf(line: string, argumentNames: readonly string[], definition: Definition) {
  const { operation, options, description } = definition;
  const change = changeOf(definition);
  const needed = options
    .filter((option) => option.required || option === change)
    .map((option) => `--${option.name}${sampleOf(option, description.schemas)}`);
  const { kind, type = '' } = operation.body ?? {};
  const named = type.includes('*') ? ['--content-type TYPE'] : [];
  const input = kind === 'bytes' ? ['--input data.bin', ...named] : [];
  const confirmed = operation.removes === true ? '--yes -o json' : '-o json';
  const ending = operation.method === 'GET' ? confirmed : '--dry-run';
  const placeholders = argumentNames.map((name) => name.toUpperCase());
  return [line, ...placeholders, ...needed, ...input, ending].join(' ');
}

/** An update wants something to change: if nothing is required, its first property will do. */
function changeOf({ operation, options }: Definition): OptionDefinition | undefined {
  const isUpdate = operation.method === 'PUT' || operation.method === 'PATCH';
  const properties = options.filter((option) => option.place === 'body');
  return isUpdate && !properties.some((option) => option.required) ? properties[0] : undefined;
}

function sampleOf({ kind, placeholder, choices, schema }: OptionDefinition, schemas: Schemas) {
  if (kind === 'switch') return '';
  if (kind === 'map') return ' team=data';
  if (kind === 'file' || kind === 'files') return ' @report.csv';
  const [choice] = choices;
  if (choice !== undefined) return ` ${/^[\w.-]+$/.test(choice) ? choice : JSON.stringify(choice)}`;
  const { minimum = 1 } = traitsOf(schema, schemas);
  const samples: Readonly<Record<string, string>> = {
    n: String(minimum),
    number: String(minimum),
    boolean: 'true',
    day: '2026-10-01',
    time: '2026-10-01T12:00:00Z',
    json: "'{}'",
  };
  return ` ${samples[placeholder] ?? placeholder.toUpperCase()}`;
}
