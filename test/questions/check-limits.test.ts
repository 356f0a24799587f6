import { expect, test } from 'vitest';
import {
  checkLimits,
  describeFault,
  describeFinding,
  type Finding,
  type Limits,
  leaveOutToday,
  requireOneCurrency,
  selectFindings,
} from '../../src/questions/check-limits.ts';
import { type Pair, pairGroups } from '../../src/questions/pair-groups.ts';
import { decimalOf, groupOf } from '../helpers/groups.ts';

const periods = {
  period: { from: '2026-11-03', to: '2026-11-04' },
  baseline: { from: '2026-11-01', to: '2026-11-02' },
};

/** A group in two periods; no amount: it has no row in that period. */
function pairOf(before: string | undefined, after: string | undefined, more = {}): Pair {
  const groups = [before, after].map((total) =>
    total === undefined ? [] : [groupOf({ values: ['web'], total, ...more })],
  );
  const [pair] = pairGroups(groups[0] ?? [], groups[1] ?? [], periods);
  if (pair === undefined) throw new Error('a pair needs an amount');
  return pair;
}

/** The result of each check: `max-total passed`. */
function verdicts(pair: Pair, limits: Readonly<Record<string, string>>): string[] {
  const given: Limits = Object.fromEntries(
    Object.entries(limits).map(([name, text]) => [name, decimalOf(text)]),
  );
  return checkLimits([pair], given).map(
    ({ check, passed }) => `${check} ${passed ? 'passed' : 'failed'}`,
  );
}

test.each([
  // [before, after, limits, verdicts]
  ['1', '10', { maxTotal: '10' }, ['max-total passed']],
  ['1', '10', { maxTotal: '9.99' }, ['max-total failed']],
  ['1', undefined, { maxTotal: '9.99' }, []],
  ['10', '12', { maxIncrease: '20' }, ['max-increase passed']],
  ['10', '12.01', { maxIncrease: '20' }, ['max-increase failed']],
  ['10', '8', { maxIncrease: '0' }, ['max-increase passed']],
  ['10', '8', { maxDecrease: '20' }, ['max-decrease passed']],
  ['10', '7.99', { maxDecrease: '20' }, ['max-decrease failed']],
  ['10', '12', { maxDecrease: '0' }, ['max-decrease passed']],
  [
    '10',
    '10',
    { maxIncrease: '0', maxDecrease: '0' },
    ['max-increase passed', 'max-decrease passed'],
  ],
  // What was a credit is judged by its size.
  ['-10', '-7.99', { maxIncrease: '20' }, ['max-increase failed']],
  ['-10', '-8', { maxIncrease: '20' }, ['max-increase passed']],
  // If there was nothing before, any change is too much, and none is not.
  [undefined, '0.01', { maxIncrease: '1000' }, ['max-increase failed']],
  ['0', '0.01', { maxIncrease: '1000' }, ['max-increase failed']],
  ['0', '-0.01', { maxDecrease: '1000' }, ['max-decrease failed']],
  [
    undefined,
    '0',
    { maxIncrease: '0', maxDecrease: '0' },
    ['max-increase passed', 'max-decrease passed'],
  ],
  // A change of the least that counts is judged, and a smaller one is not.
  ['10', '15', { maxIncrease: '20', minChange: '5' }, ['max-increase failed']],
  ['10', '15', { maxIncrease: '20', minChange: '5.01' }, ['max-increase passed']],
  ['10', '5', { maxDecrease: '20', minChange: '5' }, ['max-decrease failed']],
  ['10', '5', { maxDecrease: '20', minChange: '5.01' }, ['max-decrease passed']],
])('from %s to %s, of the limits %j: %j', (before, after, limits, expected) => {
  expect(verdicts(pairOf(before, after), limits)).toEqual(expected);
});

test('the least change is of a day if daily averages are compared', () => {
  const week = { period: { from: '2026-11-01', to: '2026-11-07' }, baseline: periods.baseline };
  const [pair] = pairGroups([groupOf({ total: '20' })], [groupOf({ total: '84' })], {
    ...week,
    perDay: true,
  });
  // From 10 to 12 a day.
  const judge = (minChange: string) => pair && verdicts(pair, { maxIncrease: '19', minChange });
  expect(judge('2')).toEqual(['max-increase failed']);
  expect(judge('2.01')).toEqual(['max-increase passed']);
});

test('a finding tells what was spent in the period, or nothing, and the limit', () => {
  const limits = { maxIncrease: decimalOf('5'), maxDecrease: decimalOf('6') };
  const pair = pairOf('3', undefined);
  const zero = decimalOf('0');
  expect(checkLimits([pair], limits)).toEqual([
    { check: 'max-increase', pair, total: zero, limit: limits.maxIncrease, passed: true },
    { check: 'max-decrease', pair, total: zero, limit: limits.maxDecrease, passed: false },
  ]);
});

const november = (from: number, to: number) => ({
  from: `2026-11-${String(from).padStart(2, '0')}`,
  to: `2026-11-${String(to).padStart(2, '0')}`,
});

test('the day that is not over is left out, and a period of it alone cannot be checked', () => {
  const today = '2026-11-15';
  expect(leaveOutToday(november(1, 15), today, false)).toEqual({
    ...november(1, 14),
    note: '2026-11-15 is not over and is left out: --include-today checks it',
  });
  expect(leaveOutToday(november(14, 15), today, false)).toMatchObject(november(14, 14));
  expect(() => leaveOutToday(november(15, 15), today, false)).toThrow(
    expect.objectContaining({
      message: '2026-11-15 has no complete day yet',
      details: { hint: '--include-today checks the current UTC day too' },
    }),
  );
  for (const days of [november(1, 14), november(16, 15)]) {
    expect(leaveOutToday(days, today, false)).toBe(days);
  }
  const whole = november(15, 15);
  expect(leaveOutToday(whole, today, true)).toBe(whole);
});

const inCurrencies = (...currencies: readonly (string | null)[]) =>
  currencies.map((currency) => groupOf({ currency }));

test('one limit is for one currency', () => {
  for (const own of [[], ['EUR', 'EUR'], [null]]) {
    expect(() => requireOneCurrency(inCurrencies(...own))).not.toThrow();
  }
  expect(() => requireOneCurrency(inCurrencies('USD', 'EUR'))).toThrow(
    expect.objectContaining({
      message: 'the costs are in EUR and USD: one limit cannot apply to all of them',
      details: {
        hint: 'convert to one currency with --convert-to EUR, or keep one with --where COLUMN=EUR',
      },
    }),
  );
  expect(() => requireOneCurrency(inCurrencies('USD', 'USD', 'EUR'))).toThrow(
    expect.objectContaining({
      details: { hint: expect.stringContaining('--convert-to USD, or keep one with') },
    }),
  );
  expect(() => requireOneCurrency(inCurrencies(null, 'EUR'), 'unit of cost')).toThrow(
    expect.objectContaining({
      message: 'the costs are in EUR and (none): one limit cannot apply to all of them',
      details: {
        hint: "costs without a currency: keep the others with --where 'unit of cost!='",
      },
    }),
  );
});

interface Facts {
  readonly before?: string;
  readonly currency?: string;
  readonly unitCost?: string;
}

/** A finding about a group that has this name. */
function findingOf(
  name: string,
  check: Finding['check'],
  after: string,
  { before, unitCost, ...more }: Facts = {},
): Finding {
  const pair = pairOf(before, after, { values: [name], ...more });
  const facts = { check, pair, total: decimalOf(after), limit: decimalOf('9'), passed: true };
  return unitCost === undefined ? facts : { ...facts, unitCost };
}

const names = (findings: readonly Finding[]) =>
  findings.map(({ check, pair }) => `${check} ${pair.values[0]}`);

test('what exceeded is sorted by check, currency, figure and name, and hides what passed', () => {
  const exceeded = [
    findingOf('a', 'max-decrease', '1', { before: '4' }),
    findingOf('b', 'max-decrease', '1', { before: '9' }),
    findingOf('c', 'max-increase', '9', { before: '1' }),
    findingOf('d', 'max-increase', '3', { before: '0.5', currency: 'CHF' }),
    findingOf('f', 'max-total', '10'),
    findingOf('e', 'max-total', '10.0'),
    findingOf('g', 'max-total', '11', { before: '11' }),
    findingOf('h', 'max-unit', '9', { unitCost: '0.5' }),
    findingOf('i', 'max-unit', '1', { unitCost: '0.75' }),
  ].map((one) => ({ ...one, passed: false }));
  const passed = findingOf('z', 'max-unit', '99', { unitCost: '99' });
  const sorted = [
    ...['max-unit i', 'max-unit h', 'max-total g', 'max-total e', 'max-total f'],
    ...['max-increase d', 'max-increase c', 'max-decrease b', 'max-decrease a'],
  ];
  expect(names(selectFindings([...exceeded, passed]))).toEqual(sorted);
  expect(names(selectFindings([passed, ...exceeded].reverse()))).toEqual(sorted);
});

test('if nothing exceeded, the closest of each check and currency is shown', () => {
  const findings = [
    // The largest figure, whatever its change.
    findingOf('total', 'max-total', '8', { before: '8' }),
    findingOf('other', 'max-total', '7', { before: '1' }),
    findingOf('fallen', 'max-total', '6', { before: '60' }),
    findingOf('francs', 'max-total', '1', { currency: 'CHF' }),
    findingOf('unit', 'max-unit', '1', { unitCost: '3', before: '1' }),
    findingOf('cheaper', 'max-unit', '5', { unitCost: '2', before: '1' }),
    findingOf('dearer', 'max-unit', '1', { unitCost: '1', before: '5' }),
    // The largest part of what was there before, not the largest change.
    findingOf('rise', 'max-increase', '3', { before: '2' }),
    findingOf('move', 'max-increase', '120', { before: '100' }),
    findingOf('fall', 'max-increase', '1', { before: '100' }),
    findingOf('new', 'max-increase', '200'),
    findingOf('newer', 'max-increase', '0.5'),
    findingOf('drop', 'max-decrease', '1', { before: '2' }),
    findingOf('slide', 'max-decrease', '80', { before: '100' }),
    findingOf('climb', 'max-decrease', '300', { before: '100' }),
  ];
  const closest = [
    ...['max-unit unit', 'max-total francs', 'max-total total'],
    ...['max-increase rise', 'max-decrease drop'],
  ];
  expect(names(selectFindings(findings))).toEqual(closest);
  expect(names(selectFindings([...findings].reverse()))).toEqual(closest);
});

test('a credit that shrinks is as close as its size says', () => {
  const findings = [
    findingOf('credit', 'max-increase', '-8', { before: '-10' }),
    findingOf('cost', 'max-increase', '33', { before: '30' }),
  ];
  expect(names(selectFindings(findings))).toEqual(['max-increase credit']);
});

test('groups that rose by the same part, or of which nothing was there before, are the largest', () => {
  const same = [
    findingOf('small', 'max-increase', '3', { before: '2' }),
    findingOf('large', 'max-increase', '30', { before: '20' }),
  ];
  expect(names(selectFindings(same))).toEqual(['max-increase large']);
  const fresh = [findingOf('small', 'max-increase', '3'), findingOf('large', 'max-increase', '30')];
  expect(names(selectFindings(fresh))).toEqual(['max-increase large']);
});

test('a finding is described with its change only if a change is judged', () => {
  const total = findingOf('web', 'max-total', '8', { before: '4' });
  const facts = { ...periods, isJudged: true };
  const common = {
    ...{ team: 'web', problem: null, period: '2026-11-03..2026-11-04', currency: 'EUR' },
    ...{ total: '8', limit: '9' },
  };
  const noChange = { baseline: null, before: null, change: null, changePercent: null };
  const passed = { result: 'passed', state: 'passed' };
  expect(describeFinding(total, ['team'], facts)).toStrictEqual({
    ...{ check: 'max-total', ...passed, ...common, ...noChange },
  });
  const unit = { ...findingOf('web', 'max-unit', '8', { unitCost: '0.5' }), passed: false };
  expect(describeFinding(unit, ['team'], facts)).toEqual({
    ...{ check: 'max-unit', result: 'exceeded', state: 'failed', ...common, ...noChange },
    unitCost: '0.5',
  });
  for (const check of ['max-increase', 'max-decrease'] as const) {
    const change = findingOf('web', check, '8', { before: '4' });
    const row = {
      ...{ check, ...passed, ...common, baseline: '2026-11-01..2026-11-02' },
      ...{ before: '4', change: '4', changePercent: '100.00' },
    };
    expect(describeFinding(change, ['team'], facts)).toEqual(row);
    expect(describeFinding(change, ['team'], { ...facts, baseline: undefined })).toEqual({
      ...row,
      baseline: null,
    });
  }
  expect(describeFinding(findingOf('web', 'max-increase', '8'), [], facts)).toMatchObject({
    ...{ before: '0', change: '8', changePercent: null },
  });
});

test('a rise just above its limit has a percentage above it', () => {
  const over = {
    ...findingOf('a', 'max-increase', '10900.01', { before: '10000' }),
    passed: false,
  };
  const row = describeFinding(over, [], { ...periods, isJudged: true });
  expect(row).toMatchObject({ limit: '9', changePercent: '9.0001' });
});

test('on data that is not there nothing passes, and what exceeded is not judged', () => {
  const one = findingOf('web', 'max-total', '8');
  const state = (passed: boolean, isJudged: boolean) => {
    const { result, state } = describeFinding({ ...one, passed }, [], { ...periods, isJudged });
    return [result, state];
  };
  expect(state(true, true)).toEqual(['passed', 'passed']);
  expect(state(false, true)).toEqual(['exceeded', 'failed']);
  expect(state(true, false)).toEqual(['not exceeded', 'unjudged']);
  expect(state(false, false)).toEqual(['exceeded', 'unjudged']);
});

type Absent = 'period' | 'baseline';

test.each<[readonly Absent[], boolean, readonly (string | null)[]]>([
  [[], false, ['not exceeded', '8', '4', '4', '100.00']],
  [['baseline'], false, ['no rows', '8', null, null, null]],
  [['period'], false, ['no rows', null, null, null, null]],
  [['period', 'baseline'], false, ['no rows', null, null, null, null]],
  // That there are no rows was accepted: the period cost nothing.
  [['period'], true, ['passed', '8', '4', '4', '100.00']],
  [['baseline'], true, ['passed', '8', null, null, null]],
  [['period', 'baseline'], true, ['passed', '8', null, null, null]],
])('a change, without rows in %j, judged: %s, is %j', (absent, isJudged, expected) => {
  const unknown = new Set(absent.map((name) => periods[name]));
  const facts = { ...periods, isJudged, unknown };
  const shown = (check: Finding['check']) => {
    const row = describeFinding(findingOf('web', check, '8', { before: '4' }), [], facts);
    return ['result', 'total', 'before', 'change', 'changePercent'].map((field) => row[field]);
  };
  expect(shown('max-increase')).toEqual(expected);
  expect(shown('max-decrease')).toEqual(expected);
  // A total is compared with no other period.
  const result = isJudged ? 'passed' : 'not exceeded';
  expect(shown('max-total')).toEqual([result, '8', null, null, null]);
});

test('what is not there is an error of its rows', () => {
  const fault = {
    ...{ verdict: 'missing' as const, source: '(all)', days: ['2026-11-03', '2026-11-05'] },
    ...{ share: null, allowed: false, text: 'no rows' },
  };
  const row = {
    ...{ check: 'rows', result: 'no rows', state: 'error', problem: 'no rows' },
    ...{ period: '2026-11-03, 2026-11-05', baseline: null, currency: null, total: null },
    ...{ limit: null, before: null, change: null, changePercent: null },
  };
  expect(describeFault(fault)).toEqual(row);
  expect(describeFault({ ...fault, verdict: 'stalled' })).toEqual({ ...row, result: 'stalled' });
});
