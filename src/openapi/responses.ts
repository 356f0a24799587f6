import type { Pages } from '../api/list-form.ts';
import {
  isPlain,
  type Property,
  propertiesOf,
  type Schema,
  type Schemas,
  type SchemaType,
} from '../declaration/json-schema.ts';
import type { Converter } from './convert-schema.ts';
import { type Body, type DescribedOperation, jsonMedia, type Parameter } from './description.ts';
import { BrokenPart, type Document, follow, isNode, type Node, own } from './document.ts';
import { findPages } from './find-pages.ts';
import type { Outline } from './outline.ts';
import type { PageParameter } from './page-roles.ts';
import { traitsOf } from './traits.ts';
import { isActionWord, isReading, verbFirst } from './verbs.ts';
import { wordsOf } from './words.ts';

/** What the program needs to know about the responses of an operation. */
export interface Responses {
  readonly success: readonly number[];
  readonly accept: string;
  /** The response is a list that is read page by page. */
  readonly paged: boolean;
  /** How the response is read, if it is a list. */
  readonly pages?: Pages;
  /** The document does not say what the response looks like. */
  readonly undescribed?: true;
  readonly fields: readonly string[];
  readonly columns: readonly string[];
}

const anySuccess = [200, 201, 202, 203, 204, 205, 206, 207, 208, 226];
const roomForColumns = 6;

interface Operation {
  readonly id: string | undefined;
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly Parameter[];
  readonly body: Body | undefined;
}

/** A broken response disables nothing, because responses are shown as received. */
export function readResponses(
  document: Document,
  { requests, responses: converter }: { requests: Schemas; responses: Converter },
  node: Node,
  operation: Operation,
): Responses {
  const { path, parameters } = operation;
  const responses = Object.entries(own(node, 'responses') ?? {});
  const codes = responses.map(([code]) => code).filter((code) => /^2\d\d$/.test(code));
  const isRange = codes.length === 0 || responses.some(([code]) => /^2xx$/i.test(code));
  const isSuccess = (code: string) =>
    /^2(\d\d|xx)$/i.test(code) || (codes.length === 0 && code === 'default');
  const all = responses.map(([code, response]) => ({
    isSuccess: isSuccess(code),
    ...partsOf(document, response),
  }));
  const successes = all.filter((one) => one.isSuccess).map((one) => one.content);
  const media = successes.map(jsonMedia).find((one) => one !== undefined);
  const schema = own(media?.node, 'schema');
  const hasLinkHeader = all.some((one) => one.isSuccess && one.headers.includes('link'));
  const converted = schema === undefined ? {} : converter.convert(schema);
  const pages =
    !isRead(operation) || schema === undefined
      ? undefined
      : findPages({
          outline: outlineOf(converted, converter.schemas),
          path,
          parameters: [
            ...pageParametersOf(parameters, requests),
            ...pagesInBody(operation, requests),
          ],
          hasLinkHeader,
        });
  return {
    success: isRange ? anySuccess : codes.map(Number),
    accept: acceptOf(
      successes,
      all.filter((one) => !one.isSuccess).map((one) => one.content),
    ),
    paged: pages !== undefined && pages.proof !== 'one page',
    ...(pages === undefined ? {} : { pages }),
    ...(saysNothing(converted, converter.schemas) ? { undescribed: true } : {}),
    ...readFields(converter, converted, pages?.items ?? []),
  };
}

/** Any JSON, or an object with any properties. */
function saysNothing(schema: Schema, schemas: Schemas): boolean {
  const { types, values, open } = traitsOf(schema, schemas);
  const isOpen = types.length === 0 || (types.join() === 'object' && values === undefined && open);
  return isOpen && propertiesOf(schema, schemas).length === 0;
}

/** How to read a GET whose response the document does not describe: it may be a list. */
export function assumePages(
  { method, path, parameters, undescribed, pages }: DescribedOperation,
  schemas: Schemas,
): Pages | undefined {
  if (undescribed !== true || method !== 'GET' || path.endsWith('}')) return pages;
  const given = pageParametersOf(parameters, schemas);
  return findPages({ outline: { kind: 'list' }, path, parameters: given });
}

/**
 * Whether an operation only reads, and can be sent again for
 * each page: a GET, or a POST whose name says that it searches.
 */
function isRead({ id = '', method, path }: Operation): boolean {
  const [verb = ''] = verbFirst(id);
  const end = wordsOf(path.split('/').at(-1) ?? '').at(-1) ?? '';
  const isSearch = isActionWord(verb) ? isReading(verb) : isReading(end);
  return method === 'GET' || (method === 'POST' && isSearch);
}

/** The properties of a body that may choose a page, as those of a search do. */
function pagesInBody({ method, body }: Operation, schemas: Schemas): PageParameter[] {
  if (method !== 'POST' || body?.kind !== 'json') return [];
  const properties = propertiesOf(body.schema, schemas).map((one) => ({
    ...one,
    place: 'query' as const,
    description: traitsOf(one.schema, schemas).description,
  }));
  return pageParametersOf(properties, schemas);
}

function partsOf({ root }: Document, response: unknown): { content: Node; headers: string[] } {
  try {
    const node = follow(root, response);
    const content = own(node, 'content');
    const headers = Object.keys(own(node, 'headers') ?? {}).map((name) => name.toLowerCase());
    return { content: isNode(content) ? content : {}, headers };
  } catch (error) {
    if (error instanceof BrokenPart) return { content: {}, headers: [] };
    throw error;
  }
}

/** All media types of the responses; JSON first, since it is the most useful. */
function acceptOf(successes: readonly Node[], errors: readonly Node[]): string {
  const isJson = (type: string) => /[/+]json\s*(;|$)/i.test(type);
  const types = [...new Set(successes.flatMap((content) => Object.keys(content)))];
  const sorted = [...types.filter(isJson), ...types.filter((type) => !isJson(type))];
  const problems = errors.flatMap((content) => Object.keys(content)).filter(isJson);
  const valid = [...new Set([...sorted, ...problems])].filter((type) =>
    /^[\w.+*-]+\/[\w.+*-]+\s*(;[\x20-\x7e]*)?$/.test(type),
  );
  // A response without a documented body may still have one.
  return types.length === 0 || valid.length === 0
    ? [...new Set([...valid, 'application/json', '*/*'])].join(', ')
    : valid.join(', ');
}

/** The properties of the items of a list, or of a single record. */
function readFields(
  { schemas }: Converter,
  whole: Schema,
  items: readonly string[],
): Pick<Responses, 'fields' | 'columns'> {
  const list = items.reduce(
    (schema, name) => propertiesOf(schema, schemas).find((one) => one.name === name)?.schema ?? {},
    whole,
  );
  const record = isList(list, schemas) ? (traitsOf(list, schemas).items ?? {}) : list;
  const shown = propertiesOf(record, schemas);
  const inside = (name: string, properties = shown) =>
    propertiesOf(properties.find((one) => one.name === name)?.schema ?? {}, schemas);
  const data = inside('data');
  // A single resource of JSON:API is in `data`.
  const isWrapped = inside('attributes').length === 0 && inside('attributes', data).length > 0;
  if (!isWrapped) return fieldsOf(shown, schemas);
  const { fields, columns } = fieldsOf(data, schemas);
  return {
    fields: spread(shown, 'data', fields),
    columns: columns.map((one) => `data.${one}`),
  };
}

/** A resource of JSON:API has its properties in `attributes`. */
function fieldsOf(shown: readonly Property[], schemas: Schemas) {
  const found = shown.find(({ name }) => name === 'attributes');
  const own = propertiesOf(found?.schema ?? {}, schemas);
  const isResource = own.length > 0 && shown.some(({ name }) => name === 'id' || name === 'type');
  const chosen = chooseColumns(isResource ? own : shown, schemas);
  const names = own.map(({ name }) => name);
  return {
    fields: spread(shown, 'attributes', isResource ? names : []),
    columns: isResource ? ['id', ...chosen.map((one) => `attributes.${one}`)] : chosen,
  };
}

/** The names of the properties; the ones inside one of them take the place of its own name. */
function spread(shown: readonly Property[], name: string, inside: readonly string[]): string[] {
  return shown.flatMap((one) =>
    one.name === name && inside.length > 0 ? inside.map((inner) => `${name}.${inner}`) : [one.name],
  );
}

/** The query parameters that may choose a page. */
export function pageParametersOf(
  parameters: readonly (Pick<
    Parameter,
    'name' | 'place' | 'required' | 'schema' | 'description'
  > & { readonly preset?: string })[],
  schemas: Schemas,
): PageParameter[] {
  return parameters.flatMap(({ name, place, required, schema, description, preset }) => {
    const { types, minimum, maximum } = traitsOf(schema, schemas);
    if (place !== 'query' || types.includes('object') || types.includes('array')) return [];
    const isZero =
      /\b(zero|0)[- ]?(based|indexed)|\b(starts|beginning|counted) (at|with|from) 0\b/i;
    const stated = isZero.test(description)
      ? 0
      : minimum === 0 || minimum === 1
        ? minimum
        : undefined;
    const first = preset !== undefined && /^[01]$/.test(preset) ? Number(preset) : stated;
    return [{ name, required, isText: types.join() === 'string', minimum, maximum, first }];
  });
}

const outlinesKnown = new WeakMap<Schema, Map<number, Outline>>();

/** The part of a schema that shows how a list continues. */
function outlineOf(schema: Schema, schemas: Schemas, depth = 4): Outline {
  if (isPlain(schema) && schema.properties === undefined) {
    return readOutline(schema, schemas, depth);
  }
  const known = outlinesKnown.get(schema) ?? new Map<number, Outline>();
  const outline = known.get(depth) ?? readOutline(schema, schemas, depth);
  outlinesKnown.set(schema, known.set(depth, outline));
  return outline;
}

function readOutline(schema: Schema, schemas: Schemas, depth: number): Outline {
  const { types } = traitsOf(schema, schemas);
  const [type = 'unknown'] = types;
  const properties = depth === 0 || type === 'array' ? [] : propertiesOf(schema, schemas);
  if (properties.length === 0) return { kind: types.length > 1 ? 'unknown' : kinds[type] };
  return {
    kind: 'object',
    properties: properties.map((one) => [one.name, outlineOf(one.schema, schemas, depth - 1)]),
  };
}

const kinds: Readonly<Record<SchemaType | 'unknown', Outline['kind']>> = {
  ...{ array: 'list', object: 'object', string: 'text', boolean: 'boolean' },
  ...{ integer: 'number', number: 'number', null: 'unknown', unknown: 'unknown' },
};

function isList(schema: Schema, schemas: Schemas): boolean {
  return traitsOf(schema, schemas).types.join() === 'array';
}

/** The most important fields: the first ones that hold a single value. */
function chooseColumns(properties: readonly Property[], schemas: Schemas): string[] {
  const simple = properties.filter(({ name, schema }) => {
    const { types } = traitsOf(schema, schemas);
    return (
      !types.includes('array') &&
      (!types.includes('object') || name === 'id') &&
      !name.includes('.')
    );
  });
  return simple.slice(0, roomForColumns).map((property) => property.name);
}
