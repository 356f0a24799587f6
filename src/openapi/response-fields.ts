import {
  type Property,
  propertiesOf,
  type Schema,
  type Schemas,
} from '../declaration/json-schema.ts';
import { within } from '../grouping.ts';
import type { Converter } from './convert-schema.ts';
import type { DescribedOperation } from './description.ts';
import { traitsOf } from './traits.ts';

export type ResponseFields = Pick<DescribedOperation, 'fields' | 'columns'>;

const roomForColumns = 6;

/** The properties of the items of a list, or of a single record. */
export function readFields({ schemas }: Converter, whole: Schema, items: readonly string[]) {
  const shown = propertiesOf(recordIn(whole, items, schemas), schemas);
  return within(fieldsKnown, shown, () => fieldsIn(shown, schemas));
}

/** A single record, or the items of a list, which `items` leads to. */
export function recordIn(whole: Schema, items: readonly string[], schemas: Schemas): Schema {
  const list = items.reduce(
    (schema, name) => propertiesOf(schema, schemas).find((one) => one.name === name)?.schema ?? {},
    whole,
  );
  const { types, items: inner = {} } = traitsOf(list, schemas);
  return types.join() === 'array' ? inner : list;
}

/** What was found in the same properties before: many operations may return the same record. */
const fieldsKnown = new WeakMap<readonly Property[], ResponseFields>();

function fieldsIn(shown: readonly Property[], schemas: Schemas): ResponseFields {
  const inside = (name: string, properties = shown) =>
    propertiesOf(properties.find((one) => one.name === name)?.schema ?? {}, schemas);
  const data = inside('data');
  // A single resource of JSON:API is in `data`.
  const isWrapped = inside('attributes').length === 0 && inside('attributes', data).length > 0;
  if (!isWrapped) return fieldsOf(shown, schemas);
  const { fields, columns } = fieldsOf(data, schemas);
  return { fields: spread(shown, 'data', fields), columns: columns.map((one) => `data.${one}`) };
}

/** A resource of JSON:API has its properties in `attributes`. */
function fieldsOf(shown: readonly Property[], schemas: Schemas) {
  const own = propertiesOf(shown.find(({ name }) => name === 'attributes')?.schema ?? {}, schemas);
  const isResource = own.length > 0 && shown.some(({ name }) => name === 'id' || name === 'type');
  const chosen = chooseColumns(isResource ? own : shown, schemas);
  const names = own.map(({ name }) => name);
  return {
    fields: spread(shown, 'attributes', isResource ? names : []),
    columns: isResource ? ['id', ...chosen.map((one) => `attributes.${one}`)] : chosen,
  };
}

/** The names of the properties; the ones inside one of them take the place of its own name. */
function spread(shown: readonly Property[], name: string, inside: readonly string[]): string[] {
  return shown.flatMap((one) =>
    one.name === name && inside.length > 0 ? inside.map((inner) => `${name}.${inner}`) : [one.name],
  );
}

/** The most important fields: the first ones that hold a single value. */
function chooseColumns(properties: readonly Property[], schemas: Schemas): string[] {
  const simple = properties.filter(({ name, schema }) => {
    const { types } = traitsOf(schema, schemas);
    return (
      !types.includes('array') &&
      (!types.includes('object') || name === 'id') &&
      !name.includes('.')
    );
  });
  return simple.slice(0, roomForColumns).map((property) => property.name);
}
