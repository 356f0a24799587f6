import { operations } from '../../api/operations.ts';
import { describeFailure } from '../../api/problem.ts';
import { probeUsers } from '../../api/user-calls.ts';
import { inputFile, text } from '../../declaration/kind.ts';
import { flag, type Input, optional } from '../../declaration/option.ts';
import { CostctlError, type ErrorCode, usageError, withHint } from '../../errors.ts';
import type { Profile } from '../../profiles/configuration.ts';
import { checkToken, firstLine, longestToken, readTokenFile } from '../../profiles/token.ts';
import type { Session } from '../../session.ts';
import { readStdinLine } from '../../storage/read-input.ts';
import { openAsProfile } from './open-as-profile.ts';

export const tokenOptions = {
  tokenStdin: flag('read the token from stdin and store it', {
    excludes: ['tokenFile', 'tokenCommand'],
  }),
  tokenFile: optional(
    { ...inputFile, placeholder: 'path' },
    'read the token from a file now and store it',
    { excludes: ['tokenCommand'] },
  ),
  tokenCommand: optional(text('command'), 'store a command that prints the token'),
};

export type TokenOption =
  | { readonly option: '--token-stdin' }
  | { readonly option: '--token-file'; readonly path: string }
  | { readonly option: '--token-command'; readonly command: string };

/** The one way in which the token is given; undefined if it is to be prompted for. */
export function chooseTokenOption({
  tokenStdin,
  tokenFile,
  tokenCommand,
}: Input<typeof tokenOptions>): TokenOption | undefined {
  if (tokenStdin === true) return { option: '--token-stdin' };
  if (tokenFile !== undefined) return { option: '--token-file', path: tokenFile };
  if (tokenCommand === undefined) return undefined;
  if (tokenCommand.trim() === '') throw usageError('--token-command: must not be empty');
  return { option: '--token-command', command: tokenCommand };
}

export async function receiveToken(
  session: Session,
  chosen: TokenOption | undefined,
): Promise<Pick<Profile, 'token' | 'tokenCommand'>> {
  if (chosen?.option === '--token-command') return { tokenCommand: chosen.command };
  if (chosen === undefined && session.dryRun && session.interactive) return {};
  const token = (await readGiven(session, chosen)).trim();
  session.context.secrets.add(token);
  const problem = checkToken(token);
  const origin = chosen === undefined ? '' : `${chosen.option}: `;
  if (problem !== undefined) throw usageError(`${origin}the token ${problem}`);
  return { token };
}

function readGiven(session: Session, chosen: TokenOption | undefined): Promise<string> {
  const { context, interactive } = session;
  if (chosen?.option === '--token-file') return readTokenFile(chosen.path, context, chosen.option);
  if (chosen?.option === '--token-stdin') {
    return readStdinLine(context, '--token-stdin', longestToken).then(firstLine);
  }
  if (interactive) return context.prompt.askSecret('API token: ');
  throw usageError(
    'no token was given, and there is no terminal to prompt on',
    'give --token-stdin, --token-file FILE or --token-command COMMAND',
  );
}

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
  opener: Session,
  name: string,
  profile: Profile,
  wanted: boolean,
): Promise<Verification> {
  if (!wanted) return notAsked;
  const session = await openAsProfile(opener, name, profile);
  try {
    await probeUsers(session.http);
    return { verified: 'an organization token' };
  } catch (error) {
    if (!(error instanceof CostctlError)) throw error;
    if (error.code === 'forbidden') {
      return { verified: 'a workspace token, or one without that capability' };
    }
    if (!passing.includes(error.code)) throw refusal(error, name);
    session.output.warn(`the token was not verified: ${describeFailure(error)}`);
    return notAsked;
  } finally {
    await session.close();
  }
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
    return withHint(error, hint);
  }
  if (error.code !== 'unauthenticated') return error;
  return new CostctlError(error.code, `the service refused the token: ${name} was not saved`, {
    ...error.details,
    hint: 'check the token and --base-url; --no-verify saves it as it is',
  });
}
