import type { Converter } from './convert-schema.ts';
import { jsonMedia } from './description.ts';
import { BrokenPart, type Document, follow, isNode, type Node, own } from './document.ts';
import { type Property, propertiesOf, type Schema, type Schemas } from './json-schema.ts';
import { traitsOf } from './traits.ts';
import { wordsOf } from './words.ts';

/** What the program needs to know about the responses of an operation. */
export interface Responses {
  readonly success: readonly number[];
  readonly accept: string;
  readonly paged: boolean;
  readonly list: boolean;
  /** A list, or an object that contains one. */
  readonly many: boolean;
  readonly fields: readonly string[];
  readonly columns: readonly string[];
}

const anySuccess = [200, 201, 202, 203, 204, 205, 206];
const roomForColumns = 6;

/** A broken response disables nothing, because responses are shown as received. */
export function readResponses(
  document: Document,
  converter: Converter,
  node: Node,
  { path, takesPage }: { readonly path: string; readonly takesPage: boolean },
): Responses {
  const responses = Object.entries(own(node, 'responses') ?? {});
  const codes = responses.map(([code]) => code).filter((code) => /^2\d\d$/.test(code));
  const isRange = codes.length === 0 || responses.some(([code]) => /^2xx$/i.test(code));
  const isSuccess = (code: string) =>
    /^2(\d\d|xx)$/i.test(code) || (codes.length === 0 && code === 'default');
  const all = responses.map(([code, response]) => ({
    isSuccess: isSuccess(code),
    content: contentOf(document, response),
  }));
  const successes = all.filter((one) => one.isSuccess).map((one) => one.content);
  const media = successes.map(jsonMedia).find((one) => one !== undefined);
  const schema = own(media?.node, 'schema');
  const outline = readOutline(converter, schema, path, takesPage);
  return {
    success: isRange ? anySuccess : codes.map(Number),
    accept: acceptOf(
      successes,
      all.filter((one) => !one.isSuccess).map((one) => one.content),
    ),
    ...outline,
  };
}

function contentOf({ root }: Document, response: unknown): Node {
  try {
    const content = own(follow(root, response), 'content');
    return isNode(content) ? content : {};
  } catch (error) {
    if (error instanceof BrokenPart) return {};
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

function readOutline(
  { convert, schemas }: Converter,
  rawSchema: unknown,
  path: string,
  takesPage: boolean,
): Pick<Responses, 'paged' | 'list' | 'many' | 'fields' | 'columns'> {
  const schema = convert(rawSchema);
  const properties = propertiesOf(schema, schemas);
  const data = properties.find((property) => property.name === 'data');
  const isEnvelope =
    data !== undefined &&
    isList(data.schema, schemas) &&
    properties.some((property) => property.name === 'links');
  const paged = takesPage && isEnvelope;
  const bare = isList(schema, schemas);
  const record = paged ? itemsOf(data.schema, schemas) : bare ? itemsOf(schema, schemas) : schema;
  const shown = propertiesOf(record, schemas);
  return {
    paged,
    list: paged || bare,
    many:
      bare || properties.some((one) => isList(one.schema, schemas) && holdsItems(one.name, path)),
    fields: shown.map((property) => property.name),
    columns: chooseColumns(shown, schemas),
  };
}

/** `{ "entries": [...] }`, or `{ "files": [...] }` as the response of `/files`. */
function holdsItems(name: string, path: string): boolean {
  const key = wordsOf(name).join('');
  return containers.has(key) || key === wordsOf(path.split('/').at(-1) ?? '').join('');
}

const containers = new Set([
  ...['data', 'items', 'results', 'entries', 'values', 'records', 'objects', 'list', 'rows'],
  ...['content', 'elements', 'nodes', 'collection', 'resources'],
]);

function isList(schema: Schema, schemas: Schemas): boolean {
  return traitsOf(schema, schemas).types.join() === 'array';
}

function itemsOf(schema: Schema, schemas: Schemas): Schema {
  return traitsOf(schema, schemas).items ?? {};
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
