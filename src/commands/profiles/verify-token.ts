import { operations } from '../../api/operations.ts';
import { probeUsers } from '../../api/user-calls.ts';
import { CostctlError, type ErrorCode } from '../../errors.ts';
import type { Profile } from '../../profiles/configuration.ts';
import type { TokenSource } from '../../profiles/token.ts';
import { openSession, type Session } from '../../session.ts';
import { resolveLocalSettings, type Setting, type Settings } from '../../settings.ts';

/** What the service said about a new token, or why it was not asked. */
export interface Verification {
  readonly verified: string;
}

const query = { page: 1, limit: 1 };

export function planVerification(wanted: boolean): object {
  if (!wanted) return notAsked;
  const { method, path } = operations.listUsers;
  return { verify: { method, path, query } };
}

/** Tries the token on the user list, which only an organization token may read. */
export async function verifyToken(
  { context, flags }: Session,
  name: string,
  profile: Profile,
  wanted: boolean,
): Promise<Verification> {
  if (!wanted) return notAsked;
  const settings = await resolveLocalSettings(flags, context);
  const address = profile.baseUrl ?? addressOfEnvironment(settings);
  const place = { source: 'flag', origin: `profile ${name}` } as const;
  const invocation = { global: flags, output: {}, dryRun: false, yes: false, ownFormats: false };
  const session = await openSession(context, invocation, {
    ...settings,
    sandbox: false,
    baseUrl: { ...place, value: address === undefined ? undefined : String(address) },
    token: { ...place, value: sourceOf(profile) } satisfies Setting<TokenSource | undefined>,
  });
  try {
    if (address === undefined) {
      session.output.warn('the token was not verified: there is no base address to ask');
      return notAsked;
    }
    await probeUsers(session.http);
    return { verified: 'an organization token' };
  } catch (error) {
    if (!(error instanceof CostctlError)) throw error;
    if (error.code === 'forbidden') {
      return { verified: 'a workspace token, or one without that capability' };
    }
    if (!passing.includes(error.code)) throw refusal(error, name);
    session.output.warn(`the token was not verified: ${error.message}`);
    return notAsked;
  } finally {
    await session.close();
  }
}

/** The address that a command with this profile would use; never that of another profile. */
function addressOfEnvironment({ baseUrl }: Settings): string | undefined {
  return baseUrl.source === 'environment' ? baseUrl.value : undefined;
}

const notAsked: Verification = { verified: 'no' };

/** Faults that say nothing about the token. */
const passing: readonly ErrorCode[] = [
  'network',
  'rate_limited',
  'server_error',
  'unexpected_response',
  'invalid_request',
  'not_found',
  'conflict',
];

function refusal(error: CostctlError, name: string): CostctlError {
  if (error.code === 'not_configured') {
    const hint = `run it by hand; ${name} was not saved, and --no-verify saves it as it is`;
    return new CostctlError(error.code, error.message, { ...error.details, hint });
  }
  if (error.code !== 'unauthenticated') return error;
  return new CostctlError(error.code, `the service refused the token: ${name} was not saved`, {
    ...error.details,
    hint: 'check the token and --base-url; --no-verify saves it as it is',
  });
}

function sourceOf({ token, tokenCommand }: Profile): TokenSource | undefined {
  if (token !== undefined) return { kind: 'text', text: String(token) };
  return tokenCommand === undefined
    ? undefined
    : { kind: 'command', command: String(tokenCommand) };
}
