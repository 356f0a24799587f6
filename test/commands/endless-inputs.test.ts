import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { needs } from '../helpers/needs.ts';
import { run } from '../helpers/run.ts';

const lines: readonly string[] = [
  'costs check --budgets A',
  'costs chart --last 2d --budgets A',
  'costs allocate --last 2d --rules A --by tags.team',
  'costs coverage --last 2d --require tags.team --allowed A',
  'costs report --last-month --sections budgets --budgets A',
  'costs report --last-month --logo A -O report.html',
  'costs summary --last 2d --convert-to USD --rates A',
  'costs export --last 2d --focus 1.2 --focus-map A -O focus.csv',
  'costs verify A',
  'costs focus-check A',
  'config plan A',
  'config validate A',
  'config apply A --yes',
  'config pull --into A',
  'users invite --from A',
  'filters create --title x --filter @A',
  'workspaces create --data @A',
  'providers connect --key aws --credentials @A',
  'api import A',
  'api PUT /v1/providers/prv_aws_main --input A',
];

describe('a file without an end', () => {
  needs('/dev/zero');

  test.each(lines)('%s reads a bounded part of it, and says so', async (line) => {
    const folder = mkdtempSync(join(tmpdir(), 'costctl-endless-'));
    const words = line
      .split(' ')
      .map((word) => word.replace(/^(@?)A$/, '$1/dev/zero'))
      .map((word) => (/^(report|focus)\./.test(word) ? join(folder, word) : word));
    const { exitCode, stdout, stderr } = await run(['--sandbox', ...words], { folder });
    expect([2, 10]).toContain(exitCode);
    expect(stdout).toBe('');
    expect(stderr).toMatch(/more than \d+ [KM]i?B|l(?:arg|ong)er than \d+ Mi?B/);
  });
});
