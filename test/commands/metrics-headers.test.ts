import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createFolder, run } from '../helpers/run.ts';

const german = 'Datum;Bestellungen;Region\r\n01.10.2026;11.594,00;us-east\r\n';

async function importGerman(...flags: readonly string[]) {
  const folder = createFolder();
  const file = join(folder, 'german.csv');
  writeFileSync(file, german);
  return run(['--sandbox', 'metrics', 'import', 'bmt_orders', file, '--dry-run', ...flags], {
    folder,
  });
}

test('a file with headers of its own: one hint names every option that it needs', async () => {
  const first = await importGerman();
  expect(first.exitCode).toBe(10);
  expect(first.stderr).toContain('there is no column "date" and no column "amount"\n');
  expect(first.stderr).toContain('name them with --map date=COLUMN,amount=COLUMN\n');
  const mapped = ['--map', 'date=Datum,amount=Bestellungen'];
  const second = await importGerman(...mapped);
  expect(second.stderr).toContain('--date-format DD.MM.YYYY');
  expect(second.stderr).toContain('--decimal-comma');
  // No row can be used, so there are no others.
  expect(second.stderr).toMatch(/^hint: correct them \(--rejects FILE keeps them\)$/m);
  const third = await importGerman(
    ...[...mapped, '--date-format', 'DD.MM.YYYY', '--decimal-comma'],
  );
  expect(third).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('1 updated') });
});

test('a map that is written the other way round says so', async () => {
  const { stderr, exitCode } = await importGerman('--map', 'Datum=date,Bestellungen=amount');
  expect(exitCode).toBe(2);
  expect(stderr).toContain('hint: the field comes first: --map date=Datum\n');
});
