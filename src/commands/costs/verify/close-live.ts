import { join } from 'node:path';
import { analyze } from '../../../questions/analyze.ts';
import { convertGroups, type FindRate } from '../../../questions/convert-currency.ts';
import { checkContent, checkRestated, movedDays, type Restated } from '../../../reports/checks.ts';
import { comparableDays, createDayFingerprints } from '../../../rows/day-fingerprints.ts';
import { namedColumns } from '../../../rows/detect-columns.ts';
import { type CloseManifest, ratesName, receiptName } from '../../../rows/manifest-file.ts';
import { type Receipt, sumsOf } from '../../../rows/receipt.ts';
import type { Group } from '../../../rows/tally.ts';
import { parseCondition } from '../../../rows/where-language.ts';
import { mergeSums } from '../../../rows/window-sums.ts';
import type { Session } from '../../../session.ts';
import { quote } from '../../../text.ts';
import { askRate, chooseConversion } from '../conversion.ts';
import { openSource } from '../options.ts';
import { createRowProgress } from '../row-progress.ts';
import { requireSameAddress } from '../write-receipt.ts';

/** Reads a closed month again, and compares each of its amounts. Amounts are converted at the rates of the pack. */
export async function readRestated(
  session: Session,
  folder: string,
  manifest: CloseManifest,
  receipt: Receipt,
): Promise<Restated & { readonly moved: ReadonlySet<string> }> {
  requireSameAddress(session, manifest, 'close pack');
  const { by, convertTo, rateDate } = manifest;
  const period = { from: manifest.from, to: manifest.to };
  const before = comparableDays(manifest.days);
  const content =
    before === undefined || manifest.dateColumn === null
      ? undefined
      : createDayFingerprints(manifest.dateColumn);
  const question = {
    ranges: [period],
    given: { ...namedColumns(manifest), currency: manifest.currencyColumn ?? 'none' },
    conditions: manifest.where.map((condition) =>
      parseCondition(condition, '--where', manifest.currencyColumn ?? undefined),
    ),
    by,
    byDay: convertTo !== null && rateDate === null,
    withSums: true,
    needsDate: true,
    observe: content,
  };
  const source = openSource(session, manifest.parameters);
  const { periods } = await analyze(source, question, createRowProgress(session));
  const groups = periods.flatMap((one) => one.groups);
  const days = content?.take() ?? [];
  const moved = movedDays(
    sumsOf(receipt),
    mergeSums(periods.flatMap(({ windows }) => windows.flatMap(({ window }) => window.sums ?? []))),
  );
  const withContent = (now: readonly Group[]) => {
    const restated = checkRestated(manifest, now);
    // A day whose sums have changed is among these amounts, and its content is not compared. But it is if the
    // changes cancel each other out, or if the day has no row left.
    const isThere = new Set(days.map(({ date }) => date));
    const isKnown = (day: string) =>
      restated.checks.length > 0 && moved.has(day) && isThere.has(day);
    const content = checkContent(before ?? [], days, isKnown);
    const changed = content.filter(({ result }) => result === 'differs');
    return { ...restated, moved, checks: [...restated.checks, ...changed] };
  };
  if (convertTo === null) return withContent(groups);
  const conversion = await chooseConversion(session, {
    convertTo,
    rateDate: rateDate ?? undefined,
    rateMethod: manifest.rateMethod,
    rates: join(folder, ratesName),
  });
  if (conversion === undefined) return withContent(groups);
  // A day without this currency when the month was closed has no rate in the pack: the service is asked.
  const find: FindRate = async (base, target, date) =>
    (await conversion.find(base, target, date)) ?? askRate(session, base, target, date);
  const words = `costs verify ${quote(join(folder, receiptName))} --live`;
  const unconverted = `${session.lineToType({}, { words, options: {} })} compares the rows in their own currencies`;
  const converted = await convertGroups(groups, { ...conversion, find, ifMissing: unconverted });
  return withContent(converted.groups);
}
