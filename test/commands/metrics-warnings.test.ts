import { describe, expect, test } from 'vitest';
import { header, importFrom } from '../helpers/metric-import.ts';
import { createMetricService } from '../helpers/metric-service.ts';
import { run } from '../helpers/run.ts';
import { succeed } from '../helpers/screens.ts';

const held = (date: string, region: string) => ({ date, amount: '1', labels: { region } });

/** As many values as a page has, all of one label, before 2026. */
const history = (pages: number) =>
  Array.from({ length: pages * 100 }, (_, at) => ({
    date: new Date(Date.UTC(2025, 11, 1 - Math.floor(at / 10))).toISOString().slice(0, 10),
    amount: '1',
    labels: { region: at % 10 === 0 ? 'eu' : `eu${at % 10}` },
  }));

const file = `${header}\n2026-01-01,5,eu\n2026-01-02,5,euu\n2026-01-03,5,euu\n`;
const warning = 'warning: 1 label that the metric has not had before: region "euu" (line 3)\n';

test.each([
  ['before', '2025-12-31'],
  ['a month before', '2025-12-05'],
  ['years before', '2020-01-01'],
  ['after', '2026-05-01'],
  ['on the same day', '2026-01-01'],
])(
  'a label that the metric had %s is known, and another label causes a warning',
  async (_, day) => {
    const service = createMetricService({ stored: [held(day, 'eu')] });
    const outcome = await importFrom(file, [], { service });
    expect({ stderr: outcome.stderr, exitCode: outcome.exitCode }).toEqual({
      stderr: warning,
      exitCode: 0,
    });
    expect(service.posts.flat()).toHaveLength(3);
  },
);

test('a label used on the day before needs one extra request', async () => {
  const stored = [held('2025-12-31', 'eu'), held('2025-12-31', 'euu'), ...history(3)];
  const service = createMetricService({ stored });
  const outcome = await importFrom(file, [], { service });
  expect(outcome.stderr).toBe('');
  expect(service.reads).toHaveLength(2);
});

test('the first values of a metric have no unknown labels', async () => {
  const service = createMetricService();
  const outcome = await importFrom(file, ['--strict'], { service });
  expect({ stderr: outcome.stderr, exitCode: outcome.exitCode }).toEqual({
    stderr: '',
    exitCode: 0,
  });
  expect(service.reads.length).toBeLessThanOrEqual(3);
});

test('labels are not checked if the stored values are too many to read, and a note says so', async () => {
  const stored = Array.from({ length: 300 }, (_, at) => held('2026-01-02', `r${at}`));
  const service = createMetricService({ stored });
  const { stderr } = await importFrom(file, [], { service });
  expect(stderr).toBe(
    'note: labels were not checked: reading the stored values takes 3 requests; --strict reads them\n',
  );
  expect(service.reads).toHaveLength(1);
  const strict = await importFrom(file, ['--strict'], { service: createMetricService({ stored }) });
  expect(strict.exitCode).toBe(10);
  const known = createMetricService({
    stored: [held('2026-01-01', 'eu'), held('2026-01-01', 'euu'), ...stored],
  });
  expect((await importFrom(file, [], { service: known })).stderr).toBe('');
});

test('the label search stops early in a very long history, and the warning says so', async () => {
  const stored = [held('2023-01-01', 'euu'), ...history(150)];
  const service = createMetricService({ stored });
  const outcome = await importFrom(file, [], { service });
  expect(outcome.stderr).toBe(
    'warning: 1 label that the metric has not had since 2025-11-19: region "euu" (line 3)\n',
  );
  await succeed(importFrom(file, ['--strict'], { service: createMetricService({ stored }) }));
});

const future = `${header}\n2026-11-15,5,eu\n2026-11-16,5,eu\n2027-01-01,5,eu\n`;
const negative = `${header}\n2026-01-01,-5,eu\n2026-01-02,-0.0,eu\n2026-01-03,5,eu\n`;
const strictly = (message: string) => `error: --strict: ${message}; nothing was sent\n`;

describe.each([
  ['an unknown label', file, '1 label that the metric has not had before: region "euu" (line 3)'],
  [
    'days in the future',
    future,
    '2 values in the future: 2026-11-16 (line 3), 2027-01-01 (line 4)',
  ],
  ['a negative amount', negative, '1 negative amount: -5 (line 2)'],
])('%s', (_name, content, message) => {
  const stored = [held('2025-01-01', 'eu')];

  test.each([['import'], ['diff'], ['import --dry-run']])(
    'causes one warning in %s',
    async (words) => {
      const service = createMetricService({ stored });
      const [action = '', ...flags] = words.split(' ');
      const line = ['metrics', action, 'bmt_orders', '-', '-w', 'wsp_main', '-q', ...flags];
      const outcome = await succeed(run(line, { service, stdin: content }));
      expect(outcome.stderr).toBe(`warning: ${message}\n`);
      expect(service.posts.length).toBe(words === 'import' ? 1 : 0);
    },
  );

  test.each([['import'], ['diff'], ['import --check']])('fails %s with --strict', async (words) => {
    const service = createMetricService({ stored });
    const [action = '', ...flags] = words.split(' ');
    const line = ['metrics', action, 'bmt_orders', '-', '-w', 'wsp_main', '--strict', ...flags];
    const { stderr, exitCode } = await run(line, { service, stdin: content });
    expect(stderr).toContain(strictly(message));
    expect(exitCode).toBe(10);
    expect(service.posts).toEqual([]);
  });
});

test('only the first five of many findings are listed', async () => {
  const rows = Array.from({ length: 8 }, (_, at) => `2026-01-0${at + 1},-${at + 1},r${at}\n`);
  const service = createMetricService({ stored: [held('2025-01-01', 'eu')] });
  const { stderr } = await importFrom(`${header}\n${rows.join('')}`, [], { service });
  expect(stderr).toBe(
    'warning: 8 negative amounts: -1 (line 2), -2 (line 3), -3 (line 4), -4 (line 5), -5 (line 6) and 3 more\n' +
      'warning: 8 labels that the metric has not had before: region "r0" (line 2), region "r1" (line 3), region "r2" (line 4), region "r3" (line 5), region "r4" (line 6) and 3 more\n',
  );
});
