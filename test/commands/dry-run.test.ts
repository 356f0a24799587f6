import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readFiles } from '../e2e/program.ts';
import { actionsOf, describeWhole, hasOption, isWritten } from '../helpers/actions.ts';
import { type Change, changes } from '../helpers/every-action.ts';
import { overhear } from '../helpers/overhear.ts';
import { withProfiles } from '../helpers/profiles.ts';
import { run } from '../helpers/run.ts';
import type { Sent } from '../helpers/traffic.ts';

const actions = actionsOf(await describeWhole()).filter(isWritten);
const heard = overhear();

test('exactly the actions that change something take --dry-run', () => {
  const withDryRun = actions.filter((action) => hasOption(action, '--dry-run'));
  const played = 'each has a line in test/helpers/every-action.ts';
  expect(withDryRun.map(({ line }) => line).toSorted(), played).toEqual(
    [...new Set(changes.map(({ action }) => action))].toSorted(),
  );
});

/** What a run reported, what it sent besides questions, and whether it left the files as they were. */
interface Deed {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
  readonly questions: readonly string[];
  readonly sent: readonly Sent[];
  readonly isUnchanged: boolean;
}

async function perform(
  { before = [], world = {} }: Change,
  line: string,
  words: readonly string[],
): Promise<Deed> {
  const folder = withProfiles();
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  for (const one of before) await run(wordsOf(one, folder), { folder, env: world.env ?? {} });
  const held = readFiles(folder);
  heard.take();
  const outcome = await run([...wordsOf(line, folder), ...words], {
    folder,
    terminal: 80,
    ...world,
  });
  const { exitCode, stdout, questions } = outcome;
  const stderr = outcome.stderr.replaceAll(folder, '~');
  const sent = heard.take().sent.filter(({ method }) => method !== 'GET');
  return {
    exitCode,
    stdout,
    stderr,
    questions,
    sent,
    isUnchanged: isSame(held, readFiles(folder)),
  };
}

function isSame(before: ReadonlyMap<string, Buffer>, after: ReadonlyMap<string, Buffer>): boolean {
  if (before.size !== after.size) return false;
  return [...before].every(([path, bytes]) => after.get(path)?.equals(bytes) === true);
}

const files = {
  'values.csv': 'date,amount,region\n2026-10-01,7,eu-central\n',
  'people.csv':
    'email,firstName,lastName,role\nada@example.com,Ada,Li,viewer\nbo@example.com,Bo,Li,owner\n',
  'costctl.yaml': 'version: 1\nfilters: [{ title: Compute, filter: new }]\n',
  'openapi.json': JSON.stringify({
    openapi: '3.0.3',
    info: { title: 'Things', version: '1' },
    paths: { '/v1/things': { get: { responses: { 200: { description: 'all' } } } } },
  }),
};

/** What was sent, as a dry run reports it. */
function planOf({ method, path, requestBody }: Sent): object {
  const { pathname, searchParams } = new URL(path, 'http://localhost');
  return {
    method,
    path: pathname,
    ...(searchParams.size === 0 ? {} : { query: Object.fromEntries(searchParams) }),
    ...(requestBody === undefined ? {} : { body: JSON.parse(requestBody) }),
  };
}

function wordsOf(line: string, folder: string): string[] {
  const words = line.split(' ').map((word) => word.replace('~', folder));
  return words[0] === 'profiles' || words[0] === 'sandbox' ? words : ['--sandbox', ...words];
}

describe.each(changes.map((change) => [change.line, change] as const))('%s', (line, change) => {
  const { confirmed = [], reported, wrong } = change;

  test('changes something without a question if confirmed, and with --dry-run only reports it', async () => {
    const real = await perform(change, line, confirmed);
    expect({ ...real, sent: [] }).toMatchObject({ exitCode: 0, questions: [] });
    expect(real.sent.length > 0 || !real.isUnchanged).toBe(true);

    const dry = await perform(change, line, ['--dry-run', '-o', 'json']);
    expect(dry).toMatchObject({ exitCode: 0, questions: [], sent: [], isUnchanged: true });
    const result: object = JSON.parse(dry.stdout);
    if (reported !== undefined) expect(result).toMatchObject(reported);
    else expect([result].flat()).toEqual(real.sent.map(planOf));
  });

  test('reports the same errors with --dry-run as without', async () => {
    const real = await perform(change, wrong, confirmed);
    const dry = await perform(change, wrong, ['--dry-run']);
    expect(real.exitCode).toBeGreaterThan(0);
    expect(dry).toEqual({ ...real, questions: [], sent: [], isUnchanged: true });
  });
});
