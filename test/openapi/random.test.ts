import fc from 'fast-check';
import { MockAgent } from 'undici';
import { expect, test } from 'vitest';
import { createFolder, run } from '../helpers/run.ts';
import { runs } from '../helpers/runs.ts';
import { randomDocuments } from './fixtures/random-documents.ts';
import { createJudge } from './fixtures/service.ts';

type Json = Record<string, unknown>;

const given = fc.constantFrom(
  'a',
  'b',
  '1',
  '0',
  '5',
  'true',
  'null',
  '2026-10-01',
  '[]',
  '{}',
  'k=v',
  '',
  '-1',
  '0.10',
);

test('random documents and input never cause a crash or an incomplete request', async () => {
  let sent = 0;
  await fc.assert(
    fc.asyncProperty(
      randomDocuments,
      fc.array(given, { minLength: 12, maxLength: 12 }),
      fc.infiniteStream(fc.boolean()),
      async (document, values, choices) => {
        const folder = createFolder();
        const { service, requests } = recordRequests();
        const world = { folder, service, env: { COSTCTL_WORKSPACE: 'wsp_main' } };
        const imported = await run(['api', 'import', '-'], {
          ...world,
          stdin: JSON.stringify(document),
        });
        expect(imported.stderr).not.toContain('a defect in this program');
        if (imported.exitCode !== 0) return;
        const shown = await run(['api', 'operations', '-o', 'json'], world);
        for (const { command, path, state } of JSON.parse(shown.stdout)) {
          const isOwn = state !== 'built in' || Object.hasOwn(document.paths, path);
          if (command === '' || state === 'not published' || !isOwn) continue;
          const help = await run([...command.split(' '), '--help'], world);
          expect(help.exitCode).toBe(0);
          const argv = chooseLine(command, help.stdout, values, () => choices.next().value);
          const outcome = await run(argv, world);
          expect(outcome.stderr).not.toContain('a defect in this program');
          expect([0, 2]).toContain(outcome.exitCode);
        }
        const judge = createJudge(document as Json);
        const faults = requests.flatMap((request) => judge(request).faults);
        // What a value must be beyond its type is for the service to judge.
        expect(faults.filter((fault) => !/ must not be |^the body /.test(fault))).toEqual([]);
        sent += requests.length;
      },
    ),
    { numRuns: runs(30) },
  );
  expect(sent).toBeGreaterThan(3);
}, 60_000);

/** Every argument, and by chance the options that the help shows before those of every command. */
function chooseLine(
  command: string,
  help: string,
  values: readonly string[],
  choose: () => boolean,
): string[] {
  const pick = (place: number) => values[place % values.length] ?? 'a';
  const holes = [...(/Usage: (.*)/.exec(help)?.[1] ?? '').matchAll(/<[\w-]+>/g)].map(
    (_, place) => pick(place) || 'x',
  );
  const own = help.split(/^Output:/m)[0] ?? '';
  const options = [...own.matchAll(/^ {2}(?:-\w, )?(--[\w-]+)( <[^>]+>)?/gm)].flatMap(
    ([, name = '', value], place) => {
      const others = ['--help', '--data', '--set', '--set-json', '--dry-run', '--param', '--clear'];
      if ([...others, '--request-header'].includes(name)) return [];
      if (name === '--yes') return [name];
      if (!choose()) return [];
      return value === undefined ? [name] : [`${name}=${pick(place + holes.length)}`];
    },
  );
  return [...command.split(' '), '--', ...holes].toSpliced(
    command.split(' ').length,
    0,
    ...options,
    '-q',
  );
}

function recordRequests() {
  const requests: { method: string; path: string; query: URLSearchParams; body: unknown }[] = [];
  const url = 'https://api.example.test';
  const agent = new MockAgent();
  agent.disableNetConnect();
  for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) {
    agent
      .get(url)
      .intercept({ path: () => true, method })
      .reply((request) => {
        const { pathname, searchParams } = new URL(request.path, url);
        const text = typeof request.body === 'string' ? request.body : '';
        requests.push({
          method,
          path: pathname,
          query: searchParams,
          body: text === '' ? undefined : JSON.parse(text),
        });
        return {
          statusCode: 200,
          data: '{}',
          responseOptions: { headers: { 'content-type': 'application/json' } },
        };
      })
      .persist();
  }
  return {
    service: { url, dispatcher: agent, received: [], assertDone: () => undefined },
    requests,
  };
}
