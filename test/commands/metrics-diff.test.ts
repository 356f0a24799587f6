import { expect, test } from 'vitest';
import { createMetricService } from '../helpers/metric-service.ts';
import { run, type World } from '../helpers/run.ts';

const stored = [
  { date: '2026-01-01', amount: '5.00', labels: { region: 'eu' } },
  { date: '2026-01-01', amount: '7', labels: { region: 'us' } },
  { date: '2026-01-01', amount: '9', labels: { region: 'asia' } },
  { date: '2026-02-01', amount: '9', labels: { region: 'asia' } },
];
const file =
  'date,amount,region\n2026-01-01,5,eu\n2026-01-01,8,us\n2026-01-02,1,eu\n2026-03-01,1,eu\n';

function diffing(stdin: string, flags: readonly string[] = [], world: World = {}) {
  const service = createMetricService({ stored });
  const line = ['metrics', 'diff', 'bmt_orders', '-', '-w', 'wsp_main', '-o', 'csv', ...flags];
  return run(line, { service, ...world, stdin });
}

test('diff lists values to create and update, and values that the file lacks on its days', async () => {
  const outcome = await diffing(file);
  expect(outcome.exitCode).toBe(0);
  expect(outcome.stderr).toBe(
    'note: reading the values stored from 2026-01-01 to 2026-03-01 takes 1 request of 100\n',
  );
  expect(outcome.stdout).toBe(
    'change,date,labels,old,new\n' +
      'update,2026-01-01,"{""region"":""us""}",7,8\n' +
      'extra,2026-01-01,"{""region"":""asia""}",9,\n' +
      'create,2026-01-02,"{""region"":""eu""}",,1\n' +
      'create,2026-03-01,"{""region"":""eu""}",,1\n',
  );
});

test('--check exits 11 after the list if an import would change anything', async () => {
  const outcome = await diffing(file, ['--check', '-o', 'json']);
  expect(outcome.exitCode).toBe(11);
  expect(JSON.parse(outcome.stdout)).toHaveLength(4);
  expect(outcome.stderr).toContain('"message":"an import would change 3 values"');
});

test('--check passes if the file lacks values and changes none', async () => {
  const same = 'date,amount,region\n2026-01-01,5,eu\n';
  expect(await diffing(same, ['--check'])).toMatchObject({ exitCode: 0 });
  const silent = await diffing(same, ['--check', '-q']);
  expect(silent).toMatchObject({ exitCode: 0, stdout: '', stderr: '' });
});

test('--check with -q prints the list if it fails', async () => {
  const outcome = await diffing(file, ['--check', '-q']);
  expect(outcome.exitCode).toBe(11);
  expect(outcome.stdout.split('\n')).toHaveLength(6);
});

test('a bad row exits 10, and no value is read', async () => {
  const service = createMetricService({ stored });
  const outcome = await diffing('date,amount,region\n2026-01-01,$5,eu\n', [], { service });
  expect(outcome).toMatchObject({ exitCode: 10, stdout: '' });
  expect(service.reads).toEqual([]);
});

test('--skip-invalid compares the good rows and exits 9', async () => {
  const outcome = await diffing('date,amount,region\n2026-01-01,$5,eu\n2026-01-01,5,eu\n', [
    '--skip-invalid',
  ]);
  expect(outcome.exitCode).toBe(9);
  expect(outcome.stdout).toContain('extra,2026-01-01');
});
