import { createJournaledHttp, type Journal } from './api/change-journal.ts';
import { type ChangesMade, rememberChanges } from './api/changes-made.ts';
import { createDryRun } from './api/dry-run.ts';
import { createHttp, type Http } from './api/http.ts';
import { openChangeLog } from './change-log.ts';
import { openConnection } from './connection.ts';
import type { Context } from './context.ts';
import { usageError } from './errors.ts';
import type { Format } from './formats/registry.ts';
import {
  checkOutput,
  formatOf,
  type OutputChoice,
  type OutputFlags,
  openOutput,
} from './open-output.ts';
import type { Output } from './output/output.ts';
import { createProgress, type Progress } from './output/progress.ts';
import { wasSaid } from './said-once.ts';
import {
  type GlobalFlags,
  requireBaseUrl,
  resolveLocalSettings,
  resolveSettings,
  type Settings,
} from './settings.ts';
import { recordedLine, typedLine, type WriteLine } from './typed-line.ts';

/** What a command works with, created once per run. */
export interface Session {
  readonly context: Context;
  readonly settings: Settings;
  readonly http: Http;
  /** Undefined as long as nothing was changed at the service. */
  readonly changesMade: () => ChangesMade | undefined;
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
export interface Invocation extends OutputChoice {
  readonly global: GlobalFlags;
  readonly dryRun: boolean;
  readonly yes: boolean;
  /** The command line of this run with these settings and with some options replaced: to repeat it. */
  readonly line?: (settings: Settings) => WriteLine;
  /** Whether the figures of this run depend on the workspace. */
  readonly usesWorkspace?: (settings: Settings) => boolean;
}

/** For an action that needs no profile: it creates, repairs or removes them. */
export async function openLocalSession(context: Context, invocation: Invocation): Promise<Session> {
  const settings = await resolveLocalSettings(invocation.global, context);
  return openSession(context, invocation, { ...settings, sandbox: false });
}

/** `profiles` passes its own settings, because it repairs those that cannot be read. */
export async function openSession(context: Context, invocation: Invocation, given?: Settings) {
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
  const { client, made } = rememberChanges(
    openConnection(context, settings, progress, output.alert),
    context.signal,
  );
  const http = createHttp(client, { warn: output.warn, concurrency: settings.concurrency.value });
  const endings: (() => void)[] = [];
  const line = invocation.line?.(settings) ?? (() => 'costctl');
  const session: Session = {
    context,
    settings,
    http: dryRun
      ? createDryRun(http, context.secrets.maskData)
      : journaled(http, context, settings, {
          workspace: () => workspace,
          warn: output.alert,
          isSecret: (text) => context.secrets.maskData(text) !== text,
        }),
    changesMade: made,
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
    line: recordedLine(line, () => ({
      sandbox: settings.sandbox,
      workspace: invocation.usesWorkspace?.(settings) === true ? workspace : undefined,
    })),
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

/** A setting made long ago may be forgotten; `--sandbox` and `--profile` are visible on the line. */
async function warnOfSandbox(
  context: Context,
  { profile: { source, origin } }: Settings,
  { alert }: Output,
): Promise<void> {
  if (source === 'flag' || (await wasSaid(context, 'sandbox'))) return;
  const who = source === 'environment' ? `${origin}=sandbox` : `${origin} is the sandbox`;
  alert(`${who}: the data of the service is invented`);
}

/** Stores the state before each change, unless the profile disables that. */
function journaled(
  http: Http,
  context: Context,
  settings: Settings,
  journal: Omit<Journal, 'record'>,
): Http {
  const record = openChangeLog(context, settings, journal.warn);
  return record === undefined ? http : createJournaledHttp(http, { ...journal, record });
}

function openProgress(context: Context, settings: Settings): Progress {
  const enabled = context.stderr.isTTY === true && !settings.quiet && !settings.debug;
  return createProgress({ context, enabled, color: settings.color });
}

/** Without an address there is no workspace to choose yet. A dry run needs none. */
function refuseNoWorkspace(settings: Settings, dryRun: boolean): never {
  if (!dryRun) requireBaseUrl(settings);
  throw usageError(
    'no workspace is set',
    `give --workspace ID, set COSTCTL_WORKSPACE, or costctl profiles set ${settings.profile.value ?? 'NAME'} workspace=ID; costctl workspaces list shows them`,
  );
}
