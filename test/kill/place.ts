import { join } from 'node:path';
import { createFolder, type Ended, removeFolder, runProgram, type Start } from '../e2e/program.ts';
import { describeEnd, type Stage } from './scene.ts';

/** A place where a program cannot work, and what failed there. */
export interface Place {
  readonly name: string;
  readonly play: () => Promise<readonly string[]>;
}

export const rows = ['--sandbox', 'costs', 'list', '--last', '3d'];

export function sandboxRun(line: readonly string[], start: Start = {}): Promise<Ended> {
  const folder = createFolder();
  const env = { COSTCTL_CONFIG_DIR: join(folder, 'config'), HOME: folder, ...start.env };
  return runProgram(line, { ...start, env }).finally(() => removeFolder(folder));
}

export function expectEnd(ended: Ended, status: number, said: RegExp): string[] {
  const isSilent = status !== 0 || ended.stderr === '';
  return ended.status === status && said.test(ended.stderr) && isSilent ? [] : [describeEnd(ended)];
}

export async function withStage<Result>(
  open: () => Promise<Stage>,
  work: (stage: Stage) => Promise<Result>,
): Promise<Result> {
  const stage = await open();
  try {
    return await work(stage);
  } finally {
    await stage.close();
  }
}
