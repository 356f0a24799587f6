import fc from 'fast-check';
import { expect, test } from 'vitest';
import { operations } from '../../src/api/operations.ts';
import { describeDocument } from '../../src/openapi/describe.ts';
import { readDocument } from '../../src/openapi/document.ts';
import { publishedDocument } from './fixtures/full.ts';

async function refusal(text: string): Promise<string> {
  try {
    const document = await readDocument(Buffer.from(text));
    describeDocument(document, '');
    return 'taken';
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

const head = 'openapi: 3.1.0\ninfo: {title: Test, version: v1}\n';

test.each([
  ['text', 'hello', 'it is neither a JSON nor a YAML object'],
  ['nothing', '', 'it is neither JSON nor YAML: expected a document, but the input is empty'],
  [
    'broken YAML',
    'a: [b',
    'it is neither JSON nor YAML: unexpected end of the stream within a flow collection (1:6)',
  ],
  ['another object', 'a: 1', 'it is not an OpenAPI document: it has no "openapi" version'],
  ['Swagger 2', 'swagger: "2.0"', 'it is a Swagger 2.0 document, and OpenAPI 3.0 or 3.1 is needed'],
  [
    'a version without quotes',
    'openapi: 3.0',
    'its OpenAPI version is 3 without quotes, and 3.0 or 3.1 is needed',
  ],
  [
    'a version that is an object',
    'openapi: {a: 1}',
    'its OpenAPI version is {"a":1} without quotes, and 3.0 or 3.1 is needed',
  ],
  [
    'a Swagger version that is a list',
    'swagger: [2]',
    'it is a Swagger [2] without quotes document, and OpenAPI 3.0 or 3.1 is needed',
  ],
  ['a later version', 'openapi: 4.0.0', 'its OpenAPI version is 4.0.0, and 3.0 or 3.1 is needed'],
  ['no operations', `${head}paths: {}`, 'it has no operations'],
  [
    'only webhooks',
    `${head}webhooks: {paid: {post: {}}}`,
    'it has no operations, only webhooks, which the service sends',
  ],
  [
    'operations in other files only',
    `${head}paths: {/a: {get: {$ref: "other.yaml#/A"}}}`,
    'none of its operations can be a command; for example, it refers to other.yaml#/A, outside of the document',
  ],
  [
    'paths at another host only',
    `${head}paths: {/a: {$ref: "https://evil.test/a"}}`,
    'none of its operations can be a command; for example, /a is left out: it refers to https://evil.test/a, outside of the document',
  ],
  ['an alias within itself', `${head}x-a: &a [*a]`, 'it is nested deeper than 200 levels'],
])('a document is refused with the reason: %s', async (_name, text, reason) => {
  expect(await refusal(text)).toBe(`this document cannot be used: ${reason}`);
});

test('refuses aliases that expand without end', async () => {
  const lines = Array.from({ length: 30 }, (_, level) => {
    const alias = level === 0 ? 'x' : `*a${level - 1}`;
    return `x-${level}: &a${level} [${Array(9).fill(alias).join(', ')}]`;
  });
  expect(await refusal(`${head}${lines.join('\n')}`)).toMatch(/^this document cannot be used: /);
});

test('refuses a document over 20 MB before reading it', async () => {
  await expect(readDocument(Buffer.alloc(20 * 1024 * 1024 + 1, ' '))).rejects.toThrow(
    'larger than 20 MB',
  );
});

test('reads every operation of the published document', async () => {
  const document = await readDocument(Buffer.from(JSON.stringify(publishedDocument())));
  const description = describeDocument(document, '2026-11-15T12:00:00.000Z');
  expect(description).toMatchObject({
    title: 'Cost Management Public API',
    version: 'v1',
    unusable: [],
    notes: [],
  });
  expect(description.operations.map(({ known }) => known)).not.toContain(undefined);
  expect(description.operations).toHaveLength(Object.keys(operations).length);
});

test('accepts or refuses any text without a crash', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(
        fc.string(),
        fc.json(),
        fc.string().map((text) => `openapi: 3.1.0\n${text}`),
      ),
      async (text) => {
        const outcome = await refusal(text);
        expect(outcome === 'taken' || outcome.startsWith('this document cannot be used: ')).toBe(
          true,
        );
      },
    ),
    { numRuns: 150 },
  );
});

test.each([
  ['a bracket that ends where its key began', 'example: [\n  "a",\n  "b"\n  ]', ['a', 'b']],
  ['quoted text that goes on too far to the left', 'example: "one\n two"', 'one two'],
  ['a tag that only some programs know', 'example: !!binary |-\n      AA==', 'AA=='],
])('takes %s', async (_name, lines, value) => {
  const { root } = await readDocument(
    Buffer.from(`${head}paths:\n  /a:\n    get:\n      x: 1\n${indent(lines)}`),
  );
  expect(root).toMatchObject({ paths: { '/a': { get: { example: value } } } });
});

/** The first line below an operation, the others as far to the left as is usual. */
function indent(lines: string): string {
  const [first = '', ...others] = lines.split('\n');
  return [`      ${first}`, ...others.map((line) => `    ${line}`)].join('\n');
}
