import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { serveSandbox } from '../../src/sandbox/server.ts';
import { createFolder, runProgram, type Start } from './program.ts';

const teams = Array.from({ length: 6 }, (_, at) => `Team ${at}`);

/** A folder with new items in workspaces that are there, and in ones that an apply creates. */
function writeSettings(folder: string): string {
  const place = join(folder, 'settings');
  mkdirSync(place);
  const items = `
metrics: [{ name: Seats, unit: seat, labelColumns: [] }, { name: Calls, unit: call, labelColumns: [] }]
filters: [{ title: Own, filter: a = 1 }, { title: Other, filter: b = 1 }]
`;
  const workspaces = [
    'wsp_storefront',
    'wsp_platform',
    ...teams.map((name) => `{ name: ${name} }`),
  ];
  workspaces.forEach((workspace, at) => {
    writeFileSync(join(place, `${at}.yaml`), `version: 1\nworkspace: ${workspace}${items}`);
  });
  return place;
}

test('an apply of all workspaces that is killed at random moments ends in an empty plan', async () => {
  const signal = new AbortController().signal;
  const clock = { now: () => Date.now(), sleep: (milliseconds: number) => sleep(milliseconds) };
  const context = { clock, random: Math.random, signal, processId: process.pid };
  const server = await serveSandbox({ context, latency: 20 });
  const folder = createFolder();
  const place = writeSettings(folder);
  const env = {
    COSTCTL_BASE_URL: server.url,
    COSTCTL_TOKEN: server.tokens.organization,
    COSTCTL_CONFIG_DIR: join(folder, 'config'),
  };
  const costctl = (words: readonly string[], start: Partial<Start> = {}) =>
    runProgram(words, { ...start, env });
  const apply = ['config', 'apply', place, '--all-workspaces', '--yes', '-o', 'json'];
  const moments: number[] = [];
  try {
    for (let run = 0; run < 8; run += 1) {
      const moment = 250 + Math.floor(Math.random() * 900);
      moments.push(moment);
      const { status } = await costctl(apply, {
        onStart: (kill) => void setTimeout(() => kill('SIGKILL'), moment),
      });
      if (status === 0) break;
    }
    const last = await costctl(apply);
    expect({ moments, status: last.status, stderr: last.stderr }).toMatchObject({ status: 0 });
    const plan = await costctl(['config', 'plan', place, '--all-workspaces', '--check']);
    expect({ moments, plan: plan.status, stderr: plan.stderr }).toMatchObject({ plan: 0 });
    for (const [group, field, names] of [
      ['metrics', 'name', ['Calls', 'Seats']],
      ['filters', 'title', ['Other', 'Own']],
    ] as const) {
      const { stdout } = await costctl([group, 'list', '--all-workspaces', '-o', 'json']);
      const found: { workspaceName: string; name?: string; title?: string }[] = JSON.parse(stdout);
      for (const team of teams) {
        const own = found.filter(({ workspaceName }) => workspaceName === team);
        expect({ moments, team, names: own.map((one) => one[field]).sort() }).toEqual({
          ...{ moments, team, names },
        });
      }
    }
  } finally {
    await server.close();
  }
});
