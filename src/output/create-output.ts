import type { Context } from '../context.ts';
import { usageError } from '../errors.ts';
import {
  type Format,
  isCheckFormat,
  isDocumentFormat,
  isLineFormat,
  isPeopleFormat,
  type LineFormat,
  needsFile,
} from '../formats/registry.ts';
import { isReplacedAtOnce } from '../storage/atomic.ts';
import { escapeLinesForTerminal, nameFirst } from '../text.ts';
import type { CheckResult } from './check-report.ts';
import { hasColor } from './color.ts';
import type { Output } from './output.ts';
import { createNotices, type Progress } from './progress.ts';
import { readList, readOne } from './read-result.ts';
import { type Rendering, renderResult } from './render.ts';
import { isFile, openSink, type Sink } from './sink.ts';
import { renderLines, usualPage } from './table-rows.ts';
import { addWarnings, type Records, type Result, recordsOf, unsaid, type View } from './view.ts';

export interface OutputOptions
  extends Omit<Rendering, 'terminal' | 'width' | 'color' | 'now' | 'onLeftOut'> {
  readonly context: Pick<
    Context,
    'stdout' | 'stderr' | 'clock' | 'env' | 'processId' | 'userId' | 'signal'
  >;
  /** Undefined or `-`: stdout. */
  readonly outFile?: string | undefined;
  readonly query?: string | undefined;
  /** Undefined: depends on the stream. */
  readonly color: boolean | undefined;
  readonly quiet: boolean;
  readonly progress: Progress;
  readonly mask?: (text: string) => string;
  /** A record of a result without the secrets that the service repeated. */
  readonly hide?: Hide | undefined;
  /** The action, such as `costs check`: the title of CI reports. */
  readonly title?: string | undefined;
  /** The part of a list that was asked for: its first items, or one page. */
  readonly part?: string | undefined;
  /** For results passed without a view. */
  readonly view?: View<never> | undefined;
}

export function createOutput(options: OutputOptions): Output {
  const { context, format, query, progress, mask = (text) => text } = options;
  const { hide = (record) => record } = options;
  if (options.columns?.includes('')) {
    throw usageError('--columns has an empty name between its commas');
  }
  if (needsFile(format) && options.raw) {
    throw usageError('--raw prints text, and a workbook has cells', 'leave out --raw');
  }
  const notices = createNotices(context.stderr, options.quiet, progress, mask);
  const rendering = renderingOf(options);
  const usualView: View<unknown> = options.view ?? everyField;
  // On one screen, the caption of a table need not repeat the warnings above it, nor the error below.
  const { stdout, stderr } = options.context;
  const areTerminals = stdout.isTTY === true && stderr.isTTY === true && !isFile(options.outFile);
  const isOneScreen = isPeopleFormat(format) && areTerminals;

  const question = { query, warned: notices.warned };

  let isDelivered = false;

  async function deliver(produce: (sink: Sink) => Promise<void>): Promise<void> {
    const sink = await openSink(options);
    try {
      await produce(sink);
      await sink.commit();
      isDelivered = true;
    } catch (error) {
      await sink.discard();
      throw error;
    }
  }

  /** Says on stderr what qualifies the figures, unless a reader of stdout sees it. */
  function sayOf({ about, warnings = [] }: View<unknown>, isShown: boolean): void {
    const hasCaption = isShown && isPeopleFormat(format);
    const { completeness, notes = [], ...facts } = about?.facts ?? { warnings: [] };
    if (completeness?.complete === false && !hasCaption) notices.note(completeness.text);
    if (hasCaption && !isFile(options.outFile)) return;
    for (const sentence of notes) notices.note(sentence);
    for (const sentence of [...facts.warnings, ...warnings]) notices.warn(sentence);
  }

  async function writeWhole(sink: Sink, read: () => Promise<Result>, view: View<unknown>) {
    const asked = await read();
    const warned = isOneScreen ? [] : notices.warned();
    // The result of a query has its own structure.
    const own = isOneScreen ? { ...view, lacks: undefined } : view;
    const shown = query === undefined ? addWarnings(own, warned) : everyField;
    sayOf(view, query === undefined);
    if (needsFile(format)) return writeWorkbook(sink, recordsOf(asked), shown);
    const leftOut: string[] = [];
    const options = {
      ...rendering,
      onLeftOut: (headers: readonly string[]) => leftOut.push(...headers),
    };
    for await (const piece of renderResult(asked, shown, options)) {
      progress.stop();
      await sink.write(piece);
    }
    if (leftOut.length > 0) notices.note(describeLeftOut(leftOut));
    if (asked.kind === 'list' && asked.records.length === 0) noteEmpty(shown);
  }

  async function writeChecks(
    sink: Sink,
    records: readonly unknown[],
    results: readonly CheckResult[],
    view: View<unknown>,
  ): Promise<void> {
    if (!isCheckFormat(format)) {
      return writeWhole(sink, () => readList(records, view, question), view);
    }
    const { renderChecks } = await import('./check-report.ts');
    progress.stop();
    // Each case says for itself what it lacks.
    const lines = unsaid({ ...addWarnings(view, notices.warned()), lacks: undefined });
    sayOf(view, true);
    await sink.write(renderChecks(results, format, options.title ?? 'check', lines));
  }

  async function writeWorkbook(sink: Sink, records: Records, view: View<unknown>): Promise<void> {
    const { describeLongNumbers, writeSheet } = await import('./sheet.ts');
    const { columns, header, title = 'result' } = options;
    const facts = await writeSheet(sink, records, { columns, header, title, view });
    if (facts.rows === 0) noteEmpty(view);
    if (facts.longNumbers > 0) notices.note(describeLongNumbers(facts.longNumbers));
  }

  async function writeLines(
    sink: Sink,
    records: Records,
    view: View<unknown>,
    lineFormat: LineFormat,
  ): Promise<void> {
    sayOf(view, true);
    const all = renderLines(records, {
      ...rendering,
      format: lineFormat,
      view,
      firstPage: usualPage,
      onEmpty: () => noteEmpty(view),
    });
    for await (const lines of all) {
      progress.stop();
      await sink.write(lines);
    }
  }

  function noteEmpty(view: View<unknown>): void {
    if (options.raw || isDocumentFormat(format) || format === 'ndjson') return;
    if (view.empty !== undefined && isPeopleFormat(format)) return;
    const unknown = view.fields === undefined && options.columns === undefined;
    const separated = isLineFormat(format) || needsFile(format);
    notices.note(separated && unknown ? 'no records, so no columns are known' : 'no records');
  }

  return {
    ...notices,
    list: async (found, given = usualView) => {
      refuseCheckFormat(format);
      const records = Array.isArray(found)
        ? found.map((one) => hide(one))
        : hideInEach(found, hide);
      const view = { ...given, part: options.part };
      await deliver((sink) => {
        if (query === undefined && needsFile(format)) {
          const shown = addWarnings(view, notices.warned());
          sayOf(view, true);
          return writeWorkbook(sink, records, shown);
        }
        return query === undefined && !options.raw && isLineFormat(format)
          ? writeLines(sink, records, view, format)
          : writeWhole(sink, () => readList(records, view, question), view);
      });
    },
    check: async (records, describe, view = usualView, others = []) => {
      const collected: unknown[] = [];
      const found: CheckResult[] = [];
      for await (const record of records) {
        collected.push(hide(record));
        found.push(describe(record));
      }
      const results = [...found, ...others].map((one) => hide(one));
      const isSilent = options.quiet && !isFile(options.outFile);
      if (isSilent && results.every(({ state }) => state === 'passed')) return;
      await deliver((sink) => writeChecks(sink, collected, results, view));
    },
    unjudged: async (problem) => {
      if (isDelivered || !isCheckFormat(format)) return;
      const { title = 'check' } = options;
      const result: CheckResult = { name: title, state: 'error', message: mask(problem) };
      await deliver((sink) => writeChecks(sink, [], [result], usualView));
    },
    one: (record, view = usualView) => {
      refuseCheckFormat(format);
      const read = Promise.resolve(record).then((one) => hide(one));
      // The record may fail while the sink is being opened; that is reported when it is awaited.
      read.catch(() => undefined);
      return deliver((sink) => writeWhole(sink, () => readOne(read, query), view));
    },
    text: (text) =>
      deliver(async (sink) => {
        progress.stop();
        await sink.write(rendering.terminal ? visibleText(text) : text);
      }),
    openFile: async () => {
      const { outFile } = options;
      if (!isFile(outFile) || !(await isReplacedAtOnce(outFile))) return undefined;
      return () => openSink(options);
    },
    drawing: (text) =>
      deliver(async (sink) => {
        progress.stop();
        await sink.write(text);
      }),
  };
}

/** A value as it may be shown; the same one if nothing in it has to be hidden. */
type Hide = <Value>(value: Value) => Value;

async function* hideInEach(records: Records, hide: Hide): AsyncGenerator<unknown> {
  for await (const record of records) yield hide(record);
}

/** Some actions are checks only with an option; without it, their result is a list. */
function refuseCheckFormat(format: Format): void {
  if (!isCheckFormat(format)) return;
  throw usageError(
    `--output ${format} is for the results of checks, and nothing was checked`,
    'see --help for the option that makes it a check',
  );
}

const everyField: View<unknown> = { columns: [] };

function renderingOf(options: OutputOptions): Omit<Rendering, 'onLeftOut'> {
  const { stdout, env, clock } = options.context;
  const toStdout = !isFile(options.outFile);
  const terminal = toStdout && stdout.isTTY === true;
  return {
    ...options,
    terminal,
    width: terminal ? stdout.columns || 80 : undefined,
    color: toStdout && hasColor(options.color, stdout, env),
    now: clock.now,
  };
}

function describeLeftOut(headers: readonly string[]): string {
  return `columns left out to fit the window: ${nameFirst(headers, 8)}; --columns selects columns`;
}

function visibleText(text: string | Uint8Array): string {
  const visible = escapeLinesForTerminal(
    typeof text === 'string' ? text : Buffer.from(text).toString('utf8'),
  );
  return visible === '' || visible.endsWith('\n') ? visible : `${visible}\n`;
}
