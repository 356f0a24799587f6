import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createFolder, run } from '../helpers/run.ts';
import { pageOf, scriptService } from '../helpers/service.ts';

/** The lines of a hint with words that a shell would split. */
async function hintOf(words: readonly string[], world: Parameters<typeof run>[1]) {
  const { stderr } = await run(words, world);
  return /^hint: (.*)$/m.exec(stderr)?.[1];
}

test('an apply in a hint is the one that was planned: it has the file, quoted, and its options', async () => {
  const folder = createFolder();
  const path = join(folder, "my team's.yaml");
  await run(['--sandbox', 'config', 'pull', '-q', '-O', path], { folder });
  writeFileSync(path, readFileSync(path, 'utf8').replace(/unit: order\n/, 'unit: orders\n'));
  const quoted = `'${folder}/my team'\\''s.yaml'`;
  const plan = ['--sandbox', 'config', 'plan', path];
  expect(await hintOf([...plan, '--check'], { folder })).toBe(
    `costctl config apply ${quoted} --sandbox`,
  );
  const pruning = [...plan, '--check', '--prune', 'filters,metrics', '--resend'];
  expect(await hintOf(pruning, { folder })).toBe(
    `costctl config apply ${quoted} --prune filters,metrics --resend --sandbox`,
  );
  for (const workspace of ['wsp_storefront', 'Storefront']) {
    const inWorkspace = [...plan, '--check', '-w', workspace];
    expect(await hintOf(inWorkspace, { folder })).toBe(
      `costctl config apply ${quoted} --sandbox --workspace wsp_storefront`,
    );
  }
  const saved = join(folder, 'my plan.json');
  await run([...plan, '-q', '-O', saved], { folder });
  expect(await hintOf(['--sandbox', 'config', 'plan', saved], { folder })).toBe(
    `costctl config apply --sandbox '${saved}'`,
  );
});

test('a hint with a path or an id quotes it', async () => {
  const folder = createFolder();
  const place = join(folder, 'my files');
  mkdirSync(place);
  expect(await hintOf(['--sandbox', 'config', 'plan', place], { folder })).toBe(
    `costctl config pull --sandbox -O '${place}' writes a file for each workspace`,
  );
  const mirror = ['--sandbox', 'costs', 'mirror', place, '--check', '--from', '2026-11-01'];
  expect(await hintOf(mirror, { folder })).toContain(
    `costctl costs mirror --sandbox '${place}' --from DAY`,
  );
  const read = ['--sandbox', 'costs', 'list', '--mirror', place];
  expect(await hintOf(read, { folder })).toBe(
    `costctl costs mirror --sandbox '${place}' --from DAY makes one`,
  );
  const made = ['costs', 'mirror', place, '--from', '2026-11-10', '-q'];
  await run(['--sandbox', ...made], { folder });
  expect(await hintOf([...read, '--as-of', '2020-01-01'], { folder })).toContain(
    `costctl costs mirror --sandbox '${place}' --history 13m`,
  );
  const other = ['--sandbox', 'costs', 'mirror', place, '--where', 'a=b'];
  expect(await hintOf(other, { folder })).toContain(
    `costctl costs mirror --sandbox '${place}' continues`,
  );
  const out = join(folder, 'my settings.yaml');
  const pull = ['--sandbox', 'config', 'pull', '--all-workspaces', '-O', out];
  expect(await hintOf(pull, { folder })).toBe(`-O '${join(folder, 'my settings')}/'`);
  const allocate = ['--sandbox', 'costs', 'allocate', '--by', 'my team', '--last', '2d'];
  expect(await hintOf(allocate, { folder })).toContain(
    "init --by 'my team' --last 2d --sandbox -O rules.yaml",
  );
  const path = '/v1/providers/my%20id/sync';
  const answer = { triggered: false, message: 'busy' };
  const service = scriptService(
    { path: '/v1/providers?page=1&limit=100', answer: pageOf([{ id: 'my id', name: 'Mine' }]) },
    { method: 'POST', path, body: { fullSync: false }, answer },
  );
  expect(await hintOf(['providers', 'sync', 'my id'], { service })).toBe(
    "costctl providers history 'my id'",
  );
});
