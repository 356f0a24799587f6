import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { serveCosts } from '../helpers/costs.ts';
import { createFolder, run } from '../helpers/run.ts';

const row = { date: '2026-10-01', currency: 'EUR', service: 'EC2' };
const days = {
  '2026-10-01': [
    { ...row, team: 'web', cost: 3 },
    { ...row, team: 'shop', cost: 1 },
    { ...row, team: null, service: 'Support', cost: 4 },
    { ...row, team: null, service: 'Gift', cost: 0.5 },
  ],
};

test('allocate --focus uses FOCUS 1.3 field names and leaves the rest unassigned', async () => {
  const folder = createFolder();
  const rules = join(folder, 'rules.yaml');
  writeFileSync(
    rules,
    '- {match: [service=Support], to: team, by: cost}\n- {match: [service=Gift], by: fixed, weights: {none: 0}}\n',
  );
  const argv = ['costs', 'allocate', '--month', '2026-10', '--rules', rules, '--by', 'team'];
  const { stdout, exitCode } = await run([...argv, '--focus', '-o', 'json'], {
    service: serveCosts(days),
  });
  expect(exitCode).toBe(0);
  const shared = { BillingCurrency: 'EUR', x_Period: '2026-10-01..2026-10-31' };
  const rows: { AllocatedResourceId: string | null; AllocatedMethodDetails: string | null }[] =
    JSON.parse(stdout);
  expect(rows.find((one) => one.AllocatedResourceId === 'web')).toEqual({
    ...shared,
    AllocatedResourceId: 'web',
    AllocatedResourceName: 'web',
    AllocatedMethodId: 'cost',
    AllocatedMethodDetails: expect.stringMatching(
      /^\{"Elements":\[\{"AllocatedRatio":0\.\d+\}\]\}$/,
    ),
    BilledCost: '6',
    x_DirectCost: '3',
    x_AllocatedCost: '3',
  });
  const left = rows.find((one) => one.AllocatedResourceId === null);
  expect(left).toEqual(expect.objectContaining({ BilledCost: '0.5', AllocatedMethodId: 'none' }));
});
