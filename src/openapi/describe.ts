import { operations } from '../api/operations.ts';
import { createConverter } from './convert-schema.ts';
import type { CommandName, DescribedOperation, Description, Unusable } from './description.ts';
import { BrokenPart, type Document, follow, isNode, own, refuse, textOf } from './document.ts';
import { labelOf, placeOf, removedSince, settleNames } from './keep-names.ts';
import { findNamed } from './named-operations.ts';
import { proposeNames } from './naming.ts';
import { type RawOperation, type RawUnusable, readOperation, tagOfPath } from './read-operation.ts';
import { operationsIn, readServers } from './servers.ts';
import { verbFirst } from './verbs.ts';
import { kebab, oneLine, wordsOf } from './words.ts';

/** What is stored already: an earlier version of the document, and other documents of the same address. */
export interface Stored {
  readonly name?: string | undefined;
  readonly before?: Description | undefined;
  readonly beside?: readonly Description[];
}

/** Converts the service's document to the form that is stored. */
export function describeDocument(
  document: Document,
  imported: string,
  { name, before, beside = [] }: Stored = {},
): Description {
  const requests = createConverter(document);
  const usable: RawOperation[] = [];
  const unusable: RawUnusable[] = [];
  const notes: string[] = [];
  const paths = entries(own(document.root, 'paths')).map(
    ([path, raw]) => [path, readItem(document, path, raw, notes)] as const,
  );
  const { shared, findPrefix } = readServers(document, paths);
  notes.unshift(...notesOf(document, shared));
  const responses = createConverter(document, { texts: false });
  const source = { document, requests, responses, findPrefix };
  for (const [path, item] of paths) {
    for (const [key, operation] of operationsIn(item)) {
      const method = key.toUpperCase();
      const place = { path, method, item, raw: operation };
      const result = readOperation(source, place);
      if ('reason' in result) unusable.push(result);
      else usable.push(result);
    }
  }
  if (usable.length === 0) throw nothingUsable(document, unusable, notes);
  const description = {
    name: name ?? nameOfDocument(document),
    title: titleOf(document),
    version: oneLine(textOf(own(own(document.root, 'info'), 'version')) ?? '', 40),
    imported,
    ...nameAll(...withTags(usable, unusable), { before, beside }),
    notes,
    schemas: requests.schemas,
  };
  return { ...description, removed: before === undefined ? [] : removedSince(before, description) };
}

/** A document is called by its title, so that a newer version replaces it. */
export function nameOfDocument(document: Document): string {
  return kebab(wordsOf(titleOf(document))) || 'document';
}

function titleOf({ root }: Document): string {
  return oneLine(textOf(own(own(root, 'info'), 'title')) ?? '');
}

function entries(node: unknown): [string, unknown][] {
  return isNode(node) ? Object.entries(node) : [];
}

function readItem({ root }: Document, path: string, raw: unknown, notes: string[]): unknown {
  // A path may have operations of its own besides a reference.
  if (typeof own(raw, '$ref') !== 'string') return raw;
  try {
    return { ...follow(root, raw), ...(isNode(raw) ? raw : {}) };
  } catch (error) {
    if (!(error instanceof BrokenPart)) throw error;
    notes.push(`${oneLine(path)} is left out: ${error.message}`);
    return raw;
  }
}

function nothingUsable(
  { root }: Document,
  unusable: readonly Unusable[],
  notes: readonly string[],
) {
  const reason = unusable[0]?.reason ?? notes.find((text) => text.includes(' is left out: '));
  const isOutside = reason?.includes('outside of the document') === true;
  return refuse(
    reason === undefined
      ? `it has no operations${isNode(own(root, 'webhooks')) ? ', only webhooks, which the service sends' : ''}`
      : `none of its operations can be a command; for example, ${reason}`,
    isOutside
      ? 'bundle it into one document first, for example: npx @redocly/cli bundle'
      : undefined,
  );
}

/** A document with this many operations and only one tag is not grouped by its tag. */
const tooManyOfOne = 40;

/** With one tag for the whole of a large document, the paths decide the groups. */
function withTags(
  usable: readonly RawOperation[],
  unusable: readonly RawUnusable[],
): [RawOperation[], RawUnusable[]] {
  const tags = new Set([...usable, ...unusable].map(({ tag }) => tag));
  const isOne = tags.size === 1 && usable.length + unusable.length >= tooManyOfOne;
  if (!isOne) return [[...usable], [...unusable]];
  const retag = <One extends { path: string; tag: string }>(one: One): One => {
    return { ...one, tag: tagOfPath(one.path) };
  };
  return [usable.map(retag), unusable.map(retag)];
}

function nameAll(
  usable: readonly RawOperation[],
  unusable: readonly RawUnusable[],
  { before, beside = [] }: Stored,
): Pick<Description, 'operations' | 'unusable'> {
  const builtIn = new Map(Object.values(operations).map((one) => [placeOf(one), one]));
  const knownOf = (one: RawOperation | RawUnusable) =>
    one.suffix === '' ? builtIn.get(placeOf(one)) : undefined;
  const fresh = [...usable, ...unusable].filter((one) => knownOf(one) === undefined);
  const names = new Map<unknown, CommandName>();
  const listed = fresh.map((one) => ({ ...one, many: 'pages' in one }));
  const settled = settleNames(fresh, proposeNames(listed), { before, beside });
  for (const [place, name] of settled.entries()) names.set(fresh[place], name);
  return {
    operations: usable.map((operation) => {
      const { id: _id, suffix: _suffix, ...rest } = operation;
      const known = knownOf(operation);
      const command = names.get(operation);
      const label = labelOf(operation);
      if (known !== undefined) return { ...rest, id: label, known: known.id };
      return {
        ...rest,
        id: label,
        ...(removes(operation, command) ? { removes: true } : {}),
        ...(command === undefined ? {} : { command, ...namedOf(command) }),
      };
    }),
    unusable: unusable.map((one) => {
      const { method, path, reason, elsewhere } = one;
      const where = elsewhere === true ? { elsewhere } : {};
      const command = names.get(one);
      const named = command === undefined ? {} : { command };
      return { id: labelOf(one), method, path, reason, ...where, ...named };
    }),
  };
}

const removals = new Set(['delete', 'remove', 'cancel', 'revoke', 'purge', 'destroy', 'erase']);

/** Some services remove with a POST, or even a GET: only its name says so. */
function removes(
  { method, id = '', path, suffix, summary }: RawOperation,
  command: CommandName | undefined,
): boolean {
  const [verb = ''] = wordsOf(summary);
  const last = path.split('/').findLast((part) => part !== '' && !part.includes('{')) ?? '';
  // A verb may follow a placeholder: `/orders/{id}:cancel`.
  const custom = /:([\w-]+)$/.exec(path)?.[1] ?? '';
  if (method === 'GET') {
    // What is read may be called so too: `getCancelReasons`, `/invoices/cancel-policy`.
    const named = id === '' ? last.toLowerCase() : (verbFirst(id)[0] ?? '');
    return [verb, named, custom.toLowerCase()].some((word) => removals.has(word));
  }
  const words = [id, last, custom, suffix, command?.action ?? ''].flatMap(wordsOf);
  return method === 'DELETE' || [verb, ...words].some((word) => removals.has(word));
}

function namedOf({ group, action }: CommandName): Pick<DescribedOperation, 'named'> {
  const named = findNamed(group, action)?.operation;
  return named === undefined ? {} : { named: `${named.tag}: ${named.name}` };
}

function notesOf({ root, notes = [] }: Document, servers: readonly string[]): string[] {
  const addresses = servers.filter((url) => /^[a-z+]*:?\/\//i.test(url)).map((url) => oneLine(url));
  const schemes = entries(own(own(root, 'components'), 'securitySchemes'));
  const wanted = schemes.map(([, scheme]) => describeScheme(scheme));
  return [
    ...notes,
    ...(addresses.length === 0
      ? []
      : [
          `the servers of the document are ignored, the base address is used: ${addresses.join(', ')}`,
        ]),
    ...(wanted.length === 0 || wanted.includes('Bearer')
      ? []
      : [`the document wants ${wanted.join(' or ')}, and this program sends Bearer only`]),
  ];
}

/** What a request must have; a token of OAuth or OpenID is sent as Bearer. */
function describeScheme(scheme: unknown): string {
  const textIn = (key: string, otherwise: string, longest: number) =>
    oneLine(textOf(own(scheme, key)) ?? otherwise, longest);
  const type = textIn('type', 'a scheme without a type', 40);
  if (type === 'apiKey')
    return `the ${textIn('in', 'key', 20)} ${textIn('name', 'without a name', 60)}`;
  const kind = textIn('scheme', 'without a scheme', 40);
  if (type === 'http') return /^bearer$/i.test(kind) ? 'Bearer' : `HTTP ${kind}`;
  return type === 'oauth2' || type === 'openIdConnect' ? 'Bearer' : type;
}
