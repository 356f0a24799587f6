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

/** Whether these steps lead to a value that the document calls a password. A number is an item of a list. */
export function isPassword(
  schema: Schema,
  [step, ...others]: readonly (string | number)[],
  schemas: Schemas,
): boolean {
  const { format, items, values } = traitsOf(schema, schemas);
  if (step === undefined) return format === 'password';
  const property = propertiesOf(schema, schemas).find(({ name }) => name === step)?.schema;
  const inner = typeof step === 'number' ? items : (property ?? values);
  return inner !== undefined && isPassword(inner, others, schemas);
}
