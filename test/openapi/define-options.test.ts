import { expect, test } from 'vitest';
import type { Schema, Schemas } from '../../src/declaration/json-schema.ts';
import { stringifyJson } from '../../src/json/stringify.ts';
import { createConverter } from '../../src/openapi/convert-schema.ts';
import { defineOptions } from '../../src/openapi/define-options.ts';
import type { DescribedOperation } from '../../src/openapi/description.ts';
import { readDocument } from '../../src/openapi/document.ts';
import { convertText, wrapIds } from '../../src/openapi/text-values.ts';

async function convert(schema: unknown) {
  const converter = createConverter(await readDocument(Buffer.from('{"openapi":"3.1.0"}')));
  return { schema: converter.convert(schema), schemas: converter.schemas };
}

async function optionsOf(properties: Readonly<Record<string, unknown>>, reserved: string[] = []) {
  const { schema, schemas } = await convert({ type: 'object', properties });
  return optionsWith(schema, schemas, reserved);
}

function optionsWith(schema: Schema, schemas: Schemas, reserved: readonly string[]) {
  const operation: DescribedOperation = {
    ...{ id: 'createThing', tag: 'Things', method: 'POST', path: '/v1/things', success: [201] },
    ...{ idempotent: false, paged: false, token: 'any', summary: '', list: false },
    ...{
      fields: [],
      columns: [],
      parameters: [],
      accept: '*/*',
      body: {
        ...{ required: true, kind: 'json', type: 'application/json', otherTypes: [] },
        ...{ schema, workspaces: [] },
      },
    },
  };
  return defineOptions(operation, schemas, new Set(reserved));
}

test.each([
  ['syncEveryMinutes', 'sync-every-minutes'],
  ['output', 'field-output'],
  ['noReply', 'field-no-reply'],
  ['constructor', 'field-constructor'],
  ['__proto__', 'field-proto'],
  ['--help', 'help'],
  ['日本', 'field1'],
])('the property %j becomes the option --%s', async (property, name) => {
  const properties = Object.fromEntries([[property, { type: 'string' }]]);
  const [option] = await optionsOf(properties, ['output']);
  expect([option?.name, option?.property]).toEqual([name, property]);
});

test('operations with one body name its options each for itself', async () => {
  const { schema, schemas } = await convert({ properties: { output: { type: 'string' } } });
  const said = [[], ['output'], []].map((reserved) =>
    optionsWith(schema, schemas, reserved).map(({ name }) => name),
  );
  expect(said).toEqual([['output'], ['field-output'], ['output']]);
});

test('properties with the same words get different options', async () => {
  const text = { type: 'string' };
  const options = await optionsOf({ fooBar: text, foo_bar: text, 'foo-bar': text });
  expect(options.map(({ name }) => name)).toEqual(['foo-bar', 'field-foo-bar', 'field-foo-bar1']);
});

test.each([
  ['a switch', { type: 'boolean', description: 'Is it on.' }, '--x', 'Is it on'],
  ['a bounded number', { type: 'integer', minimum: 1, maximum: 9 }, '--x <n>', 'x (1 to 9)'],
  ['a choice', { enum: ['a', 'b'], description: 'Which' }, '--x <choice>', 'Which: a, b'],
  ['a day', { type: 'string', format: 'date' }, '--x <day>', 'x'],
  ['an id', { type: 'object', properties: { Value: { type: 'string' } } }, '--x <id>', 'x'],
  ['a list', { type: 'array', items: { type: 'integer' } }, '--x <n>', 'x (repeatable)'],
  [
    'a list of yes or no',
    { type: 'array', items: { type: 'boolean' } },
    '--x <boolean>',
    'x (repeatable)',
  ],
  [
    'a map',
    { type: 'object', additionalProperties: { type: 'string' } },
    '--x <key=value>',
    'x (repeatable)',
  ],
  ['an object', { type: 'object', properties: { a: {} } }, '--x <key=value>', 'x (repeatable)'],
  ['a list of objects', { type: 'array', items: { type: 'object' } }, '--x <json>', 'x'],
  ['bytes in JSON', { type: 'string', format: 'binary' }, '--x <text>', 'x'],
  ['a number or text', { type: ['number', 'string'] }, '--x <text>', 'x'],
  [
    'text or null',
    { anyOf: [{ type: 'string', maxLength: 5 }, { type: 'null' }] },
    '--x <text>',
    'x (at most 5 characters)',
  ],
  [
    'one length',
    { type: 'string', minLength: 3, maxLength: 3 },
    '--x <text>',
    'x (exactly 3 characters)',
  ],
  ['one number', { type: 'number', minimum: 1, maximum: 1 }, '--x <number>', 'x (exactly 1)'],
  [
    'a least length of nothing',
    { type: 'string', minLength: 0, maxLength: 5 },
    '--x <text>',
    'x (at most 5 characters)',
  ],
  [
    'all of several',
    { allOf: [{ type: 'number' }, { minimum: 2 }] },
    '--x <number>',
    'x (at least 2)',
  ],
])('help describes %s in one line', async (_name, schema, flags, description) => {
  const [option] = await optionsOf({ x: schema });
  const shown = option?.kind === 'switch' ? '--x' : `--x <${option?.placeholder}>`;
  expect([shown, option?.description]).toEqual([flags, description]);
});

test.each([
  [{ type: 'string' }, '5', '"5"'],
  [{ type: 'string' }, 'null', '"null"'],
  [{ type: 'integer' }, '5', '5'],
  [{ type: 'number' }, '0.10', '0.10'],
  [{ type: ['integer', 'string'] }, '5', '5'],
  [{ type: ['integer', 'string'] }, 'five', '"five"'],
  [{ type: ['number', 'null'] }, 'many', '"many"'],
  [{ type: ['number', 'null'] }, 'null', 'null'],
  [{ type: ['string', 'null'] }, 'null', '"null"'],
  [{ type: ['integer', 'string'] }, '1.50', '"1.50"'],
  [{ type: ['boolean', 'string'] }, 'true', 'true'],
  [{ enum: [1, 'two'] }, '1', '1'],
  [{}, '{"a":1}', '{"a":1}'],
  [{}, 'a', '"a"'],
  [{ type: 'object', properties: { Value: { type: 'string' } } }, 'p_1', '{"Value":"p_1"}'],
])('the schema %j reads the word %s as %s', async (raw, text, json) => {
  const { schema, schemas } = await convert(raw);
  expect(stringifyJson(convertText(schema, text, schemas))).toBe(json);
});

test('wraps an id only if the document shows it wrapped', async () => {
  const id = { type: 'object', properties: { Value: { type: 'string' } } };
  const orNull = { anyOf: [{ type: 'array', items: id }, { type: 'null' }] };
  const { schema, schemas } = await convert({
    properties: {
      ...{ id, ids: { items: id }, name: { type: 'string' }, deep: { properties: { id } } },
      ...{ orNull, named: { additionalProperties: id } },
    },
  });
  const body = {
    ...{ id: 'a', ids: ['b', { Value: 'c' }], name: 'd', deep: { id: 'e' }, other: 'f' },
    ...{ orNull: ['g'], named: { x: 'h' } },
  };
  expect(wrapIds(schema, body, schemas)).toEqual({
    id: { Value: 'a' },
    ids: [{ Value: 'b' }, { Value: 'c' }],
    name: 'd',
    deep: { id: { Value: 'e' } },
    other: 'f',
    orNull: [{ Value: 'g' }],
    named: { x: { Value: 'h' } },
  });
});
