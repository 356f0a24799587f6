import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createFolder, run } from '../helpers/run.ts';
import { succeed } from '../helpers/screens.ts';

const folder = createFolder();
const rules = join(folder, 'rules.yaml');
writeFileSync(rules, '- match: [service=Tax]\n  to: tags.team\n  by: cost\n');

const days = '--from 2026-09-25 --to 2026-11-10 --granularity month';

test.each([
  `costs summary ${days} --by provider`,
  `costs unit ${days} --metric bmt_orders`,
  `costs allocate ${days} --convert-to USD --rules ${rules} --by tags.team`,
  `metrics summary bmt_orders ${days} --by region`,
])('%s says in full which months are partial', async (line) => {
  for (const terminal of [120, 80, 40]) {
    const given = `${line} --sandbox -q`.split(' ');
    const { stdout } = await succeed(run(given, { folder, terminal }));
    expect(stdout).toContain('2026-09 (partial)');
    expect(stdout).not.toMatch(/2026-\d\d ?…/);
  }
});
