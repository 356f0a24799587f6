import { CostctlError } from '../errors.ts';
import { addDays, countDays, type DayRange, describeRange } from './days.ts';

/** The service pages no deeper than this many rows (api.md, "Pagination"). */
export const windowLimit = 100_000;

/** Whole days that are read together, and the rows that the service counts in them. */
export interface Window extends DayRange {
  readonly total: number;
}

/** The windows of a range, and what the service counts in the whole of it. */
export interface Plan {
  readonly windows: readonly Window[];
  readonly total: number;
}

export type AskTotal = (range: DayRange) => Promise<number>;

/** Parts are made so that they would be this full if every day had the same number of rows. */
const fillAimed = 0.8;
const attemptsAtSum = 3;

/**
 * Windows that together hold every day of the range in order, each within the limit, for few
 * questions. A single day over the limit is a window too: what to do about it is the caller's.
 *
 * The whole range is asked first. Over the limit it is cut into parts by the density learned, each
 * part is asked, and an over-full part is cut again. Neighbours that fit together are joined.
 */
export async function planWindows(range: DayRange, askTotal: AskTotal): Promise<Window[]> {
  const total = await askTotal(range);
  const whole = { from: range.from, to: range.to, total };
  if (isReadable(whole)) return [whole];
  return joinNeighbours(await splitCounted(whole, askTotal));
}

/** The plan with the answer to its first question, which is the whole range's. */
export async function planRange(range: DayRange, askTotal: AskTotal): Promise<Plan> {
  let total: number | undefined;
  const windows = await planWindows(range, async (asked) => {
    const answer = await askTotal(asked);
    total ??= answer;
    return answer;
  });
  return { windows, total: total ?? 0 };
}

export function isOverFull(window: Window): boolean {
  return window.total > windowLimit;
}

function isReadable(window: Window): boolean {
  return !isOverFull(window) || window.from === window.to;
}

/**
 * The first cut asks every part, so that a service whose parts do not add up (because its last day
 * is not included, say) is found out before any row is read.
 */
async function splitCounted(whole: Window, askTotal: AskTotal): Promise<Window[]> {
  let { total } = whole;
  let sum = 0;
  for (let attempt = 0; attempt < attemptsAtSum; attempt++) {
    if (attempt > 0) total = await askTotal(whole);
    const parts = await askParts(cutRange(whole, total), askTotal);
    sum = sumOf(parts);
    if (sum === total) return await splitFurther(parts, askTotal);
  }
  throw partsDisagree(whole, total, sum);
}

async function splitFurther(parts: readonly Window[], askTotal: AskTotal): Promise<Window[]> {
  const windows = parts.map(async (part) =>
    isReadable(part) ? [part] : splitFurther(await splitPart(part, askTotal), askTotal),
  );
  return (await Promise.all(windows)).flat();
}

/** Below the first cut the last part's total follows from the others; reading it counts it again. */
async function splitPart(part: Window, askTotal: AskTotal): Promise<Window[]> {
  const ranges = cutRange(part, part.total);
  const last = ranges.at(-1);
  if (last === undefined) return [];
  const parts = await askParts(ranges.slice(0, -1), askTotal);
  const rest = part.total - sumOf(parts);
  if (rest < 0) throw partsDisagree(part, part.total, sumOf(parts));
  return [...parts, { ...last, total: rest }];
}

function askParts(ranges: readonly DayRange[], askTotal: AskTotal): Promise<Window[]> {
  return Promise.all(ranges.map(async (range) => ({ ...range, total: await askTotal(range) })));
}

/** Parts of as equal a number of days as can be: two at least, a day each at most. */
function cutRange(range: DayRange, total: number): DayRange[] {
  const days = countDays(range);
  const wanted = Math.ceil(total / (windowLimit * fillAimed));
  const count = Math.max(2, Math.min(days, wanted));
  return Array.from({ length: count }, (_, part) => ({
    from: addDays(range.from, Math.floor((part * days) / count)),
    to: addDays(range.from, Math.floor(((part + 1) * days) / count) - 1),
  }));
}

function joinNeighbours(windows: readonly Window[]): Window[] {
  const joined: Window[] = [];
  for (const window of windows) {
    const previous = joined.at(-1);
    if (previous !== undefined && previous.total + window.total <= windowLimit) {
      joined[joined.length - 1] = {
        from: previous.from,
        to: window.to,
        total: previous.total + window.total,
      };
    } else joined.push(window);
  }
  return joined;
}

function sumOf(windows: readonly Window[]): number {
  return windows.reduce((sum, window) => sum + window.total, 0);
}

export function partsDisagree(whole: DayRange, total: number, sum: number): CostctlError {
  return new CostctlError(
    'incomplete',
    `the rows of ${describeRange(whole)} do not add up: ${total} for the whole, ${sum} for its parts`,
    {
      hint: 'the data may be changing now, or the service may not count the last day: try again later',
    },
  );
}
