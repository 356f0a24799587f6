import { realpath, statfs } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { isSecretName } from '../../api/secret-names.ts';
import { type Change, recordOf } from '../../config/planned-change.ts';
import { mapSecrets } from '../../config/secret.ts';
import { readSecretVariable } from '../../config/variables.ts';
import type { Context } from '../../context.ts';
import { type CostctlError, hasCode, usageError } from '../../errors.ts';
import type { JsonObject, JsonValue } from '../../json/number.ts';
import { configurationPath } from '../../profiles/configuration.ts';
import { findConfigFolder } from '../../settings/user-folders.ts';
import { resolvePath } from '../../storage/path.ts';
import { readTextFile } from '../../storage/read-input.ts';

/** Reads a secret from its source: `env:VARIABLE`, or `@file` relative to the file that names it. */
export async function readSecret(context: Context, source: string, file: string) {
  if (!source.startsWith('@')) return readSecretVariable(context, source.slice('env:'.length));
  const secret = await readSecretFile(context, source.slice(1), file);
  if (secret === undefined || secret === '') return undefined;
  context.secrets.add(secret);
  return secret;
}

/** The fields to send, with secrets in place of their sources. */
export async function revealSecrets(
  context: Context,
  change: Change,
  fields: JsonObject,
): Promise<JsonObject> {
  const { managed, entry } = change;
  const { kind } = managed;
  const secretsOf = { kind, isSecretName, record: recordOf(change) };
  const sources = new Set<string>();
  for (const [name, value] of Object.entries(fields)) {
    mapSecrets(secretsOf, name, value, (source) => {
      sources.add(source);
      return source;
    });
  }
  const secrets = new Map<string, string>();
  for (const source of sources) {
    const secret = await readSecret(context, source, entry?.place.file ?? '');
    if (secret === undefined) throw missingSecret(source, `${kind.noun} ${change.name}`);
    secrets.set(source, secret);
  }
  const reveal = (name: string, value: JsonValue) =>
    mapSecrets(secretsOf, name, value, (source) => secrets.get(source) ?? null);
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, reveal(name, value)]),
  );
}

export function missingSecret(source: string, what: string): CostctlError {
  const how = source.startsWith('@')
    ? `the file ${source.slice(1)} cannot be read, or is empty`
    : `the variable ${source.slice('env:'.length)} is not set`;
  return usageError(`${what} needs a secret: ${how}; nothing was sent`);
}

async function readSecretFile(context: Context, path: string, file: string) {
  const place = resolve(dirname(resolvePath(context, file)), path);
  if (await holdsToken(context, place)) return undefined;
  try {
    return (await readTextFile(place)).replace(/\r?\n$/, '');
  } catch (error) {
    if (hasCode(error, 'file')) return undefined;
    throw error;
  }
}

/**
 * Whether a file, under whatever name or link, may hold the token of this program: its own files do,
 * and the system shows the environment of each process as a file.
 */
async function holdsToken(context: Context, place: string): Promise<boolean> {
  const [found, system] = await Promise.all([realPathOf(place), statfs(place).catch(() => null)]);
  if (system?.type === processFiles) return true;
  const folder = findConfigFolder(context).value;
  const tokenFile = context.env['COSTCTL_TOKEN_FILE'];
  const own = [
    ...(folder === undefined ? [] : [configurationPath(folder)]),
    ...(tokenFile ? [resolvePath(context, tokenFile)] : []),
  ];
  return (await Promise.all(own.map(realPathOf))).includes(found);
}

/** The type that Linux gives `/proc`, wherever it is mounted (PROC_SUPER_MAGIC). */
const processFiles = 0x9fa0;

async function realPathOf(path: string): Promise<string> {
  return await realpath(path).catch(() => path);
}
