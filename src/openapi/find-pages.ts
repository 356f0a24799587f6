import type { Pages, Proof } from '../api/list-pages.ts';
import { isObject } from '../json/bulk/merge.ts';
import { ExactNumber, type JsonValue } from '../json/number.ts';
import { isActionWord } from './verbs.ts';
import { isPlural, singular, wordsOf } from './words.ts';

/** What a response looks like: from its schema, or from the response itself. */
export interface Outline {
  readonly kind: 'list' | 'object' | 'text' | 'number' | 'boolean' | 'unknown';
  readonly properties?: readonly (readonly [name: string, outline: Outline])[];
}

/** A query parameter that may choose a page. */
export interface PageParameter {
  readonly name: string;
  readonly isText: boolean;
  readonly required: boolean;
  readonly minimum?: number | undefined;
  readonly maximum?: number | undefined;
  /** The first value, if the document has it. */
  readonly first?: number | undefined;
}

interface Found {
  readonly outline: Outline;
  readonly path: string;
  readonly parameters: readonly PageParameter[];
  readonly hasLinkHeader?: boolean;
  /** Where the items are, if that is known. */
  readonly items?: readonly string[];
}

/** How a response is read as a list, to its end; undefined if it is no list. */
export function findPages(found: Found): Pages | undefined {
  const { outline, parameters, hasLinkHeader = false } = found;
  const leaves = [...leavesOf(outline), ...sharedLinks(outline)];
  const roles = findRoles(parameters);
  const next = leaves.flatMap((leaf) => {
    const given = nextOf(leaf, roles);
    return given === undefined ? [] : [given];
  });
  const is = (names: readonly string[], kinds: readonly Outline['kind'][]) =>
    leaves.find(
      ({ path, kind }) =>
        kinds.includes(kind) && names.includes(wordsOf(path.at(-1) ?? '').join(' ')),
    )?.path;
  const hasMore = is(moreNames, ['boolean']);
  const isLast = is(lastNames, ['boolean']);
  const flag = hasMore ?? isLast;
  const lists = (outline.properties ?? []).filter(([, { kind }]) => kind === 'list');
  // `total_transactions` beside `transactions`.
  const totals = [...totalNames, ...lists.map(([name]) => `total ${wordsOf(name).join(' ')}`)];
  const isPaged = next.length > 0 || flag !== undefined || roles.page !== undefined;
  const items = found.items ?? findItems(found, isPaged || is(totals, ['number']) !== undefined);
  if (items === undefined) return undefined;
  const pages: Omit<Pages, 'proof'> = {
    items,
    next,
    more: flag && { path: flag, isLast: hasMore === undefined },
    total: is(totals, ['number', 'unknown']),
    atLeast: is(['count', 'results', 'size'], ['number']),
    pageCount: is(pageCountNames, ['number', 'unknown']),
    ...numbersOf(roles, next.length > 0 || hasLinkHeader),
    link: hasLinkHeader || undefined,
  };
  return { ...pages, proof: proofOf(pages, roles) };
}

/** The first response as a list with these items. */
export function lookAt(
  { items }: Pages,
  path: string,
  parameters: readonly PageParameter[],
): (body: JsonValue) => Pages | undefined {
  return (body) => findPages({ outline: outlineOfValue(body), path, parameters, items });
}

/** The outline of a response that no document describes. */
export function outlineOfValue(value: JsonValue, depth = 4): Outline {
  if (Array.isArray(value)) return { kind: 'list' };
  if (typeof value === 'string') return { kind: 'text' };
  if (typeof value === 'boolean') return { kind: 'boolean' };
  if (typeof value === 'number' || value instanceof ExactNumber) return { kind: 'number' };
  if (value === null || depth === 0 || !isObject(value)) return { kind: 'unknown' };
  const properties = Object.entries(value);
  return {
    kind: 'object',
    properties: properties.map(([name, inner]) => [name, outlineOfValue(inner, depth - 1)]),
  };
}

const moreNames = [
  ...['has more', 'has next', 'has next page', 'more', 'is truncated', 'truncated'],
  ...['has more results', 'more results', 'has more items', 'more available', 'has additional'],
];
const lastNames = ['last', 'is last', 'last page', 'is last page', 'is final'];
const totalNames = [
  ...['total', 'total count', 'total results', 'total items', 'total records', 'total elements'],
  ...['total size', 'total hits', 'total entries', 'total number', 'total rows', 'size total'],
  ...['records total', 'results total', 'items total', 'num results', 'count total', 'totals'],
];
const pageCountNames = [
  ...['total pages', 'page count', 'pages', 'num pages', 'last page', 'pages count', 'pages total'],
  ...['total page count', 'number of pages'],
];

interface Leaf {
  readonly path: readonly string[];
  readonly kind: Outline['kind'];
}

/** The links of the shared envelope, even if the document only names them. */
function sharedLinks({ properties = [] }: Outline): Leaf[] {
  const links = properties.find(([name]) => name === 'links')?.[1];
  const isOpen = links?.properties === undefined && links?.kind !== 'list';
  const hasData = properties.some(([name, { kind }]) => name === 'data' && kind === 'list');
  return links && isOpen && hasData ? [{ path: ['links', 'next'], kind: 'text' }] : [];
}

/** Everything around the items that is a single value. */
function leavesOf({ properties = [] }: Outline, above: readonly string[] = []): Leaf[] {
  return properties.flatMap(([name, inner]): Leaf[] => {
    const path = [...above, name];
    if (inner.kind === 'list') return [];
    // A link may be an object with properties of its own: `next: { href }`.
    const own = inner.kind === 'object' && !isNextWord(name) ? [] : [{ path, kind: inner.kind }];
    return [...own, ...(path.length < 4 ? leavesOf(inner, path) : [])];
  });
}

function isNextWord(name: string): boolean {
  return wordsOf(name).join(' ') === 'next';
}

const wrappers = new Set([
  ...['links', 'link', 'meta', 'metadata', 'pagination', 'paging', 'page', 'pages', 'response'],
  ...[
    'info',
    'result',
    'results',
    'data',
    'cursor',
    'cursors',
    'odata',
    'list',
    'body',
    'paginator',
  ],
]);
const ofNext = new Set([
  ...['page', 'cursor', 'token', 'marker', 'offset', 'starting', 'after', 'start', 'results'],
  ...[
    'result',
    'link',
    'links',
    'url',
    'uri',
    'href',
    'record',
    'records',
    'set',
    'id',
    'key',
    'path',
  ],
  ...['scroll', 'position', 'skip', 'number', 'continuation', 'index', 'value'],
]);

/** Whether a value leads to the next page, and the parameter that takes it if it is no link. */
function nextOf({ path, kind }: Leaf, roles: Roles): Pages['next'][number] | undefined {
  if (kind === 'boolean') return undefined;
  const words = path.flatMap(wordsOf);
  const own = wordsOf(path.at(-1) ?? '');
  // `next_stream_position` is for the parameter `stream_position`, whatever that is.
  const named =
    own[0] === 'next' && roles.all.find(({ name }) => sameWords(wordsOf(name), own.slice(1)));
  if (named) return { path, parameter: named.name };
  const cursor = roles.cursors.find(({ name }) => sameWords(wordsOf(name), own));
  const isAround = words
    .slice(0, -own.length)
    .every((word) => wrappers.has(word) || word === 'next');
  if (cursor !== undefined && isAround) return { path, parameter: cursor.name };
  const isNext = words.includes('next') || words.includes('continuation');
  const rest = words.filter((word) => word !== 'next' && word !== 'odata');
  if (!isNext || !rest.every((word) => ofNext.has(word) || wrappers.has(word))) return undefined;
  const said = own.filter((word) => word !== 'next');
  const known = [...roles.cursors, ...(roles.page ?? []), ...(roles.offset ?? [])];
  const parameter =
    known.find(({ name }) => sameWords(wordsOf(name), said)) ??
    known.find(({ name }) => sameWords(wordsOf(name), own)) ??
    (roles.cursors.length === 1 || said.length === 0 ? known[0] : roles.cursors[0]);
  return parameter === undefined ? { path } : { path, parameter: parameter.name };
}

function sameWords(one: readonly string[], other: readonly string[]): boolean {
  return one.length > 0 && one.join(' ') === other.join(' ');
}

interface Roles {
  readonly all: readonly PageParameter[];
  readonly page: readonly PageParameter[] | undefined;
  readonly offset: readonly PageParameter[] | undefined;
  readonly limit: readonly PageParameter[] | undefined;
  readonly cursors: readonly PageParameter[];
}

const pageNames = [
  ...['page', 'page number', 'page no', 'page num', 'page index', 'current page', 'pagenumber'],
];
const offsetNames = [
  'offset',
  'skip',
  'start',
  'start at',
  'start index',
  'page offset',
  'startat',
];
const limitNames = [
  ...['limit', 'per page', 'page size', 'size', 'max results', 'max items', 'count', 'top', 'take'],
  ...[
    'page limit',
    'results per page',
    'items per page',
    'limit per page',
    'rows',
    'max',
    'pagesize',
  ],
  ...[
    'num results',
    'max page size',
    'result limit',
    'max keys',
    'perpage',
    'maxresults',
    'max count',
  ],
];
const cursorNames = [
  ...['cursor', 'page token', 'next token', 'continuation token', 'continuation', 'starting after'],
  ...['after', 'marker', 'page cursor', 'next cursor', 'bookmark', 'scroll id', 'start cursor'],
  ...[
    'next page token',
    'page after',
    'after cursor',
    'starting token',
    'next',
    'next page',
    'token',
  ],
  ...['page marker', 'start after', 'last key', 'start key', 'continue', 'pagetoken', 'after id'],
];

/** A text under the name of a number is a cursor: the service decides what follows. */
function findRoles(parameters: readonly PageParameter[]): Roles {
  const named = (names: readonly string[], isText?: boolean) =>
    parameters.filter(
      (one) =>
        names.includes(wordsOf(one.name).join(' ')) &&
        (isText === undefined || one.isText === isText),
    );
  const numbers = [...pageNames, ...offsetNames];
  const some = (found: readonly PageParameter[]) => (found.length === 0 ? undefined : found);
  return {
    all: parameters,
    page: some(named(pageNames, false)),
    offset: some(named(offsetNames, false)),
    limit: some(named(limitNames, false)),
    cursors: [
      ...named(cursorNames),
      ...named(numbers, true),
      ...parameters.filter(
        ({ name }) => /^next_?[a-z]/i.test(name) && !cursorNames.includes(wordsOf(name).join(' ')),
      ),
    ],
  };
}

const usualLimit = 100;

/** The parameters that the program sets itself. */
function numbersOf(
  { page, offset, limit, cursors }: Roles,
  isNamed: boolean,
): Pick<Pages, 'page' | 'offset' | 'after' | 'limit'> {
  const [turned] = page ?? [];
  const [moved] = page === undefined ? (offset ?? []) : [];
  const [size] = limit ?? [];
  const { minimum = 1, maximum } = size ?? {};
  const after = cursors.find(({ name }) =>
    ['after', 'starting after', 'after id'].includes(wordsOf(name).join(' ')),
  );
  // A service may reject more than it allows: without known bounds, a size is sent only if it is needed,
  // or to see whether a page is full.
  const isSent =
    maximum !== undefined ||
    size?.required === true ||
    (!isNamed && turned === undefined && moved === undefined);
  const start = turned?.required === true ? (turned.first ?? 1) : turned?.first;
  return {
    page: turned && { name: turned.name, first: start },
    offset: moved && { name: moved.name, first: moved.first ?? 0 },
    after: after?.name,
    limit: size && {
      name: size.name,
      minimum: Math.max(1, minimum),
      ...(maximum === undefined ? {} : { maximum }),
      ...(isSent ? { usual: Math.max(minimum, Math.min(usualLimit, maximum ?? usualLimit)) } : {}),
    },
  };
}

/** What will show at the end that everything was read. */
function proofOf(pages: Omit<Pages, 'proof'>, { page, offset, cursors, limit }: Roles): Proof {
  if (pages.next.length > 0) return 'next link or cursor';
  if (pages.link === true) return 'Link header';
  if (pages.total !== undefined || (pages.pageCount !== undefined && page !== undefined))
    return 'total';
  if (pages.more !== undefined) return 'flag for more';
  if (page !== undefined || offset !== undefined) {
    // A page that must have a number may be the second one.
    return page?.[0]?.required === true && page[0].first === undefined ? 'none' : 'empty page';
  }
  if (cursors.length > 0) return 'none';
  if (limit === undefined) return 'one page';
  return limit[0]?.maximum === undefined ? 'none' : 'short page';
}

/** Lists beside the items. */
const asides = new Set([
  ...['errors', 'messages', 'warnings', 'included', 'links', 'facets', 'aggregations', 'meta'],
  ...['result messages', 'notices', 'sort', 'order', 'filters', 'columns'],
]);

const containers = new Set([
  ...['data', 'items', 'results', 'entries', 'values', 'records', 'objects', 'list', 'rows'],
  ...['content', 'elements', 'nodes', 'collection', 'resources', 'result', 'hits', 'value'],
]);

const insides = new Set(['data', 'result', 'response', 'embedded', 'd', 'body', 'payload', 'page']);

/** Names of what surrounds a list. */
const around = new Set([
  ...[...wrappers, ...ofNext, ...asides, ...insides],
  ...[
    'total',
    'count',
    'next',
    'prev',
    'previous',
    'first',
    'last',
    'limit',
    'has',
    'more',
    'object',
  ],
  ...['kind', 'self', 'success', 'ok', 'status', 'code', 'message', 'request', 'version', 'size'],
  ...['per', 'etag', 'timestamp', 'jsonapi', 'is', 'max', 'truncated', 'type', 'before', 'end'],
  ...['current', 'elements', 'items', 'item', 'pageable', 'empty', 'context', 'query', 'time'],
]);

/** The one list in an envelope. */
function findItems({ outline, path }: Found, isPaged: boolean): readonly string[] | undefined {
  if (outline.kind === 'list') return [];
  const { properties = [] } = outline;
  const names = properties.map(([name]) => wordsOf(name).join(' '));
  const isOfOne = /\}\/?$/.test(path) && !isPaged;
  if (names.some((name) => ['id', 'uuid', 'name'].includes(name)) && (!isPaged || isOfOne)) {
    return undefined;
  }
  const lists = properties.filter(
    ([name, { kind }]) =>
      kind === 'list' && !(asides.has(wordsOf(name).join(' ')) && names.length > 1),
  );
  // Of `/things/search`, things.
  const parts = path.replace(/\.json$/, '').split('/');
  const subject = wordsOf(
    parts.findLast((part) => /^[^{]+$/.test(part) && !isActionWord(part.toLowerCase())) ?? '',
  );
  const isItems = (name: string) => {
    const words = wordsOf(name);
    const isSubject = sameWords(words.slice(-1).map(singular), subject.slice(-1).map(singular));
    return containers.has(words.join(' ')) || (isSubject && isPlural(words.at(-1) ?? ''));
  };
  const isEnvelope = (item: string) =>
    properties.every(
      ([name, { kind }]) =>
        name === item ||
        kind === 'list' ||
        wordsOf(name).every((word) => around.has(word) || wordsOf(item).includes(word)),
    );
  const [only, ...others] = lists;
  if (only !== undefined && others.length === 0 && (isItems(only[0]) || isEnvelope(only[0]))) {
    return isOfOne && !isEnvelope(only[0]) ? undefined : [only[0]];
  }
  const [chosen, ...rivals] = lists.filter(([name]) => isItems(name));
  if (chosen !== undefined && rivals.length === 0 && !isOfOne) return [chosen[0]];
  if (lists.length > 0) return undefined;
  const inner = properties.flatMap(([name, one]) => {
    if (one.kind !== 'object' || !insides.has(wordsOf(name).join(' '))) return [];
    const found = findItems({ outline: one, path, parameters: [] }, isPaged);
    return found === undefined ? [] : [[name, ...found] as const];
  });
  const [inside = []] = inner;
  const [name = ''] = inside;
  if (inner.length !== 1 || !isEnvelope(name)) return undefined;
  return isOfOne && name !== '_embedded' ? undefined : inside;
}
