import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Row, serveCosts } from '../helpers/costs.ts';
import { daysOf } from '../helpers/report.ts';
import { createFolder, run } from '../helpers/run.ts';

const days = daysOf(
  '2026-08-01',
  '2026-11-14',
  1,
  (day): Row => ({
    date: day,
    service: 'compute',
    cost: 1,
    currency: 'USD',
  }),
);

test.each([
  ['summary --from 2026-08-30 --to 2026-09-02', '2026-08-30'],
  ['outlook --month 2026-10', '2026-04-01'],
  ['anomalies --from 2026-09-20 --to 2026-09-30', '2026-07-26'],
])('%s shows how to create an earlier mirror if days are missing', async (words, first) => {
  const folder = join(createFolder(), 'mirror');
  const service = serveCosts(days);
  await run(['costs', 'mirror', folder, '--from', '2026-09-01'], { service });
  const { exitCode, stderr } = await run(['costs', ...words.split(' '), '--mirror', folder], {
    service,
  });
  expect(exitCode).toBe(9);
  expect(stderr).toContain(`it begins on 2026-09-01: costctl costs mirror NEW_DIR --from ${first}`);
});

test('no hint asks the second address again for a mirror of the first', async () => {
  const folder = join(createFolder(), 'mirror');
  const service = serveCosts(days);
  await run(['costs', 'mirror', folder, '--from', '2026-11-01'], { service });
  const { exitCode, stderr } = await run(['costs', 'mirror', folder], {
    service,
    env: { COSTCTL_BASE_URL: 'https://other.example.test' },
  });
  expect([exitCode, stderr]).toEqual([
    6,
    `error: ${folder} mirrors another query: the address changed from ${service.url}/ to https://other.example.test/\nhint: choose the service at the first address, such as with --profile, or use another folder\n`,
  ]);
});

test.each(['report -O ~/r.md', 'close -O ~/pack'])(
  '%s leaves out the outlook if the mirror lacks days that it learns from, and says so',
  async (words) => {
    const folder = createFolder();
    const service = serveCosts(days);
    const mirror = join(folder, 'mirror');
    await run(['costs', 'mirror', mirror, '--from', '2026-08-15'], { service });
    const line = words.replace('~', folder).split(' ');
    const more = ['--month', '2026-10', '--mirror', mirror];
    const { exitCode, stderr } = await run(['costs', ...line, ...more], { service });
    expect(exitCode).toBe(0);
    expect(stderr).toContain('it learns from 2026-05-01 to 2026-11-14, and the mirror lacks some');
  },
);
