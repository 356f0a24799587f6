import { createJournaledHttp, type Journal } from './api/change-journal.ts';
import { createDryRun } from './api/dry-run.ts';
import { createHttp, type Http } from './api/http.ts';
import { openChangeLog } from './change-log.ts';
import { openConnection } from './connection.ts';
import { connectionFlags } from './connection-flags.ts';
import type { Context } from './context.ts';
import { usageError } from './errors.ts';
import type { Format } from './formats/registry.ts';
import { createOutput } from './output/create-output.ts';
import { chooseFormat } from './output/formats.ts';
import type { Output } from './output/output.ts';
import { createProgress, type Progress } from './output/progress.ts';
import { isFile } from './output/sink.ts';
import type { View } from './output/view.ts';
import { wasSaid } from './said-once.ts';
import {
  type GlobalFlags,
  requireBaseUrl,
  resolveLocalSettings,
  resolveSettings,
  type Settings,
} from './settings.ts';
import { checkAtomicFile } from './storage/atomic.ts';

/** What a command works with, created once per run. */
export interface Session {
  readonly context: Context;
  readonly settings: Settings;
  readonly http: Http;
  readonly output: Output;
  readonly progress: Progress;
  /** The workspace of this run; a usage error if none is set. */
  readonly workspace: () => string;
  /** Whether questions may be asked: two terminals, and no --no-input. */
  readonly interactive: boolean;
  /** Changes are shown but not sent: `http` stops at the first one. */
  readonly dryRun: boolean;
  /** Questions before irreversible changes are already answered. */
  readonly yes: boolean;
  readonly flags: GlobalFlags;
  readonly outputFlags: OutputFlags;
  /** The result's format; meaningless if a command has its own formats. */
  readonly format: Format;
  /** The command line of this run, with some options replaced: for receipts, which name the address apart. */
  readonly line: WriteLine;
  /** The same for hints: a line that asks the same service with the same profile when it is typed. */
  readonly lineToType: WriteLine;
  /** The session in a workspace that the line gives by its name. */
  readonly inWorkspace: (id: string) => Session;
  /** Done when the session closes. */
  readonly atEnd: (work: () => void) => void;
  readonly close: () => Promise<void>;
}

/** What commander parsed, sorted by who needs it. */
export interface Invocation {
  readonly global: GlobalFlags;
  readonly output: OutputFlags;
  readonly dryRun: boolean;
  readonly yes: boolean;
  /** The command has its own formats and handles -o itself. */
  readonly ownFormats: boolean;
  /** The format of its result unless -o or a file's extension names one. */
  readonly usualFormat?: Format | undefined;
  /** The words of the action: `costs check`. */
  readonly words?: string;
  /** Its result can be a report for CI. */
  readonly isCheck?: boolean;
  /** Extensions of files that it writes in addition to those of the formats; `*` means any. */
  readonly extensions?: readonly string[] | undefined;
  /** How the result is shown, unless the command specifies otherwise. */
  readonly view?: View<never> | undefined;
  /** The command line of this run with these settings and with some options replaced: to repeat it. */
  readonly line?: (settings: Settings) => WriteLine;
}

/** Given `other`, it writes the line of that action: with the options that both have, without arguments. */
type WriteLine = (
  changes?: Readonly<Record<string, readonly string[] | boolean | undefined>>,
  other?: Action,
) => string;

interface Action {
  readonly words: string;
  readonly workspace?: boolean | undefined;
  readonly options: Readonly<Record<string, unknown>>;
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

/** For an action that needs no profile: it creates, repairs or removes them. */
export async function openLocalSession(context: Context, invocation: Invocation): Promise<Session> {
  const settings = await resolveLocalSettings(invocation.global, context);
  return openSession(context, invocation, { ...settings, sandbox: false });
}

/** `profiles` passes its own settings, because it repairs those that cannot be read. */
export async function openSession(
  context: Context,
  invocation: Invocation,
  given?: Settings,
): Promise<Session> {
  const { global, dryRun, yes, ownFormats } = invocation;
  const { output: _output, ...others } = global;
  const settings = given ?? (await resolveSettings(ownFormats ? others : global, context));
  const { value: token } = settings.token;
  if (token?.kind === 'text') context.secrets.add(token.text.trim());
  await checkOutput(invocation);
  const progress = openProgress(context, settings);
  const format = formatOf(settings, invocation);
  const output = openOutput(context, settings, invocation, format, progress);
  for (const note of settings.notes) output.note(note);
  if (settings.sandbox) await warnOfSandbox(context, settings, output);
  const sandbox = settings.sandbox
    ? await import('./sandbox/sample/sample-organization.ts')
    : undefined;
  let workspace = settings.workspace.value ?? sandbox?.defaultWorkspaceId;
  const client = openConnection(context, settings, progress, output.alert);
  const http = createHttp(client, {
    warn: output.warn,
    concurrency: settings.concurrency.value,
  });
  const endings: (() => void)[] = [];
  const line = invocation.line?.(settings) ?? (() => 'costctl');
  const session: Session = {
    context,
    settings,
    http: dryRun
      ? createDryRun(http, context.secrets.mask)
      : journaled(http, context, settings, { workspace: () => workspace, warn: output.alert }),
    output,
    progress,
    workspace: () => workspace ?? refuseNoWorkspace(settings, dryRun),
    // Accessing stdin opens it, and most commands never ask.
    get interactive() {
      return context.stdin.isTTY === true && context.stderr.isTTY === true && !settings.noInput;
    },
    dryRun,
    yes,
    flags: global,
    outputFlags: invocation.output,
    format,
    line,
    lineToType: typedLine(line, settings),
    inWorkspace(id) {
      workspace = id;
      const named = { value: id, source: 'flag', origin: '--workspace' } as const;
      const chosen = { ...settings, workspace: named };
      return {
        ...session,
        settings: chosen,
        flags: { ...global, workspace: id },
        lineToType: typedLine(line, chosen),
      };
    },
    atEnd: (work) => {
      endings.push(work);
    },
    async close() {
      progress.stop();
      for (const end of endings) end();
      await client.close();
    },
  };
  return session;
}

function typedLine(line: WriteLine, settings: Settings): WriteLine {
  return (changes, other) =>
    [
      line(changes, other),
      ...connectionFlags(settings, other?.workspace ?? other === undefined),
    ].join(' ');
}

/** A setting made long ago may be forgotten; `--sandbox` and `--profile` are visible on the line. */
async function warnOfSandbox(
  context: Context,
  { profile: { source, origin } }: Settings,
  { alert }: Output,
): Promise<void> {
  if (source === 'flag' || (await wasSaid(context, 'sandbox'))) return;
  const who = source === 'environment' ? `${origin}=sandbox` : `${origin} is the sandbox`;
  alert(`${who}: all data is invented`);
}

/** Reports an unusable destination before anything is changed at the service. */
async function checkOutput({ output, ownFormats }: Invocation): Promise<void> {
  const { query, outFile } = output;
  if (query !== undefined) (await import('./output/compile-query.ts')).compileQuery(query);
  if (outFile === '')
    throw usageError('--out-file must not be empty', 'give a path, or - for stdout');
  // An action with its own formats may write a folder of files.
  if (isFile(outFile) && !ownFormats) await checkAtomicFile(outFile);
}

/** Stores the state before each change, unless the profile disables that. */
function journaled(
  http: Http,
  context: Context,
  settings: Settings,
  { workspace, warn }: Omit<Journal, 'record'>,
): Http {
  const record = openChangeLog(context, settings, warn);
  return record === undefined ? http : createJournaledHttp(http, { record, workspace, warn });
}

function openProgress(context: Context, settings: Settings): Progress {
  const enabled = context.stderr.isTTY === true && !settings.quiet && !settings.debug;
  return createProgress({ context, enabled, color: settings.color });
}

function formatOf({ output: { value, source, origin } }: Settings, invocation: Invocation): Format {
  if (invocation.ownFormats) return 'table';
  const { outFile } = invocation.output;
  const format = chooseFormat({
    format: source === 'flag' ? value : (invocation.usualFormat ?? value),
    explicit: source === 'flag',
    origin: source === 'profile' ? `${origin}: output` : origin,
    outFile: isFile(outFile) ? outFile : undefined,
    isCheck: invocation.isCheck,
    otherExtensions: invocation.extensions,
  });
  refuseCsvOptions(invocation.output, format);
  return format;
}

/** An option without effect would be misleading. */
export function refuseCsvOptions(flags: OutputFlags, format: string, hint = 'add -o csv'): void {
  const given = csvOptions.find(([key]) => flags[key] !== undefined)?.[1];
  if (given === undefined || format === 'csv') return;
  throw usageError(`${given} is for csv, and the result is ${format}`, hint);
}

const csvOptions = [
  ['delimiter', '--delimiter'],
  ['decimalComma', '--decimal-comma'],
  ['bom', '--bom'],
] as const;

function openOutput(
  context: Context,
  settings: Settings,
  { output, ownFormats, view, words }: Invocation,
  format: Format,
  progress: Progress,
): Output {
  const { outFile, columns, query } = output;
  return createOutput({
    context,
    format,
    outFile: ownFormats ? undefined : outFile,
    columns: columns?.split(',').map((column) => column.trim()),
    query,
    raw: output.raw === true,
    header: output.header !== false,
    spreadsheetSafe: output.spreadsheetSafe === true,
    exact: output.exact === true,
    delimiter: output.delimiter,
    decimalComma: output.decimalComma === true,
    byteOrderMark: output.bom === true,
    color: settings.color,
    quiet: settings.quiet,
    progress,
    mask: context.secrets.mask,
    view,
    title: words,
  });
}

/** Without an address there is no workspace to choose yet. A dry run needs none. */
function refuseNoWorkspace(settings: Settings, dryRun: boolean): never {
  if (!dryRun) requireBaseUrl(settings);
  throw usageError(
    'no workspace is set',
    'give --workspace ID, set COSTCTL_WORKSPACE, or costctl profiles set NAME workspace=ID',
  );
}
