import type { Pages } from '../api/list-form.ts';
import {
  isPlain,
  propertiesOf,
  type Schema,
  type Schemas,
  type SchemaType,
} from '../declaration/json-schema.ts';
import { within } from '../grouping.ts';
import type { Converter } from './convert-schema.ts';
import { type Body, type DescribedOperation, jsonMedia, type Parameter } from './description.ts';
import { BrokenPart, type Document, follow, isNode, type Node, own } from './document.ts';
import { findPages } from './find-pages.ts';
import type { Outline } from './outline.ts';
import { pageParametersOf, pagesInBody } from './page-parameters.ts';
import { type ResponseFields, readFields } from './response-fields.ts';
import { traitsOf } from './traits.ts';
import { isActionWord, isReading, verbFirst } from './verbs.ts';
import { wordsOf } from './words.ts';

/** The statuses of an operation whose document names a range of them, or none. */
export const anySuccess = [200, 201, 202, 203, 204, 205, 206, 207, 208, 226];

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
): ResponseFields &
  Pick<DescribedOperation, 'success' | 'accept' | 'paged' | 'pages' | 'undescribed'> {
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
  const stated = schema === undefined ? {} : converter.convert(schema);
  // Only the response itself shows which of a list and an object it is.
  const { types } = traitsOf(stated, converter.schemas);
  const converted = types.length > 1 && types.includes('array') ? {} : stated;
  const pages =
    !isRead(operation) || schema === undefined
      ? undefined
      : findPages({
          outline: outlineOf(converted, converter.schemas),
          path,
          parameters: [
            ...pageParametersOf(parameters, requests),
            ...pagesInBody(operation.method, operation.body, requests),
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

/** Whether it can be sent again for each page: a GET, or a POST whose name says that it searches. */
function isRead({ id = '', method, path }: Operation): boolean {
  const [verb = ''] = verbFirst(id);
  const end = wordsOf(path.split('/').at(-1) ?? '').at(-1) ?? '';
  const isSearch = isActionWord(verb) ? isReading(verb) : isReading(end);
  return method === 'GET' || (method === 'POST' && isSearch);
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

const outlinesKnown = new WeakMap<Schema, Map<number, Outline>>();

/** The part of a schema that shows how a list continues. */
function outlineOf(schema: Schema, schemas: Schemas, depth = 4): Outline {
  if (isPlain(schema) && schema.properties === undefined) {
    return readOutline(schema, schemas, depth);
  }
  const known = within(outlinesKnown, schema, () => new Map());
  return within(known, depth, () => readOutline(schema, schemas, depth));
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
