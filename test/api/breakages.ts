import * as z from 'zod/mini';
import { unwrapIds } from '../../src/api/response.ts';

/** One way to break a response. */
export interface Breakage {
  /** `data[0].status is {}` */
  readonly name: string;
  readonly apply: (body: unknown) => unknown;
}

type Path = readonly (string | number)[];

/** Every documented field as null, missing, of a wrong type and as an empty object; the whole body too. */
export function breakagesOf(schema: z.core.$ZodType): Breakage[] {
  const whole = [null, [], {}, 'text', 7].map((value) => ({
    name: `the body is ${JSON.stringify(value)}`,
    apply: () => value,
  }));
  return [...whole, ...fieldsOf(schema, []).flatMap(breakField)];
}

/** Whether the schema of the operation lets a body through. */
export function matches(schema: z.core.$ZodType, body: unknown): boolean {
  const copy = JSON.parse(JSON.stringify(body));
  unwrapIds(copy);
  return z.safeParse(schema, copy).success;
}

function breakField({ path, isText }: Field): Breakage[] {
  const name = path.join('.');
  const values = [null, undefined, isText ? 7 : 'text', {}, []];
  return values.map((value) => ({
    name: `${name} is ${value === undefined ? 'missing' : JSON.stringify(value)}`,
    apply: (body) => replace(body, path, value),
  }));
}

interface Field {
  readonly path: Path;
  readonly isText: boolean;
}

function fieldsOf(schema: z.core.$ZodType, path: Path): Field[] {
  if (schema instanceof z.ZodMiniOptional || schema instanceof z.ZodMiniNullable) {
    return fieldsOf(schema.def.innerType, path);
  }
  const own = path.length === 0 ? [] : [{ path, isText: schema instanceof z.ZodMiniString }];
  if (schema instanceof z.ZodMiniArray)
    return [...own, ...fieldsOf(schema.def.element, [...path, 0])];
  if (!(schema instanceof z.ZodMiniObject)) return own;
  const fields = Object.entries(schema.def.shape).flatMap(([name, field]) =>
    fieldsOf(field, [...path, name]),
  );
  return [...own, ...fields];
}

/** A copy of the body with another value at the path; undefined takes the field away. */
function replace(body: unknown, [first, ...rest]: Path, value: unknown): unknown {
  if (first === undefined) return value;
  if (Array.isArray(body)) {
    return body.map((item, at) => (at === first ? replace(item, rest, value) : item));
  }
  const fields = new Map(Object.entries(body ?? {}));
  if (rest.length === 0 && value === undefined) fields.delete(String(first));
  else fields.set(String(first), replace(fields.get(String(first)), rest, value));
  return Object.fromEntries(fields);
}
