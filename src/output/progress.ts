import type { Ora } from 'ora';
import type { Context, OutputStream } from '../context.ts';
import { maskPhrase, plain, type Said } from '../phrase.ts';
import { escapeForTerminal, wrapWords } from '../text.ts';
import { widthOf } from '../text-width.ts';
import { createPaint, hasColor } from './color.ts';
import { fitText } from './fit.ts';
import type { Output } from './output.ts';
import { watchStream } from './write-stream.ts';

/** Shows on stderr what a long operation is doing; silent off a terminal and with --quiet. */
export interface Progress {
  readonly start: (text: string) => void;
  /** If the window is too narrow for the text, the shorter one is shown. */
  readonly update: (text: string, shorter?: string) => void;
  /** Shows this text instead, started or not, until it is called with undefined. */
  readonly interject: (text: string | undefined) => void;
  /** Removes the line. Must be called before anything else is written. */
  readonly stop: () => void;
}

export interface ProgressOptions {
  readonly context: Pick<Context, 'stderr' | 'env'>;
  /** False with --quiet; off a terminal nothing is shown in any case. */
  readonly enabled: boolean;
  /** Undefined: depends on the stream. */
  readonly color: boolean | undefined;
  /** In milliseconds. Shorter work gets no line, because it would only flicker. */
  readonly delay?: number;
}

const frameInterval = 80;

export function createProgress({
  context,
  enabled,
  color,
  delay = 300,
}: ProgressOptions): Progress {
  const { stderr, env } = context;
  if (!enabled || !canMoveCursor(stderr) || env['TERM'] === 'dumb') return silent;
  watchStream(stderr);
  let texts: readonly string[] = [];
  let interjected: string | undefined;
  let isStarted = false;
  let spinner: Ora | undefined;
  let timer: NodeJS.Timeout | undefined;
  let turn = 0;

  async function show(started: number): Promise<void> {
    const { default: ora } = await import('ora');
    const paint = await createPaint(hasColor(color, stderr, env));
    if (started !== turn) return;
    // Only rendered, never started: once started, ora listens for signals to restore the cursor and would
    // end the program before a command has cleaned up; and its timer would keep the program alive.
    spinner = ora({
      text: line(),
      stream: stderr,
      // ora would decide by stdout.
      color: false,
      isEnabled: true,
      hideCursor: false,
      discardStdin: false,
    });
    const { frames, ...pace } = spinner.spinner;
    spinner.spinner = { ...pace, frames: frames.map(paint.busy) };
    spinner.render();
    timer = setInterval(() => spinner?.render(), frameInterval).unref();
  }

  function line(): string {
    return lineOf(interjected === undefined ? texts : [interjected], stderr);
  }

  function appear(): void {
    if (timer !== undefined) return;
    const started = turn;
    // A command works just as well without its spinner.
    timer = setTimeout(() => void show(started).catch(vanish), delay).unref();
  }

  function vanish(): void {
    turn += 1;
    clearTimeout(timer);
    timer = undefined;
    spinner?.stop();
    spinner = undefined;
  }

  function refresh(): void {
    if (spinner !== undefined) spinner.text = line();
  }

  function update(text: string, shorter = text): void {
    texts = [text, shorter];
    refresh();
  }

  return {
    update,
    stop() {
      isStarted = false;
      vanish();
    },
    start(first) {
      isStarted = true;
      update(first);
      appear();
    },
    interject(text) {
      interjected = text;
      refresh();
      if (text !== undefined) appear();
      else if (!isStarted) vanish();
    },
  };
}

const silent: Progress = {
  start: () => undefined,
  update: () => undefined,
  interject: () => undefined,
  stop: () => undefined,
};

const spinnerWidth = 2;

/** One line: a longer one would wrap, and its rest would stay on the screen. */
function lineOf(texts: readonly string[], stderr: OutputStream): string {
  const room = (stderr.columns || 80) - spinnerWidth - 1;
  const safe = texts.map(escapeForTerminal);
  const fitting = safe.find((text) => widthOf(text) <= room);
  return fitting ?? fitText(safe.at(-1) ?? '', room);
}

/** A pseudo-terminal without a window has no width: clearing would never end. */
function canMoveCursor(stderr: OutputStream): boolean {
  return (
    stderr.isTTY === true && stderr.columns !== 0 && 'cursorTo' in stderr && 'clearLine' in stderr
  );
}

/** A terminal breaks a long line within a word; a command that someone may copy stays in one piece. */
export function wrapFor({ isTTY, columns }: OutputStream, text: string): string {
  if (isTTY !== true) return text;
  const [indent = ''] = /^ */.exec(text) ?? [];
  const words = text.slice(indent.length).match(wordOrCommand) ?? [''];
  const lines = wrapWords(words, (columns || 80) - indent.length, widthOf);
  return lines.map((line) => indent + line).join('\n');
}

/** A command ends before `lists`, `shows`, or a comma or semicolon and a space; not in quotes. */
const wordOrCommand =
  /costctl (?:'[^']*'|"[^"]*"|(?! (?:lists|shows) )[^,;]|[,;](?! ))+[,;]?|[^ ]+/g;

/** Notes and warnings on stderr, one line each. */
export function createNotices(
  stderr: OutputStream,
  quiet: boolean,
  progress: Progress,
  mask: (text: string) => string,
): Pick<Output, 'note' | 'warn' | 'alert' | 'warned' | 'said'> {
  // A closed stderr is not an error: no one wants the notices.
  watchStream(stderr);
  const writeOnce = (kind: string, known: Map<string, Said>) => (said: Said | undefined) => {
    const message = said && plain(said);
    if (said === undefined || message === undefined || known.has(message)) return;
    known.set(message, said);
    progress.stop();
    stderr.write(`${wrapFor(stderr, `${kind}: ${escapeForTerminal(mask(message))}`)}\n`);
  };
  const warnings = new Map<string, Said>();
  return {
    note: quiet ? () => undefined : writeOnce('note', new Map()),
    warn: writeOnce('warning', warnings),
    alert: writeOnce('warning', new Map()),
    warned: () => [...warnings.keys()].map(mask),
    said: () => [...warnings.values()].map((said) => maskPhrase(said, mask)),
  };
}
