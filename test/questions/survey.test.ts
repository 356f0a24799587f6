import { expect, test } from 'vitest';
import { RowScanner } from '../../src/json/bulk/rows.ts';
import { createSurvey } from '../../src/questions/survey.ts';

const pageOf = (...rows: readonly unknown[]) =>
  new RowScanner().scan(Buffer.from(JSON.stringify({ data: rows })));

test.each([
  [true, 'true/false', 'true'],
  [1.5, 'number', '1.5'],
  ['1.5', 'numeric text', '1.5'],
  ['EUR', 'three-letter code', 'EUR'],
  ['2026-11-01', 'day', '2026-11-01'],
  ['2026-11-01T10:00:00Z', 'moment', '2026-11-01T10:00:00Z'],
  ['2026-11-31', 'text', '2026-11-31'],
  [[1], 'list', '[1]'],
  ['x'.repeat(201), 'text', `${'x'.repeat(200)}…`],
])('%j is %s', (value, kind, example) => {
  const survey = createSurvey();
  survey.add(pageOf({ a: value }, { a: null }, {}));
  survey.commit();
  expect(survey.facts()).toEqual([
    { column: 'a', kind, rows: 1, distinct: 1, more: false, example },
  ]);
});

test('columns beyond five thousand are left out, with a note', () => {
  const survey = createSurvey();
  const wide = (from: number, count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, column) => [`c${from + column}`, 1]));
  survey.add(pageOf(wide(0, 5000)));
  survey.commit();
  expect([survey.facts().length, survey.isCut()]).toEqual([5000, false]);
  survey.add(pageOf({ c0: 'x', another: 1 }));
  survey.commit();
  expect([survey.facts().length, survey.isCut()]).toEqual([5000, true]);
  expect(survey.facts()[0]).toMatchObject({ kind: 'number or text', rows: 2 });
  survey.add(pageOf(wide(0, 5001)));
  survey.rollback();
  survey.commit();
  expect(survey.facts()[0]).toMatchObject({ rows: 2 });
});

test('counts at most a thousand distinct values and marks that there are more', () => {
  const survey = createSurvey();
  const rows = Array.from({ length: 700 }, (_, value) => value);
  survey.add(pageOf(...rows.map((value) => ({ a: value }))));
  survey.commit();
  survey.add(pageOf(...rows.map((value) => ({ a: value + 700 }))));
  survey.commit();
  expect(survey.facts()).toMatchObject([{ rows: 1400, distinct: 1000, more: true }]);
});

test('values that differ only after what is held of them are distinct', () => {
  const survey = createSurvey();
  const long = 'x'.repeat(200);
  for (const end of ['a', 'b', 'a', '…']) {
    survey.add(pageOf({ a: `${long}${end}` }));
    survey.commit();
  }
  survey.add(pageOf({ a: long }, { a: `${long}c` }, { a: `${long}b` }));
  survey.commit();
  expect(survey.facts()).toMatchObject([{ rows: 7, distinct: 5, more: false }]);
});
