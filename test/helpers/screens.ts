import { expect } from 'vitest';
import { run } from './run.ts';
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
export async function showScreens(
  line: readonly string[],
  ...exchanges: readonly Exchange[]
): Promise<Screens> {
  const env = { COSTCTL_WORKSPACE: 'wsp_main' };
  const service = scriptService(...exchanges);
  const people = await run(line, { service, env });
  expect({ exitCode: people.exitCode, stderr: people.stderr }).toMatchObject({ exitCode: 0 });
  const again = scriptService(...exchanges);
  const scripts = await run([...line, '-o', 'json'], { service: again, env });
  expect(again.received).toEqual(service.received);
  return {
    table: people.stdout,
    json: scripts.stdout === '' ? undefined : JSON.parse(scripts.stdout),
    received: service.received,
    stderr: people.stderr,
  };
}

/** A line that must be refused before anything is sent. */
export async function refuse(line: readonly string[]): Promise<string> {
  const service = scriptService();
  const { stdout, stderr, exitCode } = await run(line, {
    service,
    env: { COSTCTL_WORKSPACE: 'wsp_main' },
  });
  expect({ exitCode, stdout, sent: service.received }).toEqual({
    exitCode: 2,
    stdout: '',
    sent: [],
  });
  return stderr;
}
