import { readFileSync } from 'node:fs';
import * as z from 'zod/mini';

/** The types of the library: those of its client, and of each operation as its record declares it. */
export function declareLibrary({ operations, NumberLike, OpenRecord }) {
  const names = new Map([
    [NumberLike, 'number | ExactDigits'],
    [OpenRecord, 'OpenRecord'],
  ]);
  const declare = (isList) =>
    Object.values(operations)
      .filter(({ paged }) => paged || !isList)
      .map((operation) => `  ${operation.id}: ${typeOfOperation(operation, isList, names)};\n`)
      .join('');
  return [
    readFileSync('src/library/client.ts', 'utf8'),
    `export interface Operations {\n${declare(false)}}\n`,
    `/** The operations that \`list\` reads page after page. */\nexport interface Lists {\n${declare(true)}}\n`,
    '/** The service for programs: what the commands consist of, without a command line. */\n' +
      'export declare function createClient(options: Options): Client<Operations, Lists>;\n',
  ].join('\n');
}

function typeOfOperation(operation, isList, names) {
  const { path, query, paging, request, response, success } = operation;
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => `readonly ${name}: string`);
  const parameters = [query, isList ? undefined : paging]
    .filter((schema) => schema !== undefined)
    // A default or an option of the client may give any of them.
    .map((schema) => `Partial<${typeOf(schema, 'input', names)}>`);
  const call = [
    inPath.length === 0 ? 'never' : `{ ${inPath.join('; ')} }`,
    parameters.length === 0 ? 'never' : parameters.join(' & '),
    request === undefined || isList ? 'never' : typeOf(request, 'input', names),
  ];
  const whole = schemaOf(response, 'output', names);
  const hasBody = success.some((status) => status !== 204);
  const answer = hasBody ? print(isList ? whole.properties.data.items : whole) : 'undefined';
  return `{ call: Call<${call.join(', ')}>; response: ${answer} }`;
}

function typeOf(schema, io, names) {
  return print(schemaOf(schema, io, names));
}

function schemaOf(schema, io, names) {
  const override = ({ zodSchema, jsonSchema }) => {
    if (names.has(zodSchema)) jsonSchema.title = names.get(zodSchema);
  };
  return z.toJSONSchema(schema, { io, override, unrepresentable: 'any' });
}

const kinds = {
  string: 'string',
  number: 'number',
  integer: 'number',
  boolean: 'boolean',
  null: 'null',
};

function print(schema) {
  if (schema.title !== undefined) return schema.title;
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return schema.enum.map((one) => JSON.stringify(one)).join(' | ');
  const parts = schema.anyOf ?? schema.oneOf;
  if (parts !== undefined) return parts.map(print).join(' | ');
  if (schema.type === 'array') return `readonly (${print(schema.items ?? {})})[]`;
  if (schema.type === 'object') return printObject(schema);
  return [schema.type]
    .flat()
    .map((type) => kinds[type] ?? 'Json')
    .join(' | ');
}

function printObject({ properties = {}, required = [], additionalProperties }) {
  const fields = Object.entries(properties).map(
    ([name, one]) => `readonly ${name}${required.includes(name) ? '' : '?'}: ${print(one)}`,
  );
  const isOpen = typeof additionalProperties === 'object';
  const others = fields.length === 0 && isOpen ? print(additionalProperties) : 'unknown';
  if (isOpen) fields.push(`readonly [name: string]: ${others}`);
  return `{ ${fields.join('; ')} }`;
}
