import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parquetReadObjects } from 'hyparquet';
import { type SandboxServer, serveSandbox } from '../../src/sandbox/server.ts';
import {
  createFolder,
  type Ended,
  readFiles,
  removeFolder,
  runProgram,
  type Start,
} from '../e2e/program.ts';
import { createScene, describeEnd, envOf, type Stage, token, tryWrite } from './scene.ts';

/** Of whole exports, by the name of the file: a sandbox has the same rows each time. */
const digests = new Map<string, string>();

/** An export of three windows into a file that replaces an earlier one. */
export async function exportStage(name = 'costs.csv', rowsPerDay = 51_000): Promise<Stage> {
  const sandbox = await startSandbox(rowsPerDay);
  const earlier = 'an earlier export\n';
  const words = ['costs', 'export', '--from', '2026-10-01', '--to', '2026-10-03'];
  const start = (folder: string, more: readonly string[], given?: Start) =>
    runProgram([...words, '-O', join(folder, name), ...more], {
      ...given,
      cwd: folder,
      env: { ...envOf(sandbox.url), COSTCTL_CONFIG_DIR: join(folder, 'none') },
    });
  return {
    open: (folder = createFolder()) => {
      const file = join(folder, name);
      if (!existsSync(file)) tryWrite(file, earlier);
      return createScene(folder, {
        run: async (given) => {
          const ended = await start(folder, [], given);
          // The first run is measured, and nothing happens to it.
          if (ended.status === 0 && !digests.has(name)) digests.set(name, await digestOf(file));
          return ended;
        },
        problems: async (ended) => {
          const digest = await digestOf(file);
          const whole = digests.get(name) ?? (await wholeDigest(name, start));
          digests.set(name, whole);
          const isHeld = ended.status === 0 ? digest === whole : digest === digestText(earlier);
          // The file got its name before the signal came.
          const isPlaced = ended.status !== 0 && digest === whole;
          const resumed = await start(folder, ['--resume']);
          // The record of the shared rate limit is meant to stay.
          const left = [...readFiles(folder).keys()].filter(
            (one) => one !== name && !one.startsWith('none/state/rate-limits/'),
          );
          return [
            ...(isHeld || isPlaced ? [] : ['the file is neither the old nor the new one']),
            ...(resumed.status === 0 ? [] : [`resumed: ${describeEnd(resumed)}`]),
            ...((await digestOf(file)) === whole ? [] : ['resumed to another file']),
            ...left.map((one) => `left: ${one}`),
          ];
        },
      });
    },
    close: sandbox.close,
  };
}

async function wholeDigest(
  name: string,
  start: (folder: string, more: readonly string[]) => Promise<Ended>,
) {
  const folder = createFolder();
  const { status, stderr } = await start(folder, []);
  if (status !== 0) throw new Error(`the export fails undisturbed: ${stderr}`);
  const digest = await digestOf(join(folder, name));
  removeFolder(folder);
  return digest;
}

export function startSandbox(rowsPerDay: number): Promise<SandboxServer> {
  const sleep = (milliseconds: number) =>
    new Promise<void>((done) => setTimeout(done, milliseconds));
  return serveSandbox({
    context: {
      clock: { now: Date.now, sleep },
      random: Math.random,
      signal: new AbortController().signal,
      processId: process.pid,
    },
    tokens: { organization: token, workspace: `${token}_workspace` },
    rowsPerDay,
  });
}

/** Of the content: a resumed Parquet file has its rows in other groups. */
async function digestOf(file: string): Promise<string> {
  if (!existsSync(file)) return 'none';
  const bytes = readFileSync(file);
  if (bytes.toString('latin1', 0, 4) !== 'PAR1') return digestText(bytes);
  const rows = await parquetReadObjects({ file: Uint8Array.from(bytes).buffer });
  return digestText(
    JSON.stringify(rows, (_key, one) => (typeof one === 'bigint' ? `${one}` : one)),
  );
}

function digestText(text: string | Buffer): string {
  return createHash('sha256').update(text).digest('hex');
}
