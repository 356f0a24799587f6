import { createRequire } from 'node:module';
import { afterAll } from 'vitest';
import { problemsOf, type Reported, type Sent, wiretap } from './traffic.ts';

interface Overheard {
  readonly problems: readonly string[];
  readonly sent: readonly Sent[];
}

/** The same of what this process sends itself, until the file or group of tests that calls it ends. */
export function overhear(): { readonly take: () => Overheard } {
  const heard: Reported[] = [];
  const tap: { listen: (report: (one: Reported) => void) => () => void } =
    createRequire(wiretap)(wiretap);
  afterAll(tap.listen((one) => heard.push(one)));
  return {
    take() {
      const reported = heard.splice(0);
      return {
        problems: reported.flatMap(problemsOf),
        sent: reported.filter((one) => !('status' in one)),
      };
    },
  };
}
