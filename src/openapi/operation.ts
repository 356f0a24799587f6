import type { Method, Operation } from '../api/operation.ts';
import { readAnswer } from './answer.ts';
import { type Converter, follow } from './convert.ts';
import type { Body, DescribedOperation, Parameter, Unusable } from './description.ts';
import { type Document, isNode, type Node, own } from './document.ts';
import { jsonContent } from './media.ts';
import { propertiesOf, type Schema } from './schema.ts';
import { traitsOf } from './traits.ts';
import { oneLine, wordsOf } from './words.ts';

/** An operation of the document that has no name yet. */
export type RawOperation = Omit<DescribedOperation, 'id' | 'command' | 'known' | 'named'> & {
  readonly id: string | undefined;
};

/** What is read from. Of answers only the outline is kept: they are shown as they come. */
export interface Source {
  readonly document: Document;
  readonly requests: Converter;
  readonly answers: Converter;
}

/** Where the operation stands in the document. */
export interface Place {
  readonly path: string;
  readonly method: string;
  readonly item: unknown;
  readonly raw: unknown;
}

/** Reads one operation; one that no command could send says why. */
export function readOperation(
  { document, requests: converter, answers }: Source,
  { path, method, item, raw }: Place,
): RawOperation | Unusable {
  try {
    if (!isMethod(method)) throw new Unfit(`no command sends ${method}`);
    checkPath(path);
    const node = isNode(raw) ? raw : {};
    const parameters = readParameters(document, converter, item, node);
    checkHoles(path, parameters);
    const body = readBody(document, converter, node);
    const names = new Set(parameters.map((parameter) => parameter.name));
    const answer = readAnswer(document, answers, node, method === 'GET' && names.has('page'));
    if (answer.reason !== undefined) throw new Unfit(answer.reason);
    const id = own(node, 'operationId');
    return {
      id: typeof id === 'string' ? oneLine(id, 100) : undefined,
      tag: tagOf(node, path),
      method,
      path,
      success: answer.success,
      idempotent: idempotent.has(method),
      paged: answer.paged,
      list: answer.list,
      fields: answer.fields,
      columns: answer.columns,
      token: 'any',
      summary: summaryOf(node),
      parameters,
      ...(body === undefined ? {} : { body }),
    };
  } catch (error) {
    return { method, path: oneLine(path), reason: reasonOf(error) };
  }
}

/** Why an operation cannot become a command. */
class Unfit extends Error {}

function reasonOf(error: unknown): string {
  return oneLine(
    error instanceof Error
      ? error.message.replace(/^this document cannot be used: /, '')
      : String(error),
  );
}

const idempotent: ReadonlySet<Operation['method']> = new Set(['GET', 'PUT', 'DELETE']);

function isMethod(method: string): method is Method {
  return ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].includes(method);
}

const literal = /^[A-Za-z0-9._~!$&'()*+,;=:@%-]*$/;

/** A path is sent as it stands: nothing in it may lead elsewhere. */
function checkPath(path: string): void {
  const segments = path.split('/');
  if (!path.startsWith('/') || path.startsWith('//'))
    throw new Unfit('its path does not begin with one /');
  for (const segment of segments) {
    const plain = segment.replace(/\{[A-Za-z0-9_.-]+\}/g, 'x');
    if (!literal.test(plain)) throw new Unfit('its path has characters that no path has');
    if (/^(\.|%2e){1,2}$/i.test(plain)) throw new Unfit('its path leads out of itself');
  }
}

function checkHoles(path: string, parameters: readonly Parameter[]): void {
  for (const [, name = ''] of path.matchAll(/\{([^}]*)\}/g)) {
    if (!parameters.some((one) => one.place === 'path' && one.name === name)) {
      throw new Unfit(`the document does not describe {${name}}`);
    }
  }
}

function tagOf(node: Node, path: string): string {
  const tags = own(node, 'tags');
  const tag = Array.isArray(tags)
    ? tags.find((one) => typeof one === 'string' && wordsOf(one).length > 0)
    : undefined;
  if (typeof tag === 'string') return oneLine(tag, 60);
  return path.split('/').find((part) => wordsOf(part).length > 0 && !/^v\d+$|^\{/.test(part)) ?? '';
}

function summaryOf(node: Node): string {
  const [said] = [own(node, 'summary'), own(node, 'description')].filter(
    (text) => typeof text === 'string' && text.trim() !== '',
  );
  return oneLine(String(said ?? '')).replace(/\.$/, '');
}

function readParameters(
  document: Document,
  converter: Converter,
  item: unknown,
  node: Node,
): Parameter[] {
  const found = new Map<string, Parameter>();
  for (const list of [own(item, 'parameters'), own(node, 'parameters')]) {
    for (const raw of Array.isArray(list) ? list : []) {
      const parameter = readParameter(document, converter, raw);
      if (parameter !== undefined) found.set(`${parameter.place} ${parameter.name}`, parameter);
    }
  }
  return [...found.values()];
}

function readParameter(
  document: Document,
  converter: Converter,
  raw: unknown,
): Parameter | undefined {
  const node = follow(document.root, raw);
  const name = own(node, 'name');
  const place = own(node, 'in');
  if (typeof name !== 'string' || name === '') return undefined;
  const required = own(node, 'required') === true;
  if (place !== 'path' && place !== 'query') {
    if (required && !ownHeaders.has(name.toLowerCase())) {
      throw new Unfit(`it needs the ${String(place)} ${oneLine(name, 60)}`);
    }
    return undefined;
  }
  const rawSchema = own(node, 'schema') ?? own(jsonContent(own(node, 'content')), 'schema');
  const schema = converter.convert(rawSchema);
  if (!isPlain(schema, converter)) {
    if (required) throw new Unfit(`its parameter ${oneLine(name, 60)} is an object`);
    return undefined;
  }
  const description = own(node, 'description');
  return {
    name,
    place,
    required: required || place === 'path',
    schema,
    description:
      typeof description === 'string'
        ? oneLine(description)
        : traitsOf(schema, converter.schemas).description,
    repeated: own(node, 'explode') !== false && (own(node, 'style') ?? 'form') === 'form',
    workspace: isWorkspace(name, schema, converter),
  };
}

/** Headers that every request of this program has. */
const ownHeaders = new Set(['authorization', 'accept', 'content-type', 'user-agent']);

/** Whether a value fits into a path or a query: text, or a list of texts. */
function isPlain(schema: Schema, { schemas }: Converter): boolean {
  const traits = traitsOf(schema, schemas);
  if (traits.types.includes('object')) return false;
  const inner = traits.items === undefined ? [] : traitsOf(traits.items, schemas).types;
  return !inner.includes('object') && !inner.includes('array');
}

function readBody(document: Document, converter: Converter, node: Node): Body | undefined {
  if (own(node, 'requestBody') === undefined) return undefined;
  const body = follow(document.root, own(node, 'requestBody'));
  const content = own(body, 'content');
  const media = jsonContent(content);
  const required = own(body, 'required') === true;
  if (media === undefined) {
    const kinds = isNode(content) ? Object.keys(content) : [];
    if (!required && kinds.length === 0) return undefined;
    throw new Unfit(
      `its body is ${oneLine(kinds.join(' or ')) || 'of no kind'}, and only JSON is sent`,
    );
  }
  const schema = converter.convert(own(media, 'schema'));
  const workspaces = propertiesOf(schema, converter.schemas)
    .filter((property) => isWorkspace(property.name, property.schema, converter))
    .map((property) => property.name);
  return { required, schema, workspaces };
}

function isWorkspace(name: string, schema: Schema, { schemas }: Converter): boolean {
  if (/^workspace_?(public_?)?id$/i.test(name)) return true;
  return name === 'workspace' && traitsOf(schema, schemas).pattern?.startsWith('^wsp_') === true;
}
