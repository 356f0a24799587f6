import { isObject, type JsonValue } from '../../json/number.ts';
import type { View } from '../../output/view.ts';

const roomForColumns = 6;

/**
 * Resources of JSON:API whose attributes the document does not describe: each attribute of the first page
 * is a field, and the first plain ones are columns. Undefined for other records.
 */
export function viewResources(items: readonly JsonValue[]): View<JsonValue> | undefined {
  const records = items.filter(isObject);
  const isResource = records.every(
    (one) => isObject(one['attributes']) && ('id' in one || 'type' in one),
  );
  if (records.length === 0 || records.length < items.length || !isResource) return undefined;
  const inside = records.flatMap(({ attributes }) =>
    isObject(attributes) ? Object.entries(attributes) : [],
  );
  const names = [...new Set(inside.map(([name]) => name))];
  const isPlain = (name: string) =>
    inside.every(([own, value]) => own !== name || value === null || typeof value !== 'object');
  const fields = [...new Set(records.flatMap((one) => Object.keys(one)))].flatMap((name) =>
    name === 'attributes' ? names.map((one) => `attributes.${one}`) : [name],
  );
  const shown = names.filter(isPlain).slice(0, roomForColumns);
  return {
    columns: [{ path: 'id' }, ...shown.map((header) => ({ path: `attributes.${header}`, header }))],
    fields,
  };
}
