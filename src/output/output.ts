import type { Phrase, Said } from '../phrase.ts';
import type { CheckResult } from './check-report.ts';
import type { Sink } from './sink.ts';
import type { View } from './view.ts';

/** Where results go. A command passes records and describes their view; nothing else prints. */
export interface Output {
  /** A list: one array in json, one row for each record elsewhere. */
  readonly list: <T>(records: AsyncIterable<T> | Iterable<T>, view?: View<T>) => Promise<void>;
  /** A single record: one object in json, one line for each field for people. */
  readonly one: <T>(record: T | Promise<T>, view?: View<T>) => Promise<void>;
  /**
   * The results of a check, record by record: as a list, or as a report for CI. With --quiet, a check that
   * passed prints nothing, but still writes its file.
   */
  readonly check: <T>(
    records: AsyncIterable<T> | Iterable<T>,
    describe: (record: T) => CheckResult,
    view?: View<T>,
    others?: readonly CheckResult[],
  ) => Promise<void>;
  /**
   * A check that ended before it had a result: a report for CI says so, and takes the place of one that passed
   * earlier. Other formats have nothing to show, and a result that was written stays.
   */
  readonly unjudged: (problem: string) => Promise<void>;
  /** Unchanged text: a script, a path, a body from the service. */
  readonly text: (text: string | Uint8Array) => Promise<void>;
  /**
   * How to write the file of `--out-file` while its content arrives, so that an attempt can be discarded.
   * Undefined: the result goes to stdout, a pipe or a device.
   */
  readonly openFile: () => Promise<(() => Promise<Sink>) | undefined>;
  /** Text made by this program, with colours, which a terminal gets unchanged. */
  readonly drawing: (text: string) => Promise<void>;
  /** A remark on stderr, if there is one; silent with --quiet. */
  readonly note: (message: Said | undefined) => void;
  /** A warning on stderr, if there is one, also for logs; each message once. */
  readonly warn: (message: Said | undefined) => void;
  /** A warning about the run, which no document repeats. */
  readonly alert: (message: string) => void;
  /** The warnings so far, for a document that is written elsewhere. */
  readonly warned: () => readonly string[];
  /** The same with the figures in them, for a document in another language. */
  readonly said: () => readonly Phrase[];
}
