import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ExactNumber } from '../../src/json/number.ts';
import { compileQuery } from '../../src/output/compile-query.ts';
import { onlyCounts, openStreamedQuery } from '../../src/output/query-stream.ts';

const expressions = [
  '@',
  'length(@)',
  '[]',
  '[*].cost',
  '[].tags.team',
  '[].tags.*',
  '[?cost > `2`].name',
  '[?cost > `2`] | [0]',
  '[?name]',
  'length([?cost > `2`])',
  'sum([].cost)',
  'sum([*].cost)',
  'max_by([?cost], &cost).name',
  'sort_by([?cost], &cost)[:2].name',
  'sort_by(@, &name)[0]',
  'map(&cost, @)',
  'join(`","`, [?name].name)',
  '[0]',
  '[-1].name',
  '[1:3]',
  '[::-1].name',
  '[].[name, cost]',
  '[].{n: name, c: cost}',
  '[[0].name, length(@)]',
  '{count: length(@), names: [].name}',
  '[0] || [1]',
  'length(@) > `2`',
  '!@',
  'reverse(@)',
  'contains([].name, `"a"`)',
  'not_null([0].missing, [].name)',
  '@ | [].name | [0]',
  '[][]',
  '[][].name',
  '*',
  'name',
  'keys([0])',
  'to_string(@)',
  'type(@)',
  'values([0])',
  'sum(@)',
  'unknown(@)',
];

const record = fc.record(
  {
    name: fc.constantFrom('a', 'b', '', null),
    cost: fc.constantFrom(1, 2.5, 3, new ExactNumber('0.10'), null),
    tags: fc.constantFrom({ team: 'x' }, {}, null),
  },
  { requiredKeys: [] },
);

const item = fc.oneof({ weight: 8, arbitrary: record }, fc.constantFrom([1, [2]], 'text', 7, null));

function outcome(work: () => unknown): unknown {
  try {
    return { value: work() };
  } catch (error) {
    return { error: error instanceof Error ? error.message : error };
  }
}

test.each(expressions)(
  '%s gives the same result record by record as over the whole list',
  (expression) => {
    fc.assert(
      fc.property(fc.array(item, { maxLength: 6 }), (records) => {
        const whole = outcome(() => compileQuery(expression)(records));
        const streamed = outcome(() => {
          const query = openStreamedQuery(expression);
          for (const one of records) query.add(one);
          return query.result();
        });
        expect(streamed).toEqual(whole);
      }),
      { numRuns: 200 },
    );
  },
);

test.each([
  ['length(@)', true],
  ['length([])', false],
  ['length([*])', false],
  ['@', false],
  ['sum(@)', false],
])('%s only counts: %s', (expression, expected) => {
  expect(onlyCounts(expression)).toBe(expected);
});
