import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { RowScanner } from '../../src/json/bulk/rows.ts';
import { createEncoder } from '../../src/rows/create-encoder.ts';
import type { EncoderState, RowFormat } from '../../src/rows/encoder.ts';
import { openTarget, widenPart } from '../../src/rows/target.ts';
import { openPartFile, openWorkFolder } from '../../src/storage/work-folder.ts';
import { anyCharacter } from '../helpers/any-character.ts';
import { createContext } from '../helpers/context.ts';
import { runs } from '../helpers/runs.ts';

type Row = Record<string, unknown>;

/** Few names, so that pages share some columns and lack others. */
const names = fc.constantFrom('a', 'b', 'c', 'd "e"', 'ü', 'x,y');
const values = fc.oneof(
  fc.constantFrom<unknown>(null, 1, -2.5, true, '', 'a,b', 'q"q', 'two\nlines', 'ü\\\t', '='),
  fc.record({ k: fc.string() }),
  fc.string({ unit: anyCharacter }),
);
const rows = fc.array(fc.dictionary(names, values, { minKeys: 1, noNullPrototype: true }), {
  maxLength: 5,
});
const windows = fc.array(fc.array(rows, { maxLength: 3 }), { minLength: 1, maxLength: 4 });
const spacing = fc.constantFrom(0, 1);

const bodyOf = (page: readonly Row[], indent: number) =>
  Buffer.from(JSON.stringify({ data: page }, undefined, indent));

function encoderOf(format: RowFormat, more: { columns?: readonly string[] } = {}) {
  return createEncoder({
    format,
    header: true,
    spreadsheetSafe: false,
    lateColumns: 'add',
    pick: (row) => row,
    ...more,
  });
}

/** Writes windows as an export does, each with a failed first attempt, and with a new encoder. */
function encodeAll(
  format: RowFormat,
  pages: readonly (readonly (readonly Row[])[])[],
  indent: number,
) {
  let state: EncoderState | undefined;
  const parts: Buffer[] = [];
  const ends: number[] = [];
  for (const [position, window] of pages.entries()) {
    const encoder = encoderOf(format);
    const scanner = new RowScanner();
    const write = () =>
      window.flatMap((page) =>
        encoder.encode(scanner.scan(bodyOf(page, indent))).map((piece) => Buffer.from(piece)),
      );
    if (state !== undefined) encoder.restore(state);
    const before = encoder.state();
    write();
    encoder.restore(before);
    parts.push(...write());
    state = encoder.state();
    ends.push(state.bytes);
    if (position === pages.length - 1) parts.push(...encoder.end().map((one) => Buffer.from(one)));
  }
  return { bytes: Buffer.concat(parts), state, ends };
}

test.each(['json', 'ndjson'] as const)(
  '%s keeps every row unchanged after failed attempts and resumed runs',
  (format) => {
    fc.assert(
      fc.property(windows, spacing, (pages, indent) => {
        const all = pages.flat(2);
        const { bytes, state } = encodeAll(format, pages, indent);
        const text = bytes.toString();
        const lines = all.map((row) => `${JSON.stringify(row)}\n`).join('');
        expect(text).toBe(format === 'json' ? `${JSON.stringify(all)}\n` : lines);
        expect(state?.rows).toBe(all.length);
      }),
    );
  },
);

test.each([
  ['csv', false],
  ['csv', true],
  ['tsv', false],
] as const)('a widened %s (gzip: %s) has each row under every column', async (format, gzip) => {
  await fc.assert(
    fc.asyncProperty(windows, spacing, async (pages, indent) => {
      const all = pages.flat(2);
      const { bytes, state, ends } = encodeAll(format, pages, indent);
      if (state === undefined || state.steps.length < 2) return;
      const text = (await widen(format, gzip, bytes, state, ends)).toString();
      const cells = format === 'csv' ? parse(text) : parseTsv(text);
      const columns = [...new Set(all.flatMap((row) => Object.keys(row)))];
      expect(cells).toEqual([
        columns,
        ...all.map((row) => columns.map((column) => cellOf(row[column]))),
      ]);
    }),
    { numRuns: runs(60) },
  );
});

async function widen(
  format: 'csv' | 'tsv',
  gzip: boolean,
  bytes: Buffer,
  state: EncoderState,
  ends: readonly number[],
): Promise<Buffer> {
  const path = join(mkdtempSync(join(tmpdir(), 'costctl-test-')), 'costs');
  const target = await openTarget(path, process.getuid?.(), createContext());
  if (target === undefined) throw new Error('not a file');
  await openWorkFolder(target.folder, target.userId);
  const part = await openPartFile(target.part, { from: 0, gzip, userId: target.userId });
  await part.write(bytes);
  await part.commit();
  await part.close();
  const chosen = encoderOf(format, { columns: state.columns });
  const header = Buffer.concat(chosen.end());
  const distinct = [...new Set(ends)].filter((end) => end > 0);
  await widenPart(target, state, { format, gzip, header, ends: distinct });
  const written = readFileSync(path);
  return gzip ? gunzipSync(written) : written;
}

function cellOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function parseTsv(text: string): string[][] {
  const escaped: Record<string, string> = { t: '\t', n: '\n', r: '\r', '\\': '\\' };
  return text
    .slice(0, -1)
    .split('\n')
    .map((line) =>
      line
        .split('\t')
        .map((cell) => cell.replace(/\\(.)/g, (_match, letter: string) => escaped[letter] ?? '')),
    );
}
