import { type Fields, viewOf } from '../../../declaration/result.ts';
import { CostctlError } from '../../../errors.ts';
import { describeLongNumbers, largestPrecision } from '../../../formats/parquet/types.ts';
import {
  addDecimals,
  type Decimal,
  formatDecimal,
  formatMoney,
  groupDigits,
  parseDecimal,
  zero,
} from '../../../json/decimal.ts';
import { type Change, hasMoved } from '../../../mirror/changes.ts';
import { repairHint } from '../../../mirror/lost-files.ts';
import { type Manifest, type MirrorFile, toTableColumn } from '../../../mirror/manifest.ts';
import type { CheckResult } from '../../../output/check-report.ts';
import type { View } from '../../../output/view.ts';
import { unitOf } from '../../../rows/currency-and-day.ts';
import { contentChanged } from '../../../rows/day-fingerprints.ts';
import { didYouMean } from '../../../suggest.ts';
import { escapeForTerminal, nameFirst, pluralize, quote } from '../../../text.ts';
import { money } from '../figure-view.ts';

export const fields: Fields = {
  day: ['day', { importance: 'answer' }],
  currency: ['text or null', { importance: 'answer' }],
  rowsBefore: ['count', { header: 'rows before', kind: 'number' }],
  rowsAfter: ['count', { header: 'rows after', kind: 'number' }],
  sumBefore: ['decimal or null', { header: 'sum before', kind: 'money', currency: 'currency' }],
  sumAfter: ['decimal or null', { header: 'sum after', ...money }],
};

export const view: View<Change> = viewOf(fields);

/** What a run without changes may say: it claims no more than was compared. */
export function describeNothing(counted: number, hasLost: boolean): string {
  const what = hasLost ? 'Nothing else has changed' : 'Nothing has changed';
  return counted === 0
    ? `${what} since the last run.`
    : `${what} since the last run; of ${pluralize(counted, 'older partition')} only the rows were counted (--deep compares all).`;
}

export function describeChange(change: Change): CheckResult {
  const { day, currency, rowsBefore, rowsAfter, sumBefore, sumAfter } = change;
  const amount = (sum: string | null) => (sum === null ? 'no sum' : formatMoney(sum, currency));
  const message = hasMoved(change)
    ? `${pluralize(rowsBefore, 'row')}, ${amount(sumBefore)} before; ${pluralize(rowsAfter, 'row')}, ${amount(sumAfter)} now`
    : contentChanged;
  return { name: currency === null ? day : `${day} ${currency}`, state: 'failed', message };
}

/** A day over the limit of the service was not compared: a report that left it out would pass. */
export function describeUnread({ date, total }: Manifest['truncated'][number]): CheckResult {
  const message = `${groupDigits(String(total))} rows are more than the service lets anyone read`;
  return { name: date, state: 'error', message };
}

/** A file whose rows are lost: even if nothing has changed, the mirror does not have them. */
export function describeLost({ path }: MirrorFile): CheckResult {
  return { name: path, state: 'failed', message: notWhole };
}

const notWhole = 'missing, or not as the manifest says';

export function nameLost(lost: readonly MirrorFile[]): string {
  const paths = lost.map(({ path }) => path);
  return `files that are ${notWhole}: ${nameFirst(paths, 10)}`;
}

export function lostFiles(dir: string, lost: readonly MirrorFile[]): CostctlError {
  return new CostctlError('check_failed', `the mirror ${dir} has ${nameLost(lost)}`, {
    hint: repairHint(dir),
  });
}

/** Said when the column of amounts becomes text, since some of them came as text: a sum in SQL needs a cast. */
function describeTextAmounts(before: Manifest, now: Manifest): string | undefined {
  const { days, query } = now;
  const isAmount = ({ name }: { readonly name: string }) => name === query.amountColumn;
  const amount = now.columns.find(isAmount);
  const isNew = before.columns.find(isAmount)?.type !== 'text';
  if (amount?.type !== 'text' || !isNew || !amount.kinds.includes('text')) return undefined;
  const { name } = amount;
  if (query.types[name] !== undefined) return undefined;
  const what = `${name} is text, since some of its amounts came as text`;
  // Without a sum, one of them is not a number.
  const scales = days.flatMap(({ sums }) =>
    sums.map(({ sum }) => parseDecimal(sum ?? '')?.scale ?? Number.POSITIVE_INFINITY),
  );
  const places = scales.reduce((most, scale) => Math.max(most, scale), amount.places);
  if (places > largestPrecision) return what;
  const type = `decimal(${largestPrecision},${places})`;
  return `${what}: a sum in SQL needs a cast to ${type}, or a new mirror with --types ${quote(`${name}=${type}`)}`;
}

export function describeColumns(
  before: Manifest,
  now: Manifest,
  { check, isChanged }: { readonly check: boolean; readonly isChanged: boolean },
): string[] {
  const { columns, query } = now;
  const own = columns.filter(({ name }) => query.types[name] === undefined).map(toTableColumn);
  const texts = check ? undefined : describeTextAmounts(before, now);
  const names = columns.map(({ name }) => name);
  // A later row may have it.
  const unused = Object.keys(query.types).filter((one) => !names.includes(one));
  return [
    ...(check || !isChanged ? [] : describeLongNumbers(own)),
    ...(texts === undefined ? [] : [texts]),
    ...unused.map(
      (name) => `--types: no row has the column '${name}' so far${didYouMean(name, names)}`,
    ),
  ];
}

/** `31 days from 2026-10-01 to 2026-10-31, 5,179 rows, 8,283.81 EUR, 43,641.73 USD` */
export function describeNew(changes: readonly Change[], hasSums: boolean): string {
  const days = daysOf(changes);
  const range = { from: days[0] ?? '', to: days.at(-1) ?? '' };
  const sums = new Map<string | null, Decimal>();
  for (const { currency, sumAfter } of changes) {
    const sum = parseDecimal(sumAfter ?? '0') ?? zero;
    sums.set(currency, addDecimals(sums.get(currency) ?? zero, sum));
  }
  const unsummed = daysOf(changes.filter(({ sumAfter }) => sumAfter === null));
  const rows = changes.reduce((total, { rowsAfter }) => total + rowsAfter, 0);
  const amounts = [...sums].map(([currency, total]) => {
    const amount = formatMoney(formatDecimal(total), currency);
    return `${amount} ${unitOf(currency, [...sums])}`.trimEnd();
  });
  const figures =
    unsummed.length === 0
      ? amounts
      : [...amounts, `not counting ${nameFirst(unsummed, 10)}, where not every amount is a number`];
  return [
    days.length === 0
      ? 'no day has rows'
      : days.length === 1
        ? `1 day, ${range.from}`
        : `${pluralize(days.length, 'day')} from ${range.from} to ${range.to}`,
    `${groupDigits(String(rows))} ${rows === 1 ? 'row' : 'rows'}`,
    ...(hasSums ? figures : ['no column of amounts, so no sum (--amount-column)']),
  ]
    .map(escapeForTerminal)
    .join(', ');
}

export function daysOf(changes: readonly Change[]): readonly string[] {
  return [...new Set(changes.map(({ day }) => day))];
}

export function changed(dir: string, changes: readonly Change[]): CostctlError {
  const days = daysOf(changes);
  return new CostctlError(
    'check_failed',
    `${pluralize(days.length, 'day')} changed since the last run: ${nameFirst(days, 10)}`,
    { hint: `costctl costs mirror ${quote(dir)} applies the changes to the mirror` },
  );
}
