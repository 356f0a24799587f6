/** The order in which keys came, of objects with integer keys: JavaScript moves those to the front. */
const orders = new WeakMap<object, readonly string[]>();
let hasOrders = false;

/** A key that JavaScript moves. */
const integer = /^(?:0|[1-9]\d{0,9})$/;

/** An object with these members; if a key comes twice, its last value counts. */
export function objectOf<Value>(
  members: readonly (readonly [string, Value])[],
): Record<string, Value> {
  // fromEntries defines properties, so a key called __proto__ is an ordinary key.
  const object = Object.fromEntries(members);
  keepOrder(
    object,
    members.map(([key]) => key),
  );
  return object;
}

export function keepOrder(object: object, keys: readonly string[]): void {
  if (keys.length < 2 || !keys.some((key) => integer.test(key))) return;
  orders.set(object, [...new Set(keys)]);
  hasOrders = true;
}

/** The keys in the order in which they came; those that were added since are last. */
export function keysOf(object: object): readonly string[] {
  const keys = Object.keys(object);
  const order = hasOrders ? orders.get(object) : undefined;
  if (order === undefined) return keys;
  const own = new Set(keys);
  return [...new Set([...order.filter((key) => own.has(key)), ...keys])];
}

/** The members in the order in which they came. */
export function membersOf<Value>(object: Readonly<Record<string, Value>>): [string, Value][];
export function membersOf(object: object): [string, unknown][];
export function membersOf(object: object): [string, unknown][] {
  const members: [string, unknown][] = Object.entries(object);
  if (!isMoved(object)) return members;
  const values = new Map(members);
  return keysOf(object).map((key) => [key, values.get(key)]);
}

/** Whether JavaScript may list the object's keys in another order. */
export function isMoved(object: object): boolean {
  return hasOrders && orders.has(object);
}
