import { wordsIn } from '../text.ts';
import {
  howToConvert,
  isNode,
  mapValues,
  moveReferences,
  type Node,
  own,
  refuse,
  textOf,
} from './document.ts';

const collections = {
  definitions: 'schemas',
  parameters: 'parameters',
  responses: 'responses',
} as const;
const valueKeys = wordsIn(
  `type, format, items, enum, default, minimum, maximum, exclusiveMinimum, exclusiveMaximum,
  minLength, maxLength, pattern, minItems, maxItems, multipleOf`,
);
const operationKeys = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch'];

/** A simple Swagger 2.0 document as OpenAPI 3.0; any other is left to a converter. */
export function convertSwagger(root: Node): Node {
  const items = Object.values(own(root, 'paths') ?? {});
  const shared = [
    ...Object.values(own(root, 'parameters') ?? {}),
    ...items.flatMap((item) => listOf(own(item, 'parameters'))),
  ];
  if (shared.some(isBody)) {
    throw refuse('it is a Swagger 2.0 document with shared bodies', howToConvert);
  }
  const usual = {
    consumes: listOf(own(root, 'consumes')),
    produces: listOf(own(root, 'produces')),
  };
  const paths = mapValues(own(root, 'paths'), (item) =>
    mapValues(item, (value, key) => {
      if (key === 'parameters') return listOf(value).map(convertParameter);
      return operationKeys.includes(key) ? convertOperation(value, usual) : value;
    }),
  );
  const definitions = own(root, 'securityDefinitions');
  const whole = {
    openapi: '3.0.3',
    info: own(root, 'info') ?? {},
    servers: serversOf(root),
    paths,
    components: {
      schemas: own(root, 'definitions') ?? {},
      parameters: mapValues(own(root, 'parameters'), convertParameter),
      responses: mapValues(own(root, 'responses'), (one) => convertResponse(one, usual.produces)),
      securitySchemes: mapValues(definitions, (one) =>
        own(one, 'type') === 'basic' ? { type: 'http', scheme: 'basic' } : one,
      ),
    },
  };
  const moved = moveReferences(whole, (reference) =>
    reference.replace(
      /^#\/(definitions|parameters|responses)\//,
      (_all, name: keyof typeof collections) => `#/components/${collections[name]}/`,
    ),
  );
  return isNode(moved) ? moved : {};
}

function convertOperation(
  value: unknown,
  usual: { consumes: unknown[]; produces: unknown[] },
): Node {
  const node = isNode(value) ? value : {};
  const all = listOf(own(node, 'parameters'));
  const place = (one: unknown) => own(one, 'in');
  const body = all.find((one) => place(one) === 'body');
  const form = all.filter((one) => place(one) === 'formData');
  const consumes = listOf(own(node, 'consumes'), usual.consumes);
  const produces = listOf(own(node, 'produces'), usual.produces);
  const content = form.length > 0 ? formOf(form, consumes) : bodyOf(body, consumes);
  const required =
    form.some((one) => own(one, 'required') === true) || own(body, 'required') === true;
  return {
    ...node,
    parameters: all.filter((one) => !isBody(one)).map(convertParameter),
    ...(content === undefined ? {} : { requestBody: { required, content } }),
    responses: mapValues(own(node, 'responses'), (one) => convertResponse(one, produces)),
  };
}

/** Whether a parameter is the body, or a part of it. */
function isBody(parameter: unknown): boolean {
  return ['body', 'formData'].includes(textOf(own(parameter, 'in')) ?? '');
}

function bodyOf(body: unknown, consumes: readonly unknown[]): Node | undefined {
  if (body === undefined) return undefined;
  return contentOf(consumes, { schema: own(body, 'schema') ?? {} });
}

function contentOf(stated: readonly unknown[], media: Node): Node {
  const types =
    stated.length === 0 ? ['application/json'] : stated.flatMap((one) => textOf(one) ?? []);
  return Object.fromEntries(types.map((type) => [type, media]));
}

function formOf(form: readonly unknown[], consumes: readonly unknown[]): Node {
  const isMultipart =
    form.some((one) => own(one, 'type') === 'file') || consumes.includes('multipart/form-data');
  const properties = form.map((one): [string, unknown] => [
    textOf(own(one, 'name')) ?? '',
    own(one, 'type') === 'file'
      ? { type: 'string', format: 'binary' }
      : { ...schemaOf(one), description: own(one, 'description') },
  ]);
  const required = form
    .filter((one) => own(one, 'required') === true)
    .map((one) => own(one, 'name'));
  const schema = { type: 'object', properties: Object.fromEntries(properties), required };
  const encoding = Object.fromEntries(
    form.map((one): [string, Node] => [textOf(own(one, 'name')) ?? '', listForm(one)]),
  );
  return {
    [isMultipart ? 'multipart/form-data' : 'application/x-www-form-urlencoded']: {
      ...{ schema, encoding },
    },
  };
}

function convertParameter(value: unknown): unknown {
  if (!isNode(value) || own(value, '$ref') !== undefined) return value;
  const { name, in: place, required, description } = value;
  const schema = schemaOf(value);
  return { ...{ name, in: place, required, description, schema }, ...listForm(value) };
}

const listForms = new Map<string, Node>([
  ['csv', { explode: false }],
  ['multi', { explode: true }],
  ['ssv', { style: 'spaceDelimited', explode: false }],
  ['pipes', { style: 'pipeDelimited', explode: false }],
]);

/** How a list is written; empty for anything else. */
function listForm(parameter: unknown): Node {
  if (own(parameter, 'type') !== 'array') return {};
  const format = textOf(own(parameter, 'collectionFormat') ?? 'csv') ?? 'that is no text';
  const found = listForms.get(format);
  if (found !== undefined) return found;
  throw refuse(`it is a Swagger 2.0 document with a list in the format ${format}`, howToConvert);
}

function convertResponse(value: unknown, produces: readonly unknown[]): unknown {
  if (!isNode(value) || own(value, '$ref') !== undefined) return value;
  const schema = own(value, 'schema');
  const media = own(schema, 'type') === 'file' ? {} : { schema };
  const content = schema === undefined ? {} : contentOf(produces, media);
  return { description: own(value, 'description'), headers: own(value, 'headers'), content };
}

function schemaOf(node: unknown): Node {
  const given = isNode(node) ? node : {};
  return Object.fromEntries(Object.entries(given).filter(([key]) => valueKeys.includes(key)));
}

function serversOf(root: Node): unknown[] {
  const host = textOf(own(root, 'host')) ?? '';
  const scheme = textOf(listOf(own(root, 'schemes'))[0]) ?? 'https';
  const base = textOf(own(root, 'basePath')) ?? '';
  return [{ url: host === '' ? base : `${scheme}://${host}${base}` }];
}

function listOf(value: unknown, fallback: unknown[] = []): unknown[] {
  return Array.isArray(value) ? value : fallback;
}
