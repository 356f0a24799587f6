/**
 * Adds fields of this program to a record of the service. A field of the record that has such a name and
 * another value is kept as `x_NAME`, as `--keep` of an export names the service's own columns.
 */
export function addFields<Item extends object, Added extends object>(
  item: Item,
  added: Added,
): Item & Added {
  const own = Object.entries(item).filter(
    ([name, value]) => Object.hasOwn(added, name) && Reflect.get(added, name) !== value,
  );
  const kept = own.map(([name, value]) => {
    let free = `x_${name}`;
    while (Object.hasOwn(item, free)) free = `x_${free}`;
    return [free, value];
  });
  return { ...item, ...added, ...Object.fromEntries(kept) };
}
