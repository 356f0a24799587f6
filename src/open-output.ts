import { hideRepeated } from './api/hide-repeated.ts';
import type { Context } from './context.ts';
import { usageError } from './errors.ts';
import { type Format, isCheckFormat } from './formats/registry.ts';
import { createOutput } from './output/create-output.ts';
import { chooseFormat } from './output/formats.ts';
import type { Output } from './output/output.ts';
import type { Progress } from './output/progress.ts';
import { isFile } from './output/sink.ts';
import type { View } from './output/view.ts';
import type { Settings } from './settings.ts';
import { checkAtomicFile } from './storage/atomic.ts';

/** How the result of a run is written, as its command and its line say. */
export interface OutputChoice {
  readonly output: OutputFlags;
  /** The command has its own formats and handles -o itself. */
  readonly ownFormats: boolean;
  /** The format of its result unless -o or a file's extension names one. */
  readonly usualFormat?: Format | undefined;
  /** The words of the action: `costs check`. */
  readonly words?: string;
  /** The part of a list that the line asks for. */
  readonly part?: string | undefined;
  /** Its result can be a report for CI. */
  readonly isCheck?: boolean;
  /** The option with which it would be one. */
  readonly checksWith?: string | undefined;
  /** Extensions of files that it writes in addition to those of the formats; `*` means any. */
  readonly extensions?: readonly string[] | undefined;
  /** How the result is shown, unless the command specifies otherwise. */
  readonly view?: View<never> | undefined;
}

/** The options that control how a result is written; every action has them. */
export interface OutputFlags {
  readonly outFile?: string;
  readonly columns?: string;
  readonly query?: string;
  readonly raw?: boolean;
  readonly header?: boolean;
  readonly spreadsheetSafe?: boolean;
  readonly exact?: boolean;
  readonly delimiter?: string;
  readonly decimalComma?: boolean;
  readonly bom?: boolean;
}

/** Reports an unusable destination before anything is changed at the service. */
export async function checkOutput({ output, ownFormats }: OutputChoice): Promise<void> {
  const { query, outFile } = output;
  if (query !== undefined) (await import('./output/compile-query.ts')).compileQuery(query);
  if (outFile === '')
    throw usageError('--out-file must not be empty', 'give a path, or - for stdout');
  // An action with its own formats may write a folder of files.
  if (isFile(outFile) && !ownFormats) await checkAtomicFile(outFile);
}

export function formatOf(
  { output: { value, source, origin } }: Settings,
  invocation: OutputChoice,
): Format {
  if (invocation.ownFormats) return 'table';
  const { outFile } = invocation.output;
  const format = chooseFormat({
    format: source === 'flag' ? value : (invocation.usualFormat ?? value),
    explicit: source === 'flag',
    origin: source === 'profile' ? `${origin}: output` : origin,
    outFile: isFile(outFile) ? outFile : undefined,
    isCheck: invocation.isCheck,
    checksWith: invocation.checksWith,
    otherExtensions: invocation.extensions,
  });
  refuseCsvOptions(invocation.output, format);
  if (isCheckFormat(format)) refuseShaping(invocation.output, format);
  return format;
}

/** A report for CI has a case for each thing that was judged, whatever the fields of a record are. */
function refuseShaping(flags: OutputFlags, format: Format): void {
  const idle = (['query', 'columns', 'raw'] as const).find((one) => flags[one] !== undefined);
  if (idle === undefined) return;
  throw usageError(`--${idle} has no effect on ${format}`, `leave out --${idle}, or add -o json`);
}

/** An option without effect would be misleading. */
export function refuseCsvOptions(flags: OutputFlags, format: string, hint = 'add -o csv'): void {
  const idle = csvOptions.find(
    ([key, , formats]) => flags[key] !== undefined && !formats.some((one) => one === format),
  );
  if (idle === undefined) return;
  const [, given, formats] = idle;
  throw usageError(`${given} is for ${formats.join(', ')}, and the result is ${format}`, hint);
}

const csvOptions = [
  ['delimiter', '--delimiter', ['csv']],
  ['decimalComma', '--decimal-comma', ['csv']],
  ['bom', '--bom', ['csv']],
  ['header', '--no-header', ['csv', 'tsv', 'xlsx']],
  ['spreadsheetSafe', '--spreadsheet-safe', ['csv', 'tsv']],
] as const;

export function openOutput(
  context: Context,
  settings: Settings,
  { output, ownFormats, view, words, part }: OutputChoice,
  format: Format,
  progress: Progress,
): Output {
  const { outFile, columns, header = true, bom } = output;
  return createOutput({
    ...output,
    context,
    format,
    outFile: ownFormats ? undefined : outFile,
    columns: columns?.split(',').map((column) => column.trim()),
    header,
    byteOrderMark: bom,
    color: settings.color,
    quiet: settings.quiet,
    progress,
    mask: context.secrets.mask,
    hide: (record) => hideRepeated(record, context.secrets),
    view,
    part,
    title: words,
  });
}
