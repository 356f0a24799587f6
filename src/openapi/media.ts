import { isNode, type Node } from './document.ts';

/** How a body is written or read. */
export type MediaKind = 'json' | 'form' | 'multipart' | 'bytes';

/** One of the media types that a body may have. */
export interface Media {
  /** As the document spells it; `application/json` for a wildcard that includes it. */
  readonly type: string;
  readonly kind: MediaKind;
  readonly node: Node;
}

const json = /^[\w.-]+\/([\w.+-]*\+)?json$/i;
const wildcards = ['*/*', '*', 'application/*'];

/** The media types of a body, in the order of the document. */
export function mediaOf(content: unknown): Media[] {
  if (!isNode(content)) return [];
  return Object.entries(content).map(([name, node]) => {
    const type = wildcards.includes(name.trim()) ? 'application/json' : name.trim();
    return { type, kind: kindOf(type), node: isNode(node) ? node : {} };
  });
}

/** `Application/Problem+JSON; charset=utf-8` is JSON. */
export function isJsonType(type: string): boolean {
  return json.test(essenceOf(type));
}

/** The JSON type among the media types of a body; undefined if it has no JSON type. */
export function jsonMedia(content: unknown): Media | undefined {
  return mediaOf(content).find(({ kind }) => kind === 'json');
}

function kindOf(type: string): MediaKind {
  const essence = essenceOf(type);
  if (isJsonType(essence)) return 'json';
  if (essence === 'application/x-www-form-urlencoded') return 'form';
  return essence === 'multipart/form-data' ? 'multipart' : 'bytes';
}

function essenceOf(type: string): string {
  return (type.split(';')[0] ?? '').trim().toLowerCase();
}
