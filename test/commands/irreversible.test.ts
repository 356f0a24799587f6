import { expect, test } from 'vitest';
import { actionsOf, describeWhole, hasOption, isWritten } from '../helpers/actions.ts';
import { changes } from '../helpers/every-action.ts';
import { readStored, withProfiles, work, workAndHome } from '../helpers/profiles.ts';
import { run, type World } from '../helpers/run.ts';
import { scriptService } from '../helpers/service.ts';

const actions = actionsOf(await describeWhole()).filter(isWritten);
/** They ask first; `api` only if it is a DELETE. */
const asking = changes.filter(({ confirmed }) => confirmed !== undefined);
/** It reads the service before it asks. */
const readsFirst = 'config apply';

test('exactly the irreversible actions ask first', () => {
  const removing = actions.filter(({ command }) => /^(delete|remove)$/.test(command.name));
  const names = [...removing.map(({ line }) => line), 'api request', readsFirst];
  expect(asking.map(({ action }) => action).toSorted()).toEqual(names.toSorted());
});

test('every confirmation can be skipped with an option', () => {
  const options = ['--yes', '--confirm'].map((long) =>
    actions.filter((action) => hasOption(action, long)).map(({ line }) => line),
  );
  const byId = ['workspaces delete'];
  const byCount = [readsFirst];
  const byYes = asking.map(({ action }) => action).filter((action) => !byId.includes(action));
  expect(options.map((lines) => lines.toSorted())).toEqual([
    byYes.toSorted(),
    [...byCount, ...byId],
  ]);
});

/** Against a service that expects nothing, with a profile of its own. */
async function runAsking(line: string, words: readonly string[], world: World = {}) {
  const folder = withProfiles();
  const service = scriptService();
  const env = { COSTCTL_BASE_URL: '', COSTCTL_TOKEN: '', ...world.env };
  const outcome = await run([...line.split(' '), ...words], { folder, service, ...world, env });
  expect({ sent: service.received, stored: readStored(folder) }).toEqual({
    ...{ sent: [], stored: workAndHome },
  });
  return outcome;
}

const lines = asking
  .filter(({ action }) => action !== readsFirst)
  .map(({ line, confirmed = [] }) => [line, confirmed.join(' ')] as const);

test.each(lines)('%s asks on a terminal, naming the profile and the address', async (line) => {
  const outcome = await runAsking(line, ['--no-color'], { terminal: 80, answers: ['no'] });
  expect(outcome.questions).toHaveLength(1);
  expect(outcome.questions[0]).toContain(`\nProfile: work\nAddress: ${work.baseUrl}\n`);
  expect(outcome).toMatchObject({
    ...{ exitCode: 2, stdout: '', stderr: 'error: cancelled: nothing was changed\n' },
  });
});

test.each(lines)('%s does nothing if the answer is empty', async (line) => {
  const { exitCode, questions } = await runAsking(line, [], { terminal: 80, answers: [''] });
  expect({ exitCode, questions }).toMatchObject({ exitCode: 2, questions: [expect.anything()] });
});

test.each(
  lines.flatMap(([line, confirmed]): [string, string[], World, string][] => [
    [line, [], {}, confirmed],
    [line, ['--no-input'], { terminal: 80 }, confirmed],
    [line, [], { terminal: 80, env: { COSTCTL_NO_INPUT: '1' } }, confirmed],
  ]),
)('%s %j, %j: off a terminal it is exit 2 without %s', async (line, words, world, confirmed) => {
  const { exitCode, stdout, stderr, questions } = await runAsking(line, words, world);
  expect({ exitCode, stdout, questions }).toEqual({ exitCode: 2, stdout: '', questions: [] });
  expect(stderr).toContain('not confirmed: ');
  expect(stderr.endsWith(` add ${confirmed}\n`)).toBe(true);
});

test.each([
  ['filters delete flt_a', 'saved-filters/flt_a?workspaceId=wsp_a', 'filters list'],
  ['metrics delete bmt_a', 'business-metrics/bmt_a?workspaceId=wsp_a', 'metrics list'],
  [
    'workspaces providers remove wpr_a',
    'workspace-providers/wpr_a?workspaceId=wsp_a',
    'workspaces providers list',
  ],
  ['providers delete prv_a', 'providers/prv_a', 'providers list'],
  ['api DELETE /v1/providers/prv_a', 'providers/prv_a', undefined],
])('%s without a clear answer says that it may be done', async (line, path, list) => {
  const refused = { method: 'DELETE', path: `/v1/${path}`, status: 503 };
  const place = path.includes('?') ? ' --workspace wsp_a' : '';
  const words = `${line}${place} --yes --retries 0`;
  const { exitCode, stderr } = await run(words.split(' '), { service: scriptService(refused) });
  expect(exitCode).toBe(1);
  expect(stderr).toContain(
    list === undefined
      ? 'hint: it may be deleted already: look whether it is still there; sent again, a 404 means'
      : `hint: it may be deleted already: costctl ${list}${place} shows if it is still there\n`,
  );
});
