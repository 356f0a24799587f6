import { addDays, countDays, type DayRange, describeRange, joinDays } from '../days.ts';
import { CostctlError } from '../errors.ts';
import { nameFirst, pluralize } from '../text.ts';

/** The service pages no deeper than this many rows (api.md, "Pagination"). */
export const windowLimit = 100_000;

/** Whole days that are read together, and how many rows the service counts in them. */
export interface Window extends DayRange {
  readonly total: number;
}

export interface WindowRead extends Window {
  readonly rows: number;
}

/** The windows of a range, and how many rows the service counts in all of it. */
export interface Plan {
  readonly range: DayRange;
  readonly windows: readonly Window[];
  readonly total: number;
  /** A mirror reads days of any size. */
  readonly isUnlimited?: true;
  /** Whether some windows were read by an earlier run, and others by this one. */
  readonly isResumed?: boolean;
}

/** `parts`: how many parts the whole was cut into, if this one is likely to be read as it is. */
export type AskTotal = (range: DayRange, parts?: number) => Promise<number>;

/** Parts would be this full if every day had the same number of rows. */
const targetFill = 0.8;
const attemptsAtSum = 3;

/**
 * A plan of windows that together cover every day of the range in order, each within the limit, with few
 * questions. A single day over the limit is a window too: the caller decides what to do about it.
 *
 * The whole range is counted first. If it is over the limit, it is cut into parts by its density,
 * each part is counted, and a part that is over the limit is cut again. Neighbours that fit
 * together are joined.
 */
export async function planRange({ from, to }: DayRange, askTotal: AskTotal): Promise<Plan> {
  const range = { from, to };
  const total = await askTotal(range, 1);
  const whole = { ...range, total };
  if (isReadable(whole)) return { range, windows: [whole], total };
  return { range, windows: joinNeighbours(await splitCounted(whole, askTotal)), total };
}

/** Checks the windows against the whole. If the plan has changed, or may have, the whole is counted again. */
export async function confirmTotal(
  { range, total: planned, isResumed = false }: Plan,
  windows: readonly Window[],
  askTotal: AskTotal,
): Promise<void> {
  const sum = sumOf(windows);
  if (!isResumed && (sum === planned || windows.length === 1)) return;
  const total = await askTotal(range);
  if (sum === total) return;
  if (!isResumed) throw partsDisagree(range, total, sum);
  throw new CostctlError(
    'incomplete',
    `${describeRange(range)} has ${pluralize(total, 'row')} now, but this run and the one that it continues read ${sum}`,
    { needsRestart: true },
  );
}

/** Days that cannot be read completely are known before a row is written. */
export function refuseOverFull(
  { windows, isUnlimited }: Plan,
  hint = 'narrow the rows with --param, if the service knows a filter',
): void {
  const days = windows.filter(isOverFull).map(({ from, total }) => ({ date: from, total }));
  if (days.length > 0 && isUnlimited !== true) throw overFullError(days, hint);
}

/** A day with more rows than the service pages through. */
interface OverFull {
  readonly date: string;
  readonly total: number;
}

export function overFullError(days: readonly OverFull[], hint: string): CostctlError {
  return new CostctlError(
    'incomplete',
    `a day of more than ${windowLimit} rows cannot be read completely: ${nameOverFull(days)}`,
    { hint },
  );
}

/** Names each stretch of over-full days once, with the most rows of a day in it. */
export function nameOverFull(days: readonly OverFull[]): string {
  const names = joinDays(days.map(({ date }) => date)).map(({ from, to }) => {
    const totals = days.flatMap(({ date, total }) => (date >= from && date <= to ? [total] : []));
    const most = totals.reduce((most, total) => Math.max(most, total));
    const limit = totals.length === 1 ? `${most} rows` : `up to ${most} rows a day`;
    return `${describeRange({ from, to })} (${limit})`;
  });
  return nameFirst(names, 10);
}

/** Whether the window is an over-full day of which only the first rows were read. */
export function isTruncated(window: Window & { readonly read: number }): boolean {
  return isOverFull(window) && window.read < window.total;
}

export function isOverFull(window: Window): boolean {
  return window.total > windowLimit;
}

function isReadable(window: Window): boolean {
  return !isOverFull(window) || window.from === window.to;
}

/** Counts all parts: if they do not add up (perhaps without the last day), that shows before a row is read. */
async function splitCounted(whole: Window, askTotal: AskTotal): Promise<Window[]> {
  let { total } = whole;
  let sum = 0;
  for (let attempt = 0; attempt < attemptsAtSum; attempt++) {
    if (attempt > 0) total = await askTotal(whole, 1);
    const ranges = cutRange(whole, total);
    const parts = await askParts(ranges, (range) => askTotal(range, ranges.length));
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

/** Below the first cut the total of the last part follows from the others. Reading checks it. */
async function splitPart(part: Window, askTotal: AskTotal): Promise<Window[]> {
  const ranges = cutRange(part, part.total);
  const parts = await askParts(ranges.slice(0, -1), askTotal);
  const rest = part.total - sumOf(parts);
  if (rest < 0) throw partsDisagree(part, part.total, sumOf(parts));
  return [...parts, ...ranges.slice(-1).map((last) => ({ ...last, total: rest }))];
}

function askParts(ranges: readonly DayRange[], askTotal: AskTotal): Promise<Window[]> {
  return Promise.all(ranges.map(async (range) => ({ ...range, total: await askTotal(range) })));
}

/** Parts with as equal a number of days as possible: at least two, at most one per day. */
function cutRange(range: DayRange, total: number): DayRange[] {
  const days = countDays(range);
  const wanted = Math.ceil(total / (windowLimit * targetFill));
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

function partsDisagree(whole: DayRange, total: number, sum: number): CostctlError {
  return new CostctlError(
    'incomplete',
    `the rows of ${describeRange(whole)} do not add up: ${total} for the whole, ${sum} for its parts`,
    {
      hint: 'the data may be changing now, or the service may not count the last day: try again later',
      needsRestart: true,
    },
  );
}
