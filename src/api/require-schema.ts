import * as z from 'zod/mini';
import { isObject } from '../json/bulk/merge.ts';
import { type Received, unexpectedResponse } from './response.ts';
import { isPromised } from './schemas/shared-fields.ts';

interface Issue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

type Path = readonly PropertyKey[];

/**
 * The boundary of `api/`: a response matches its schema or is rejected. The value itself is returned,
 * not a copy, so that its fields keep the order in which they arrived.
 */
export function requireSchema<Value>(
  received: Received,
  value: unknown,
  schema: z.core.$ZodType<Value>,
): Value {
  let problem = '';
  if (isOf(value, schema, (text) => (problem = text))) return value;
  throw unexpectedResponse(received, problem);
}

/** The problem reads as the end of "the response to GET /v1/x". */
function isOf<Value>(
  value: unknown,
  schema: z.core.$ZodType<Value>,
  report: (problem: string) => void,
): value is Value {
  const issue = findNonObject(value, schema) ?? z.safeParse(schema, value).error?.issues[0];
  if (issue !== undefined) report(describeIssue(value, issue));
  return issue === undefined;
}

function describeIssue(value: unknown, issue: ResponseIssue): string {
  const { path } = issue;
  if (value === undefined) return 'has no body';
  if (path.length === 0) return wordsOf(issue);
  const held = path.reduce<unknown>((inner, part) => fieldOf(inner, part), value);
  if (held === undefined) return `lacks ${nameOf(path)}`;
  return `does not match the contract: ${nameOf(path)} ${wordsOf(issue)}`;
}

interface ResponseIssue extends Issue {
  readonly code?: string | undefined;
  readonly expected?: string;
}

function wordsOf({ code, message, expected = '' }: ResponseIssue): string {
  return (code === 'invalid_type' ? kindWords.get(expected) : undefined) ?? message;
}

const kindWords: ReadonlyMap<string, string> = new Map([
  ['string', 'is not text'],
  ['boolean', 'is not true or false'],
  ['array', 'is not a list'],
  ['object', 'is not an object'],
  ['record', 'is not an object'],
]);

/** `data[3].status` */
function nameOf(path: Path): string {
  return path.reduce<string>((name, part) => {
    if (typeof part === 'number') return `${name}[${part}]`;
    return name === '' ? String(part) : `${name}.${String(part)}`;
  }, '');
}

/** To zod, a number that preserves its digits is an object. */
function findNonObject(value: unknown, schema: z.core.$ZodType): ResponseIssue | undefined {
  return findPlace(value, schema, [], (held, place, path) =>
    place instanceof z.ZodMiniObject && !isObject(held)
      ? { path, message: 'is not an object' }
      : undefined,
  );
}

/** The first field that the contract requires and the response lacks. */
export function findMissing(value: unknown, schema: z.core.$ZodType): string | undefined {
  return findPlace(value, schema, [], (held, place, path) =>
    (held ?? null) === null && isPromised(place)
      ? path.filter((part) => typeof part === 'string').join('.')
      : undefined,
  );
}

type Visit<Found> = (value: unknown, schema: z.core.$ZodType, path: Path) => Found | undefined;

/** Visits every place of the value that the schema describes, until something is found. */
function findPlace<Found>(
  value: unknown,
  schema: z.core.$ZodType,
  path: Path,
  visit: Visit<Found>,
): Found | undefined {
  const found = visit(value, schema, path);
  if (found !== undefined) return found;
  if (schema instanceof z.ZodMiniOptional || schema instanceof z.ZodMiniNullable) {
    if ((value ?? null) === null) return undefined;
    return findPlace(value, schema.def.innerType, path, visit);
  }
  if (schema instanceof z.ZodMiniArray && Array.isArray(value)) {
    return findFirst(value.entries(), ([at, item]) =>
      findPlace(item, schema.def.element, [...path, at], visit),
    );
  }
  if (schema instanceof z.ZodMiniObject && isObject(value)) {
    return findFirst(Object.entries(schema.def.shape), ([name, field]) =>
      findPlace(fieldOf(value, name), field, [...path, name], visit),
    );
  }
  return undefined;
}

function findFirst<Item, Found>(
  items: Iterable<Item>,
  find: (item: Item) => Found | undefined,
): Found | undefined {
  for (const item of items) {
    const found = find(item);
    if (found !== undefined) return found;
  }
  return undefined;
}

function fieldOf(value: unknown, name: PropertyKey): unknown {
  const isHeld = typeof value === 'object' && value !== null && Object.hasOwn(value, name);
  return isHeld ? Reflect.get(value, name) : undefined;
}
