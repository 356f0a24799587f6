import * as z from 'zod/mini';
import { findMissing } from '../../src/api/http.ts';
import { operations } from '../../src/api/operations.ts';
import { unwrapIds } from '../../src/api/response.ts';
import type { JsonValue } from '../../src/json/number.ts';

interface Exchange {
  readonly method: string;
  readonly target: string;
}

/** What the program's own record of the operation says is wrong with a request body. */
export function requestProblems({ method, target }: Exchange, body: unknown): string[] {
  const record = findRecord(method, target);
  if (record === undefined) return ['no record of this operation'];
  const { request } = { request: undefined, ...record };
  return request === undefined
    ? ['the record has no request body']
    : issuesOf(z.safeParse(request, body));
}

/**
 * The same for the body of a successful response, which is changed as the program does; a field that is
 * required must be there too.
 */
export function responseProblems({ method, target }: Exchange, body: JsonValue): string[] {
  const record = findRecord(method, target);
  if (record === undefined) return ['no record of this operation'];
  unwrapIds(body);
  const missing = findMissing(body, record.response);
  const issues = issuesOf(z.safeParse(record.response, body));
  return missing === undefined ? issues : [...issues, `the record requires ${missing}`];
}

function findRecord(method: string, target: string) {
  const { pathname } = new URL(target, 'http://service');
  return Object.values(operations).find((one) => {
    const path = one.path.replaceAll(/\{\w+\}/g, '(?!available$|rate$)[^/]+');
    return one.method === method && new RegExp(`^${path}$`).test(pathname);
  });
}

function issuesOf({ error }: z.core.util.SafeParseResult<unknown>): string[] {
  const issues = error?.issues ?? [];
  return issues.map(({ path, message }) => `by the record, ${path.join('.')} ${message}`);
}
