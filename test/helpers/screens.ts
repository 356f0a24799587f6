import { expect } from 'vitest';
import { type Line, type Outcome, run, wordsOf } from './run.ts';
import { type Exchange, type Received, scriptService } from './service.ts';

export interface Screens {
  /** What a person sees. */
  readonly table: string;
  /** What a script reads. */
  readonly json: unknown;
  /** What the command sent, the same both times. */
  readonly received: readonly Received[];
  readonly stderr: string;
}

/** Runs one line twice, for people and for scripts, against the same script. */
export async function showScreens(line: Line, ...exchanges: readonly Exchange[]): Promise<Screens> {
  const env = { COSTCTL_WORKSPACE: 'wsp_main' };
  const service = scriptService(...exchanges);
  const people = await succeed(run(line, { service, env }));
  const again = scriptService(...exchanges);
  const scripts = await run([...wordsOf(line), '-o', 'json'], { service: again, env });
  expect(again.received).toEqual(service.received);
  return {
    table: people.stdout,
    json: scripts.stdout === '' ? undefined : JSON.parse(scripts.stdout),
    received: service.received,
    stderr: people.stderr,
  };
}

/** A table without its caption. */
export function bodyOf(screen: string): string {
  const [, ...parts] = screen.split('\n\n');
  return parts.length === 0 ? screen : parts.join('\n\n');
}

/** A line that must be refused before anything is sent. */
export async function refuse(line: Line): Promise<string> {
  const service = scriptService();
  const stderr = await failWith(2, run(line, { service, env: { COSTCTL_WORKSPACE: 'wsp_main' } }));
  expect(service.received).toEqual([]);
  return stderr;
}

type Ended = Pick<Outcome, 'exitCode' | 'stdout' | 'stderr'>;

/** What a run reports that must end with this status and without a result. */
export async function failWith(exitCode: number, running: Promise<Ended>): Promise<string> {
  const ended = await running;
  expect(ended).toMatchObject({ exitCode, stdout: '' });
  return ended.stderr;
}

/** A run that must succeed. */
export async function succeed<Success extends Ended>(running: Promise<Success>): Promise<Success> {
  const ended = await running;
  expect({ exitCode: ended.exitCode, stderr: ended.stderr }).toMatchObject({ exitCode: 0 });
  return ended;
}

/** The result of a run that must succeed, and that prints JSON. */
export async function readJson(running: Promise<Ended>) {
  return JSON.parse((await succeed(running)).stdout);
}
