import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseDateFormat } from '../../src/formats/cell-spelling.ts';
import { linesOf, manifestOf } from '../helpers/mirror.ts';
import { createFolder, run } from '../helpers/run.ts';

const orders = ['YYYY MM DD', 'YYYY DD MM', 'MM DD YYYY', 'DD MM YYYY'];
const formats = orders.flatMap((order) =>
  ['.', '/', '-'].map((separator) => order.replaceAll(' ', separator)),
);
const days = fc.array(
  fc.date({ min: new Date('2025-01-01'), max: new Date('2027-12-31'), noInvalidDate: true }),
  { minLength: 1, maxLength: 6 },
);

/** Another column has texts of the same form: they stay as they are. */
const csvOf = (dates: readonly string[]) =>
  `\ufeffDate,BillingPeriod,Cost,Currency\r\n${dates
    .map((date, at) => `${date},09/01/2026,1.${at},USD\r\n`)
    .join('')}`;

test('days in any format mean the same as YYYY-MM-DD, and later runs know the format', async () => {
  await fc.assert(
    fc.asyncProperty(days, fc.constantFrom(...formats), async (dates, name) => {
      const folder = createFolder();
      const plain = dates.map((date) => date.toISOString().slice(0, 10));
      const write = parseDateFormat(name)?.write ?? String;
      const lines: string[] = [];
      for (const [kind, words] of [
        ['plain', []],
        ['own', ['--date-format', name]],
      ] as const) {
        const fill = (file: string, own: readonly string[]) =>
          writeFileSync(join(folder, file), csvOf(kind === 'own' ? own.map(write) : own));
        const line = ['costs', 'mirror', kind, '--files', `${kind}*.csv`, '--date-column', 'Date'];
        fill(`${kind}-1.csv`, plain);
        expect((await run([...line, ...words, '-o', 'ndjson'], { folder })).stderr).not.toContain(
          'error',
        );
        fill(`${kind}-2.csv`, [...plain, '2026-05-06']);
        const again = ['costs', 'mirror', kind, '--allow-duplicates', '-o', 'ndjson'];
        const { stdout } = await run(again, { folder });
        lines.push(stdout);
        expect(manifestOf(join(folder, kind)).query.dateFormat).toBe(words[1]);
      }
      expect(linesOf(lines[1] ?? '')).toEqual(linesOf(lines[0] ?? ''));
      const [shown, own] = await Promise.all(
        ['plain', 'own'].map((kind) =>
          run(
            `costs list --mirror ${kind} --from ${plain[0]} --to ${plain[0]} -o ndjson`.split(' '),
            { folder },
          ),
        ),
      );
      expect(own?.stdout).toBe(shown?.stdout);
      expect(own?.stdout).toContain('"BillingPeriod":"09/01/2026"');
    }),
    { numRuns: 15 },
  );
});

test.each([
  [
    [],
    "error: a.csv: line 2 has '09/21/2026' in Date, which is not a day\nhint: give a new mirror of csv files --date-column Date --date-format MM/DD/YYYY",
  ],
  [
    ['--date-column', 'Date', '--date-format', 'DD/MM/YYYY'],
    "error: a.csv: line 2 has '09/21/2026' in Date, which is not a day\nhint: give a new mirror of csv files --date-column Date --date-format MM/DD/YYYY",
  ],
  [
    ['--date-format', 'MM/DD/YYYY'],
    'error: --date-format needs --date-column\nhint: give --date-column NAME',
  ],
  [
    ['--date-column', 'Date', '--date-format', 'MM/DD/YYYY'],
    "error: a.csv: line 2 has '9/21/2026' in Date, which is not a day\nhint: days are like 09/01/2026 or 2026-09-01, or moments in UTC; --date-column names another column",
    '9/21/2026',
  ],
  [
    ['--date-column', 'Date', '--date-format', 'MM/DD/YYYY'],
    "error: a.csv: line 2 has '02/30/2026' in Date, which is not a day\nhint: days are like 09/01/2026 or 2026-09-01, or moments in UTC; --date-column names another column",
    '02/30/2026',
  ],
])('with %j the error says what to give', async (words, message, day = '09/21/2026') => {
  const folder = createFolder();
  writeFileSync(join(folder, 'a.csv'), csvOf([day]));
  const line = ['costs', 'mirror', 'm', '--files', 'a.csv', ...words];
  const { stderr } = await run(line, { folder });
  expect(stderr.replaceAll(`${folder}/`, '').trim()).toBe(message);
});

test('another format for the same mirror is refused', async () => {
  const folder = createFolder();
  writeFileSync(join(folder, 'a.csv'), csvOf(['09/21/2026']));
  const line = 'costs mirror m --files a.csv --date-column Date --date-format'.split(' ');
  expect((await run([...line, 'MM/DD/YYYY'], { folder })).exitCode).toBe(0);
  expect((await run([...line, 'DD/MM/YYYY'], { folder })).stderr).toContain(
    '--date-format changed from MM/DD/YYYY to DD/MM/YYYY',
  );
});
