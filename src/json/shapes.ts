/**
 * The keys of an object in the order they came, shared by every object that has the same ones.
 * Shapes form a tree: each is its parent and one key more, so that the next key is found by
 * comparing bytes with the key that came here last, and nothing is made for it.
 */
export interface Shape {
  readonly parent: Shape | undefined;
  /** The last key, decoded. */
  readonly key: string;
  /** The last key as it stood in the body, quotes included. */
  readonly raw: Uint8Array;
  /** How many keys. */
  readonly size: number;
  /** No key twice and none that looks like an array index, which JSON.parse would move ahead. */
  readonly keepsOrder: boolean;
  /** Also every key is written as JSON.stringify would write it. */
  readonly isCanonical: boolean;
  readonly children: Map<string, Shape>;
  /** The child that was taken last. */
  likely: Shape | undefined;
  /** The page that this shape was last seen in, as the scanner numbers them. */
  seenIn: number;
}

export function createRootShape(): Shape {
  return {
    parent: undefined,
    key: '',
    raw: new Uint8Array(0),
    size: 0,
    keepsOrder: true,
    isCanonical: true,
    children: new Map(),
    likely: undefined,
    seenIn: 0,
  };
}

/** Adds the shape that has one key more, given as the JSON string that stood in the body. */
export function growShape(parent: Shape, rawText: string): Shape {
  const key: string = JSON.parse(rawText);
  const keepsOrder = parent.keepsOrder && !arrayIndex.test(key) && !hasKey(parent, key);
  const child: Shape = {
    parent,
    key,
    raw: Buffer.from(rawText),
    size: parent.size + 1,
    keepsOrder,
    isCanonical: keepsOrder && parent.isCanonical && JSON.stringify(key) === rawText,
    children: new Map(),
    likely: undefined,
    seenIn: 0,
  };
  parent.children.set(rawText, child);
  return child;
}

/** The keys in order, a repeated one as often as it came. */
export function keysOf(shape: Shape): string[] {
  const keys: string[] = [];
  for (let at: Shape | undefined = shape; at?.parent !== undefined; at = at.parent) {
    keys.push(at.key);
  }
  return keys.reverse();
}

const arrayIndex = /^(?:0|[1-9]\d*)$/;

function hasKey(shape: Shape, key: string): boolean {
  for (let at: Shape | undefined = shape; at?.parent !== undefined; at = at.parent) {
    if (at.key === key) return true;
  }
  return false;
}
