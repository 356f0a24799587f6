import { firstLine, whatServiceSaid } from '../api/problem.ts';
import type { Context } from '../context.ts';
import { CostctlError, causesOf, internalError } from '../errors.ts';
import { masked } from '../http/redact.ts';
import type { JsonValue } from '../json/number.ts';
import { tryJson } from '../json/parse.ts';
import { stringifyJson } from '../json/stringify.ts';
import { createPaint, hasColor } from '../output/color.ts';
import { wrapFor } from '../output/progress.ts';
import { findColor, type GlobalFlags, resolveSettings } from '../settings.ts';
import { escapeForTerminal, safeJson } from '../text.ts';
import { spellForShell } from './shell-words.ts';

/** Turns any thrown value into the one kind of error that is shown to users. */
export function toCostctlError(thrown: unknown): CostctlError {
  return thrown instanceof CostctlError ? thrown : internalError(thrown);
}

/** Whether errors are JSON, even if the line as a whole is invalid. */
export async function wantsJson(flags: GlobalFlags, context: Context): Promise<boolean> {
  const format =
    flags.output ?? (context.env['COSTCTL_OUTPUT'] || (await formatOfProfile(flags, context)));
  return /^(nd)?json$/i.test(format ?? '');
}

/** Undefined if the settings themselves are invalid. */
async function formatOfProfile(
  { workspace: _mayBeName, ...flags }: GlobalFlags,
  context: Context,
): Promise<string | undefined> {
  const settings = await resolveSettings(flags, context).catch(() => undefined);
  return settings?.output.value;
}

export async function writeError(
  context: Context,
  error: CostctlError,
  { json, flags }: { readonly json: boolean; readonly flags: GlobalFlags },
): Promise<void> {
  const { env, stderr, secrets } = context;
  if (flags.debug === true || env['COSTCTL_DEBUG'] === '1') writeCauses(context, error);
  const { message, code, details: found } = masked(error, secrets);
  const hint = found.hint === undefined ? undefined : spellForShell(found.hint, context);
  const details = { ...found, hint };
  const { body } = details;
  const problem = tryJson(body ?? '');
  if (json) {
    const text = stringifyJson({ error: describe({ code, message, details }, problem) });
    stderr.write(`${safeJson(text)}\n`);
    return;
  }
  const said = whatServiceSaid(body, problem);
  const paint = await createPaint(hasColor(findColor(flags, env), stderr, env));
  const lines = [
    `error: ${escapeForTerminal(message)}`,
    ...said.map((line) => `  ${escapeForTerminal(line)}`),
    ...(hint === undefined ? [] : [`hint: ${escapeForTerminal(hint)}`]),
  ];
  const text = lines.map((line) => wrapFor(stderr, line)).join('\n');
  stderr.write(`${text.replace(/^error:/, paint.bad).replace(/^hint:/m, paint.strong)}\n`);
}

/** For debugging: the causes behind the error, and the stack of an internal error. */
function writeCauses({ stderr, secrets }: Context, error: CostctlError): void {
  const { code, cause } = error;
  const stack = code === 'internal' && cause instanceof Error ? cause.stack : undefined;
  const lines = stack?.split('\n') ?? causesOf(error).map((text) => `caused by ${text}`);
  stderr.write(lines.map((line) => `debug: ${escapeForTerminal(secrets.mask(line))}\n`).join(''));
}

function describe(
  { code, message, details }: Pick<CostctlError, 'code' | 'message' | 'details'>,
  problem: JsonValue | undefined,
): object {
  const { hint, status, method, path, body } = details;
  return {
    code,
    message,
    hint,
    status,
    method,
    path,
    problem: problem ?? (body ? firstLine(body) : undefined),
  };
}
