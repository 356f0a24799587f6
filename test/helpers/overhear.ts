import { createRequire } from 'node:module';
import { afterAll } from 'vitest';
import { parseLine, problemsOf, type Sent, wiretap } from './traffic.ts';

interface Overheard {
  readonly problems: readonly string[];
  readonly sent: readonly Sent[];
}

/** The same of what this process sends itself, until the file or group of tests that calls it ends. */
export function overhear(): { readonly take: () => Overheard } {
  const lines: string[] = [];
  const tap: { listen: (write: (line: string) => void) => () => void } =
    createRequire(wiretap)(wiretap);
  afterAll(tap.listen((line) => lines.push(line)));
  return {
    take() {
      const reported = lines.splice(0).map(parseLine);
      return {
        problems: reported.flatMap(problemsOf),
        sent: reported.filter((one) => !('status' in one)),
      };
    },
  };
}
