import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Writable } from 'node:stream';
import type { Context } from '../../context.ts';
import type { Command } from '../../declaration/command.ts';
import { flagOf } from '../../declaration/line.ts';
import { optionsOf } from '../../declaration/shared.ts';
import { isObject } from '../../json/bulk/merge.ts';
import { ExactNumber, type JsonValue } from '../../json/number.ts';
import { parseJson } from '../../json/parse.ts';
import { stringifyJson } from '../../json/stringify.ts';
import type { ToolPlan } from './tools.ts';

/** Runs one command line of this program in the given world. */
export type RunLine = (context: Context, argv: readonly string[]) => Promise<number>;

export interface ToolResult {
  readonly ok: boolean;
  readonly exitCode: number;
  /** The result as JSON whose inexact numbers are text; null if the command failed without one. */
  readonly result: unknown;
  /** List items that were left out because the result is too large. */
  readonly omitted: number;
  readonly notes: readonly string[];
  readonly error?: unknown;
  readonly receipt?: string;
}

const mostItems = 200;
const mostCharacters = 60_000;
/** A result beyond this is a question that should have been narrower. */
const mostBytes = 64 * 1024 * 1024;

/** Runs the command of a tool and bounds what it prints. */
export async function callTool(
  context: Context,
  run: RunLine,
  plan: ToolPlan,
  declared: Command,
  input: Readonly<Record<string, unknown>>,
  connection: readonly string[],
): Promise<ToolResult> {
  const folder = await mkdtemp(join(tmpdir(), 'costctl-mcp-'));
  try {
    const receipt = plan.receipt === true ? join(folder, 'receipt.json') : undefined;
    const refusal = refuseOverwrite(plan, input);
    if (refusal !== undefined) return refusal;
    const words = wordsOf(plan, declared, input);
    const argv = [
      ...declared.words.split(' '),
      ...words,
      ...(receipt === undefined ? [] : ['--receipt', receipt]),
      ...connection,
      ...['--no-input', '--no-color', ...(declared.output === 'own' ? [] : ['-o', 'json'])],
    ];
    const stdout = new Capture();
    const stderr = new Capture();
    const exitCode = await run(
      { ...context, stdin: new PassThrough().end(), stdout, stderr, screen: undefined },
      argv,
    );
    const lines = stderr.text().split('\n').filter(Boolean);
    const written = receipt !== undefined && existsSync(receipt);
    const planFile = exitCode === 0 ? input['planFile'] : undefined;
    // The program that calls may have no access to files, and a person is to see the plan.
    const printed = typeof planFile === 'string' ? await readFile(planFile, 'utf8') : stdout.text();
    return {
      ...bounded(readResult(printed)),
      ok: exitCode === 0,
      exitCode,
      notes: lines.filter((line) => !line.startsWith('{')).slice(0, 20),
      ...(exitCode === 0 ? {} : { error: readError(lines) }),
      ...(written ? { receipt: await readFile(receipt, 'utf8') } : {}),
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The command line equivalent to an input. */
function wordsOf(
  plan: ToolPlan,
  declared: Command,
  input: Readonly<Record<string, unknown>>,
): string[] {
  const values = (plan.arguments ?? []).flatMap((key) =>
    key in input ? [String(input[key])] : [],
  );
  const options = plan.options.flatMap((key) => {
    const value = input[key];
    if (value === undefined || value === false || !(key in optionsOf(declared))) {
      return [];
    }
    if (value === true) return [flagOf(key)];
    return [value].flat().map((one) => `${flagOf(key)}=${String(one)}`);
  });
  const target = targetOf(plan, input);
  const file = target === undefined ? [] : [`--out-file=${target}`];
  return [...values, ...options, ...file, ...(plan.always ?? [])];
}

function refuseOverwrite(
  plan: ToolPlan,
  input: Readonly<Record<string, unknown>>,
): ToolResult | undefined {
  const path = targetOf(plan, input);
  if (path === undefined || input['overwrite'] === true || !existsSync(path)) return undefined;
  const message = `${path} exists`;
  const hint = 'set overwrite to true to replace it, or choose another path';
  const error = { code: 'usage', message, hint };
  return { ok: false, exitCode: 2, result: null, omitted: 0, notes: [], error };
}

/** The file that a tool writes. */
function targetOf(plan: ToolPlan, input: Readonly<Record<string, unknown>>): string | undefined {
  const key = Object.keys(plan.extra ?? {}).find((name) => name === 'file' || name === 'planFile');
  const path = key === undefined ? undefined : input[key];
  return typeof path === 'string' ? path : undefined;
}

function readResult(text: string): JsonValue {
  if (text.trim() === '') return null;
  try {
    return parseJson(text);
  } catch {
    return text;
  }
}

function readError(lines: readonly string[]): unknown {
  const last = lines.at(-1) ?? '';
  try {
    const value = parseJson(last);
    if (isObject(value)) return exact(value['error'] ?? value);
  } catch {
    // Not JSON: the message itself is shown.
  }
  return { code: 'internal', message: lines.join('\n') };
}

/** As many items as fit, and how many were left out. */
function bounded(value: JsonValue): Pick<ToolResult, 'result' | 'omitted'> {
  if (!Array.isArray(value)) {
    const text = stringifyJson(value);
    return text.length <= mostCharacters
      ? { result: exact(value), omitted: 0 }
      : { result: `${text.slice(0, mostCharacters)}…`, omitted: 1 };
  }
  const shown: unknown[] = [];
  let length = 0;
  for (const item of value.slice(0, mostItems)) {
    length += stringifyJson(item).length;
    if (length > mostCharacters) break;
    shown.push(exact(item));
  }
  return { result: shown, omitted: value.length - shown.length };
}

/** Numbers that most readers would round become text. */
function exact(value: JsonValue): unknown {
  if (Array.isArray(value)) return value.map(exact);
  if (typeof value === 'number') return Number.isSafeInteger(value) ? value : String(value);
  if (isObject(value)) {
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, exact(one)]));
  }
  return value instanceof ExactNumber ? value.text : value;
}

/** Keeps what a command writes, up to a limit. */
class Capture extends Writable {
  readonly #chunks: Buffer[] = [];
  #bytes = 0;

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error) => void): void {
    this.#bytes += chunk.length;
    if (this.#bytes > mostBytes) {
      done(new Error('the result is larger than 64 MiB: ask for less'));
      return;
    }
    this.#chunks.push(chunk);
    done();
  }

  text(): string {
    return Buffer.concat(this.#chunks).toString('utf8');
  }
}
