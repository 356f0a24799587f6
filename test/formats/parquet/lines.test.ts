import fc from 'fast-check';
import { expect, test } from 'vitest';
import { scanLines } from '../../../src/formats/parquet/lines.ts';
import { rowText } from '../../../src/json/bulk/rows.ts';

test('rows are the same in chunks of any size', async () => {
  const rows = fc.array(fc.record({ text: fc.string({ unit: 'grapheme' }), number: fc.integer() }));
  await fc.assert(
    fc.asyncProperty(
      rows,
      fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1 }),
      async (all, sizes) => {
        const lines = all.map((row) => JSON.stringify(row));
        const bytes = Buffer.from(lines.map((line) => `${line}\n`).join(''));
        async function* chunks() {
          for (let at = 0, turn = 0; at < bytes.length; turn += 1) {
            const end = at + (sizes[turn % sizes.length] ?? 1);
            yield bytes.subarray(at, end);
            at = end;
          }
        }
        const found: string[] = [];
        for await (const page of scanLines(chunks())) {
          for (let row = 0; row < page.count; row += 1) found.push(rowText(page, row));
        }
        expect(found).toEqual(lines);
      },
    ),
  );
});
