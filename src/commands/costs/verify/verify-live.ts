import { type DayRange, describeRange } from '../../../days.ts';
import type { RowPage } from '../../../json/bulk/rows.ts';
import {
  type Check,
  checkContent,
  checkRows,
  checkSums,
  compare,
} from '../../../reports/checks.ts';
import { createDayFingerprints } from '../../../rows/day-fingerprints.ts';
import { readRange } from '../../../rows/read.ts';
import { contentOf, type Receipt } from '../../../rows/receipt.ts';
import { createTally, type Tally } from '../../../rows/tally.ts';
import { createFilter } from '../../../rows/where.ts';
import { parseCondition } from '../../../rows/where-language.ts';
import { isTruncated, type Window } from '../../../rows/windows.ts';
import type { Session } from '../../../session.ts';
import { openSource } from '../options.ts';
import { requireSameAddress } from '../write-receipt.ts';

/** Reads the days of a receipt again, and compares them with it. */
export async function checkLive(session: Session, receipt: Receipt): Promise<Check[]> {
  requireSameAddress(session, receipt);
  const range = { from: receipt.from, to: receipt.to };
  const { rows, groups, days, cut } = await readAgain(session, receipt, range);
  const all = [...checkCut(receipt, cut), checkRows(range, receipt.rows, rows)];
  const sums = groups === undefined ? [] : checkSums(receipt, groups);
  const content = contentOf(receipt);
  if (content === undefined) return [...sums, ...all];
  const moved = new Set(
    sums
      .filter(({ result }) => result === 'differs')
      .map(({ subject }) => subject.split(' ')[0] ?? ''),
  );
  return [...sums, ...checkContent(content, days, (day) => moved.has(day)), ...all];
}

/** A day that now has too many rows to be read: what was read of it may be the same all the same. */
function checkCut(receipt: Receipt, cut: readonly Window[]): Check[] {
  const known = new Set(receipt.truncated.map(({ date }) => date));
  const held = new Map(contentOf(receipt)?.map(({ date, rows }) => [date, String(rows)]));
  return cut
    .filter(({ from }) => !known.has(from))
    .map(({ from, total }) => compare(from, 'rows', held.get(from) ?? null, String(total)));
}

async function readAgain(session: Session, receipt: Receipt, range: DayRange) {
  const tally = createTallyFor(receipt);
  const hasContent = contentOf(receipt) !== undefined && receipt.dateColumn !== null;
  const content = hasContent ? createDayFingerprints(receipt.dateColumn ?? '') : undefined;
  const cut: Window[] = [];
  let rows = 0;
  session.progress.start(`reading ${describeRange(range)} again`);
  await readRange(range, {
    source: openSource(session, receipt.parameters),
    filter: createFilter(
      receipt.where.map((condition) =>
        parseCondition(condition, '--where', receipt.currencyColumn ?? undefined),
      ),
    ),
    truncate: true,
    steps: [
      ...(tally === undefined ? [] : [{ ...tally, add: (found: RowPage) => tally.add(found) }]),
      ...(content === undefined ? [] : [content]),
    ],
    onWindow: (window) => {
      rows += window.rows;
      if (isTruncated(window)) cut.push(window);
    },
  });
  session.progress.stop();
  // There are no groups if the receipt has no sums to compare with.
  return { rows, groups: tally?.groups(), days: content?.take() ?? [], cut };
}

function createTallyFor({ windows, ...columns }: Receipt): Tally | undefined {
  const { dateColumn: date, amountColumn: amount, currencyColumn } = columns;
  const hasSums = windows.every((window) => window.sums !== undefined);
  if (!hasSums || date === null || amount === null) return undefined;
  const named = { date, amount, currency: currencyColumn ?? undefined };
  return createTally({ columns: named, by: [], byDay: true });
}
