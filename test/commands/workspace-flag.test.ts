import { expect, test } from 'vitest';
import { operations } from '../../src/api/operations.ts';
import { loadDeclarations } from '../../src/cli/groups.ts';
import { withProfiles } from '../helpers/profiles.ts';
import { run } from '../helpers/run.ts';
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
  .map(({ words, examples }) => [words, examples[0] ?? ''] as const);

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
  expect(hint).toMatch(
    isCosts
      ? /^hint: give --where COLUMN=wsp_a: costctl costs columns shows/
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
