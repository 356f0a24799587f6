import type { JsonSchema } from './kind.ts';

/** The schema of an object made by this program. A field whose name ends in `?` may be missing. */
export function record(fields: Readonly<Record<string, JsonSchema>>): JsonSchema {
  const entries = Object.entries(fields);
  return {
    type: 'object',
    properties: Object.fromEntries(entries.map(([name, one]) => [name.replace(/\?$/, ''), one])),
    required: entries.map(([name]) => name).filter((name) => !name.endsWith('?')),
  };
}

export function listOf(items: JsonSchema): JsonSchema {
  return { type: 'array', items };
}

/** Options may change the form of a result. */
export function either(...forms: readonly JsonSchema[]): JsonSchema {
  return { anyOf: forms };
}

export const text: JsonSchema = { type: 'string' };
export const textOrNull: JsonSchema = { type: ['string', 'null'] };
export const yesOrNo: JsonSchema = { type: 'boolean' };
export const count: JsonSchema = { type: 'integer', minimum: 0 };
/** Exact numbers that this program computes are text, because most JSON readers would round them. */
export const decimal: JsonSchema = { type: 'string', pattern: '^-?\\d+(\\.\\d+)?$' };
export const decimalOrNull: JsonSchema = {
  type: ['string', 'null'],
  pattern: '^-?\\d+(\\.\\d+)?$',
};
export const dayText: JsonSchema = { type: 'string', format: 'date' };
export const anything: JsonSchema = {};
