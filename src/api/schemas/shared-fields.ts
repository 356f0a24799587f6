import * as z from 'zod/mini';
import { isDay } from '../../days.ts';
import { findIdProblem, type IdPrefix, idPattern } from './id-form.ts';

const anything = z.unknown();

/**
 * An object that may have more fields than these. Their schemas are made when the first value is checked, as
 * most runs check few kinds of records.
 */
export function openObject<Shape extends z.core.$ZodShape>(makeShape: () => Shape) {
  let made: Shape | undefined;
  const definition = {
    type: 'object' as const,
    catchall: anything,
    get shape() {
      made ??= makeShape();
      return made;
    },
  };
  return new z.ZodMiniObject(definition) as z.ZodMiniObject<Shape, z.core.$loose>;
}

/** Text that the service may omit or send as null. */
export const optionalText = z.optional(z.nullable(z.string()));

const promisedFields = new WeakSet<object>();

/**
 * A field that the contract requires in a response, but that no command depends on. A record without
 * it is shown as received, with a warning, so its type says that it may be missing.
 */
export function promised<Schema extends z.core.SomeType>(schema: Schema) {
  const field = z.optional(z.nullable(schema));
  promisedFields.add(field);
  return field;
}

export function isPromised(field: object): boolean {
  return promisedFields.has(field);
}

/** Text of a bounded length. Characters are Unicode code points, as JSON Schema counts them. */
export function boundedText(maximum: number, minimum = 0) {
  const isUnbounded = maximum === Number.MAX_SAFE_INTEGER;
  return z
    .string('must be text')
    .check(
      z.refine((text) => [...text].length <= maximum, {
        error: (issue) =>
          `must be at most ${maximum} characters, and has ${[...String(issue.input)].length}`,
      }),
      z.refine((text) => [...text].length >= minimum, 'must not be empty'),
    )
    .register(z.globalRegistry, {
      ...(isUnbounded ? {} : { maxLength: maximum }),
      ...(minimum === 0 ? {} : { minLength: minimum }),
    });
}

export const nonEmptyText = boundedText(Number.MAX_SAFE_INTEGER, 1);

/** A number in a document that was parsed without losing digits. */
export const NumberLike = z.custom<number | { readonly text: string }>(
  (value) =>
    typeof value === 'number' || (typeof value === 'object' && value !== null && 'text' in value),
  'is not a number',
);

const dayFormat = /^\d{4}-\d{2}-\d{2}$/;

/** A valid date, `YYYY-MM-DD`. */
export const Day = z
  .string('must be a day, YYYY-MM-DD')
  .check(
    z.refine((text) => isDay(text), {
      error: (issue) =>
        dayFormat.test(String(issue.input))
          ? `is not a valid date: ${String(issue.input)}`
          : 'must be a day, YYYY-MM-DD',
    }),
  )
  .register(z.globalRegistry, { format: 'date' });

export const WorkspaceId = prefixedId('wsp_', 'workspace');
export const MetricId = prefixedId('bmt_', 'business metric');
export const UserId = prefixedId('usr_', 'user');

/** The service does not publish the format of provider, workspace provider and saved filter ids. */
export const OpaqueId = z.string('must be an id').check(z.minLength(1, 'must not be empty'));

/** A typed id, as in request and response bodies. */
export const TypedId = z.strictObject({ Value: OpaqueId });

function prefixedId(prefix: IdPrefix, kind: string) {
  return z
    .string(`must be a ${kind} id`)
    .check(
      z.refine((id) => typeof id === 'string' && findIdProblem(id, prefix) === undefined, {
        error: ({ input }) => findIdProblem(String(input), prefix) ?? '',
      }),
    )
    .register(z.globalRegistry, { pattern: idPattern(prefix) });
}

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

export const costPaging = z.object({ page: z.optional(PageNumber), limit: z.optional(CostLimit) });
