import type { Context } from './context.ts';
import type { RateMethod } from './days.ts';
import { CostctlError, usageError } from './errors.ts';
import type { Format } from './formats/registry.ts';
import {
  type Configuration,
  noProfiles,
  type ReportKey,
  readConfiguration,
  reportKeys,
} from './profiles/configuration.ts';
import {
  type AddressFlags,
  checkSetting,
  chooseProfile,
  hintAtVariables,
  isOn,
  pick,
  pickAddress,
  readVariable,
  type Setting,
  type Sources,
  unset,
} from './settings/choose-settings.ts';
import { settingKinds, versionSuffix } from './settings/setting-kinds.ts';
import { findToken, requireSafeConnection, type TokenSetting } from './settings/token-setting.ts';
import { findConfigFolder } from './settings/user-folders.ts';

/** What a profile says about every report: only the keys that it has. */
export type ReportDefaults = Readonly<Partial<Record<ReportKey, string>>>;

export interface Settings {
  readonly profile: Setting<string | undefined>;
  readonly baseUrl: Setting<string | undefined>;
  /** The source of the token, which is read at the first request. */
  readonly token: TokenSetting;
  readonly workspace: Setting<string | undefined>;
  readonly output: Setting<Format>;
  /** Seconds. */
  readonly maxWait: Setting<number>;
  /** Seconds. */
  readonly timeout: Setting<number>;
  readonly retries: Setting<number>;
  readonly concurrency: Setting<number>;
  /** Undefined if no home folder is known: see `requireConfigFolder`. */
  readonly configFolder: Setting<string | undefined>;
  readonly sandbox: boolean;
  readonly quiet: boolean;
  readonly debug: boolean;
  readonly noInput: boolean;
  /** Undefined: decided for each stream, by whether it is a terminal. */
  readonly color: boolean | undefined;
  /** The conditions of every cost question; those on the command line are added. */
  readonly where: Setting<readonly string[]>;
  /** `none`: amounts keep their currencies. */
  readonly convertTo: Setting<string | undefined>;
  readonly rateMethod: Setting<RateMethod | undefined>;
  /** Profile keys for cost columns. */
  readonly dateColumn?: string | undefined;
  readonly amountColumn?: string | undefined;
  readonly currencyColumn?: string | undefined;
  readonly sourceColumn?: string | undefined;
  /** How late rows usually are, such as `2,azure=3`. */
  readonly maxLag?: string | undefined;
  /** Profile keys for reports; only those that are set. */
  readonly report?: ReportDefaults;
  /** Whether changes are stored so that they can be undone. */
  readonly journal: 'on' | 'off';
  /** What a run with these settings prints on stderr first. */
  readonly notes: readonly string[];
}

/** The options of every command as parsed by commander: texts, not yet checked. */
export interface GlobalFlags extends AddressFlags {
  readonly workspace?: string;
  readonly output?: string;
  readonly maxWait?: string;
  readonly timeout?: string;
  readonly retries?: string;
  readonly concurrency?: string;
  readonly color?: boolean;
  readonly quiet?: boolean;
  readonly debug?: boolean;
  readonly input?: boolean;
}

/** Flag > environment > profile > default, each value checked and with its source. */
export async function resolveSettings(flags: GlobalFlags, context: Context): Promise<Settings> {
  const settings = resolve(flags, context, await findConfiguration(context));
  requireSafeConnection(settings, context);
  return settings;
}

/** For repairs of profiles: flags and environment only, if the file is unreadable or this profile is missing or bad. */
export async function resolveLocalSettings(flags: GlobalFlags, context: Context) {
  try {
    return resolve(flags, context, await findConfiguration(context));
  } catch (error) {
    if (!(error instanceof CostctlError)) throw error;
    const { profile, ...others } = flags;
    if (profile !== undefined) checkSetting('--profile', profile, settingKinds.profile);
    const { COSTCTL_PROFILE: _named, ...env } = context.env;
    return resolve(others, { ...context, env }, noProfiles);
  }
}

/** The address without trailing slashes; a path prefix remains. */
export function requireBaseUrl({ baseUrl, profile }: Settings): URL {
  if (baseUrl.value !== undefined) return new URL(baseUrl.value.replace(/\/+$/, ''));
  throw new CostctlError('not_configured', 'no base address is set', {
    hint: `${howToSave(profile.value)}, or give --base-url${hintAtVariables(profile, 'COSTCTL_BASE_URL')}; --sandbox needs none`,
  });
}

/** A profile without an address exists already: `add` would refuse it. */
function howToSave(profile: string | undefined): string {
  return profile === undefined
    ? 'costctl profiles add NAME --base-url URL'
    : `costctl profiles set ${profile} base-url=URL`;
}

/** The folder for what this program stores; an error only for commands that need one. */
export function requireConfigFolder(settings: Pick<Settings, 'configFolder'>): string {
  if (settings.configFolder.value !== undefined) return settings.configFolder.value;
  throw new CostctlError(
    'not_configured',
    'no home folder is known, so the configuration has no place',
    { hint: 'set COSTCTL_CONFIG_DIR to a folder' },
  );
}

function resolve(flags: GlobalFlags, context: Context, configuration: Configuration): Settings {
  const { env } = context;
  const chosen = chooseProfile(flags, env, configuration);
  const { sandbox } = chosen;
  const sources: Sources = { flags: { ...flags }, env, ...chosen };
  // What a profile says about rows does not apply to the rows of the sandbox.
  const own = sandbox ? { ...sources, profile: { origin: '', values: {} } } : sources;
  const baseUrl = sandbox ? unset : pickAddress(sources);
  return {
    profile: chosen.name,
    baseUrl,
    token: sandbox ? unset : findToken(sources),
    workspace: pick(sources, 'workspace'),
    output: orElse(pick(sources, 'output'), 'table'),
    maxWait: orElse(pick(sources, 'maxWait'), 300),
    timeout: orElse(pick(sources, 'timeout'), 60),
    retries: orElse(pick(sources, 'retries'), 4),
    concurrency: orElse(pick(sources, 'concurrency'), 4),
    configFolder: findConfigFolder(context),
    sandbox,
    quiet: flags.quiet === true,
    debug: flags.debug === true || isOn(env, 'COSTCTL_DEBUG'),
    noInput: flags.input === false || isOn(env, 'COSTCTL_NO_INPUT'),
    color: findColor(flags, env),
    dateColumn: pick(own, 'dateColumn').value,
    amountColumn: pick(own, 'amountColumn').value,
    currencyColumn: pick(own, 'currencyColumn').value,
    sourceColumn: pick(own, 'sourceColumn').value,
    maxLag: pick(own, 'maxLag').value,
    where: pickWhere(own),
    convertTo: pick(own, 'convertTo'),
    rateMethod: pick(own, 'rateMethod'),
    report: pickReport(own),
    journal: pick(sources, 'journal').value ?? 'on',
    notes: findNotes(sources, baseUrl),
  };
}

function orElse<Value>(found: Setting<Value | undefined>, usual: Value): Setting<Value> {
  return { ...found, value: found.value ?? usual };
}

/** The conditions themselves are checked when rows are read. */
function pickWhere({ profile: { origin, values } }: Sources): Settings['where'] {
  const { where = [] } = values;
  const texts: readonly unknown[] = Array.isArray(where) ? where : [where];
  const value = texts.filter((one) => typeof one === 'string');
  if (value.length < texts.length) {
    throw usageError(`${origin}: where: must be a list of conditions`);
  }
  return value.length === 0 ? { ...unset, value } : { value, source: 'profile', origin };
}

function pickReport(sources: Sources): ReportDefaults {
  const found = reportKeys.flatMap((key) => {
    const { value } = pick(sources, key);
    return value === undefined ? [] : [[key, value] as const];
  });
  return Object.fromEntries(found);
}

async function findConfiguration(context: Context): Promise<Configuration> {
  const { value: folder } = findConfigFolder(context);
  return folder === undefined ? noProfiles : readConfiguration(folder, context);
}

function findNotes(sources: Sources, { source, origin }: Setting<string | undefined>): string[] {
  const { flags, env, profile } = sources;
  const texts = {
    flag: flags['baseUrl'],
    environment: env['COSTCTL_BASE_URL'],
    profile: profile.values.baseUrl,
    default: undefined,
  };
  if (!versionSuffix.test(String(texts[source] ?? ''))) return [];
  return [`${origin}: /v1 at the end of the address was left out: every path begins with it`];
}

/** Undefined: each stream decides. */
export function findColor(flags: GlobalFlags, env: Context['env']): boolean | undefined {
  if (flags.color === false || readVariable(env, 'NO_COLOR') !== undefined) return false;
  const forced = readVariable(env, 'FORCE_COLOR');
  return forced === undefined ? undefined : forced !== '0' && forced !== 'false';
}
