import type { Context } from '../context.ts';
import { CostctlError, fileError, usageError } from '../errors.ts';
import { resolvePath } from '../storage/path.ts';
import { readStart } from '../storage/read-input.ts';
import { withoutByteOrderMark } from '../text.ts';

export type TokenSource =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'command'; readonly command: string };

/** In characters: an endless input is not a token. */
export const longestToken = 16_384;

interface StatedToken {
  readonly value: TokenSource | undefined;
  readonly origin: string;
  readonly howToSet?: string;
}

/** Reads the token when it is first needed, once per run: a token command may prompt the user. */
export function createTokenReader(token: StatedToken, context: Context): () => Promise<string> {
  let reading: Promise<string> | undefined;
  return () => {
    reading ??= readToken(token, context);
    return reading;
  };
}

export async function readToken(
  { value: source, origin, howToSet = usualWays }: StatedToken,
  context: Context,
) {
  if (source === undefined) {
    throw new CostctlError('not_configured', 'no API token is set', {
      hint: `${howToSet}; --sandbox needs none`,
    });
  }
  const token = (await readSource(source, origin, context)).trim();
  context.secrets.add(token);
  const problem = checkToken(token);
  if (problem === undefined) return token;
  throw source.kind === 'command'
    ? commandFailed(origin, `its first output line ${problem}`)
    : usageError(`${origin}: the token ${problem}`, howToSet);
}

/** What is wrong with a token, without repeating it. */
export function checkToken(token: string): string | undefined {
  if (token === '') return 'is empty';
  if (token.length > longestToken) return `is longer than ${longestToken} characters`;
  // RFC 9110, section 5.5: other characters would end the header or be changed on the way.
  return /^[\x21-\x7e]+$/.test(token)
    ? undefined
    : 'has spaces, line breaks, control characters or characters outside ASCII';
}

/** A token in a form that may be shown. */
export function maskToken(token: string): string {
  return token.length < 16 ? '****' : `****${token.slice(-4)}`;
}

export async function readTokenFile(path: string, context: Context, origin: string) {
  try {
    // A longer line is not a token; anything after the first line is ignored.
    const bytes = await readStart(resolvePath(context, path), longestToken + 8);
    return firstLine(bytes.toString('utf8'));
  } catch (cause) {
    throw fileError(`${origin}: cannot read ${path}`, cause);
  }
}

const commandLimit = 60_000;
const usualWays = 'costctl profiles add NAME, or set COSTCTL_TOKEN or COSTCTL_TOKEN_FILE';

function readSource(source: TokenSource, origin: string, context: Context): Promise<string> {
  if (source.kind === 'file') return readTokenFile(source.path, context, origin);
  if (source.kind === 'command') return runTokenCommand(source.command, origin, context);
  return Promise.resolve(source.text);
}

/** The command's output may be a secret even when it fails, so none of it is shown. */
async function runTokenCommand(command: string, origin: string, context: Context): Promise<string> {
  const { status, stdout, failure } = await context.runProgram({
    command,
    shell: true,
    output: 'capture',
    timeout: commandLimit,
  });
  context.signal.throwIfAborted();
  if (status === 0) return firstLine(stdout);
  const ending = `${failure ?? 'it was ended'} (it may take ${commandLimit / 1000} s)`;
  throw commandFailed(origin, status === null ? ending : `exit status ${status}`);
}

export function firstLine(text: string): string {
  return withoutByteOrderMark(text).split(/\r?\n/, 1)[0] ?? '';
}

function commandFailed(origin: string, reason: string): CostctlError {
  return new CostctlError('not_configured', `the token command of ${origin} failed: ${reason}`, {
    hint: 'run it by hand; it is in the file that "costctl profiles path" names',
  });
}
