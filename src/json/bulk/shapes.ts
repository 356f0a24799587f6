/**
 * The keys of an object in their order, shared by all objects with the same keys. Shapes form a tree:
 * each is its parent plus one key, so the next key is found by comparing bytes with the key that was
 * last seen here, without allocating anything.
 */
export interface Shape {
  readonly parent: Shape | undefined;
  /** The last key, decoded. */
  readonly key: string;
  /** The bytes of the last key in the body, from its first quote to its colon. */
  readonly lead: Buffer;
  readonly size: number;
  /** No key is repeated. One that looks like an array index stays in place; JSON.parse would move it. */
  readonly keepsOrder: boolean;
  /** No key is repeated, and each is written as JSON.stringify would write it. */
  readonly isCanonical: boolean;
  /** The last key's JSON string, one character per byte. */
  readonly raw: string;
  /** By `raw`. */
  readonly children: Map<string, Shape>;
  /** Until a child takes them over: an object of a million keys costs a million steps, not their square. */
  keys: Set<string> | undefined;
  /** The last child that was used. */
  likely: Shape | undefined;
  /** The page in which this shape was last seen, numbered by the scanner. */
  seenIn: number;
}

export function createRootShape(): Shape {
  return {
    parent: undefined,
    key: '',
    lead: Buffer.alloc(0),
    size: 0,
    keepsOrder: true,
    isCanonical: true,
    raw: '',
    children: new Map(),
    keys: undefined,
    likely: undefined,
    seenIn: 0,
  };
}

/** Adds the shape with one more key: a JSON string, one character per byte. */
export function growShape(parent: Shape, raw: string): Shape {
  const lead = Buffer.from(`${raw}:`, 'latin1');
  const text = lead.toString('utf8', 0, raw.length);
  const key: string = JSON.parse(text);
  const keys = parent.keys ?? new Set(keysOf(parent));
  const keepsOrder = parent.keepsOrder && !keys.has(key);
  parent.keys = undefined;
  const child: Shape = {
    parent,
    key,
    lead,
    size: parent.size + 1,
    keepsOrder,
    isCanonical: keepsOrder && parent.isCanonical && JSON.stringify(key) === text,
    raw,
    children: new Map(),
    keys: keys.add(key),
    likely: undefined,
    seenIn: 0,
  };
  parent.children.set(raw, child);
  return child;
}

/** The keys in order, including repeated ones. */
export function keysOf(shape: Shape): string[] {
  const keys: string[] = [];
  for (let at: Shape | undefined = shape; at?.parent !== undefined; at = at.parent) {
    keys.push(at.key);
  }
  return keys.reverse();
}

/** Where rows of one shape have a column: in a cell of its own, or inside one. */
export interface Place {
  /** The cell of the row, or -1. */
  readonly cell: number;
  readonly inside: readonly { readonly cell: number; readonly path: string }[];
}
