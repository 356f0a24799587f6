import { formatDecimal, parseDecimal, subtractDecimals, zero } from '../../src/json/decimal.ts';
import { findEffects } from '../../src/questions/change-effects.ts';
import type { ConvertedGroup } from '../../src/questions/convert-currency.ts';
import { explainChange } from '../../src/questions/explain-change.ts';
import { findOneOffs } from '../../src/questions/one-off-days.ts';
import { decimalOf, totalGroups } from '../../src/questions/result-rows.ts';
import { baseline, createDraw, type Planted, period, plantChange } from './planted-changes.ts';

/** Each row as a group of its own: a group may occur several times. */
function groupsOf(rows: ReturnType<typeof plantChange>['rows'], first: boolean): ConvertedGroup[] {
  return rows.map((row) => {
    const total = decimalOf(row['cost']);
    const { service, accountName, usageType, unit } = row;
    const all = [total.units < 0n ? 'credit' : 'cost', service, accountName, usageType, unit];
    const values = (first ? [service] : all).map((value) =>
      value === null ? null : String(value),
    );
    const quantity =
      row['quantity'] === null ? null : (parseDecimal(String(row['quantity'])) ?? null);
    return {
      day: String(row['date']),
      values,
      currency: 'USD',
      rows: 1,
      total,
      faults: 0,
      quantity,
    };
  });
}

/** The first cause of a planted change. */
export function firstCause(cause: Planted, seed: number): unknown {
  const { rows } = plantChange(cause, seed);
  const periods = [period, baseline];
  const within = ({ from, to }: typeof period) =>
    groupsOf(rows, false).filter(({ day }) => day !== null && day >= from && day <= to);
  const effects = findEffects({
    before: within(baseline),
    after: within(period),
    columns: 2,
    alike: [0, 2, 3],
    oneOffs: findOneOffs(groupsOf(rows, true), 'service', periods),
  });
  const [explained] = explainChange(effects, {
    by: ['service', 'accountName'],
    depth: 3,
    top: Number.POSITIVE_INFINITY,
    dateColumn: 'date',
    commandOf: () => '',
  });
  return explained?.rows.find((row) => row['depth'] === 1)?.['cause'];
}

/** Whether the causes of a random pair of periods add up to its change, to the last digit. */
export function addsUp(seed: number): boolean {
  const draw = createDraw(seed);
  const decimal = (below: number, scale: number) => ({
    units: BigInt(draw(below) - Math.floor(below / 4)),
    scale: draw(scale),
  });
  const group = (): ConvertedGroup => {
    const total = decimal(1_000_000, 9);
    const isConverted = draw(3) === 0;
    const names = [draw(3), draw(2), draw(2), draw(2)].map((one) => (one === 0 ? null : `${one}`));
    return {
      day: `2026-10-${String(1 + draw(9)).padStart(2, '0')}`,
      values: [total.units < 0n ? 'credit' : 'cost', ...names],
      currency: draw(2) === 0 ? 'USD' : null,
      rows: 1,
      total,
      faults: 0,
      quantity: draw(5) === 0 ? null : decimal(1000, 4),
      ...(isConverted ? { original: { currency: 'EUR', total: decimal(1_000_000, 5) } } : {}),
    };
  };
  const before = Array.from({ length: draw(12) }, group);
  const after = Array.from({ length: draw(12) }, group);
  const oneOffs = after.slice(0, draw(4)).map(({ day, currency, values, total }) => ({
    day: day ?? '',
    currency,
    value: values[1] ?? null,
    expected: { ...total, units: total.units / 3n },
    difference: subtractDecimals(total, { ...total, units: total.units / 3n }),
  }));
  const effects = findEffects({ before, after, columns: 2, alike: [0, 2, 3], oneOffs });
  const sums = (groups: readonly ConvertedGroup[]) =>
    new Map(totalGroups(groups).map(({ currency, total }) => [currency, total]));
  const [old, now] = [sums(before), sums(after)];
  const explained = explainChange(effects, {
    by: ['a', 'b'],
    depth: 2,
    top: 2,
    dateColumn: 'date',
    commandOf: () => '',
  });
  const texts = explained.map(({ currency, rows, answers }) => {
    const sum = (amounts: readonly unknown[]) =>
      amounts.reduce((all: typeof zero, one) => subtractDecimals(all, negative(one)), zero);
    const level = rows.filter((row) => row['depth'] === 1);
    const causes = level.filter((row) => row['cause'] !== 'all').map((row) => row['amount']);
    const groups = level.filter((row) => row['cause'] === 'all').map((row) => row['amount']);
    const change = subtractDecimals(now.get(currency) ?? zero, old.get(currency) ?? zero);
    const named = answers.map(({ amount }) => formatDecimal(amount));
    return [causes, groups, named].every((amounts) => {
      const rest = subtractDecimals(sum(amounts), change);
      return amounts.length === 0 ? change.units === 0n : rest.units === 0n;
    });
  });
  return texts.every(Boolean);
}

function negative(amount: unknown) {
  return subtractDecimals(zero, decimalOf(amount));
}
