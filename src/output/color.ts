import type { Environment, OutputStream } from '../context.ts';

export interface Paint {
  readonly strong: (text: string) => string;
  readonly good: (text: string) => string;
  readonly bad: (text: string) => string;
  readonly busy: (text: string) => string;
}

/** Whether a stream gets colours: as requested, otherwise if it is a terminal that supports them. */
export function hasColor(wanted: boolean | undefined, stream: OutputStream, env: Environment) {
  return wanted ?? (stream.isTTY === true && env['TERM'] !== 'dumb');
}

/** chalk checks neither NO_COLOR nor the right stream, so its level is set here. Loaded only for colours. */
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
