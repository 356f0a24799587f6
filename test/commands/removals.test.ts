import { expect, test } from 'vitest';
import { withProfiles } from '../helpers/profiles.ts';
import { run } from '../helpers/run.ts';
import { scriptService } from '../helpers/service.ts';

/** What cannot be taken back, the answer that a person would give, and where it goes. */
const removals: [line: string, answer: string, path?: string][] = [
  ['workspaces delete wsp_a', 'wsp_a', '/v1/workspaces/wsp_a'],
  ['workspaces providers remove wpr_a', 'y', '/v1/workspace-providers/wpr_a?workspaceId=wsp_a'],
  ['providers delete prv_a', 'y', '/v1/providers/prv_a'],
  ['metrics delete bmt_a', 'y', '/v1/business-metrics/bmt_a?workspaceId=wsp_a'],
  ['filters delete flt_a', 'y', '/v1/saved-filters/flt_a?workspaceId=wsp_a'],
  ['api DELETE /v1/x', 'y', '/v1/x'],
  ['profiles remove home', 'y'],
];
const env = { COSTCTL_WORKSPACE: 'wsp_a' };
const folder = () => withProfiles({ profiles: { home: { tokenCommand: 'pass home' } } });

test.each(removals)('%s asks nothing if confirmed in advance', async (...removal) => {
  const [line, answer, path] = removal;
  const service = scriptService(
    ...(path === undefined ? [] : [{ method: 'DELETE', path, status: 204 }]),
  );
  const consent = line.startsWith('workspaces delete') ? ['--confirm', answer] : ['--yes'];
  const argv = [...line.split(' '), ...consent];
  const world = { service, env, folder: folder(), terminal: 80, answers: [answer] };
  expect(await run(argv, world)).toMatchObject({ questions: [], exitCode: 0 });
});

test.each(removals)('%s neither removes nor asks anything in a dry run', async (...removal) => {
  const [line, answer] = removal;
  const argv = [...line.split(' '), '--dry-run', '-o', 'json'];
  const service = scriptService();
  const world = { service, env, folder: folder(), terminal: 80, answers: [answer] };
  const { questions, exitCode, stdout } = await run(argv, world);
  expect({ questions, exitCode }).toEqual({ questions: [], exitCode: 0 });
  expect(JSON.parse(stdout)).not.toEqual({});
});
