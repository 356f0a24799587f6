import type { Field } from '../../config/managed-kinds.ts';
import { isEmpty } from '../../config/same-value.ts';
import { isTime } from '../../declaration/check-scalar.ts';
import { checkValue, describeFault } from '../../declaration/check-value.ts';
import {
  isReadOnly,
  propertiesOf,
  type Schema,
  type Schemas,
  type SchemaType,
} from '../../declaration/json-schema.ts';
import { isObject, type JsonObject, type JsonValue } from '../../json/number.ts';
import { wrapIds } from '../../openapi/text-values.ts';
import { isTypedId, traitsOf } from '../../openapi/traits.ts';

/** What a file may say of a value that the document describes, and how that compares with what the service has. */
export function rulesOf(schema: Schema, schemas: Schemas) {
  return {
    form: formOf(schema, schemas),
    check: checkOf(schema, schemas),
    alike: (held: JsonValue, wanted: JsonValue) => alike(schema, held, wanted, schemas),
  };
}

/** The rules of the document that an editor can use; `checkOf` checks all of its rules. */
function formOf(schema: Schema, schemas: Schemas): Schema {
  const { types, nullable, choices, description } = traitsOf(schema, schemas);
  const isId = isTypedId(schema, schemas);
  const all: SchemaType[] = [
    ...(isId ? ['string' as const] : types),
    ...(nullable ? ['null' as const] : []),
  ];
  const words = choices.filter((one) => typeof one === 'string');
  const isChoice = words.length > 0 && words.length === choices.length;
  return {
    ...(types.length === 0 && !isId ? {} : { type: all }),
    ...(isChoice ? { enum: nullable ? [...words, null] : words } : {}),
    ...(description === '' ? {} : { description }),
  };
}

function checkOf(schema: Schema, schemas: Schemas): NonNullable<Field['check']> {
  return (value: JsonValue) => {
    const [fault] = checkValue(schema, wrapIds(schema, value, schemas), schemas);
    if (fault === undefined) return undefined;
    return [...(fault.path.length === 0 ? [] : [fault.path.join('.')]), describeFault(fault)].join(
      ' ',
    );
  };
}

/**
 * What the service has, in the form of what a file wants: without properties that the schema does not name and the
 * file lacks, and with one form of what is null, empty or missing.
 */
function alike(schema: Schema, held: JsonValue, wanted: JsonValue, schemas: Schemas): JsonValue {
  if (isEmpty(held) && isEmpty(wanted)) return wanted;
  const { format, items = {}, values } = traitsOf(schema, schemas);
  if (format === 'date-time' && isSameTime(held, wanted)) return wanted;
  if (Array.isArray(held) && Array.isArray(wanted)) {
    return held.map((one, at) => alike(items, one, wanted[at] ?? null, schemas));
  }
  if (!isObject(held) || !isObject(wanted)) return held;
  const named = new Map(propertiesOf(schema, schemas).map((one) => [one.name, one.schema]));
  const isOpen = named.size === 0 || values !== undefined;
  const names = new Set([...Object.keys(held), ...Object.keys(wanted)]);
  const entries = [...names].flatMap((name): [string, JsonValue][] => {
    const [own, there, isWanted] = [named.get(name), held[name], Object.hasOwn(wanted, name)];
    if (own === undefined)
      return there !== undefined && (isWanted || isOpen) ? [[name, there]] : [];
    const value = alike(own, there ?? null, wanted[name] ?? null, schemas);
    return value === null && !isWanted ? [] : [[name, value]];
  });
  return Object.fromEntries(entries);
}

/** `12:00:00Z` is `13:00:00.000+01:00`. */
function isSameTime(one: JsonValue, other: JsonValue): boolean {
  if (typeof one !== 'string' || typeof other !== 'string') return false;
  return isTime(one) && isTime(other) && instantOf(one) === instantOf(other);
}

function instantOf(text: string): string {
  const [fraction = ''] = /\.\d+/.exec(text) ?? [];
  const time = Date.parse(text.replace(fraction, ''));
  return Number.isNaN(time) ? text : time + fraction.replace(/\.?0*$/, '');
}

/** A record without what only the service sets, at any depth. */
export function writable(stated: Schema, record: JsonObject, schemas: Schemas): JsonObject {
  const properties = new Map(propertiesOf(stated, schemas).map((one) => [one.name, one.schema]));
  const { values = {}, open } = traitsOf(stated, schemas);
  const kept = Object.entries(record).flatMap(([name, value]): [string, JsonValue][] => {
    const own = properties.get(name) ?? (open ? values : undefined);
    const isKept = own !== undefined && !isReadOnly(own, schemas);
    return isKept ? [[name, writableValue(own, value, schemas)]] : [];
  });
  return Object.fromEntries(kept);
}

function writableValue(stated: Schema, value: JsonValue, schemas: Schemas): JsonValue {
  if (isObject(value)) return writable(stated, value, schemas);
  const { items = {} } = traitsOf(stated, schemas);
  return Array.isArray(value) ? value.map((one) => writableValue(items, one, schemas)) : value;
}
