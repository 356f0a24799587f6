import { isNumber, isObject, type JsonValue } from '../json/number.ts';
import { wordsOf } from './words.ts';

/** What a response looks like: from its schema, or from the response itself. */
export interface Outline {
  readonly kind: 'list' | 'object' | 'text' | 'number' | 'boolean' | 'unknown';
  readonly properties?: readonly (readonly [name: string, outline: Outline])[];
}

export function outlineOfValue(value: JsonValue, depth = 4): Outline {
  if (Array.isArray(value)) return { kind: 'list' };
  if (typeof value === 'string') return { kind: 'text' };
  if (typeof value === 'boolean') return { kind: 'boolean' };
  if (isNumber(value)) return { kind: 'number' };
  if (value === null || depth === 0 || !isObject(value)) return { kind: 'unknown' };
  const properties = Object.entries(value);
  return {
    kind: 'object',
    properties: properties.map(([name, inner]) => [name, outlineOfValue(inner, depth - 1)]),
  };
}

export interface Leaf {
  readonly path: readonly string[];
  readonly kind: Outline['kind'];
}

/** The links of the shared envelope, even if the document does not say what is in `links`. */
export function sharedLinks({ properties = [] }: Outline): Leaf[] {
  const links = properties.find(([name]) => name === 'links')?.[1];
  const isOpen = links?.properties === undefined && links?.kind !== 'list';
  const hasData = properties.some(([name, { kind }]) => name === 'data' && kind === 'list');
  return links && isOpen && hasData ? [{ path: ['links', 'next'], kind: 'text' }] : [];
}

/** Everything around the items that is a single value. */
export function leavesOf({ properties = [] }: Outline, above: readonly string[] = []): Leaf[] {
  return properties.flatMap(([name, inner]): Leaf[] => {
    const path = [...above, name];
    if (inner.kind === 'list') return [];
    // A link may be an object with properties of its own: `next: { href }`.
    const isOpen = inner.kind === 'object' && wordsOf(name).join(' ') !== 'next';
    const own = isOpen ? [] : [{ path, kind: inner.kind }];
    // A record beside the list says nothing about its pages.
    const isRecord = inner.properties?.some(([key]) => key === 'id') === true;
    return [...own, ...(path.length < 4 && !isRecord ? leavesOf(inner, path) : [])];
  });
}
