import { type DayRange, shortRangeName } from '../../../days.ts';
import { type Fields, record } from '../../../declaration/result.ts';
import { CostctlError } from '../../../errors.ts';
import {
  formatJudged,
  formatLimit,
  formatPercent,
  groupDigits,
  isWholeMoney,
} from '../../../json/decimal.ts';
import type { CheckResult } from '../../../output/check-report.ts';
import type { Column, View } from '../../../output/view.ts';
import {
  fieldOf,
  type Grouping,
  nameGroup,
  type ResultRow,
} from '../../../questions/result-rows.ts';
import type { About } from '../../../rows/about.ts';
import { nameFirst } from '../../../text.ts';
import { changePercent, columnsIf, currencyColumns, groupColumns, money } from '../figure-view.ts';
import { notJudged } from '../incomplete-data.ts';

const figures: Fields = {
  problem: 'text or null',
  period: 'text',
  baseline: 'text or null',
  currency: 'text or null',
  total: 'decimal or null',
  limit: 'decimal or null',
  before: 'decimal or null',
  change: 'decimal or null',
  changePercent: 'decimal or null',
};

export const limitRow = record({
  check: { enum: ['max-total', 'max-unit', 'max-increase', 'max-decrease', 'rows'] },
  result: {
    enum: [
      'passed',
      'not exceeded',
      'exceeded',
      'no rows',
      'unmet',
      'stalled',
      'gap',
      'partial',
      'late',
      'unfinished',
      'no value',
    ],
  },
  state: { enum: ['passed', 'failed', 'unjudged', 'error'] },
  ...figures,
  'unitCost?': 'decimal or null',
  'average?': 'decimal',
});

export function failed(rows: readonly ResultRow[], by: readonly string[]): CostctlError {
  const atFault = rows.filter(({ state }) => state === 'failed' || state === 'error');
  const named = atFault.map((row) => describeFailure(row, by));
  const compared = atFault.find(isChange);
  const what = `the check failed: ${nameFirst(named, 5, '; ')}`;
  return new CostctlError(
    'check_failed',
    what + (compared === undefined ? '' : comparison(compared)),
  );
}

export function describeRow(row: ResultRow, by: readonly string[]): CheckResult {
  const name = `${row['check']} of ${nameOf(row, by)}`;
  const isOpen = row['state'] === 'unjudged';
  const open = isOpen ? notJudged : '';
  if (row['result'] === 'exceeded') {
    const compared = isChange(row) ? comparison(row) : '';
    const message = `${describeFailure(row, by)}${compared}${open}`;
    return { name, state: isOpen ? 'skipped' : 'failed', message };
  }
  const unit = unitText(row);
  if (row['result'] === 'no rows') {
    const [blank, figure] =
      row['total'] === null ? ['period', ' is'] : ['baseline', ` is ${figureText(row)}${unit};`];
    const message = `${subjectOf(row, by)}${figure} not judged, because ${row[blank]} has no rows`;
    return { name, state: 'skipped', message };
  }
  const limit = isChange(row)
    ? `; it may ${row['check'] === 'max-decrease' ? 'fall' : 'rise'} by up to ${limitText(row)} %`
    : `, within the limit of ${limitText(row)}${unit}`;
  const figure = `${figureText(row)}${unit}`;
  const message = `${subjectOf(row, by)} ${changeText(row) ?? 'is'} ${figure}${limit}${open}`;
  return { name, state: isOpen ? 'skipped' : 'passed', message };
}

function nameOf(row: ResultRow, by: readonly string[]): string {
  return by.length === 0 ? 'the total' : nameGroup(row, by).join(', ');
}

function describeFailure(row: ResultRow, by: readonly string[]): string {
  if (row['check'] === 'rows') return String(row['problem']);
  const subject = subjectOf(row, by);
  const unit = unitText(row);
  if (!isChange(row)) {
    return `${subject} is ${figureText(row)}${unit}, over the limit of ${limitText(row)}${unit}`;
  }
  const percent = row['changePercent'];
  const rise =
    percent === null
      ? `from ${row['before'] === null ? 'a period without rows' : 'nothing'}`
      : `by ${formatPercent(String(percent).replace(/^-/, ''))} %, over ${row['limit']} %,`;
  const verb = row['check'] === 'max-decrease' ? 'fell' : 'rose';
  return `${subject} ${verb} ${rise} to ${figureText(row)}${unit}`;
}

function subjectOf(row: ResultRow, by: readonly string[]): string {
  const name = nameOf(row, by);
  return row['check'] === 'max-unit' ? `the unit cost of ${name}` : name;
}

function figureText(row: ResultRow): string {
  return typeof row['unitCost'] === 'string' ? groupDigits(row['unitCost']) : amountText(row);
}

/** The words before the amount in a check that judges a change: `rose by 5 % to`. */
function changeText(row: ResultRow): string | undefined {
  const percent = row['changePercent'];
  if (!isChange(row) || typeof percent !== 'string') return undefined;
  if (!/[1-9]/.test(percent)) return 'is still';
  const verb = percent.startsWith('-') ? 'fell' : 'rose';
  return `${verb} by ${formatPercent(percent.replace(/^-/, ''))} % to`;
}

function comparison({ baseline }: ResultRow): string {
  return ` (compared with ${baseline})`;
}

/** A limit as a table shows it: only the decimals of an amount depend on the currency. */
function limitText({ check, currency, limit }: ResultRow): string {
  const text = String(limit);
  return check === 'max-total' ? formatLimit(text, textOrNull(currency)) : groupDigits(text);
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

function amountText(row: ResultRow): string {
  const { total, currency, check, limit } = row;
  const judgedBy = String(limitOfTotal({ check, limit }));
  return formatJudged(String(row['average'] ?? total), textOrNull(currency), judgedBy);
}

/** The unit of a figure, after a space: `USD`, and `USD a day` for daily averages. */
function unitText(row: ResultRow): string {
  const unit = row['currency'] === null ? '' : ` ${row['currency']}`;
  return row['average'] === undefined ? unit : `${unit} a day`;
}

/** The limit of a total: other checks judge a change or a quotient. */
function limitOfTotal({ check, limit }: ResultRow): unknown {
  return check === 'max-total' ? limit : '';
}

function isChange({ check }: ResultRow): boolean {
  return check === 'max-increase' || check === 'max-decrease';
}

/** A percentage, an amount of money, or the cost of one unit. */
function limitColumn(rows: readonly ResultRow[]): Column<unknown> {
  const isAllPercent = rows.filter(({ check }) => check !== 'rows').every(isChange);
  return {
    path: 'limit',
    header: isAllPercent ? 'limit %' : 'limit',
    ...money,
    isPercent: (row) => !isAllPercent && isChange(row),
    isNumber: ({ check, limit, currency }) =>
      check !== 'max-total' || !isWholeMoney(String(limit), textOrNull(currency)),
    moves: true,
  };
}

/** What the rows judge: daily averages, totals, which beside averages would be taken for one, or both. */
function amountsIn(rows: readonly ResultRow[]) {
  return {
    hasAverage: rows.some(({ average }) => average !== undefined),
    hasTotal: rows.some(({ average, total }) => average === undefined && total !== null),
  };
}

/** Whether all amounts are daily averages or, beside totals, only those of changes. */
export function describePerDay(rows: readonly ResultRow[]): Pick<About, 'perDay' | 'question'> {
  const { hasAverage, hasTotal } = amountsIn(rows);
  if (!hasAverage) return {};
  return hasTotal ? { question: ['changes are of daily averages'] } : { perDay: true };
}

export function viewOf(
  grouping: Grouping,
  rows: readonly ResultRow[],
  baseline: DayRange | undefined,
): View<ResultRow> {
  const hasIncrease = rows.some(({ change }) => typeof change === 'string');
  const hasUnit = rows.some(({ unitCost }) => typeof unitCost === 'string');
  const isAmount = rows.some((row) => row['check'] !== 'rows');
  const isAtFault = rows.some((row) => row['check'] === 'rows');
  const { hasAverage, hasTotal } = amountsIn(rows);
  const header = baseline === undefined ? {} : { header: shortRangeName(baseline) };
  const quotient = { kind: 'number', importance: 'answer' } as const;
  return {
    columns: [
      { path: 'check', importance: 'answer' },
      { path: 'result', kind: 'state', importance: 'answer' },
      ...columnsIf(isAtFault, { path: 'state', kind: 'state', importance: 'answer' }),
      ...columnsIf(isAmount, ...groupColumns(grouping)),
      { path: 'period', importance: 'extra' },
      ...columnsIf(hasIncrease, { path: 'baseline', whole: 'always', importance: 'extra' }),
      // All limits have one currency; only a row about missing data has none.
      ...currencyColumns(rows).map((column) => ({ ...column, none: '' })),
      ...columnsIf(isAmount && (hasTotal || !hasAverage), {
        path: 'total',
        ...money,
        limit: limitOfTotal,
      }),
      ...columnsIf(hasAverage, { path: 'average', header: 'a day', ...money }),
      ...columnsIf(isAmount && hasUnit, { path: 'unitCost', header: 'unit cost', ...quotient }),
      ...columnsIf(isAmount, limitColumn(rows)),
      ...columnsIf(
        hasIncrease,
        { path: 'before', ...header, ...money, importance: 'normal' },
        { path: 'change', ...money, signed: true, importance: 'normal' },
        { path: 'changePercent', ...changePercent, importance: 'answer' },
      ),
      ...columnsIf(isAtFault, { path: 'problem', importance: 'normal' }),
    ],
    fields: ['check', 'result', 'state', ...grouping.by.map(fieldOf), ...Object.keys(figures)],
  };
}
