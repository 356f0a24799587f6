import fc from 'fast-check';
import { expect, test } from 'vitest';
import { markdownTable } from '../../src/output/markdown.ts';

test('a markdown table says which columns are numbers', () => {
  expect(markdownTable(['name', 'cost'], [['aws', '1.50']], [false, true])).toMatchInlineSnapshot(`
    "| name | cost |
    | --- | ---: |
    | aws | 1.50 |
    "
  `);
});

test('markup in a value is text', () => {
  const value = '![x](https://example.test) <script> `a` | b \\| **c** &lt; $d$';
  expect(markdownTable(['name'], [[value]], [false])).toMatchInlineSnapshot(`
    "| name |
    | --- |
    | !\\[x\\](https://example.test) \\<script\\> \\\`a\\\` \\| b \\\\\\| \\*\\*c\\*\\* \\&lt; \\$d\\$ |
    "
  `);
});

test('no value leaves its cell', () => {
  const cell = fc.string({ unit: fc.constantFrom('|', '\\', '`', '<', '[', 'a', ' ', '&') });
  fc.assert(
    fc.property(cell, cell, (first, second) => {
      const line =
        markdownTable(['a', 'b'], [[first, second]], [false, false]).split('\n')[2] ?? '';
      // A bar stands for a border unless an odd number of backslashes escapes it.
      const borders = [...line.matchAll(/(\\*)\|/g)].filter(
        ([, slashes = '']) => slashes.length % 2 === 0,
      );
      expect(borders).toHaveLength(3);
      expect(line.replace(/\\([\\`*_[\]<>|~&$])/g, (_, character: string) => character)).toBe(
        `| ${first} | ${second} |`,
      );
    }),
  );
});
