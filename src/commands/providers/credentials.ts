import { listAvailableProviders } from '../../api/provider-calls.ts';
import type { ProviderDefinition } from '../../api/schemas/provider.ts';
import { readSecretVariable } from '../../config/variables.ts';
import { type Checked, keyValue, kind } from '../../declaration/kind.ts';
import { type Input, objectOfPairs, optional, repeatedAs } from '../../declaration/option.ts';
import { CostctlError, usageError } from '../../errors.ts';
import { isObject } from '../../json/number.ts';
import { findRepeatedKey, tryJson } from '../../json/parse.ts';
import type { Session } from '../../session.ts';
import { escapeForTerminal, quote } from '../../text.ts';
import { readSpec, readTextOption } from '../request-options.ts';

export type Credentials = Readonly<Record<string, string>>;

export const credentialOptions = {
  credential: repeatedAs(
    keyValue('name=value'),
    objectOfPairs('--credential'),
    'a credential: name=@file, name=env:VARIABLE or name=value (repeatable)',
  ),
  credentials: optional(
    kind('source', checkSource, { example: '@credentials.json' }),
    'all credentials as a JSON object: @file, or - for stdin',
  ),
};

function checkSource(source: string): Checked<string> {
  const isSource = source === '-' || /^@./.test(source);
  return isSource ? { value: source } : { problem: 'must be @file or -' };
}

/** The credentials that the options give; undefined if there are none. Single ones override those of the file. */
export async function readCredentials(
  session: Session,
  input: Input<typeof credentialOptions>,
): Promise<Credentials | undefined> {
  if (input.credential === undefined && input.credentials === undefined) return undefined;
  const found = new Map<string, string>();
  if (input.credentials !== undefined) {
    for (const [name, value] of await readMap(session, input.credentials)) found.set(name, value);
  }
  for (const [name, source] of Object.entries(input.credential ?? {})) {
    found.set(name, await readSource(session, name, source));
  }
  for (const secret of found.values()) session.context.secrets.add(secret);
  return Object.fromEntries(found);
}

async function readSource(session: Session, name: string, source: string): Promise<string> {
  if (source.startsWith('@')) return readTextOption(source);
  if (source.startsWith('env:')) {
    const variable = source.slice('env:'.length);
    const value = readSecretVariable(session.context, variable);
    if (value === undefined) {
      throw usageError(`--credential ${name}: the variable ${variable} is not set`);
    }
    return value;
  }
  session.output.note(
    `the credential ${name} is in the argument list, which others on this machine can read; ${name}=@file and ${name}=env:VARIABLE keep it out`,
  );
  return source;
}

async function readMap(session: Session, source: string): Promise<[string, string][]> {
  const text = await readSpec(session.context, source, '--credentials');
  // The text is secret, so an error must show nothing of it.
  const wrong = usageError('--credentials: must be a JSON object whose values are strings');
  const value = tryJson(text);
  if (!isObject(value)) throw wrong;
  if (findRepeatedKey(text) !== undefined) throw usageError('--credentials: has a key twice');
  return Object.entries(value).map(([name, secret]) => {
    if (typeof secret !== 'string') throw wrong;
    return [name, secret];
  });
}

export async function findDefinition({ http }: Session, key: string) {
  return (await listAvailableProviders(http)).find((one) => one.key === key);
}

export async function requireDefinition(
  session: Session,
  key: string,
): Promise<ProviderDefinition> {
  const definitions = await listAvailableProviders(session.http);
  const definition = definitions.find((one) => one.key === key);
  if (definition !== undefined) return definition;
  const known = definitions.map((one) => one.key).join(', ');
  throw usageError(`--key: unknown provider key "${key}"`, `known keys: ${known}`);
}

export function missingCredentials(definition: ProviderDefinition, given: Credentials): string[] {
  const { requiredCredentialFields: required } = definition;
  // Checked here, since a definition that lacks a field is passed on unchanged.
  if (!Array.isArray(required)) {
    throw new CostctlError(
      'unexpected_response',
      `the service does not say which credentials ${nameOf(definition)} needs`,
    );
  }
  return required.filter((name) => !Object.hasOwn(given, name) || given[name] === '');
}

/** Prompts, without echo, for required credentials that are missing. */
export async function completeCredentials(
  session: Session,
  definition: ProviderDefinition,
  given: Credentials,
): Promise<Credentials> {
  const missing = missingCredentials(definition, given);
  if (missing.length === 0) return given;
  if (!session.interactive || session.dryRun) throw refuseMissing(definition, missing);
  const found = new Map(Object.entries(given));
  for (const name of missing) {
    const secret = await session.context.prompt.askSecret(
      escapeForTerminal(`${nameOf(definition)} ${name}: `),
    );
    if (secret === '') throw refuseMissing(definition, [name]);
    session.context.secrets.add(secret);
    found.set(name, secret);
  }
  return Object.fromEntries(found);
}

export function refuseMissing(definition: ProviderDefinition, missing: readonly string[]) {
  const hint = missing.map((name) => `--credential ${quote(`${name}=@file`)}`).join(' ');
  const names = `credential${missing.length > 1 ? 's' : ''} ${missing.join(', ')}`;
  return usageError(`${nameOf(definition)} needs the ${names}`, `give ${hint}`);
}

export function nameOf({ displayName, key }: Partial<ProviderDefinition>): string {
  return displayName ?? String(key);
}
