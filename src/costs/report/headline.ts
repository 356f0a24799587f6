import { compareDecimals, zero } from '../../json/decimal.ts';
import { type Pair, pairGroups, pairTotals, sortPairs } from '../analysis/compare-periods.ts';
import { change, isPositive, money, name, percentChange } from './figures.ts';
import { type Headline, type Phrase, periodPhrase } from './report-document.ts';
import type { ReportFacts } from './report-facts.ts';

/** Reasons that a headline names. */
const mostReasons = 3;

/** For each currency: what the period cost, how that differs from the one before, and what did it. */
export function composeHeadlines(facts: ReportFacts): Headline[] {
  const { whole, period, baseline } = facts;
  const periods = { period, baseline, perDay: false };
  return pairTotals(whole.before, whole.after, periods).map((pair) => ({
    total: money(pair.after ?? zero, pair.currency),
    direction: directionOf(pair),
    comparison: comparePhrase(pair, facts),
    reasons: reasonsOf(pair, facts),
    outlook: outlookOf(pair, facts),
  }));
}

function directionOf({ change: moved }: Pair): Headline['direction'] {
  if (moved.units === 0n) return 'same';
  return isPositive(moved) ? 'up' : 'down';
}

function comparePhrase(pair: Pair, { baseline, areMonths }: ReportFacts): Phrase {
  const before = periodPhrase(baseline, areMonths);
  if (pair.before === undefined) return ['There was no cost in ', ...before, '.'];
  if (pair.change.units === 0n) return ['The same as in ', ...before, '.'];
  const share = percentChange(pair.change, pair.before);
  const amount = change(pair.change, pair.currency);
  const size = share.kind === 'percentChange' ? [share, ' (', amount, ')'] : [amount];
  return [...size, ' compared with ', ...before];
}

/** The largest changes in the direction of the whole, by the first column, with what is behind each. */
function reasonsOf(whole: Pair, facts: ReportFacts): Phrase[] {
  const [part] = facts.parts;
  if (part === undefined || whole.change.units === 0n) return [];
  const periods = { period: facts.period, baseline: facts.baseline, perDay: false };
  const pairs = pairGroups(part.before, part.after, periods).filter(
    ({ currency }) => currency === whole.currency,
  );
  return sortPairs(pairs, 'change')
    .filter(
      ({ change: moved }) => isPositive(moved) === isPositive(whole.change) && moved.units !== 0n,
    )
    .slice(0, mostReasons)
    .map((pair) => [
      nameOf(pair.values[0] ?? null),
      ' ',
      change(pair.change, pair.currency),
      ...behind(pair, facts),
    ]);
}

function outlookOf({ currency }: Pair, { outlook }: ReportFacts): Phrase | undefined {
  const row = outlook?.rows.find((one) => one['currency'] === currency);
  if (outlook === undefined || row === undefined) return undefined;
  const expected = money(String(row['expected']), currency);
  return [...periodPhrase(outlook.month, true), ' is expected to cost ', expected, '.'];
}

/** The value of the second column that did most of a change: `, mostly shop-production (+2,500)`. */
export function behind(pair: Pair, facts: ReportFacts): Phrase {
  const { pairs, parts } = facts;
  if (pairs === undefined || parts.length < 2) return [];
  const periods = { period: facts.period, baseline: facts.baseline, perDay: false };
  const own = (groups: typeof pairs.before) =>
    groups.filter(
      ({ values, currency }) => values[0] === pair.values[0] && currency === pair.currency,
    );
  const [largest] = sortPairs(pairGroups(own(pairs.before), own(pairs.after), periods), 'change');
  if (largest === undefined) return [];
  const isSameWay = isPositive(largest.change) === isPositive(pair.change);
  // Less than half of it explains nothing.
  const twice = { units: largest.change.units * 2n, scale: largest.change.scale };
  const isMost = isPositive(pair.change)
    ? compareDecimals(twice, pair.change) >= 0
    : compareDecimals(twice, pair.change) <= 0;
  if (!isSameWay || !isMost) return [];
  return [
    ', mostly ',
    nameOf(largest.values[1] ?? null),
    ' (',
    change(largest.change, largest.currency),
    ')',
  ];
}

function nameOf(value: string | null): Phrase[number] {
  const cell = name(value);
  return cell.kind === 'name' ? cell : '(none)';
}
