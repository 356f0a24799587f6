import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { ExactNumber } from '../../src/json/number.ts';
import { renderYaml } from '../../src/output/yaml.ts';

test('yaml keeps the digits of numbers and the nature of texts', async () => {
  const value = [
    {
      cost: new ExactNumber('1234567.8901234567890'),
      costs: [new ExactNumber('0.1000'), new ExactNumber('1e-7'), 5],
      day: '2026-01-01',
      answer: 'no',
      code: '0123',
      lines: 'a\nb',
      escape: '\x1b[2J',
      nothing: null,
    },
  ];
  expect(await renderYaml(value)).toMatchInlineSnapshot(`
    "- cost: 1234567.8901234567890
      costs:
        - 0.1000
        - 1e-7
        - 5
      day: "2026-01-01"
      answer: "no"
      code: "0123"
      lines: |-
        a
        b
      escape: "\\e[2J"
      nothing: null
    "
  `);
});

test.each([
  [new ExactNumber('0.10'), '0.10\n'],
  ['text', 'text\n'],
  [null, 'null\n'],
  [undefined, 'null\n'],
  [[], '[]\n'],
])('%j alone is %j', async (value, text) => {
  expect(await renderYaml(value)).toBe(text);
});

test('ordinary values are read back as they were', async () => {
  await fc.assert(
    fc.asyncProperty(fc.jsonValue({ noUnicodeString: false, maxDepth: 3 }), async (value) => {
      const plain: unknown = JSON.parse(JSON.stringify(value));
      expect(parse(await renderYaml(plain))).toEqual(plain);
    }),
  );
});
