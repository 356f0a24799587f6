import { isObject } from '../json/bulk/merge.ts';
import type { JsonObject, JsonValue } from '../json/number.ts';
import type { Body, Encoding, Serialization } from './description.ts';
import { serializeQuery } from './serialize.ts';

/** A form as `application/x-www-form-urlencoded` text. */
export function writeForm(fields: JsonObject, { encoding = {} }: Pick<Body, 'encoding'>): string {
  return Object.entries(fields)
    .flatMap(([name, value]) => {
      const stated = Object.hasOwn(encoding, name) ? (encoding[name] ?? {}) : {};
      return serializeQuery(name, value, formOf(value, stated));
    })
    .join('&');
}

/** Without a declared style, a list is repeated and an object is JSON (OpenAPI 3.1, "Encoding Object"). */
function formOf(value: JsonValue, stated: Encoding): Serialization {
  const { style = 'form', explode = style === 'form' || style === 'deepObject', reserved } = stated;
  const isPlainObject =
    isObject(value) && stated.style === undefined && stated.explode === undefined;
  return {
    style,
    explode,
    ...(reserved === undefined ? {} : { reserved }),
    ...(isPlainObject || /json/i.test(stated.type ?? '') ? { json: true } : {}),
  };
}
