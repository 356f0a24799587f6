import type { Call } from './call.ts';
import { optionalNumber, readPage } from './input.ts';
import { invalidField } from './problem.ts';

/** The requested part of a list. */
export interface PageRange {
  readonly page: number;
  readonly limit: number;
  /** Its offset in the whole list. */
  readonly start: number;
}

const defaultLimit = 20;
const largestLimit = 100;

/** A `limit` outside 1 to 100 is clamped. */
export function requiredRange(call: Call): PageRange {
  for (const field of ['page', 'limit']) {
    if (!call.query.get(field)) throw invalidField(field, 'is required');
  }
  return optionalRange(call);
}

export function optionalRange(call: Call): PageRange {
  const page = readPage(call) ?? 1;
  const limit = clampLimit(optionalNumber(call, 'limit') ?? defaultLimit);
  return { page, limit, start: (page - 1) * limit };
}

export function clampLimit(limit: number): number {
  return Math.min(Math.max(limit, 1), largestLimit);
}

/** The shared envelope around one page of a whole list. */
export function pageOf<T>(call: Call, range: PageRange, items: readonly T[]) {
  const data = items.slice(range.start, range.start + range.limit);
  return { links: linksOf(call, range, items.length), data };
}

/** Absolute, and including every filter of the request. */
export function linksOf(call: Call, { page, limit }: PageRange, total: number) {
  const last = Math.max(Math.ceil(total / limit), 1);
  const link = (number: number) => {
    const url = new URL(call.url);
    url.searchParams.set('page', String(number));
    url.searchParams.set('limit', String(limit));
    return url.href;
  };
  return {
    self: link(page),
    first: link(1),
    prev: page > 1 ? link(Math.min(page - 1, last)) : null,
    next: page < last ? link(page + 1) : null,
    last: link(last),
  };
}
