import type { Context } from '../context.ts';
import { usageError } from '../errors.ts';
import type { TokenSource } from '../profiles/token.ts';
import { quote } from '../text.ts';
import {
  allowsHttp,
  checkSetting,
  hintAtVariables,
  leavesEnvironmentAside,
  pickAddress,
  readVariable,
  type Setting,
  type Sources,
  unset,
} from './choose-settings.ts';
import { baseUrlKind } from './setting-kinds.ts';

export interface TokenSetting extends Setting<TokenSource | undefined> {
  /** The only address that it is sent to: the one that was set for it. */
  readonly address?: string | undefined;
  /** For a token that is missing or invalid. */
  readonly howToSet?: string;
}

export function findToken(sources: Sources): TokenSetting {
  const { env, profile } = sources;
  const text = readVariable(env, 'COSTCTL_TOKEN');
  const path = readVariable(env, 'COSTCTL_TOKEN_FILE');
  const { token, tokenCommand: command, baseUrl } = profile.values;
  // The flag does not count: a word of the line, which others may supply, must not redirect the token.
  const { value: address } = pickAddress({ ...sources, flags: {} });
  if (!leavesEnvironmentAside(sources)) {
    const source = 'environment';
    if (text !== undefined) {
      return { value: { kind: 'text', text }, source, origin: 'COSTCTL_TOKEN', address };
    }
    if (path !== undefined) {
      return { value: { kind: 'file', path }, source, origin: 'COSTCTL_TOKEN_FILE', address };
    }
  }
  const own =
    baseUrl === undefined
      ? address
      : checkSetting(`${profile.origin}: baseUrl`, String(baseUrl), baseUrlKind(allowsHttp(env)));
  const place = { source: 'profile', origin: profile.origin, address: own } as const;
  if (token !== undefined) return { value: { kind: 'text', text: String(token) }, ...place };
  if (command === undefined) return { ...unset, howToSet: describeWays(sources) };
  return { value: { kind: 'command', command: String(command) }, ...place };
}

function describeWays({ name }: Sources): string {
  const save =
    name.value === undefined
      ? 'costctl profiles add NAME'
      : `costctl profiles set ${name.value} --token-stdin`;
  return save + hintAtVariables(name, 'COSTCTL_TOKEN', ' or COSTCTL_TOKEN_FILE');
}

interface Connection {
  readonly baseUrl: Setting<string | undefined>;
  readonly token: TokenSetting;
}

/** Called before anything is sent: the token is sent only to its own address, over a checked connection. */
export function requireSafeConnection({ baseUrl, token }: Connection, { env }: Context): void {
  if (env['NODE_TLS_REJECT_UNAUTHORIZED'] === '0') {
    throw usageError(
      'NODE_TLS_REJECT_UNAUTHORIZED=0 would send the token to anyone with any certificate',
      'unset it; NODE_EXTRA_CA_CERTS=FILE adds a certificate to trust',
    );
  }
  const { address } = token;
  if (address === undefined || baseUrl.value === undefined) return;
  if (new URL(address).origin === new URL(baseUrl.value).origin) return;
  throw usageError(
    `${baseUrl.origin}: the address is ${baseUrl.value}, and the token of ${token.origin} is sent only to ${address}`,
    token.source === 'environment'
      ? `set COSTCTL_BASE_URL to the address of this token, or costctl profiles add NAME --base-url ${quote(baseUrl.value)}`
      : `costctl profiles add NAME --base-url ${quote(baseUrl.value)}, or set COSTCTL_TOKEN and COSTCTL_BASE_URL and leave out --profile`,
  );
}
