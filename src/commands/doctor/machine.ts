import type { Context } from '../../context.ts';
import { CostctlError, fileError, messageOf } from '../../errors.ts';
import { configurationPath, readConfiguration } from '../../profiles/configuration.ts';
import type { TokenSource } from '../../profiles/token.ts';
import { hintAtVariables, type Setting } from '../../settings/choose-settings.ts';
import { sandboxStateFile } from '../../settings/user-folders.ts';
import type { Settings } from '../../settings.ts';
import { checkWritable, statIfThere } from '../../storage/file-system.ts';
import { pluralize, quote } from '../../text.ts';

/** The oldest Node that this program is tried on. */
const oldestNode = [20, 18, 1] as const;

export function checkNode({ nodeVersion }: Context): Finding {
  const parts = nodeVersion.split('.').map(Number);
  const place = oldestNode.findIndex((least, at) => parts[at] !== least);
  const isOld = place >= 0 && (parts[place] ?? 0) < (oldestNode[place] ?? 0);
  if (!isOld) return ok('node', `Node ${nodeVersion}`);
  return fail(
    'node',
    `Node ${nodeVersion} is too old`,
    `install Node ${oldestNode.join('.')} or newer`,
  );
}

export async function checkConfiguration(context: Context, folder: string | undefined) {
  if (folder === undefined) {
    const message = 'no home folder is known, so the configuration has no place';
    return [warn('configuration', message, 'set COSTCTL_CONFIG_DIR to a folder')];
  }
  const path = configurationPath(folder);
  try {
    const { profiles } = await readConfiguration(folder, context);
    const mode = await modeOf(path);
    const problem = await findWriteProblem(folder, path);
    if (mode === undefined) {
      if (problem !== undefined) return [problem];
      return [ok('configuration', `none yet; it will be ${path}`, 'costctl profiles add NAME')];
    }
    const found =
      problem ?? ok('configuration', `${pluralize(profiles.size, 'profile')} in ${path}`);
    return context.userId === undefined ? [found] : [found, await checkModes(folder, path)];
  } catch (error) {
    return [failure('configuration', error)];
  }
}

/** Reading works in a read-only home folder; storing a profile does not. */
async function findWriteProblem(folder: string, path: string): Promise<Finding | undefined> {
  try {
    await checkWritable(folder);
    return undefined;
  } catch (cause) {
    const { message } = fileError(`no profile can be stored in ${path}`, cause);
    return warn('configuration', message, 'set COSTCTL_CONFIG_DIR to a folder of your own');
  }
}

async function checkModes(folder: string, path: string): Promise<Finding> {
  const wide: string[] = [];
  for (const [place, least] of [
    [folder, '700'],
    [path, '600'],
  ] as const) {
    const mode = (await modeOf(place)) ?? 0;
    if ((mode & 0o077) !== 0) wide.push(`chmod ${least} ${quote(place)}`);
  }
  if (wide.length === 0) return ok('file modes', 'no one else can read the configuration');
  return warn(
    'file modes',
    'other users can read the configuration, which contains tokens',
    wide.join(' && '),
  );
}

export async function checkSandboxState(folder: string | undefined): Promise<Finding> {
  const check = 'sandbox';
  if (folder === undefined) return ok(check, 'nothing is stored: no home folder is known');
  const path = sandboxStateFile(folder);
  try {
    const state = await statIfThere(path);
    if (state === undefined) return ok(check, 'no stored changes');
    const message = `${state.size} bytes of changes in ${path}`;
    return ok(check, message, 'costctl sandbox reset forgets them');
  } catch (error) {
    const hint = `make ${path} readable, or remove it`;
    return failure(check, fileError(`cannot read ${path}`, error, hint));
  }
}

async function modeOf(path: string): Promise<number | undefined> {
  return (await statIfThere(path))?.mode;
}

/** The source of each setting of the run; ordinary settings share a line. */
export function describeChoice(settings: Settings): Finding[] {
  const { profile, sandbox } = settings;
  return [
    profile.value === undefined
      ? ok('profile', 'none', 'costctl profiles add NAME')
      : ok('profile', describe(profile)),
    sandbox ? ok('address', 'the embedded sandbox') : checkAddress(settings),
    sandbox ? ok('token', "the sandbox's own") : checkToken(settings),
    checkWorkspace(settings),
    describeOthers(settings),
  ];
}

function checkAddress({ baseUrl, profile }: Settings): Finding {
  if (baseUrl.value !== undefined) return ok('address', describe(baseUrl));
  const [save, end] =
    profile.value === undefined
      ? ['costctl profiles add NAME --base-url URL', '; --sandbox needs none']
      : [`costctl profiles set ${profile.value} base-url=URL`, ''];
  const hint = `${save}${hintAtVariables(profile, 'COSTCTL_BASE_URL')}${end}`;
  return fail('address', 'no base address is set', hint);
}

function checkWorkspace({ workspace, sandbox, profile }: Settings): Finding {
  if (workspace.value !== undefined) return ok('workspace', describe(workspace));
  return sandbox
    ? ok('workspace', 'the first of the sandbox')
    : ok(
        'workspace',
        'none',
        `costctl profiles set ${profile.value ?? 'NAME'} workspace=ID, or --workspace ID`,
      );
}

function checkToken({ token, profile }: Settings): Finding {
  if (token.value === undefined) {
    const change =
      profile.value === undefined
        ? 'costctl profiles add NAME --token-stdin'
        : `costctl profiles set ${profile.value} --token-stdin`;
    const hint = change + hintAtVariables(profile, 'COSTCTL_TOKEN', ' or COSTCTL_TOKEN_FILE');
    return fail('token', 'no token is set', hint);
  }
  return ok('token', `${describeSource(token.value)} (${token.origin})`);
}

function describeSource(source: TokenSource): string {
  if (source.kind === 'file') return `read from ${source.path}`;
  return source.kind === 'command' ? 'printed by a command' : 'plain text';
}

function describeOthers(settings: Settings): Finding {
  const names = ['output', 'maxWait', 'timeout', 'retries', 'concurrency', 'configFolder'] as const;
  const questions = ['where', 'convertTo', 'rateMethod'] as const;
  const set = [...names, ...questions].filter((name) => settings[name].source !== 'default');
  if (set.length === 0) return ok('settings', 'all others have their defaults');
  return ok('settings', set.map((name) => `${name} ${describe(settings[name])}`).join(', '));
}

function describe({ value, origin }: Setting<string | number | readonly string[] | undefined>) {
  return origin === '' ? String(value) : `${value} (${origin})`;
}

export interface Finding {
  readonly check: string;
  readonly status: 'ok' | 'warn' | 'fail';
  readonly message: string;
  readonly hint: string | null;
}

const finding =
  (status: Finding['status']) =>
  (check: string, message: string, hint?: string): Finding => ({
    check,
    status,
    message,
    hint: hint ?? null,
  });

export const ok = finding('ok');
export const warn = finding('warn');
export const fail = finding('fail');

/** An error as reported by a check: with its own message and hint. */
export function failure(check: string, thrown: unknown, hint?: string): Finding {
  const message = messageOf(thrown);
  return fail(check, message, thrown instanceof CostctlError ? thrown.details.hint : hint);
}
