import fc from 'fast-check';
import { expect, test } from 'vitest';
import { importFrom } from '../helpers/metric-import.ts';
import { createMetricService } from '../helpers/metric-service.ts';
import { run } from '../helpers/run.ts';
import { runs } from '../helpers/runs.ts';

/** Names that mean something else in a file, or look like one that does. */
const labelName = fc.oneof(
  fc.constantFrom(
    ...['date', 'amount', 'labels', '_line', '_reason', 'Date', 'labels.date', 'labels.labels'],
    ...['labels.labels.date', '__proto__', 'constructor', '2024', ' spaced ', 'a,b', 'a;b', 'é"'],
  ),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 5 }).filter(isWhole),
);
const label = fc
  .oneof(
    fc.constantFrom(
      ' ',
      ' eu',
      'eu ',
      'eu',
      'EU',
      '=1+1',
      'a\nb',
      'a\tb',
      '\\t',
      "'",
      ';',
      '\u00a0x',
    ),
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 4 }),
  )
  .filter(isWhole);
const day = fc.integer({ min: 0, max: 3 }).map((number) => `2026-01-0${number + 1}`);
const amount = fc.constantFrom('5', '5.0', '+5.00', '-0.5', '50e-1', '0', '1234567.8901234567890');

/** JSON that a service sends has no half characters. */
function isWhole(text: string): boolean {
  return !/\p{Cs}/u.test(text);
}

const metric = fc.uniqueArray(labelName, { minLength: 1, maxLength: 3 }).chain((labelColumns) =>
  fc.record({
    labelColumns: fc.constant(labelColumns),
    stored: fc.uniqueArray(
      fc.record({
        date: day,
        amount,
        labels: fc
          .tuple(...labelColumns.map(() => label))
          .map(
            (values): Record<string, string> =>
              Object.fromEntries(labelColumns.map((name, at) => [name, values[at] ?? ''])),
          ),
      }),
      {
        minLength: 1,
        maxLength: 6,
        selector: ({ date, labels }) => JSON.stringify([date, labels]),
      },
    ),
  }),
);

const line = ['metrics', 'values', 'bmt_orders', '-w', 'wsp_main'];

test('values with any labels and amounts are read back as unchanged', async () => {
  await fc.assert(
    fc.asyncProperty(
      metric,
      fc.constantFrom('csv', 'tsv', 'json', 'ndjson'),
      async (options, format) => {
        const service = createMetricService(options);
        const values = await run([...line, '-o', format], { service });
        const checked = await importFrom(values.stdout, ['--format', format, '--check'], {
          service,
        });
        expect({
          stderr: checked.stderr.replace(/^note: first, .*\n/gm, ''),
          exitCode: checked.exitCode,
        }).toEqual({
          stderr: '',
          exitCode: 0,
        });
        const { stdout, stderr } = await importFrom(values.stdout, ['--format', format], {
          service,
        });
        expect(stderr).toBe('');
        expect(JSON.parse(stdout)).toMatchObject({
          values: options.stored.length,
          unchanged: options.stored.length,
          batches: 0,
        });
        expect(service.posts).toEqual([]);
      },
    ),
    { numRuns: runs(50) },
  );
});

test('an amount equal to the stored one is not sent, and a dry run reports the same', async () => {
  const spellings = fc.constantFrom(
    ...(['5', '5.0', '+5', '50e-1', '0.5e1'] as const),
    ...(['7', '7.00', '-5', '0', '-0.0'] as const),
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(spellings, { minLength: 1, maxLength: 6 }),
      spellings,
      async (amounts, held) => {
        const rows = amounts.map((text, at) => ({
          date: '2026-01-01',
          amount: text,
          labels: { region: `r${at}` },
        }));
        const service = createMetricService({
          stored: rows.map((row) => ({ ...row, amount: held })),
        });
        const file = rows.map((row) => `${JSON.stringify(row)}\n`).join('');
        const flags = ['--format', 'ndjson'];
        const dry = await importFrom(file, [...flags, '--dry-run'], { service });
        const check = await importFrom(file, [...flags, '--check'], { service });
        const real = await importFrom(file, flags, { service });
        const { extra, dryRun, ...previewed } = JSON.parse(dry.stdout);
        expect(JSON.parse(real.stdout)).toEqual(previewed);
        const sent = service.posts.flat().map((value) => value.amount);
        const differing = amounts.filter((text) => Number(text) !== Number(held));
        expect(sent).toEqual(differing);
        expect(check.exitCode).toBe(differing.length === 0 ? 0 : 11);
      },
    ),
    { numRuns: runs(25) },
  );
});

test('a label with spaces around it is an error unless the metric already has it', async () => {
  const stored = [{ date: '2020-01-01', amount: '1', labels: { region: ' eu' } }];
  const service = createMetricService({ stored });
  const rows = ['2026-01-01,1, eu', '2026-01-02,1,eu ', '2026-01-03,x,eu', '2026-01-04,1, eu'];
  const file = `date,amount,region\n${rows.join('\n')}\n`;
  const outcome = await importFrom(file, ['--skip-invalid', '-o', 'json'], { service });
  expect(outcome.exitCode).toBe(9);
  expect(outcome.stderr).toContain(
    'warning: line 3: the label region has spaces around it: "eu "\n',
  );
  expect(outcome.stderr.indexOf('line 3')).toBeLessThan(outcome.stderr.indexOf('line 4'));
  expect(service.posts.flat().map(({ date }) => date)).toEqual(['2026-01-01', '2026-01-04']);
});

test('the column labels.date is read as the label named date', async () => {
  const service = createMetricService({ labelColumns: ['date'] });
  const file = 'date,amount,labels.date\n2026-01-01,5,x\n';
  expect((await importFrom(file, [], { service })).exitCode).toBe(0);
  expect(service.posts).toEqual([[{ date: '2026-01-01', amount: '5', labels: { date: 'x' } }]]);
});
