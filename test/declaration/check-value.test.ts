import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkValue } from '../../src/declaration/check-value.ts';
import type { JsonValue } from '../../src/json/number.ts';
import { parseJson } from '../../src/json/parse.ts';
import { createConverter } from '../../src/openapi/convert-schema.ts';
import { readDocument } from '../../src/openapi/document.ts';
import { processorTime } from '../helpers/processor-time.ts';
import { runs } from '../helpers/runs.ts';

type Json = Record<string, unknown>;

/** What our checker says of a value, by a schema as written in a document. */
async function faultsOf(schema: unknown, value: JsonValue, schemas: Json = {}, version = '3.1.0') {
  const text = JSON.stringify({ openapi: version, components: { schemas } });
  const converter = createConverter(await readDocument(Buffer.from(text)));
  const converted = converter.convert(schema);
  return checkValue(converted, value, converter.schemas).map(
    ({ path, message }) => `${path.join('.')}: ${message}`,
  );
}

test.each([
  ['int32', -(2n ** 31n), 2n ** 31n - 1n],
  ['int64', -(2n ** 63n), 2n ** 63n - 1n],
])('an %s is from %d to %d', async (format, least, most) => {
  const check = (value: bigint) => faultsOf({ type: 'integer', format }, parseJson(`${value}`));
  for (const value of [least, 0n, most]) expect(await check(value)).toEqual([]);
  for (const value of [least - 1n, most + 1n]) {
    expect(await check(value)).toEqual([`: must be from ${least} to ${most}`]);
  }
});

test.each<[string, unknown, string, string[]]>([
  ['a number over its bound', { maximum: 10 }, '10.0000000000000000001', [': must be at most 10']],
  ['a number on its bound', { maximum: 10 }, '10.0', []],
  ['an open bound', { exclusiveMinimum: 0 }, '0', [': must be more than 0']],
  ['a number on an open bound', { exclusiveMaximum: 5 }, '5.0', [': must be less than 5']],
  ['a number below an open bound', { exclusiveMaximum: 5 }, '4.9', []],
  ['a whole number with a point', { type: 'integer' }, '3.0', []],
  [
    'a number on a bound that a double cannot hold',
    { maximum: 2 ** 53 + 1 },
    `${2n ** 53n + 1n}`,
    [],
  ],
  ['a broken number', { type: 'integer' }, '3.5', [': must be a whole number']],
  ['a multiple that floats get wrong', { multipleOf: 0.1 }, '0.3', []],
  ['no multiple', { multipleOf: 0.1 }, '0.35', [': must be a multiple of 0.1']],
  [
    'a whole number that 32 bits do not hold',
    { type: 'integer', format: 'int32' },
    '2147483648',
    [': must be from -2147483648 to 2147483647'],
  ],
  ['characters as people count them', { maxLength: 2 }, '"😀😀"', []],
  ['a length', { maxLength: 2 }, '"abc"', [': must have at most 2 characters, and has 3']],
  ['a length of one', { maxLength: 1 }, '"ab"', [': must have at most 1 character, and has 2']],
  ['a pattern', { pattern: '^a+$' }, '"b"', [': must be of the form ^a+$']],
  ['a pattern of another dialect', { pattern: '(?<=' }, '"b"', []],
  ['an invalid date', { format: 'date' }, '"2026-02-30"', [': must be a day, YYYY-MM-DD']],
  ['a choice', { enum: ['a', 1] }, '2', [': must be one of a, 1']],
  [
    'one of many choices',
    { enum: Array.from({ length: 12 }, (_, at) => at) },
    '12',
    [': must be one of 0, 1, 2, 3, 4, 5, 6, 7, 8, 9 and 2 more'],
  ],
  ['a constant', { const: 'a' }, '"b"', [': must be a']],
  ['a type of several', { type: ['string', 'null'] }, '5', [': must be text or null']],
  [
    'a list',
    { items: { type: 'string' }, minItems: 3 },
    '["a",1]',
    [': must have at least 3 items', '1: must be text'],
  ],
  [
    'a list with a schema for each place',
    { prefixItems: [{}], items: { type: 'string' } },
    '[1]',
    [],
  ],
  [
    'an unknown property',
    { properties: { a: {} }, additionalProperties: false },
    '{"b":1}',
    ['b: unknown key'],
  ],
  ['a missing property', { required: ['a'] }, '{}', ['a: is required']],
  [
    'a property that only the service gives',
    { required: ['id'], properties: { id: { type: 'string', readOnly: true } } },
    '{}',
    [],
  ],
  [
    'one of several',
    { oneOf: [{ type: 'null' }, { type: 'string', minLength: 2 }] },
    '"a"',
    [': must have at least 2 characters, and has 1'],
  ],
  [
    'the only alternative of its type',
    {
      anyOf: [
        { type: 'string', enum: ['all'] },
        { type: 'array', items: { type: 'string' } },
      ],
    },
    '["a",1]',
    ['1: must be text'],
  ],
  [
    'a choice of the only alternative of its type',
    { anyOf: [{ type: 'string', enum: ['all'] }, { type: 'array' }] },
    '"al"',
    [': must be all or a list'],
  ],
  [
    'a type of no alternative',
    { anyOf: [{ type: 'string' }, { type: 'boolean' }] },
    '1',
    [': must be text or true or false'],
  ],
  ['what only the service can judge', { not: { const: 1 } }, '1', []],
  [
    'a property by the name of __proto__',
    { properties: { ['__proto__']: { type: 'string' } } },
    '{"__proto__":1}',
    ['__proto__: must be text'],
  ],
])('%s', async (_name, schema, value, faults) => {
  expect(await faultsOf(JSON.parse(JSON.stringify(schema)), parseJson(value))).toEqual(faults);
});

test.each([
  [{ allOf: [{ properties: { id: { readOnly: true } } }, { required: ['id', 'name'] }] }],
  [{ required: ['id', 'name'], properties: { id: { $ref: '#/components/schemas/Key' } } }],
  [{ $ref: '#/components/schemas/Record', required: ['id', 'name'] }],
  [
    {
      properties: { id: { readOnly: true } },
      oneOf: [{ type: 'object', required: ['id', 'name'] }, { type: 'string' }],
    },
  ],
])('a property that another part leaves to the service is not required: %j', async (schema) => {
  const Key = { type: 'string', readOnly: true };
  const schemas = { Key, Record: { type: 'object', properties: { id: Key } } };
  expect(await faultsOf(schema, {}, schemas)).toEqual(['name: is required']);
  expect(await faultsOf(schema, { name: 'x' }, schemas)).toEqual([]);
});

test('understands nullable and open bounds of OpenAPI 3.0', async () => {
  const schema = { type: 'number', nullable: true, minimum: 0, exclusiveMinimum: true };
  expect(await faultsOf(schema, null, {}, '3.0.3')).toEqual([]);
  expect(await faultsOf(schema, 0, {}, '3.0.3')).toEqual([': must be more than 0']);
});

const orNull = { anyOf: [{ type: 'string', maxLength: 2 }, { type: 'null' }] };

test.each([
  ['of the schema itself', orNull],
  ['of a schema that it refers to', { $ref: '#/components/schemas/OrNull' }],
  ['of a part of it', { allOf: [{ $ref: '#/components/schemas/OrNull' }] }],
  ['as a constant', { oneOf: [{ type: 'string', maxLength: 2 }, { const: null }] }],
  ['as the only choice', { oneOf: [{ type: 'string', maxLength: 2 }, { enum: [null] }] }],
])('null can be an alternative %s', async (_where, schema) => {
  const schemas = { OrNull: orNull };
  expect(await faultsOf(schema, null, schemas)).toEqual([]);
  expect(await faultsOf(schema, 'ab', schemas)).toEqual([]);
  expect(await faultsOf(schema, 'abc', schemas)).toEqual([
    ': must have at most 2 characters, and has 3',
  ]);
});

test.each<[string, unknown, JsonValue, string[]]>([
  ['null where it is allowed', { type: 'string', nullable: true }, null, []],
  ['null where it is not', { type: 'string', nullable: false }, null, [': must be text']],
  [
    'a number where text or null is',
    { type: 'string', nullable: true },
    5,
    [': must be text or null'],
  ],
  ['null for a choice that allows it', { type: 'string', nullable: true, enum: ['a'] }, null, []],
  ['null for a choice that does not', { enum: ['a', 'b'] }, null, [': must be one of a, b']],
  ['another choice', { nullable: true, enum: ['a'] }, 'b', [': must be a']],
])('nullable in OpenAPI 3.0: %s', async (_name, schema, value, faults) => {
  expect(await faultsOf(schema, value, {}, '3.0.3')).toEqual(faults);
});

test.each([
  ['{"a":1,"b":[2,{"c":3,"d":4}]}', []],
  ['{"b":[2,{"d":4.0,"c":3e0}],"a":1.00}', []],
  ['{"a":1,"b":[{"c":3,"d":4},2]}', ['must be']],
  ['{"a":1}', ['must be']],
])('a constant is compared by its value: %s', async (text, faults) => {
  const schema = { const: { a: 1, b: [2, { c: 3, d: 4 }] } };
  const found = await faultsOf(schema, parseJson(text));
  expect(found.map((fault) => fault.slice(2, 9))).toEqual(faults);
});

test('checks a recursive schema as deep as the value goes', async () => {
  const schemas = {
    Tree: {
      type: 'object',
      required: ['name'],
      properties: {
        name: {},
        children: { type: 'array', items: { $ref: '#/components/schemas/Tree' } },
      },
    },
  };
  const tree = parseJson('{"name":1,"children":[{"name":2,"children":[{}]}]}');
  expect(await faultsOf({ $ref: '#/components/schemas/Tree' }, tree, schemas)).toEqual([
    'children.0.children.0.name: is required',
  ]);
});

test('circular references do not restrict a value', async () => {
  const schemas = {
    A: { allOf: [{ $ref: '#/components/schemas/B' }] },
    B: { $ref: '#/components/schemas/A' },
  };
  expect(await faultsOf({ $ref: '#/components/schemas/A' }, 'anything', schemas)).toEqual([]);
});

test('references that double at each level are checked without exponential time', async () => {
  const schemas = Object.fromEntries(
    Array.from({ length: 2_000 }, (_, level) => {
      const next = { $ref: `#/components/schemas/L${level + 1}` };
      const leaf = { type: 'object', required: ['a'], properties: { a: { type: 'string' } } };
      return [`L${level}`, level === 1_999 ? leaf : { allOf: [next, next], anyOf: [next, next] }];
    }),
  );
  const before = processorTime();
  const faults = await faultsOf({ $ref: '#/components/schemas/L0' }, 1, schemas);
  expect(faults[0]).toBe(': must be an object');
  expect(processorTime() - before).toBeLessThan(5_000);
});

const scalars = fc.oneof(
  fc.constant(null),
  fc.boolean(),
  fc.integer({ min: -5, max: 5 }),
  fc.constantFrom('', 'a', 'ab', 'abc'),
);
const names = fc.constantFrom('a', 'b', 'c');
const { value } = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    scalars,
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(names, tie('value'), { maxKeys: 3, noNullPrototype: true }),
  ),
}));
const small = fc.integer({ min: 0, max: 3 });
const { schema } = fc.letrec<{ schema: Json }>((tie) => ({
  schema: fc.oneof(
    { depthSize: 'small' },
    fc.constant({}),
    fc.record({
      type: fc.constantFrom('null', 'boolean', 'integer', 'number', 'string', 'array', 'object'),
    }),
    fc.record(
      {
        type: fc.constant('string'),
        minLength: small,
        maxLength: small,
        pattern: fc.constantFrom('a', '^b?', 'c$'),
      },
      { requiredKeys: ['type'] },
    ),
    fc.record(
      {
        minimum: small,
        maximum: small,
        exclusiveMinimum: small,
        exclusiveMaximum: small,
        multipleOf: fc.constantFrom(1, 2, 0.5),
      },
      { requiredKeys: [] },
    ),
    fc.record({ enum: fc.array(scalars, { minLength: 1, maxLength: 3 }) }),
    fc.record(
      {
        items: tie('schema'),
        minItems: small,
        maxItems: small,
        uniqueItems: fc.boolean(),
        prefixItems: fc.array(tie('schema'), { minLength: 1, maxLength: 2 }),
      },
      { requiredKeys: [] },
    ),
    fc.record(
      {
        properties: fc.dictionary(names, tie('schema')),
        required: fc.uniqueArray(names, { maxLength: 2 }),
        additionalProperties: fc.oneof(fc.boolean(), tie('schema')),
        patternProperties: fc.dictionary(fc.constantFrom('a', '^b', 'c$'), tie('schema')),
        propertyNames: fc.record({ maxLength: small }),
        dependentRequired: fc.dictionary(names, fc.uniqueArray(names)),
        minProperties: small,
        maxProperties: small,
      },
      { requiredKeys: [] },
    ),
    fc.record({ allOf: fc.array(tie('schema'), { minLength: 1, maxLength: 2 }) }),
    fc.record({ anyOf: fc.array(tie('schema'), { minLength: 1, maxLength: 3 }) }),
    fc.record({ oneOf: fc.array(tie('schema'), { minLength: 1, maxLength: 3 }) }),
    // Beside prefixItems, the library takes an empty list for one that contains.
    fc.record({ contains: tie('schema') }),
    fc.record({ not: tie('schema') }),
    fc.record(
      { if: tie('schema'), then: tie('schema'), else: tie('schema') },
      { requiredKeys: ['if'] },
    ),
  ),
}));

test('never rejects a value that a JSON Schema library accepts', async () => {
  const document = await readDocument(Buffer.from('{"openapi":"3.1.0"}'));
  const ajv = new Ajv2020({ strict: false, validateSchema: false });
  fc.assert(
    fc.property(schema, value, (raw, given) => {
      const converter = createConverter(document);
      const faults = checkValue(converter.convert(raw), given, converter.schemas);
      if (ajv.compile(raw)(given)) expect(faults).toEqual([]);
    }),
    { numRuns: runs(1500) },
  );
});

test('ignores a multipleOf that is not a positive finite number', async () => {
  for (const multipleOf of [0, -1, Number.POSITIVE_INFINITY, '0.5', null]) {
    expect(await faultsOf({ type: 'number', multipleOf }, 7)).toEqual([]);
  }
});
