import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { operations } from '../../src/api/operations.ts';
import { loadDeclarations } from '../../src/cli/groups.ts';
import { serveAnalysis } from '../helpers/cost-shapes.ts';
import { serveCosts } from '../helpers/costs.ts';
import { withProfiles } from '../helpers/profiles.ts';
import { createFolder, run } from '../helpers/run.ts';
import { pageOf, scriptService } from '../helpers/service.ts';

const declarations = await loadDeclarations();

/** Actions of several operations, and those whose operation names the workspace in its path or in an open body. */
const others = [
  ...['rates policy', 'workspaces providers update'],
  ...['costs report', 'costs close', 'costs unit', 'costs trend', 'costs allocate', 'costs check'],
  ...['config pull', 'config plan', 'config apply', 'undo', 'mcp', 'whoami'],
];

test('exactly the actions whose operation names a workspace, and a few others, take --workspace', () => {
  const byId = new Map<string, object>(Object.values(operations).map((one) => [one.id, one]));
  const namesWorkspace = (action: (typeof declarations)[number]): boolean => {
    const { query, request } = { ...byId.get(action.operation?.id ?? '') } as Parts;
    return [query, request].some((part) => part?.shape?.['workspaceId'] !== undefined);
  };
  const taking = declarations.filter(({ workspace }) => workspace === true);
  const documented = declarations.filter(namesWorkspace).map(({ words }) => words);
  expect(taking.map(({ words }) => words).toSorted()).toEqual(
    [...new Set([...documented, ...others])].toSorted(),
  );
});

interface Parts {
  readonly query?: { readonly shape?: Readonly<Record<string, unknown>> };
  readonly request?: { readonly shape?: Readonly<Record<string, unknown>> };
}

/** An example of every other action. */
const lines = declarations
  .filter(({ workspace, local }) => workspace !== true && local !== true)
  .map(({ words, examples }) => [words, withoutUse(examples[0] ?? '')] as const);

/** With --convert-to or a metric the workspace has an effect. */
function withoutUse(example: string): string {
  return example.replace(/ --(convert-to|metric) \S+/g, '');
}

test.each(lines)('%s rejects --workspace and names an alternative', async (words, example) => {
  const typed = example.replace(/^costctl /, '').match(/"[^"]*"|'[^']*'|\S+/g) ?? [];
  const argv = typed.map((word) => word.replace(/^["']|["']$/g, ''));
  const { stdout, stderr, exitCode } = await run([...argv, '-w', 'wsp_a', '-o', 'table']);
  expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 2 });
  const [error, hint] = stderr.split('\n');
  const isCosts = words.startsWith('costs ');
  const why = isCosts
    ? 'its rows are all that the token reaches'
    : 'the service documents no workspace for it';
  expect(error).toBe(`error: --workspace has no effect on ${words}: ${why}`);
  // The service has no parameter that narrows rows to a workspace.
  const takesWhere = declarations.some((one) => one.words === words && 'where' in one.options);
  expect(hint).toMatch(
    isCosts
      ? takesWhere
        ? /^hint: give --where COLUMN=wsp_a; costctl costs columns( .*)? shows/
        : /^hint: leave it out$/
      : /a workspace token reaches .*--param workspaceId=ID/,
  );
});

test.each<[string, Readonly<Record<string, string>>, object]>([
  ['the environment', { COSTCTL_WORKSPACE: 'wsp_a' }, {}],
  ['the profile', {}, { workspace: 'wsp_a' }],
])('commands that take no workspace ignore one from %s', async (_name, env, work) => {
  const folder = withProfiles({ current: 'work', profiles: { work } });
  const day = 'startDate=2026-10-01&endDate=2026-10-01';
  for (const [line, path] of [
    ['costs list --from 2026-10-01 --to 2026-10-01', `/v1/costs?${day}&page=1&limit=5000`],
    ['providers list', '/v1/providers?page=1&limit=100'],
  ] as const) {
    const service = scriptService({ path, answer: { ...pageOf([]), meta: { totalRecords: 0 } } });
    const ended = await run([...line.split(' '), '-o', 'json'], { service, env, folder });
    expect(ended).toMatchObject({ exitCode: 0, stdout: '[]\n' });
  }
});

/** Rows of which one column holds workspace ids. */
const days = {
  '2026-10-01': [
    { date: '2026-10-01', cost: 1, currency: 'USD', owner: { space: 'wsp_a' } },
    { date: '2026-10-01', cost: 2, currency: 'USD', owner: { space: 'wsp_b' } },
  ],
};
const asked = ['costs', 'summary', '--from', '2026-10-01', '--to', '2026-10-01', '-o', 'json'];

test('after an answer, the hint is a line that works: it names the column of workspace ids', async () => {
  const folder = createFolder();
  const ask = (...words: string[]) =>
    run([...asked, ...words], { service: serveCosts(days), folder });
  await ask();
  const refused = await ask('-w', 'wsp_a');
  expect(refused.exitCode).toBe(2);
  const { hint } = JSON.parse(refused.stderr).error;
  const [, condition = ''] = /^give --where (\S+);/.exec(hint) ?? [];
  expect(condition).toBe('owner.space=wsp_a');
  expect(JSON.parse((await ask('--where', condition)).stdout)[0]).toMatchObject({ total: '1' });
  // Of another address nothing is known.
  const env = { COSTCTL_BASE_URL: 'https://other.example.test' };
  const other = await run([...asked, '-w', 'wsp_a'], { env, folder });
  expect(JSON.parse(other.stderr).error.hint).toContain('costctl costs columns');
});

test('a mirror knows its own column', async () => {
  const folder = createFolder();
  const mirror = join(folder, 'mirror');
  const words = ['costs', 'mirror', mirror, '--from', '2026-10-01'];
  const now = '2026-10-02T12:00:00Z';
  await run(words, { service: serveCosts(days), folder: createFolder(), now });
  const { stderr } = await run([...asked, '--mirror', mirror, '-w', 'wsp_b'], { folder });
  expect(JSON.parse(stderr).error.hint).toMatch(/^give --where owner\.space=wsp_b;/);
});

test.each([
  ['summary --convert-to USD', 0],
  ['summary', 2],
  ['check --max-total 5', 2],
  ['check --max-total 5 --convert-to USD --allow-stale all', 0],
  ['compare', 2],
  ['list', 2],
])('costs %s takes a workspace only for a policy, and never for rows', async (line, exitCode) => {
  const service = serveAnalysis(days);
  const [action = '', ...words] = line.split(' ');
  const period = ['--from', '2026-10-01', '--to', '2026-10-01', '-o', 'json'];
  const receipt = join(createFolder(), 'receipt.json');
  const argv = ['costs', action, ...words, ...period, '-w', 'wsp_a', '--receipt', receipt];
  const ended = await run(argv, { service });
  expect(ended).toMatchObject({ exitCode });
  if (exitCode === 2) return expect(service.requests).toEqual([]);
  expect(service.asked.some((path) => /policy.*wsp_a|wsp_a.*policy/.test(path))).toBe(true);
  expect(JSON.parse(readFileSync(receipt, 'utf8'))).toMatchObject({ rows: 2, where: [] });
});
