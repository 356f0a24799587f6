import { isNode, type Node, own } from './document.ts';
import { oneLine } from './words.ts';

/** An unreadable part of the document; it disables the operations that need it. */
export class BrokenPart extends Error {}

/** Finds the target of a pointer such as `#/components/schemas/Budget`. */
export function lookUp(root: Node, pointer: string): unknown {
  if (!pointer.startsWith('#')) {
    throw new BrokenPart(`it refers to ${oneLine(pointer, 80)}, outside of the document`);
  }
  let found: unknown = root;
  for (const part of pointer.replace(/^#\/?/, '').split('/').filter(Boolean)) {
    const key = decodePart(part);
    found = Array.isArray(found) ? found[Number(key)] : own(found, key);
  }
  if (found === undefined) {
    throw new BrokenPart(`it refers to ${oneLine(pointer, 80)}, which the document does not have`);
  }
  return found;
}

const mostSteps = 50;

/** Follows references to anything but a schema: a parameter, a body, a response. */
export function follow(root: Node, raw: unknown): Node {
  let found = raw;
  for (let steps = 0; steps < mostSteps; steps += 1) {
    const pointer = own(found, '$ref');
    if (typeof pointer !== 'string') return isNode(found) ? found : {};
    found = lookUp(root, pointer);
  }
  throw new BrokenPart(`the reference ${oneLine(String(own(raw, '$ref')), 80)} refers to itself`);
}

function decodePart(part: string): string {
  const decoded = /%[0-9a-f]{2}/i.test(part) ? safeDecode(part) : part;
  return decoded.replaceAll('~1', '/').replaceAll('~0', '~');
}

function safeDecode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
