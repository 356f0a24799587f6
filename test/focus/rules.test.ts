import { describe, expect, test } from 'vitest';
import { describeRule } from '../../src/focus/describe-rule.ts';
import type { Rule } from '../../src/focus/rule.ts';
import { type Focus, loadAllFocus, recognizeFocus } from '../../src/focus/version.ts';
import { type FocusVersion, focusVersions, versions } from '../../src/focus/version-rules.ts';
import { within } from '../../src/grouping.ts';
import { conformingRow, createFile, csvOf, type FocusRow, judge, violated } from './files.ts';

/** How a row is changed so that it breaks the rule, and other rules as little as possible. */
function breakRule(rule: Rule, row: FocusRow): readonly FocusRow[] {
  const { column, check } = rule;
  const met = meet(rule, row);
  const put = (value: string | null) => [{ ...met, [column]: value }];
  switch (check.kind) {
    case 'present':
      return [{ ...row, [column]: undefined }];
    case 'null':
      return put(row[column] ?? 'x');
    case 'not null':
      return put(null);
    case 'one of':
      return put('Something else');
    case 'not':
      return put(check.value);
    case 'type Decimal':
      return put('twelve');
    case 'type Date/Time':
      return put('tomorrow');
    case 'number':
      return put('+2');
    case 'finite':
      return put('NaN');
    case 'at least 0':
      return put('-0.01');
    case 'date and time':
      return put('2026-10-01 00:00:00');
    case 'currency':
      return put('eur');
    case 'national currency':
      return put('Tokens');
    case 'unit':
      return put('gb-hrs');
    case 'key-value pairs':
      return put('{"a":1,"a":2}');
    case 'JSON object':
      return put('[1]');
    case 'Pascal case keys':
      return put('{"core-count":1}');
    case 'within ServiceCategory':
      return put('Object Storage');
    case 'product':
      return put('12.99');
    case 'one per value':
      return [row, { ...row, [check.other]: swaps[check.other] ?? 'another' }];
    case 'unique within':
      return [row, row];
    case '=':
      return put('another');
    case '>=':
      return put('1999-12-31T23:59:59Z');
    case 'text':
      return put(invalidText);
    case 'no placeholder':
      return [{ ...row, InvoiceIssuerName: 'N/A' }];
    case 'not blank':
      return [{ ...row, InvoiceIssuerName: '  ' }];
    case 'at most 50 characters':
      return [{ ...row, [`x_${'a'.repeat(49)}`]: '1' }];
    case 'custom columns begin with x_':
      return [{ ...row, team: 'web' }];
    default:
      return [row];
  }
}

const swaps: Readonly<Record<string, string>> = {
  ServiceCategory: 'Storage',
  ServiceSubcategory: 'Containers',
};

/** Represents bytes that are not UTF-8. */
const invalidText = 'INVALID';

/** The row with the first of the rule's alternatives met. */
function meet({ conditions }: Rule, row: FocusRow): FocusRow {
  const met: Record<string, string | null | undefined> = { ...row };
  for (const { column, kind, values } of conditions[0] ?? []) {
    const now = met[column] ?? null;
    const holds = values === undefined ? now === null : now !== null && values.includes(now);
    if (holds === (kind === 'is')) continue;
    if (values === undefined) met[column] = kind === 'is' ? null : 'x';
    else met[column] = kind === 'is' ? (values[0] ?? null) : 'Tax';
  }
  return met;
}

/** In csv each value is text, so that a text column cannot have another type. */
function canBreakInCsv({ check }: Rule): boolean {
  return check.kind !== 'type String' && check.kind !== 'FOCUS columns first';
}

function bytesOf(text: string): Uint8Array {
  const [before = '', after] = text.split(invalidText);
  if (after === undefined) return Buffer.from(text);
  return Buffer.concat([Buffer.from(before), Buffer.from([0xc3, 0x28]), Buffer.from(after)]);
}

const all = await loadAllFocus();

describe.each(all.map((focus) => [focus.title, focus] as const))('%s', (_title, focus) => {
  const row = conformingRow(focus);
  /** What is broken where only the conditions of a rule are met: of most rules, by the row itself. */
  const broken = new Map<string, Promise<readonly string[]>>();

  test('valid rows break no rule, and every rule is checked', async () => {
    const isLine = row['PaymentCurrencyInvoiceDetailId'] !== undefined;
    const own = { InvoiceDetailId: 'line-2', PaymentCurrencyInvoiceDetailId: 'line-2' };
    const second = isLine ? { ...row, ...own } : row;
    const findings = await judge(createFile('focus.csv', csvOf([row, second])), focus);
    expect(violated(findings)).toEqual([]);
    expect(findings.map(({ rule }) => rule).sort()).toEqual(focus.rules.map(({ id }) => id).sort());
  });

  test('rule ids are unique, and every rule has a description', () => {
    const ids = [...focus.rules.map(({ id }) => id), ...(focus.beyondFile ?? [])];
    expect(new Set(ids).size).toBe(ids.length);
    for (const rule of focus.rules) expect(describeRule(rule)).toMatch(/^\S.*(must|should) .*\S$/);
  });

  test.each(focus.rules.filter(canBreakInCsv).map((rule) => [rule.id, rule] as const))(
    'a violation of %s is found, together with related rules only',
    async (id, rule) => {
      const rows = breakRule(rule, row);
      const met = csvOf([meet(rule, row)]);
      const before = await within(broken, met, () =>
        judge(createFile('met.csv', met), focus).then(violated),
      );
      const findings = await judge(createFile('focus.csv', bytesOf(csvOf(rows))), focus);
      const found = findings.filter(({ violations }) => violations > 0);
      expect(found.map((one) => one.rule)).toContain(id);
      // What is also broken is what the same value breaks, or what the conditions alone broke.
      const others = found.filter((one) => one.rule !== id && !before.includes(one.rule));
      for (const other of others) {
        const own = focus.rules.find((one) => one.id === other.rule);
        const isAbout = (name: string) =>
          own?.column === name ||
          own?.column === '*' ||
          own?.conditions.flat().some((one) => one.column === name) ||
          (own?.check.kind === 'product' && [...own.check.factors, own.check.of].includes(name)) ||
          (own !== undefined && 'other' in own.check && own.check.other === name) ||
          (own?.check.kind === 'within ServiceCategory' && name === 'ServiceCategory');
        const changed = Object.keys({ ...row, ...rows.at(-1) }).filter(
          (name) => row[name] !== rows.at(-1)?.[name],
        );
        expect([other.rule, changed.some(isAbout)]).toEqual([other.rule, true]);
      }
    },
  );

  const negated = focus.rules.flatMap((rule) =>
    rule.conditions.length !== 1 || !canBreakInCsv(rule)
      ? []
      : (rule.conditions[0] ?? [])
          .filter(({ kind, values, column }) => kind !== 'is' && values && column !== rule.column)
          .map(({ column }) => [rule.id, column, rule] as const),
  );
  test.each(negated)(
    'a file without %2$s has none of its values: %1$s',
    async (id, column, rule) => {
      const rows = breakRule(rule, row).map((one) => ({ ...one, [column]: undefined }));
      const findings = await judge(createFile('focus.csv', bytesOf(csvOf(rows))), focus);
      expect(violated(findings)).toContain(id);
    },
  );
});

test('every version has rules of its own, and one without does not compile', async () => {
  // @ts-expect-error This must not compile: the version has no rules.
  const without: (typeof versions)[FocusVersion] = { isExported: true, hasInstances: false };
  expect(without).not.toHaveProperty('load');
  const files = await Promise.all(focusVersions.map((version) => versions[version].load()));
  expect(new Set(files).size).toBe(focusVersions.length);
});

test('other columns before the FOCUS columns are reported', async () => {
  const row = conformingRow('1.2');
  const columns = Object.keys(row).reverse();
  const findings = await judge(createFile('focus.csv', csvOf([row], columns)), '1.2');
  expect(violated(findings)).toEqual(['ColumnHandling-A-013-O']);
});

function columnNames({ columns }: Focus): string {
  return columns.map(({ name }) => name).join();
}

test('the data set is recognized by the columns, and by those that are needed', () => {
  for (const one of all) {
    const names = Object.keys(conformingRow(one));
    // A data set that a later version took over is recognized as the first one.
    const first = all.find((other) => columnNames(other) === columnNames(one));
    expect([one.title, recognizeFocus(all, names).title]).toEqual([one.title, first?.title]);
    // A file that lacks a few columns is still the same data set.
    if (one.columns.length > 10) {
      expect(recognizeFocus(all, names.slice(3)).title.replace(/\d\.\d/, '')).toBe(
        one.title.replace(/\d\.\d/, ''),
      );
    }
  }
  const byTitle = (factOf: (one: Focus) => unknown) =>
    Object.fromEntries(all.map((one) => [one.title, factOf(one)]));
  const mandatory = ({ columns }: Focus) =>
    columns.filter(({ isMandatory }) => isMandatory).map(({ name }) => name);
  // Later versions may follow.
  expect(byTitle((one) => recognizeFocus(all, mandatory(one)).title)).toMatchObject({
    'FOCUS 1.0': 'FOCUS 1.0',
    'FOCUS 1.1': 'FOCUS 1.0',
    'FOCUS 1.2': 'FOCUS 1.0',
    'FOCUS 1.3': 'FOCUS 1.3',
    'FOCUS 1.4': 'FOCUS 1.4',
    'FOCUS 1.4 Invoice Detail': 'FOCUS 1.4 Invoice Detail',
    'FOCUS 1.4 Billing Period': 'FOCUS 1.4 Billing Period',
  });
  const few = ['BilledCost', 'BillingCurrency', 'BillingPeriodEnd', 'BillingPeriodStart'];
  for (const names of [few, ['InvoiceIssuerName', ...few], ['date', 'cost']]) {
    expect([names, recognizeFocus(all, names).isCosts]).toEqual([names, true]);
  }
  expect(byTitle(({ columns, rules }) => [columns.length, rules.length])).toMatchObject({
    'FOCUS 1.0': [43, 196],
    'FOCUS 1.1': [50, 230],
    'FOCUS 1.2': [57, 276],
    'FOCUS 1.3': [65, 303],
    'FOCUS 1.4': [65, 300],
    'FOCUS 1.4 Invoice Detail': [22, 94],
    'FOCUS 1.4 Billing Period': [6, 30],
  });
});
