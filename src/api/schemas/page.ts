import * as z from 'zod/mini';

/** The envelope of every list. */
export interface Page<Item> {
  readonly data: readonly Item[];
  readonly links: { readonly next?: string | null | undefined; readonly last?: unknown };
}

export function pageOf<Item>(item: z.core.$ZodType<Item>): z.ZodMiniType<Page<Item>> {
  return z.looseObject({
    data: z.array(item),
    links: z.looseObject({
      next: z.optional(z.nullable(z.string())),
      last: z.optional(z.unknown()),
    }),
  });
}

const wholeNumber = 'must be a whole number';
const PageNumber = z.int(wholeNumber).check(z.minimum(1, 'must be at least 1'));

export const requiredPaging = z.object({ page: PageNumber, limit: z.int(wholeNumber) });

export const optionalPaging = z.object({
  page: z.optional(PageNumber),
  limit: z.optional(z.int(wholeNumber)),
});

export const maxCostLimit = 5_000;

/** Other lists clamp a limit to their bounds; cost data rejects one outside them. */
const costBounds = `must be from 1 to ${maxCostLimit}`;
const CostLimit = z
  .int(wholeNumber)
  .check(z.minimum(1, costBounds), z.maximum(maxCostLimit, costBounds));

export const costPaging = z.object({
  page: z.optional(PageNumber),
  limit: z.optional(CostLimit),
});
