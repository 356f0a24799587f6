import type { Environment, OutputStream } from '../context.ts';

/** Text in colours, or as it is. */
export interface Paint {
  readonly strong: (text: string) => string;
  readonly good: (text: string) => string;
  readonly bad: (text: string) => string;
  readonly busy: (text: string) => string;
}

/** Whether a stream gets colours: what the user asked for, else whether it is a terminal that has them. */
export function hasColor(
  wanted: boolean | undefined,
  stream: OutputStream,
  env: Environment,
): boolean {
  return wanted ?? (stream.isTTY === true && env['TERM'] !== 'dumb');
}

/** chalk looks at neither NO_COLOR nor the right stream: its level is set here, and it loads only for colours. */
export async function createPaint(enabled: boolean): Promise<Paint> {
  const plain = (text: string) => text;
  if (!enabled) return { strong: plain, good: plain, bad: plain, busy: plain };
  const { Chalk } = await import('chalk');
  const chalk = new Chalk({ level: 1 });
  return {
    strong: (text) => chalk.bold(text),
    good: (text) => chalk.green(text),
    bad: (text) => chalk.red.bold(text),
    busy: (text) => chalk.cyan(text),
  };
}
