import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type SandboxServer, serveSandbox } from '../../src/sandbox/server.ts';
import {
  createFolder,
  type Ended,
  readFiles,
  removeFolder,
  runProgram,
  type Start,
} from '../e2e/program.ts';
import { createScene, envOf, type Stage, token, told, tryWrite } from './scene.ts';

/** An export of three windows into a file, where an earlier one stands. */
export async function exportStage(): Promise<Stage> {
  const sandbox = await startSandbox(51_000);
  const earlier = 'an earlier export\n';
  const words = ['costs', 'export', '--from', '2026-10-01', '--to', '2026-10-03'];
  const start = (folder: string, more: readonly string[], given?: Start) =>
    runProgram([...words, '-O', join(folder, 'costs.csv'), ...more], {
      ...given,
      cwd: folder,
      env: { ...envOf(sandbox.url), COSTCTL_CONFIG_DIR: join(folder, 'none') },
    });
  let whole = '';
  return {
    open: (folder = createFolder()) => {
      const file = join(folder, 'costs.csv');
      if (!existsSync(file)) tryWrite(file, earlier);
      return createScene(folder, {
        run: async (given) => {
          const ended = await start(folder, [], given);
          // The first run is measured, and nothing happens to it.
          if (ended.status === 0 && whole === '') whole = digestOf(file);
          return ended;
        },
        problems: async (ended) => {
          const digest = digestOf(file);
          whole = whole === '' ? await wholeDigest(start) : whole;
          const isHeld = ended.status === 0 ? digest === whole : digest === digestText(earlier);
          // The file took its place before the signal came.
          const isPlaced = ended.status !== 0 && digest === whole;
          const resumed = await start(folder, ['--resume']);
          const left = [...readFiles(folder).keys()].filter((name) => name !== 'costs.csv');
          return [
            ...(isHeld || isPlaced ? [] : ['the file is neither the old nor the new one']),
            ...(resumed.status === 0 ? [] : [`resumed: ${told(resumed)}`]),
            ...(digestOf(file) === whole ? [] : ['resumed to another file']),
            ...left.map((name) => `left: ${name}`),
          ];
        },
      });
    },
    close: sandbox.close,
  };
}

async function wholeDigest(start: (folder: string, more: readonly string[]) => Promise<Ended>) {
  const folder = createFolder();
  const { status, stderr } = await start(folder, []);
  if (status !== 0) throw new Error(`the export fails undisturbed: ${stderr}`);
  const digest = digestOf(join(folder, 'costs.csv'));
  removeFolder(folder);
  return digest;
}

function startSandbox(rowsPerDay: number): Promise<SandboxServer> {
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

function digestOf(file: string): string {
  return existsSync(file) ? digestText(readFileSync(file)) : 'none';
}

function digestText(text: string | Buffer): string {
  return createHash('sha256').update(text).digest('hex');
}
