import type { Input } from '../../declaration/command.ts';
import { inputFile, text } from '../../declaration/kind.ts';
import { flag, optional } from '../../declaration/option.ts';
import { usageError } from '../../errors.ts';
import type { Profile } from '../../profiles/configuration.ts';
import { checkToken, firstLine, longestToken, readTokenFile } from '../../profiles/token.ts';
import type { Session } from '../../session.ts';
import { readStdinLine } from '../../storage/read-input.ts';

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
  if (chosen?.option === '--token-file') {
    return readTokenFile(chosen.path, context, chosen.option);
  }
  if (chosen?.option === '--token-stdin') {
    return readStdinLine(context, '--token-stdin', longestToken).then(firstLine);
  }
  if (interactive) return context.prompt.askSecret('API token: ');
  throw usageError(
    'no token was given, and there is no terminal to prompt on',
    'give --token-stdin, --token-file FILE or --token-command COMMAND',
  );
}
