import { describe, expect, test } from 'vitest';
import { ExactNumber } from '../../src/json/number.ts';
import { checkColumns, columnsOf, keepColumns, readPath } from '../../src/output/property-path.ts';

describe('a property path', () => {
  const record = {
    id: 'a',
    labels: { region: 'eu', 'a.b': 1 },
    'labels.region': 'literal',
    'x.y': { z: 2 },
    amount: new ExactNumber('0.10'),
    list: [{ id: 1 }],
  };
  test.each([
    ['id', 'a'],
    ['labels.region', 'literal'],
    ['labels.a.b', 1],
    ['x.y.z', 2],
    ['labels.nothing', undefined],
    ['id.length', undefined],
    ['amount.text', undefined],
    ['list.0.id', undefined],
    ['constructor', undefined],
    ['__proto__.toString', undefined],
  ])('%s reads %j', (path, value) => {
    expect(readPath(record, path)).toEqual(value);
  });
});

test('lists documented columns first, then others in order of appearance', () => {
  const records = [{ z: 1, id: 2 }, { b: null, name: 3 }, { c: undefined }];
  expect(columnsOf(records, ['id', 'name', 'unit'])).toEqual(['id', 'name', 'unit', 'z', 'b']);
});

test('documented nested fields replace their object, and no other field is lost', () => {
  const fields = ['date', 'labels.region'];
  const records = [{ date: 1, labels: { region: 2, team: 3 } }, { labels: null }, { labels: 'x' }];
  expect(columnsOf(records, fields)).toEqual(['date', 'labels.region', 'labels.team', 'labels']);
  const turned = [...records].reverse();
  expect(columnsOf(turned, fields)).toEqual(['date', 'labels.region', 'labels', 'labels.team']);
});

describe('keeping columns', () => {
  test.each([
    [['c', 'a'], { a: 1, c: { d: 2, e: 3 } }],
    [['c.e'], { c: { e: 3 } }],
    [['c.e', 'c.d'], { c: { d: 2, e: 3 } }],
    [['c', 'c.e'], { c: { d: 2, e: 3 } }],
    [['nothing'], {}],
  ])('%j keeps %j, in the order of the record', (columns, stored) => {
    const record = { a: 1, b: 2, c: { d: 2, e: 3 } };
    expect(JSON.stringify(keepColumns(record, columns))).toBe(JSON.stringify(stored));
  });

  test('keeps a key called __proto__', () => {
    const record = JSON.parse('{"__proto__":{"x":1},"a":2}');
    expect(JSON.stringify(keepColumns(record, ['__proto__']))).toBe('{"__proto__":{"x":1}}');
  });
});

describe('a column of --columns', () => {
  const fields = ['id', 'labels'];
  const many = Object.fromEntries(Array.from({ length: 13 }, (_, at) => [`c${at}`, at]));
  test.each([
    [['name'], [{ name: 1 }], undefined],
    [['labels'], [{ name: 1 }], fields],
    [['labels.region'], [], fields],
    [['anything'], [], undefined],
  ])('%j is accepted for %j', (columns, records, documented) => {
    expect(() => checkColumns(columns, records, documented)).not.toThrow();
  });

  test.each([
    [['nam'], [{ name: 1 }], undefined, 'known columns: name'],
    [['labels.region'], [{ labels: {} }], fields, 'known columns: id, labels'],
    [['nam'], [], fields, 'known columns: id, labels'],
    [['name.first'], [{ name: 'x' }], undefined, 'known columns: name'],
    [['x'], [{ 'a\x1b[2J': 1 }], undefined, 'known columns: a\\x1b[2J'],
    [['x'], [many], undefined, 'known columns: c0, c1, c2, c3, c4, c5, c6, c7, c8, c9 and 3 more'],
  ])('%j is refused for %j', (columns, records, documented, hint) => {
    expect(() => checkColumns(columns, records, documented)).toThrow(
      expect.objectContaining({ code: 'usage', details: expect.objectContaining({ hint }) }),
    );
  });

  test('that is close to a known one is refused with that one', () => {
    expect(() => checkColumns(['tags.taem'], [{ 'tags.team': 1 }], undefined)).toThrow(
      '--columns: no record has the column "tags.taem"; did you mean tags.team?',
    );
  });
});
