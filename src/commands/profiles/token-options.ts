import { type Command, Option } from 'commander';
import * as z from 'zod/mini';
import { usageError } from '../../errors.ts';
import type { Profile } from '../../profiles/read.ts';
import { checkToken, firstLine, readTokenFile } from '../../profiles/token.ts';
import type { Session } from '../../session.ts';
import { readStdin } from '../../storage/input.ts';

export const tokenInput = {
  tokenStdin: z.optional(z.boolean()),
  tokenFile: z.optional(z.string()),
  tokenCommand: z.optional(z.string()),
};

export type TokenOption =
  | { readonly option: '--token-stdin' }
  | { readonly option: '--token-file'; readonly path: string }
  | { readonly option: '--token-command'; readonly command: string };

interface TokenInput {
  readonly tokenStdin?: boolean | undefined;
  readonly tokenFile?: string | undefined;
  readonly tokenCommand?: string | undefined;
}

export function tokenOptions(command: Command): Command {
  return command
    .addOption(new Option('--token-stdin', 'read the token from stdin and keep it'))
    .addOption(new Option('--token-file <path>', 'read the token from a file now and keep it'))
    .addOption(new Option('--token-command <command>', 'keep a command that prints the token'));
}

/** The one way in which the token is given; undefined where it is to be asked for. */
export function chooseTokenOption(input: TokenInput): TokenOption | undefined {
  const given: TokenOption[] = [
    ...(input.tokenStdin === true ? [{ option: '--token-stdin' } as const] : []),
    ...(input.tokenFile === undefined
      ? []
      : [{ option: '--token-file', path: input.tokenFile } as const]),
    ...(input.tokenCommand === undefined
      ? []
      : [{ option: '--token-command', command: input.tokenCommand } as const]),
  ];
  const [first, second] = given;
  if (first !== undefined && second !== undefined) {
    throw usageError(`${first.option} and ${second.option} exclude each other`);
  }
  if (first?.option === '--token-command' && first.command.trim() === '') {
    throw usageError('--token-command: must not be empty');
  }
  return first;
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
    return readStdin(context, '--token-stdin').then(firstLine);
  }
  if (interactive) return context.prompt.askSecret('API token: ');
  throw usageError(
    'no token was given, and there is no terminal to ask on',
    'give --token-stdin, --token-file FILE or --token-command COMMAND',
  );
}
