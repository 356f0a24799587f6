import type { Http } from './api/http.ts';
import type { Context } from './context.ts';
import type { Output } from './output/output.ts';
import type { Progress } from './output/progress.ts';
import type { Settings } from './settings.ts';

/** What a command works with, made once a run. */
export interface Session {
  readonly context: Context;
  readonly settings: Settings;
  readonly http: Http;
  readonly output: Output;
  readonly progress: Progress;
  /** The workspace of this run; a usage error where none is set. */
  readonly workspace: () => string;
  /** Whether questions may be asked: two terminals, no --no-input. */
  readonly interactive: boolean;
}
