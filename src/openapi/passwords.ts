import { propertiesOf, type Schema, type Schemas } from '../declaration/json-schema.ts';
import { isObject, type JsonValue } from '../json/number.ts';
import { traitsOf } from './traits.ts';

/** The texts of a value that the document calls passwords, at any depth. */
export function passwordsIn(schema: Schema, value: JsonValue, schemas: Schemas): string[] {
  const { format, items = {}, values = {} } = traitsOf(schema, schemas);
  if (typeof value === 'string') return format === 'password' && value !== '' ? [value] : [];
  if (Array.isArray(value)) {
    return value.flatMap((one: JsonValue) => passwordsIn(items, one, schemas));
  }
  if (!isObject(value)) return [];
  const properties = new Map(propertiesOf(schema, schemas).map((one) => [one.name, one.schema]));
  return Object.entries(value).flatMap(([name, one]) =>
    passwordsIn(properties.get(name) ?? values, one, schemas),
  );
}
