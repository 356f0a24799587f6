import { spawn } from 'node:child_process';
import { on } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export interface Scripts {
  /** What a script of this folder answers. */
  readonly run: (name: string, given: unknown) => Promise<unknown[][]>;
  readonly close: () => void;
}

/** One Python that runs them all, one after the other. */
export function openScripts(): Scripts {
  const child = spawn('python3', [fileURLToPath(new URL('serve.py', import.meta.url))], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines = on(createInterface(child.stdout), 'line', { close: ['close'] });
  return {
    run: async (name, given) => {
      child.stdin.write(`${JSON.stringify([name, given])}\n`);
      const { value, done } = await lines.next();
      if (done === true) throw new Error(`${name} has ended without an answer`);
      return JSON.parse(value[0]);
    },
    close: () => child.stdin.end(),
  };
}
