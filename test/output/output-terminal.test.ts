import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { allColumns } from './failing-list.ts';
import { openOutput } from './open-output.ts';

describe('on a terminal', () => {
  const hostile = [{ id: '\x1b]0;x\x07\u202e', c1: '\x9b2J' }];
  test.each([
    ['table', 'id                    c1\n\\x1b]0;x\\x07\\u{202e}  \\x9b2J\n'],
    ['json', '[\n  {\n    "id": "\\u001b]0;x\\u0007\\u202e",\n    "c1": "\\u009b2J"\n  }\n]\n'],
    ['ndjson', '{"id":"\\u001b]0;x\\u0007\\u202e","c1":"\\u009b2J"}\n'],
    ['csv', 'id,c1\n\\x1b]0;x\\x07\\u{202e},\\x9b2J\n'],
    ['tsv', 'id\tc1\n\\x1b]0;x\\x07\\u{202e}\t\\x9b2J\n'],
  ] as const)('controls are visible text as %s', async (format, text) => {
    const { output, stdout } = openOutput({ format, terminal: true });
    await output.list(hostile, allColumns);
    expect(stdout.text).toBe(text);
  });

  test.each(['yaml', 'markdown'] as const)('no control character remains as %s', async (format) => {
    const { output, stdout } = openOutput({ format, terminal: true });
    await output.list(hostile, allColumns);
    expect(stdout.text).not.toMatch(/(?!\n)\p{Cc}|\u202e/u);
  });

  test('field names are visible text, in a list and in a record', async () => {
    const record = { 'k\x1b[2J': 'v' };
    const { output, stdout } = openOutput({ terminal: true });
    await output.list([record], allColumns);
    await output.one(record);
    expect(stdout.text).toBe('k\\x1b[2J\nv\nk\\x1b[2J  v\n');
  });

  test.each([
    ['table', false],
    ['json', true],
  ] as const)('a text alone is visible, as %s and bare: %j', async (format, raw) => {
    const { output, stdout } = openOutput({ format, raw, terminal: true, query: '[0].id' });
    await output.list(hostile, allColumns);
    expect(stdout.text).toBe('\\x1b]0;x\\x07\\u{202e}\n');
  });

  test('escapes controls in text from outside, but not in drawings', async () => {
    const { output, stdout } = openOutput({ terminal: true });
    await output.text('a\n\x1b[2J');
    await output.text(new TextEncoder().encode('\tü\x07'));
    await output.drawing('\x1b[32mbar\x1b[39m\n');
    expect(stdout.text).toBe('a\n\\x1b[2J\n\tü\\x07\n\x1b[32mbar\x1b[39m\n');
  });

  test('a table fits the window', async () => {
    const { output, stdout } = openOutput({ terminal: true, width: 20 });
    await output.list([{ id: 'x'.repeat(50), n: 1 }], allColumns);
    expect(stdout.text).toBe(`id                 n\n${'x'.repeat(8)}…${'x'.repeat(8)}  1\n`);
  });

  test('rows that begin a group are apart in a table, but fields below each other are not', async () => {
    const rows = ['a', 'b', 'c'].map((id) => ({ id, amount: '1234567', more: '7654321' }));
    const columns = [
      { path: 'id', importance: 'answer' },
      { path: 'amount', kind: 'money', importance: 'answer' },
      { path: 'more', kind: 'money', importance: 'answer' },
    ] as const;
    const shown = async (width: number, apart: ReadonlySet<unknown> = new Set()) => {
      const { output, stdout } = openOutput({ terminal: true, width });
      await output.list(rows, { columns, apart });
      return stdout.text;
    };
    const groups = new Set([rows[1]]);
    expect(await shown(80, groups)).toMatch(/^id.*\na.*\n\nb.*\nc.*\n$/);
    expect(await shown(12, groups)).toBe(await shown(12));
  });

  test('a terminal that does not report its width counts as 80 columns wide', async () => {
    const { output, stdout } = openOutput({ terminal: true, width: 0 });
    await output.list([{ id: 'x'.repeat(100) }], allColumns);
    expect(stdout.text).toBe(`id\n${'x'.repeat(40)}…${'x'.repeat(39)}\n`);
  });

  test('headers are bold if colors are requested', async () => {
    const { output, stdout } = openOutput({ terminal: true, color: true });
    await output.list([{ id: 1 }], allColumns);
    expect(stdout.text).toBe('\x1b[1mid\x1b[22m\n 1\n');
  });
});

test('without a terminal, text and csv keep their exact bytes', async () => {
  const { output, stdout } = openOutput({ format: 'csv' });
  await output.text('\x1b[2J');
  await output.list([{ id: '\x1b\u202e' }], allColumns);
  expect(stdout.text).toBe('\x1b[2Jid\n\x1b\u202e\n');
});

describe('without a terminal, a table shows every value in full', () => {
  const long = 'x'.repeat(200);
  const text = `id\n${long}\n`;

  test('in a pipe', async () => {
    const { output, stdout } = openOutput({ width: 20 });
    await output.list([{ id: long }], allColumns);
    expect(stdout.text).toBe(text);
  });

  test('in a file, without colors, even if stdout is a terminal', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'costctl-output-'));
    const outFile = join(folder, 'result');
    const { output } = openOutput({ outFile, terminal: true, width: 20, color: true });
    await output.list([{ id: long }], allColumns);
    expect(await readFile(outFile, 'utf8')).toBe(text);
    await rm(folder, { recursive: true });
  });
});

describe('notes and warnings', () => {
  test('go to stderr, one visible line each, and a repeated one only once', () => {
    const { output, stdout, stderr } = openOutput();
    output.note('a\n\x1b[2J');
    output.note('a\n\x1b[2J');
    output.warn('b');
    output.warn('b');
    expect(stderr.text).toBe('note: a\\n\\x1b[2J\nwarning: b\n');
    expect(stdout.text).toBe('');
  });

  test('with --quiet, only warnings remain', () => {
    const { output, stderr } = openOutput({ quiet: true });
    output.note('a');
    output.warn('b');
    expect(stderr.text).toBe('warning: b\n');
  });
});
