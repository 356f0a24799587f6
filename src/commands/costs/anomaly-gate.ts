import { type DayRange, isEmpty } from '../../days.ts';
import { CostctlError } from '../../errors.ts';
import type { CheckResult } from '../../output/check-report.ts';
import {
  fieldOf,
  nameGroup,
  nameValue,
  type ResultRow,
  withCurrency,
} from '../../questions/result-rows.ts';
import type { Group } from '../../rows/tally.ts';
import type { Session } from '../../session.ts';
import type { Analysis } from './analysis.ts';
import { judgeGroups } from './group-faults.ts';
import { incompleteData, notJudged } from './incomplete-data.ts';

/** Which days are anomalies whatever data is missing, what is missing, and which groups lack nothing. */
export function judgeDays(
  analysis: Analysis,
  rows: readonly ResultRow[],
  { by, range }: { readonly by: readonly string[]; readonly range: DayRange },
) {
  const unknown = rows.filter(({ state }) => state === 'unknown');
  const found = rows.filter(({ state }) => state !== 'unknown');
  // Rows that are not there make a day too low, never too high. Those to come do so on their own days.
  const doubtOf = (row: ResultRow) => {
    const [values, day] = [valuesOf(row, by), String(row['day'])];
    if (!lowStates.has(row['state'])) return { values, lacking: [], late: [] };
    return { values, lacking: [range], late: [{ from: day, to: day }] };
  };
  const { faults, isOpen } = judgeGroups(analysis, by, found.map(doubtOf));
  const certain = found.filter((row) => !isOpen(doubtOf(row)));
  const isWhole = (values: readonly unknown[]) => !isOpen({ values, lacking: [range], late: [] });
  return { unknown, certain, faults, isWhole };
}

type Judged = ReturnType<typeof judgeDays>;

function valuesOf(row: ResultRow, by: readonly string[]) {
  return by.map((column) => row[fieldOf(column)]);
}

/** A reported day as a case of a check. */
export function describeFound(
  row: ResultRow,
  { certain, unknown }: Judged,
  by: readonly string[],
  isCheck: boolean,
): CheckResult {
  const isCertain = certain.includes(row);
  const isOpen = isCheck && !isCertain && !unknown.includes(row);
  return {
    name: nameCase([nameOf(row, by)], row['currency']),
    state: isCheck && isCertain ? 'failed' : 'skipped',
    message: `${describeCost(row)}${isOpen ? notJudged : ''}`,
  };
}

/** Fails a check that found an anomaly, or that could not judge every day. */
export function refuse(
  session: Session,
  range: DayRange,
  by: readonly string[],
  { certain, faults, unknown }: Judged,
): void {
  if (isEmpty(range)) {
    throw new CostctlError('incomplete', 'no day of the period is complete yet: none was judged', {
      hint: 'choose earlier days, or give --include-unsettled',
    });
  }
  const [first] = certain;
  if (first !== undefined) {
    const count = certain.length === 1 ? 'one anomaly' : `${certain.length} anomalies`;
    throw new CostctlError(
      'check_failed',
      `${count}: ${nameOf(first, by)} cost ${describeCost(first)}`,
    );
  }
  if (faults.length > 0) throw incompleteData(session, faults, [range]);
  if (unknown.length === 0) return;
  const groups = unknown.length === 1 ? 'one group has' : `${unknown.length} groups have`;
  throw new CostctlError(
    'incomplete',
    `${groups} fewer than 28 days of history and could not be judged`,
    { hint: 'repeat the check when there is more history, or narrow it with --where' },
  );
}

const lowStates = new Set<unknown>(['low', 'gone']);

function nameOf(row: ResultRow, by: readonly string[]): string {
  return [row['day'], ...nameGroup(row, by)].join(' ');
}

function nameCase(values: readonly unknown[], currency: unknown): string {
  const names = values.length === 0 ? ['the total'] : values.map(nameValue);
  return [...names, ...(typeof currency === 'string' ? [currency] : [])].join(' ');
}

/** Every group that was judged and of which no day is reported. */
export function describeQuiet(
  groups: readonly Group[],
  rows: readonly ResultRow[],
  by: readonly string[],
  {
    isCertain,
    why,
  }: { readonly isCertain: (values: Group['values']) => boolean; readonly why: string },
): CheckResult[] {
  const keyOf = (...values: readonly unknown[]) => JSON.stringify(values);
  const reported = new Set(rows.map((row) => keyOf(row['currency'], ...valuesOf(row, by))));
  const judged = new Map(groups.map((one) => [keyOf(one.currency, ...one.values), one]));
  return [...judged]
    .filter(([key]) => !reported.has(key))
    .map(([, { values, currency }]) => {
      const name = nameCase(values, currency);
      return isCertain(values)
        ? { name, state: 'passed', message: why }
        : { name, state: 'skipped', message: `${why}${notJudged}` };
    });
}

/** In a message, an amount is for reading; the rows have all its digits. */
function describeCost(row: ResultRow): string {
  const actual = withCurrency(row, 'actual');
  return typeof row['expected'] === 'string'
    ? `${actual} instead of ${withCurrency(row, 'expected')}`
    : `${actual} instead of an unknown amount`;
}
