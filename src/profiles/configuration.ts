import { closeSync, fstatSync, openSync, readFileSync, type Stats, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Context } from '../context.ts';
import { CostctlError, fileError, isAbsence } from '../errors.ts';
import { quote, withoutByteOrderMark } from '../text.ts';

export const profileNameForm = /^[A-Za-z0-9_-]{1,64}$/;

/** Defaults of `costs report` and `costs close`, which are the same every month. */
export const reportKeys = [
  'reportBy',
  'reportConvertTo',
  'reportBudgets',
  'reportRules',
  'reportAllocateBy',
  'reportMetric',
  'reportRequire',
  'reportTitle',
  'reportLogo',
  'reportLocale',
] as const;

export type ReportKey = (typeof reportKeys)[number];

export const profileKeys = [
  'baseUrl',
  'workspace',
  'output',
  'maxWait',
  'timeout',
  'concurrency',
  'token',
  'tokenCommand',
  'dateColumn',
  'amountColumn',
  'currencyColumn',
  'sourceColumn',
  'maxLag',
  'where',
  'convertTo',
  'rateMethod',
  'journal',
  ...reportKeys,
] as const;

export type ProfileKey = (typeof profileKeys)[number];

/** As stored in the file: its values are checked when they are used. */
export type Profile = Readonly<Partial<Record<Exclude<ProfileKey, 'where'>, string | number>>> & {
  /** A list of conditions. */
  readonly where?: unknown;
};

export interface Configuration {
  readonly current: string | undefined;
  readonly profiles: ReadonlyMap<string, Profile>;
}

/** Built in: it needs neither address nor token, and cannot be changed. */
export const sandboxProfile = 'sandbox';

export const configurationName = 'config';

export function configurationPath(folder: string): string {
  return join(folder, `${configurationName}.json`);
}

/** Creates nothing, so it works in a read-only home. No file means no profiles. */
export async function readConfiguration(folder: string, owner: Owner): Promise<Configuration> {
  const path = configurationPath(folder);
  let text: string;
  try {
    text = readOwn(folder, path, owner);
  } catch (cause) {
    if (cause instanceof CostctlError) throw cause;
    if (isAbsence(cause)) return noProfiles;
    throw unreadable(path, cause);
  }
  return parseConfiguration(path, text);
}

/** One small file that every run waits for: reading it asynchronously would take longer. */
function readOwn(folder: string, path: string, owner: Owner): string {
  requireOwn(folder, statSync(folder), owner);
  const file = openSync(path, 'r');
  try {
    requireOwn(path, fstatSync(file), owner);
    return readFileSync(file, 'utf8');
  } finally {
    closeSync(file);
  }
}

export const noProfiles: Configuration = { current: undefined, profiles: new Map() };

function parseConfiguration(path: string, text: string): Configuration {
  const { current, profiles = {} } = parseObject(path, text);
  if (current !== undefined && typeof current !== 'string') {
    throw unreadable(path, '"current" must be the name of a profile');
  }
  if (!isObject(profiles)) throw unreadable(path, '"profiles" must be an object');
  const entries = Object.entries(profiles);
  return {
    current,
    profiles: new Map(entries.map(([name, value]) => [name, parseProfile(path, name, value)])),
  };
}

function parseObject(path: string, text: string): Record<string, unknown> {
  // The parser's own message quotes the text around the error, which may be a token.
  let value: unknown;
  try {
    value = JSON.parse(withoutByteOrderMark(text));
  } catch {
    throw unreadable(path, 'it is not JSON');
  }
  if (!isObject(value)) throw unreadable(path, 'it must contain a JSON object');
  return value;
}

function parseProfile(path: string, name: string, value: unknown): Profile {
  if (!profileNameForm.test(name)) {
    throw unreadable(path, 'a profile name is 1 to 64 letters, digits, _ or -');
  }
  if (!isObject(value)) throw unreadable(path, `profile ${name} must be an object`);
  for (const key of profileKeys) {
    const one = value[key];
    if (key === 'where' || one === undefined) continue;
    // A long number would lose digits, and be stored without them.
    const isText = key === 'token' || key === 'tokenCommand';
    if (typeof one !== 'string' && (isText || typeof one !== 'number')) {
      const form = isText ? 'text' : 'text or a number';
      throw unreadable(path, `"${key}" of profile ${name} must be ${form}`);
    }
  }
  return value;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function unreadable(path: string, cause: unknown): CostctlError {
  return fileError(
    `cannot read the configuration ${path}`,
    cause,
    'repair the file or move it away; costctl leaves it as it is',
  );
}

/** The user who runs the program; undefined on systems without user ids (Windows). */
type Owner = Pick<Context, 'userId'>;

/** As ssh refuses keys that others can change: the content decides where the token goes and what is run. */
export function requireOwn(path: string, { uid, mode }: Stats, { userId }: Owner): void {
  if (userId === undefined) return;
  // Root can change everything in any case.
  if (uid !== userId && uid !== 0) {
    throw refusal(`${path} belongs to another user`, `chown ${userId} ${quote(path)}`);
  }
  if ((mode & 0o022) !== 0) {
    throw refusal(`other users can change ${path}`, `chmod go-w ${quote(path)}`);
  }
}

function refusal(message: string, hint: string): CostctlError {
  return new CostctlError('not_configured', `the configuration is not used: ${message}`, { hint });
}
