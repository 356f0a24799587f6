import { compareDecimals, type Decimal, formatDecimal, zero } from '../json/decimal.ts';
import { absolute, percentOf } from '../json/percent.ts';
import { count, type Figure, type Phrase, type Said, say } from '../phrase.ts';
import { isWhole, linkTo } from '../questions/explain-answers.ts';
import { type Pair, pairGroups, pairTotals, sortPairs } from '../questions/pair-groups.ts';
import { fieldOf, nameValue, type ResultRow } from '../questions/result-rows.ts';
import {
  type Bar,
  type Cell,
  type Headline,
  periodPhrase,
  type Table,
  type TableColumn,
  type Tone,
} from './report-document.ts';
import type { ReportFacts, UnitFacts } from './report-facts.ts';

export const empty: Cell = { kind: 'empty' };

export function money(amount: Decimal | string, currency: string | null): Figure {
  return { kind: 'money', value: textOf(amount), currency };
}

export function change(amount: Decimal | string, currency: string | null): Figure {
  return { kind: 'change', value: textOf(amount), currency };
}

export function percentChange(part: Decimal, whole: Decimal | undefined): Cell {
  const share = whole === undefined ? null : percentOf(part, absolute(whole));
  return share === null ? empty : { kind: 'percentChange', value: share };
}

export function percent(value: unknown): Cell {
  return typeof value === 'string' ? { kind: 'percent', value } : empty;
}

export function name(value: unknown): Cell {
  return typeof value === 'string' && value.trim() !== ''
    ? { kind: 'name', value: nameValue(value) }
    : { kind: 'text', value: '(none)' };
}

/** Shown instead of the names of this many rows. */
export function othersOf(rows: number): Cell {
  return text(say`${count(rows)} ${rows === 1 ? 'other' : 'others'}`);
}

/** A value of the service within a sentence. */
export function named(value: string): Figure {
  return { kind: 'name', value };
}

export function knownMoney(amount: unknown, currency: string | null): Cell {
  return amount === null ? text('unknown') : money(String(amount), currency);
}

export function numberOr(value: unknown, otherwise: string): Cell {
  return typeof value === 'string' ? { kind: 'number', value } : text(otherwise);
}

/** What a metric counts: its unit, or else its name. */
export function unitOf({ unit, name: own }: Pick<UnitFacts, 'name' | 'unit'>): string {
  return unit === '' ? own : unit;
}

export function text(value: Said): Cell {
  return { kind: 'text', value };
}

export function left(header: string): TableColumn {
  return { header: [header], align: 'left' };
}

export function right(header: string | Phrase): TableColumn {
  return { header: typeof header === 'string' ? [header] : header, align: 'right' };
}

/** Marks a column that a narrow screen has no room for. */
export function extra(column: TableColumn): TableColumn {
  return { ...column, isExtra: true };
}

/** A column: its heading, and what each row has there. */
type ColumnOf<Row> = readonly [heading: TableColumn, cellOf: (row: Row, place: number) => Cell];

/** Makes the columns and rows of a table from a description of each column, with a bar beside each row. */
export function tableOf<Row>(
  rows: readonly Row[],
  columns: readonly ColumnOf<Row>[],
  barOfRow: (row: Row, place: number) => Bar | undefined = () => undefined,
): Pick<Table, 'columns' | 'rows'> {
  return {
    columns: columns.map(([column]) => column),
    rows: rows.map((row, place) => ({
      cells: columns.map(([, cellOf]) => cellOf(row, place)),
      bar: barOfRow(row, place),
    })),
  };
}

export function groupColumn(column: string, facts: Named): ColumnOf<ResultRow> {
  return [left(heading(column, facts)), (row) => name(row[fieldOf(column)])];
}

export function isPositive(amount: Decimal): boolean {
  return compareDecimals(amount, zero) > 0;
}

/** For pictures only: they need no more digits than a double has. */
export function sizeOf(amount: Decimal | string): number {
  const size = Number(textOf(amount));
  return Number.isFinite(size) ? size : 0;
}

/** A bar from zero to a value, on a scale that has room for the smallest and the largest value. */
export function barOf(value: number, all: readonly number[], tone: Tone): Bar {
  const low = Math.min(0, ...all);
  const high = Math.max(0, ...all);
  const width = high - low;
  if (width === 0) return { parts: [] };
  const place = (one: number) => (one - low) / width;
  const [from, to] = [place(Math.min(0, value)), place(Math.max(0, value))];
  return { parts: [{ from, to, tone }], ...(low < 0 ? { mark: place(0) } : {}) };
}

/** The pieces of a bar from its start, each from the end of the one before. */
export function stackedParts(
  ...ends: readonly (readonly [to: number, tone: Tone])[]
): Bar['parts'] {
  return ends.map(([to, tone], place) => ({ from: ends[place - 1]?.[0] ?? 0, to, tone }));
}

function textOf(amount: Decimal | string): string {
  return typeof amount === 'string' ? amount : formatDecimal(amount);
}

export function currencyOf(row: ResultRow): string | null {
  const currency = row['currency'];
  return typeof currency === 'string' ? currency : null;
}

export function currenciesIn(rows: readonly ResultRow[]): (string | null)[] {
  return [...new Set(rows.map(currencyOf))];
}

export function inCurrency(currency: string | null): Phrase {
  return [{ kind: 'currency', currency }];
}

type Named = Pick<ReportFacts, 'original'>;

export function heading(column: string, facts: Named): string {
  const label = labelOf(column, facts);
  return label.charAt(0).toUpperCase() + label.slice(1);
}

/** What a column is called in headings: `tags.team` is `team`, `service.description` is `service description`. */
export function labelOf(column: string, { original }: Named): string {
  const words = column
    .replace(/^(tags|labels)\./i, '')
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/[._/]/g, ' ')
    .toLowerCase();
  return column === original ? `original ${words}` : words;
}

/** By currency: the cost, how it differs from the period before, and what caused the difference. */
export function composeHeadlines(facts: ReportFacts): Headline[] {
  return pairTotals(facts.whole.before, facts.whole.after, facts).map((pair) => ({
    total: money(pair.after ?? zero, pair.currency),
    direction: facts.isBaselineKnown ? directionOf(pair) : 'same',
    comparison: comparePhrase(pair, facts),
    reasons: facts.isBaselineKnown ? reasonsOf(pair, facts) : [],
    outlook: outlookOf(pair, facts),
  }));
}

function directionOf({ change: moved }: Pair): Headline['direction'] {
  if (moved.units === 0n) return 'same';
  return isPositive(moved) ? 'up' : 'down';
}

function comparePhrase(pair: Pair, { baseline, isBaselineKnown, areMonths }: ReportFacts): Phrase {
  const before = periodPhrase(baseline, areMonths);
  if (!isBaselineKnown) return ['There is no complete data of ', ...before, ' to compare with.'];
  if (pair.before === undefined) return ['There was no cost in ', ...before, '.'];
  if (pair.change.units === 0n) return ['The same as in ', ...before, '.'];
  const share = percentChange(pair.change, pair.before);
  const amount = change(pair.change, pair.currency);
  const size = share.kind === 'percentChange' ? [share, ' (', amount, ')'] : [amount];
  return [...size, ' compared with ', ...before];
}

/** The largest groups, up or down, each with what made up most of it; the other groups are added up. */
function reasonsOf({ currency }: Pair, { explained }: ReportFacts): Phrase[] {
  const answers = explained.find((one) => one.currency === currency)?.answers ?? [];
  return answers.map(({ name: group, amount, mostly }): Phrase => {
    const start = [named(group), ' ', change(amount, currency)];
    if (mostly === undefined) return start;
    if ('text' in mostly && isWhole(mostly.text)) return [...start, ` (${mostly.text})`];
    const place: Phrase =
      'day' in mostly
        ? ['on ', { kind: 'day', value: mostly.day }]
        : 'group' in mostly
          ? ['in ', named(mostly.group)]
          : [mostly.text];
    const link = `, ${linkTo(mostly.amount, amount)} `;
    return [...start, link, change(mostly.amount, currency), ' ', ...place];
  });
}

function outlookOf({ currency }: Pair, { outlook, caveats }: ReportFacts): Phrase | undefined {
  const row = outlook?.rows.find((one) => one['currency'] === currency);
  if (outlook === undefined || row === undefined) return undefined;
  const expected = money(String(row['expected']), currency);
  const isFaulty = caveats.some((one) => one.section === 'outlook' && one.isFaulty === true);
  const end = isFaulty ? ', worked out from incomplete data.' : '.';
  return [...periodPhrase(outlook.month, true), ' is expected to cost ', expected, end];
}

/** The value of the second column that makes up most of a change. */
export function behind(pair: Pair, facts: ReportFacts): Pair | undefined {
  const { pairs, parts } = facts;
  if (pairs === undefined || parts.length < 2) return undefined;
  const own = (groups: typeof pairs.before) =>
    groups.filter(
      ({ values, currency }) => values[0] === pair.values[0] && currency === pair.currency,
    );
  const [largest] = sortPairs(pairGroups(own(pairs.before), own(pairs.after), facts), 'change');
  if (largest === undefined) return undefined;
  // Less than half of it explains nothing.
  const twice = { units: largest.change.units * 2n, scale: largest.change.scale };
  const isMost = isPositive(pair.change)
    ? compareDecimals(twice, pair.change) >= 0
    : compareDecimals(twice, pair.change) <= 0;
  return isMost ? largest : undefined;
}

export function nameOf(value: string | null): Phrase[number] {
  const cell = name(value);
  return cell.kind === 'name' ? cell : '(none)';
}
