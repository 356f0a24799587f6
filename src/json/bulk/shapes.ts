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
  /** The bytes of `lead` as little-endian words, of which the last contains its last four bytes. */
  readonly words: Int32Array;
  /**
   * The same with the brace or comma before it, as little-endian doubles of which the last contains the
   * last eight bytes; empty if there are fewer. Eight bytes of a JSON string are neither a NaN, which equals
   * nothing, nor one of the two zeros, which equal each other, so equal doubles mean equal bytes.
   */
  readonly doubles: Float64Array;
  readonly size: number;
  /** No key is repeated. One that looks like an array index stays in place; JSON.parse would move it. */
  readonly keepsOrder: boolean;
  /** No key is repeated, and each is written as JSON.stringify would write it. */
  readonly isCanonical: boolean;
  /** The last key's JSON string, one character per byte. */
  readonly raw: string;
  /** A few children, found faster by their bytes than by their name. */
  readonly firstChildren: Shape[];
  /** The other children, by `raw`. */
  children: Map<string, Shape> | undefined;
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
    words: new Int32Array(0),
    doubles: new Float64Array(0),
    size: 0,
    keepsOrder: true,
    isCanonical: true,
    raw: '',
    firstChildren: [],
    children: undefined,
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
    words: wordsOf(lead),
    doubles: doublesOf(Buffer.from(`${parent.size === 0 ? '{' : ','}${raw}:`, 'latin1')),
    size: parent.size + 1,
    keepsOrder,
    isCanonical: keepsOrder && parent.isCanonical && JSON.stringify(key) === text,
    raw,
    firstChildren: [],
    children: undefined,
    keys: keys.add(key),
    likely: undefined,
    seenIn: 0,
  };
  if (parent.firstChildren.length < mostFirst) parent.firstChildren.push(child);
  else {
    parent.children ??= new Map();
    parent.children.set(raw, child);
  }
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

const mostFirst = 8;

function wordsOf(lead: Buffer): Int32Array {
  if (lead.length < 4) return new Int32Array(0);
  return Int32Array.from({ length: Math.ceil(lead.length / 4) }, (_, word) =>
    lead.readInt32LE(Math.min(word * 4, lead.length - 4)),
  );
}

function doublesOf(lead: Buffer): Float64Array {
  if (lead.length < 8) return new Float64Array(0);
  return Float64Array.from({ length: Math.ceil(lead.length / 8) }, (_, double) =>
    lead.readDoubleLE(Math.min(double * 8, lead.length - 8)),
  );
}

/** Where rows of one shape have a column: in a cell of its own, or inside one. */
export interface Place {
  /** The cell of the row, or -1. */
  readonly cell: number;
  readonly inside: readonly { readonly cell: number; readonly path: string }[];
}
