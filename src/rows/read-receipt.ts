import { addDays, describeRange } from '../days.ts';
import { CostctlError } from '../errors.ts';
import { readTextFile } from '../storage/read-input.ts';
import { pluralize } from '../text.ts';
import { parseFile } from './manifest-file.ts';
import { Receipt, total } from './receipt.ts';

type Counted = { readonly date: string; readonly rows: number };

export async function readReceipt(path: string): Promise<Receipt> {
  const receipt = parseFile(
    await readTextFile(path),
    Receipt,
    `${path} is not a receipt of costs`,
    'a receipt is what --receipt FILE of a costs action wrote; it comes first: costctl costs verify RECEIPT FILE',
  );
  const contradiction = findContradiction(receipt);
  if (contradiction === undefined) return receipt;
  throw new CostctlError(
    'invalid_data',
    `${path} was changed after it was written: ${contradiction}`,
  );
}

/** Two numbers that disagree, if any: a receipt states most numbers several times, and an edited one seldom agrees. */
function findContradiction(receipt: Receipt): string | undefined {
  const { windows, truncated, complete } = receipt;
  for (const key of ['rows', 'read', 'total'] as const) {
    const sum = total(windows.map((window) => window[key]));
    if (sum !== receipt[key]) return `${key} is ${receipt[key]}, and the windows have ${sum}`;
  }
  if (complete !== (truncated.length === 0)) {
    return `complete is ${complete}, and truncated names ${pluralize(truncated.length, 'day')}`;
  }
  if (windows.length > 0 && receipt.from > receipt.to) return `to is before ${receipt.from}`;
  const hasColumns = receipt.dateColumn !== null && receipt.amountColumn !== null;
  for (const window of windows) {
    const name = `the window from ${window.from} to ${window.to}`;
    if (window.from > window.to) return `${name} ends before it begins`;
    if (!hasColumns && (window.sums ?? []).length > 0) {
      return `${name} has sums, and no column of days and of amounts is named`;
    }
    const problem = findInWindow(window);
    if (problem !== undefined) return `${name} has ${problem}`;
  }
  return windows.length === 0 || isWhole(receipt)
    ? undefined
    : `the windows do not have each day of ${describeRange(receipt)} once`;
}

/** Whether the windows follow each other from the first day to the last: a receipt of more days claims too much. */
function isWhole({ windows, from, to }: Receipt): boolean {
  const ordered = windows.toSorted((one, other) => (one.from < other.from ? -1 : 1));
  const next = ordered.map((window) => addDays(window.to, 1));
  return (
    ordered.every((window, place) => window.from === (next[place - 1] ?? from)) &&
    next.at(-1) === addDays(to, 1)
  );
}

function findInWindow({ rows, read, sums, days }: Receipt['windows'][number]): string | undefined {
  if (rows > read) return `${rows} rows of ${read} that were read`;
  for (const [name, counted] of Object.entries({ sums, days })) {
    const sum = total((counted ?? []).map((one) => one.rows));
    if (counted !== undefined && sum !== rows) return `${rows} rows, and its ${name} have ${sum}`;
  }
  if (sums === undefined || days === undefined) return undefined;
  const [bySum, byDay] = [rowsByDay(sums), rowsByDay(days)];
  const moved = [...byDay.keys()].find((date) => byDay.get(date) !== bySum.get(date));
  return moved === undefined
    ? undefined
    : `other rows of ${moved || 'no day'} in its sums and days`;
}

function rowsByDay(counted: readonly Counted[]): Map<string, number> {
  const days = new Map<string, number>();
  for (const { date, rows } of counted) days.set(date, (days.get(date) ?? 0) + rows);
  return days;
}
