import type { Method } from '../api/operation.ts';
import type { Converter } from './convert-schema.ts';
import type { DescribedOperation, Parameter, Unusable } from './description.ts';
import { BrokenPart, type Document, follow, isNode, type Node, own } from './document.ts';
import { readParameters, readRequestBody } from './read-inputs.ts';
import { readResponses } from './responses.ts';
import { Elsewhere, type FindPrefix } from './servers.ts';
import { longestDescription, oneLine, wordsOf } from './words.ts';

interface Unnamed {
  readonly id: string | undefined;
  /** What follows the path in the document and distinguishes operations of one path. */
  readonly suffix: string;
}

/** An operation of the document that has no name yet. */
export type RawOperation = Omit<DescribedOperation, 'id' | 'command' | 'known' | 'named'> & Unnamed;

/** An operation that no command can send, with the data for its name. */
export type RawUnusable = Unusable & Unnamed & Pick<RawOperation, 'tag' | 'summary'>;

/** The document, and where its schemas are collected. Responses are reduced to an outline. */
export interface Source {
  readonly document: Document;
  readonly requests: Converter;
  readonly responses: Converter;
  readonly findPrefix: FindPrefix;
}

export interface Place {
  readonly path: string;
  readonly method: string;
  readonly item: unknown;
  readonly raw: unknown;
}

export function readOperation(source: Source, place: Place): RawOperation | RawUnusable {
  const { method, item, raw } = place;
  const [stem = '', suffix = ''] = splitPath(place.path);
  let path = stem;
  let node: Node = isNode(raw) ? raw : {};
  const idOf = () => {
    const id = own(node, 'operationId');
    return typeof id === 'string' ? oneLine(id, 100) : undefined;
  };
  try {
    node = follow(source.document.root, raw);
    path = source.findPrefix(item, node) + stem;
    if (!isMethod(method)) throw new BrokenPart(`no command sends ${method}`);
    checkPath(path);
    const { document, requests, responses } = source;
    const lists = [own(item, 'parameters'), own(node, 'parameters')];
    const stated = [...readParameters(document, requests, lists), ...readQuery(suffix)];
    const parameters = [...stated, ...undeclared(path, stated)];
    const read = readRequestBody(document, requests, node);
    // A body has no meaning in a GET (RFC 9110, 9.3.1), so only a required one is sent.
    const body = method === 'GET' && read?.required === false ? undefined : read;
    const hasRetryKey = parameters.some((parameter) => parameter.retryKey);
    return {
      id: idOf(),
      suffix,
      tag: tagOf(node, path),
      method,
      path,
      idempotent: idempotent.has(method) || hasRetryKey,
      token: 'any',
      summary: summaryOf(node),
      ...descriptionOf(node),
      ...(own(node, 'deprecated') === true ? { deprecated: true } : {}),
      parameters,
      ...(body === undefined ? {} : { body }),
      ...readResponses(document, { requests: requests.schemas, responses }, node, {
        ...{ id: idOf(), method, path, parameters, body },
      }),
    };
  } catch (error) {
    if (!(error instanceof BrokenPart)) throw error;
    const reason = oneLine(error.message);
    const tag = tagOf(node, path);
    const summary = summaryOf(node);
    const elsewhere = error instanceof Elsewhere ? { elsewhere: true as const } : {};
    return { id: idOf(), suffix, tag, summary, method, path: oneLine(path), reason, ...elsewhere };
  }
}

const idempotent: ReadonlySet<string> = new Set(['GET', 'PUT', 'DELETE']);

function isMethod(method: string): method is Method {
  return ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].includes(method);
}

const literal = /^[A-Za-z0-9._~!$&'()*+,;=:@%-]*$/;

/** A path is sent as written, so nothing in it may lead elsewhere. */
function checkPath(path: string): void {
  if (!path.startsWith('/') || path.startsWith('//'))
    throw new BrokenPart('its path does not begin with exactly one /');
  for (const segment of path.split('/')) {
    const plain = segment.replace(/\{[^{}/?#]+\}/g, 'x');
    if (!literal.test(plain))
      throw new BrokenPart('its path has characters that a path cannot have');
    if (/^(\.|%2e){1,2}$/i.test(plain)) throw new BrokenPart('its path has . or .. as a part');
  }
}

/** Some documents add a query or a fragment to distinguish operations of one path. */
function splitPath(path: string): [path: string, suffix: string] {
  const at = path.search(/[?#]/);
  return at < 0 ? [path, ''] : [path.slice(0, at), path.slice(at)];
}

/** A query in the path is sent with every request. A fragment is never sent. */
function readQuery(suffix: string): Parameter[] {
  const [query = ''] = suffix.replace(/^\?/, '').split('#');
  if (!suffix.startsWith('?')) return [];
  return [...new URLSearchParams(query)].map(([name, fallback]) => ({
    name,
    place: 'query',
    required: false,
    schema: { enum: [fallback] },
    description: '',
    style: 'form',
    explode: true,
    workspace: false,
    fallback,
  }));
}

/** A placeholder that only the path has, and no parameter declares, is text. */
function undeclared(path: string, parameters: readonly Parameter[]): Parameter[] {
  const names = [...path.matchAll(/\{([^}]*)\}/g)].map(([, name = '']) => name);
  return [...new Set(names)]
    .filter((name) => !parameters.some((one) => one.place === 'path' && one.name === name))
    .map((name) => ({
      ...{ name, place: 'path', required: true, description: '', workspace: false },
      ...{ schema: { type: ['string'] }, style: 'simple', explode: false },
    }));
}

function tagOf(node: Node, path: string): string {
  const tags = own(node, 'tags');
  const tag = Array.isArray(tags)
    ? tags.find((one) => typeof one === 'string' && wordsOf(one).length > 0)
    : undefined;
  // `Api20100401Message`: a date in front of every tag is noise.
  if (typeof tag === 'string') return oneLine(tag.replace(/^(api)?_?\d{4,}_?(?=[A-Z])/i, ''), 60);
  return tagOfPath(path);
}

export function tagOfPath(path: string): string {
  const parts = path.split('/').filter((part) => wordsOf(part).length > 0 && !part.includes('{'));
  // `v1`, `2010-04-01` and `api` come before the subject of a path.
  return parts.find((part) => !/^(api|rest|v\d[\w.-]*|\d[\d.-]*)$/i.test(part)) ?? parts[0] ?? '';
}

function summaryOf(node: Node): string {
  const [text] = [own(node, 'summary'), own(node, 'description')].filter(
    (one) => typeof one === 'string' && one.trim() !== '',
  );
  return oneLine(String(text ?? '')).replace(/\.$/, '');
}

function descriptionOf(node: Node): { description?: string } {
  const text = own(node, 'description');
  if (typeof text !== 'string') return {};
  const description = oneLine(text, longestDescription);
  return description === '' || description.replace(/\.$/, '') === summaryOf(node)
    ? {}
    : { description };
}
