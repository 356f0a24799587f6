import type { OutputStream } from '../context.ts';
import { escapeForTerminal } from '../escape.ts';
import { watchStream } from './drain.ts';
import type { Progress } from './progress.ts';

interface Notices {
  readonly note: (message: string) => void;
  readonly warn: (message: string) => void;
}

/** Notes and warnings on stderr, one line each. */
export function createNotices(
  stderr: OutputStream,
  quiet: boolean,
  progress: Progress,
  mask: (text: string) => string,
): Notices {
  // A closed stderr is not an error: nobody wants the notices.
  watchStream(stderr);
  const shown = new Set<string>();
  const write = (kind: string, message: string) => {
    progress.stop();
    stderr.write(`${kind}: ${escapeForTerminal(mask(message))}\n`);
  };
  return {
    note(message) {
      if (!quiet) write('note', message);
    },
    warn(message) {
      if (shown.has(message)) return;
      shown.add(message);
      write('warning', message);
    },
  };
}
