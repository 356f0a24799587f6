import { describe, expect, test } from 'vitest';
import { textFormats } from '../../src/formats/registry.ts';
import { ExactNumber } from '../../src/json/number.ts';
import { allColumns } from './failing-list.ts';
import { openOutput } from './open-output.ts';

const records = [
  { id: 'a', text: 'say "hi", |b|\n\ttwice', cost: new ExactNumber('0.1000') },
  { id: 'b', text: 'yes', cost: new ExactNumber('1234567.8901234567890') },
];

async function write(format: (typeof textFormats)[number], query: string, raw: boolean) {
  const { output, stdout } = openOutput({ format, query, raw });
  await output.list(records, allColumns);
  return stdout.text;
}

describe.each(textFormats)('--raw as %s', (format) => {
  test('prints a text unchanged, unquoted and unescaped', async () => {
    expect(await write(format, '[0].text', true)).toBe('say "hi", |b|\n\ttwice\n');
  });

  test('prints a list of texts or numbers one per line, without a header', async () => {
    expect(await write(format, '[].id', true)).toBe('a\nb\n');
    expect(await write(format, '[].cost', true)).toBe('0.1000\n1234567.8901234567890\n');
  });

  test.each(['[0]', '[].{who: id}', '[].[id, cost]', '[0].[id, `{"a": 1}`]'])(
    'leaves objects and nested lists to the format: %s',
    async (query) => {
      expect(await write(format, query, true)).toBe(await write(format, query, false));
    },
  );
});

test('--raw also prints a text result without a query', async () => {
  const { output, stdout } = openOutput({ format: 'json', raw: true });
  await output.one('as it is');
  expect(stdout.text).toBe('as it is\n');
});

test('--raw makes control characters visible only on a terminal', async () => {
  const shown = openOutput({ format: 'json', raw: true, terminal: true });
  await shown.output.one('a\x1b[2J');
  expect(shown.stdout.text).toBe('a\\x1b[2J\n');
  const piped = openOutput({ format: 'json', raw: true });
  await piped.output.one('a\x1b[2J');
  expect(piped.stdout.text).toBe('a\x1b[2J\n');
});
