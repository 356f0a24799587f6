import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { textFormats } from '../../src/formats/registry.ts';
import { parseJson } from '../../src/json/parse.ts';
import type { OutputOptions } from '../../src/output/create-output.ts';
import { allColumns } from './failing-list.ts';
import { openOutput } from './open-output.ts';

const digits = fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 1, maxLength: 24 });

/** Any number that JSON has a text for. */
const numberText = fc
  .tuple(
    fc.constantFrom('', '-'),
    digits.map((text) => text.replace(/^0+(?=\d)/, '')),
    fc.option(digits, { nil: undefined }),
    fc.option(fc.tuple(fc.constantFrom('e', 'E'), fc.constantFrom('', '+', '-'), digits), {
      nil: undefined,
    }),
  )
  .map(([sign, whole, fraction, exponent]) =>
    [sign, whole, fraction === undefined ? '' : `.${fraction}`, ...(exponent ?? [])].join(''),
  );

const reported = [
  '1234567.8901234567890',
  '0.1000',
  '1e-7',
  '12345678901234567890',
  '-0',
  '1E+2',
  '7',
];

const read = (text: string): unknown => parseJson(`{"n":${text},"deep":{"n":${text}}}`);

async function list(text: string, settings: Partial<OutputOptions>): Promise<string> {
  const { output, stdout } = openOutput({ exact: true, ...settings });
  await output.list([read(text)], allColumns);
  return stdout.text;
}

/** How often it occurs as a number, with no other part of one next to it. */
function count(text: string, shown: string): number {
  // A number has its digits in a property of this name.
  expect(shown).not.toContain('text');
  return shown.split(/[^\d.eE+-]+/).filter((part) => part === text).length;
}

describe.each(textFormats)('a number as %s', (format) => {
  test('keeps its digits in a list and in a record, bare and nested', async () => {
    const property = fc.asyncProperty(numberText, async (text) => {
      expect(count(text, await list(text, { format }))).toBe(2);
      const { output, stdout } = openOutput({ format, exact: true });
      await output.one(read(text));
      expect(count(text, stdout.text)).toBe(2);
    });
    await fc.assert(property, { numRuns: 40, examples: reported.map((text) => [text]) });
  });

  test.each(reported)('is still %s after --columns or --query picks it', async (text) => {
    expect(count(text, await list(text, { format, columns: ['deep.n'] }))).toBe(1);
    expect(count(text, await list(text, { format, query: '[].[n, deep.n]' }))).toBe(2);
  });
});

test('a table shows numbers in a list like texts', async () => {
  const { output, stdout } = openOutput({ format: 'table' });
  await output.list([parseJson('{"rates":[0.1000,2,1e-7]}')], allColumns);
  expect(stdout.text).toBe('rates\n0.1000, 2, 1e-7\n');
});
