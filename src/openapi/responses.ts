import type { Pages } from '../api/list-pages.ts';
import type { Converter } from './convert-schema.ts';
import { jsonMedia, type Parameter } from './description.ts';
import { BrokenPart, type Document, follow, isNode, type Node, own } from './document.ts';
import { findPages, type Outline, type PageParameter } from './find-pages.ts';
import {
  type Property,
  propertiesOf,
  type Schema,
  type Schemas,
  type SchemaType,
} from './json-schema.ts';
import { traitsOf } from './traits.ts';

/** What the program needs to know about the responses of an operation. */
export interface Responses {
  readonly success: readonly number[];
  readonly accept: string;
  /** It is read page by page. */
  readonly paged: boolean;
  /** How it is read, if it is a list. */
  readonly pages?: Pages;
  /** The document does not say what the response looks like. */
  readonly undescribed?: true;
  readonly fields: readonly string[];
  readonly columns: readonly string[];
}

const anySuccess = [200, 201, 202, 203, 204, 205, 206];
const roomForColumns = 6;

interface Operation {
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly Parameter[];
}

/** A broken response disables nothing, because responses are shown as received. */
export function readResponses(
  document: Document,
  { requests, responses: converter }: { requests: Schemas; responses: Converter },
  node: Node,
  { method, path, parameters }: Operation,
): Responses {
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
  const pages =
    method !== 'GET' || schema === undefined
      ? undefined
      : findPages({
          outline: outlineOf(converter.convert(schema), converter.schemas),
          path,
          parameters: pageParametersOf(parameters, requests),
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
    ...(schema === undefined ? { undescribed: true } : {}),
    ...readFields(converter, schema, pages?.items ?? []),
  };
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

/** All media types of the document; JSON first, since it is the most useful. */
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
  { convert, schemas }: Converter,
  rawSchema: unknown,
  items: readonly string[],
): Pick<Responses, 'fields' | 'columns'> {
  const list = items.reduce(
    (schema, name) => propertiesOf(schema, schemas).find((one) => one.name === name)?.schema ?? {},
    convert(rawSchema),
  );
  const record = isList(list, schemas) ? (traitsOf(list, schemas).items ?? {}) : list;
  const shown = propertiesOf(record, schemas);
  return { fields: shown.map((property) => property.name), columns: columnsOf(shown, schemas) };
}

/** A resource of JSON:API has its properties in `attributes`, and a single one is in `data`. */
function columnsOf(shown: readonly Property[], schemas: Schemas): string[] {
  const inside = (name: string, properties = shown) =>
    propertiesOf(properties.find((one) => one.name === name)?.schema ?? {}, schemas);
  const own = inside('attributes');
  const isResource = own.length > 0 && shown.some(({ name }) => name === 'id' || name === 'type');
  if (isResource) return ['id', ...chooseColumns(own, schemas).map((one) => `attributes.${one}`)];
  const data = inside('data');
  if (inside('attributes', data).length === 0) return chooseColumns(shown, schemas);
  return columnsOf(data, schemas).map((one) => `data.${one}`);
}

/** The query parameters that may choose a page. */
export function pageParametersOf(
  parameters: readonly Parameter[],
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

/** As much of a schema as tells how a list continues. */
function outlineOf(schema: Schema, schemas: Schemas, depth = 4): Outline {
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

/** The most important fields: the first ones that are a single word or number. */
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
