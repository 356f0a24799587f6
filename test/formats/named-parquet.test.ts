import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readTable } from '../../src/formats/any-table.ts';
import { openCellSlices } from '../../src/formats/parquet/cell-slices.ts';

const table = { open: () => undefined, take: () => undefined };

test.each([
  ['of no bytes', ''],
  ...['P', 'PA', 'PAR', 'PAR1', 'PAR1PAR1', 'PAR1\0\0\0\0PAR1'].map((bytes) => [
    `that ends after ${bytes.length} bytes`,
    bytes,
  ]),
  ['that is csv', 'day,cost\n2026-10-01,5\n'],
])(
  'a file %s with the name of a Parquet file is damaged, not one without rows',
  async (_what, bytes) => {
    const path = join(mkdtempSync(join(tmpdir(), 'costctl-named-')), 'costs.PARQUET');
    writeFileSync(path, bytes ?? '');
    const error = {
      code: 'invalid_data',
      message: expect.stringMatching(/costs\.PARQUET: .*damaged/),
    };
    await expect(readTable(path, table)).rejects.toMatchObject(error);
    await expect(openCellSlices(path)).rejects.toMatchObject(error);
  },
);

test('a file whose footer is encrypted is not called damaged', async () => {
  const path = join(mkdtempSync(join(tmpdir(), 'costctl-named-')), 'costs.parquet');
  writeFileSync(path, 'PARE\0\0\0\0PARE');
  await expect(readTable(path, table)).rejects.toThrow(
    `cannot read ${path}: it is encrypted, which is not supported`,
  );
});
