import { isNode, type Node } from './document.ts';

const json = /^(application|\*)\/([\w.+-]*\+)?(json|\*)\s*(;|$)/i;

/** The JSON among the media types of a body; undefined where there is none. */
export function jsonContent(content: unknown): Node | undefined {
  if (!isNode(content)) return undefined;
  const found = Object.entries(content).find(([kind]) => json.test(kind));
  return isNode(found?.[1]) ? found[1] : undefined;
}
