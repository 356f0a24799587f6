import type { Ended } from '../e2e/program.ts';
import { createDraw } from '../fuzz/draw.ts';
import { describeEnd, type Stage } from './scene.ts';
import { stages } from './stages.ts';

export interface Kill {
  readonly stage: string;
  readonly signal: 'SIGKILL' | 'SIGHUP' | 'SIGINT' | 'SIGTERM';
  /** The share of an undisturbed run after which it comes. */
  readonly instant: number;
}

const signals = ['SIGKILL', 'SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** So many instants of each stage, every signal in turn; the same ones for the same seed. */
export function drawKills(count: number, seed: number): readonly Kill[] {
  const draw = createDraw(seed);
  return Object.keys(stages).flatMap((stage) =>
    Array.from({ length: count }, (_, at) => ({
      stage,
      signal: signals[at % signals.length] ?? 'SIGKILL',
      instant: draw.below(1050) / 1000,
    })),
  );
}

export function nameOf({ stage, signal, instant }: Kill): string {
  return `${stage}, ${signal} at ${(instant * 100).toFixed(1)} %`;
}

/** Milliseconds that an undisturbed run of the stage takes. */
export async function measure(stage: Stage): Promise<number> {
  if (stage.whole !== undefined) return stage.whole;
  const scene = stage.open();
  try {
    const ended = await scene.run();
    if (ended.status !== 0) throw new Error(describeEnd(ended));
    return ended.milliseconds;
  } finally {
    scene.close();
  }
}

/** Kills a run and answers with what failed, then and after it was run again. */
export async function playKill(kill: Kill, stage: Stage, whole: number): Promise<string[]> {
  const scene = stage.open();
  try {
    const ended = await scene.run({
      onStart: (send) => void setTimeout(() => send(kill.signal), whole * kill.instant),
    });
    return [...problemsOfEnd(kill, ended), ...(await scene.problems(ended))];
  } finally {
    scene.close();
  }
}

const statuses = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143, SIGKILL: null } as const;

/** The signal's own status, or what a run has that ended before; or was killed before it could listen. */
function problemsOfEnd({ signal: sent }: Kill, ended: Ended): string[] {
  const { status, signal, stderr } = ended;
  const isDue = status === 0 || signal === sent || (status !== null && status === statuses[sent]);
  const errors = stderr.split('\n').filter((line) => /^(error: |\{"error":)/.test(line));
  const isReported =
    signal === null ? errors.length === (status === 0 ? 0 : 1) : errors.length <= 1;
  return isDue && isReported ? [] : [describeEnd(ended)];
}
