import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { serveSandbox } from '../../src/sandbox/server.ts';
import { createFolder, runProgram, type Start } from './program.ts';

interface Place {
  readonly folder: string;
  readonly file: string;
  readonly apply: (more?: Partial<Start>, ...words: string[]) => ReturnType<typeof runProgram>;
  readonly content: () => Promise<string[]>;
  readonly planExit: () => Promise<number | null>;
  readonly close: () => Promise<void>;
}

/** A file with new items of every kind, and a service that has none of them. */
async function open(options: { latency?: number; fail?: number; seed?: number }): Promise<Place> {
  const signal = new AbortController().signal;
  // The program has the same time: whether an invitation has expired depends on it.
  const clock = { now: () => Date.now(), sleep: (milliseconds: number) => sleep(milliseconds) };
  const context = { clock, random: Math.random, signal, processId: process.pid };
  const server = await serveSandbox({ ...options, context });
  const folder = createFolder();
  const env = {
    COSTCTL_BASE_URL: server.url,
    COSTCTL_TOKEN: server.tokens.organization,
    COSTCTL_CONFIG_DIR: join(folder, 'config'),
    COSTCTL_RETRIES: '6',
    KEY: 'a-key-that-is-secret-0123',
  };
  const file = join(folder, 'costctl.yaml');
  writeFileSync(file, settings);
  const costctl = (line: readonly string[], more: Partial<Start> = {}) =>
    runProgram(line, { ...more, env });
  return {
    folder,
    file,
    apply: (more, ...words) =>
      costctl(['config', 'apply', file, '--yes', '-o', 'json', ...words], more),
    planExit: async () => (await costctl(['config', 'plan', file, '--check', '-q'])).status,
    content: async () => {
      const { stdout, status } = await costctl(['config', 'pull', '-w', 'wsp_storefront']);
      expect(status).toBe(0);
      return stdout.match(/^ {2}- (name|title|email|provider): New.*/gm) ?? [];
    },
    close: server.close,
  };
}

const settings = `version: 1
workspace: Storefront
metrics:
${[1, 2, 3, 4].map((at) => `  - {name: New ${at}, unit: u}\n`).join('')}filters:
${[1, 2, 3].map((at) => `  - {title: New ${at}, filter: f, isDefault: ${at === 2}}\n`).join('')}providers:
  - {name: New A, key: aws, credentials: {roleArn: env:KEY}}
  - {name: New B, key: kubernetes, parent: New A, credentials: {agentToken: env:KEY}}
workspaceProviders:
  - {provider: New A, accounts: all}
users:
  - {email: New@example.com, firstName: N, lastName: W, role: viewer}
`;

const all = [
  ...[1, 2, 3, 4].map((at) => `  - name: New ${at}`),
  ...[1, 2, 3].map((at) => `  - title: New ${at}`),
  ...['  - provider: New A', '  - name: New A', '  - name: New B'],
  '  - email: New@example.com',
].sort();

describe('an apply that is killed', () => {
  test.each([350, 650])(
    'after %d ms is completed by the next apply, without duplicates',
    async (milliseconds) => {
      const place = await open({ latency: 30 });
      try {
        const killed = await place.apply({
          onStart: (kill) => void setTimeout(() => kill('SIGKILL'), milliseconds),
        });
        const again = await place.apply();
        expect({ said: killed.stdout, status: again.status, stderr: again.stderr }).toMatchObject({
          status: 0,
        });
        expect((await place.content()).sort()).toEqual(all);
        expect(await place.planExit()).toBe(0);
      } finally {
        await place.close();
      }
    },
  );

  test('by SIGTERM reports the changes that were made', async () => {
    const place = await open({ latency: 150 });
    try {
      let kill: ((signal: NodeJS.Signals) => void) | undefined;
      const once: Partial<Start> = {
        onStart: (end) => {
          kill = end;
        },
        // After the first change; a second signal would end the program at once.
        onSaid: (text) => {
          if (!text.includes('debug: < 201')) return;
          kill?.('SIGTERM');
          kill = undefined;
        },
      };
      const { status, stderr } = await place.apply(once, '--debug');
      // Changes that are under way end within the second that a signal leaves.
      // Null: the signal itself ended the process, which a shell shows as 143 too.
      expect([143, null]).toContain(status);
      expect(stderr).toMatch(/[1-9]\d* of 11 changes made/);
    } finally {
      await place.close();
    }
  });
});

test.each([1])(
  'repeated applies create everything once while every fifth request fails (seed %d)',
  async (seed) => {
    const place = await open({ fail: 0.2, seed });
    try {
      for (let run = 0; run < 12; run += 1) {
        const { status, stdout } = await place.apply();
        expect(stdout).not.toContain('a-key-that-is-secret');
        if (status === 0) break;
      }
      expect((await place.content()).sort()).toEqual(all);
      expect(await place.planExit()).toBe(0);
    } finally {
      await place.close();
    }
  },
);
