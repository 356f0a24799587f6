import { readFileRows } from '../../../formats/file-rows.ts';
import type { Receipt } from '../../../rows/receipt.ts';
import { createTally } from '../../../rows/tally.ts';
import type { Session } from '../../../session.ts';
import { trackPace } from '../row-progress.ts';

/**
 * Adds up the rows of files as a whole and, in `added`, by each of `all`, if the rows have its columns. Undefined
 * if a row has no day or amount, or no row has a currency, in the columns that the receipt names.
 */
export async function sumFiles(
  { context, progress }: Session,
  { dateColumn, amountColumn, currencyColumn, rows: total }: Receipt,
  paths: readonly string[],
  all: readonly (readonly string[])[],
) {
  if (dateColumn === null || amountColumn === null) return undefined;
  const columns = { date: dateColumn, amount: amountColumn, currency: currencyColumn ?? undefined };
  const tallies = [[], ...all].map((by) => {
    return { by, tally: createTally({ columns, by, byDay: true }) };
  });
  const pace = trackPace(context.clock, () => undefined);
  const options = {
    numbersIn: (column: string) => (column === amountColumn ? ('amounts' as const) : undefined),
    dayOf: () => undefined,
    nullTexts: new Set<string>(),
    constants: new Map<string, string>(),
    onColumns: () => undefined,
  };
  progress.start(`reading ${total} rows`);
  pace.begin(total);
  try {
    for (const path of paths) {
      await readFileRows(path, options, async (page) => {
        context.signal.throwIfAborted();
        for (const { tally } of tallies) tally.add(page);
        progress.update(...pace.add(page.count));
      });
    }
  } finally {
    progress.stop();
  }
  const [first, ...others] = tallies.map(({ by, tally }) => {
    tally.commit();
    return { by, groups: tally.groups(), missing: tally.missing() };
  });
  if (first === undefined) return undefined;
  // Without a header, the first row is read as names, and may be the only one.
  if (first.groups.length === 0) return total === 0 ? { groups: [], added: [] } : undefined;
  const isWhole = first.groups.every(({ faults }) => faults === 0);
  return isWhole && first.missing.length === 0
    ? { groups: first.groups, added: others.filter(({ missing }) => missing.length === 0) }
    : undefined;
}
