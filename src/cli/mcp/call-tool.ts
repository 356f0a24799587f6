import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Writable } from 'node:stream';
import type { InputRequiredResult } from '@modelcontextprotocol/server';
import type { Command } from '../../command.ts';
import type { Context } from '../../context.ts';
import { flagOf } from '../../declaration/line.ts';
import { optionsOf } from '../../declaration/shared.ts';
import { CostctlError, fileError, isSystemError, usageError } from '../../errors.ts';
import { isObject, type JsonValue } from '../../json/number.ts';
import { tryJson } from '../../json/parse.ts';
import { stringifyJson } from '../../json/stringify.ts';
import { createProcessName } from '../../storage/process-files.ts';
import { holdTemporary } from '../../temporaries.ts';
import { pluralize } from '../../text.ts';
import { toCostctlError } from '../write-error.ts';
import { type Bounded, bounded, exact, mostNotes } from './bounded-result.ts';
import { type ToolWords, wordAbout, wordError, wordNote } from './tool-words.ts';
import type { ToolPlan } from './tools.ts';
import type { WrittenFiles } from './written-files.ts';

/** Runs one command line of this program in the given world. */
export type RunLine = (context: Context, argv: readonly string[]) => Promise<number>;

export interface ToolResult extends Bounded {
  readonly ok: boolean;
  readonly exitCode: number;
  readonly notes: readonly string[];
  readonly error?: unknown;
  readonly receipt?: string;
  readonly plan?: string;
}

/** A larger result means that the question should be narrower. */
const mostBytes = 64 * 1024 * 1024;

export interface ToolCall {
  readonly context: Context;
  readonly run: RunLine;
  readonly plan: ToolPlan;
  readonly declared: Command;
  readonly input: Readonly<Record<string, unknown>>;
  readonly connection: Promise<readonly string[]>;
  readonly files: WrittenFiles;
  readonly words: ToolWords;
  /** Leaves out notes. A command with --quiet would also leave out the result of a check that passes. */
  readonly quiet: boolean;
  readonly ask: (plan: Buffer) => InputRequiredResult | undefined;
}

/** Runs the command of a tool and bounds what it prints. */
export async function callTool(call: ToolCall): Promise<ToolResult | InputRequiredResult> {
  const { context, plan, input, files } = call;
  const property = plan.writes ?? '';
  const name = input[property];
  const folder = join(tmpdir(), `costctl-mcp-${createProcessName(context.processId)}`);
  const release = holdTemporary(context.signal, folder);
  let isMade = false;
  try {
    await mkdir(folder, { mode: 0o700 });
    isMade = true;
    const odd = Object.keys(input).find((key) => [input[key]].flat().join().includes('\0'));
    if (odd !== undefined) throw usageError(`${odd}: contains a NUL character`);
    if (typeof name !== 'string') return await callIn(folder, call);
    const overwrite = plan.savesPlan === true || input['overwrite'] === true;
    return await files.write({ property, name, overwrite }, (target) =>
      callIn(folder, call, target),
    );
  } catch (error) {
    const place = isMade ? String(name ?? folder) : `a folder in ${tmpdir()}`;
    if (error instanceof CostctlError || !isSystemError(error))
      return refusalOf(toCostctlError(error));
    return refusalOf(fileError(`cannot write ${place}`, error));
  } finally {
    if (isMade) await rm(folder, { recursive: true, force: true });
    release();
  }
}

async function callIn(
  folder: string,
  { context, plan, declared, input, connection, files, words, quiet, ask, run }: ToolCall,
  target?: string,
): Promise<ToolResult | InputRequiredResult> {
  const receipt = plan.receipt === true ? join(folder, 'receipt.json') : undefined;
  const saved = plan.appliesPlan === true ? join(folder, 'plan.json') : undefined;
  if (saved !== undefined) {
    const bytes = await files.readPlan(String(input['plan']));
    const question = ask(bytes);
    if (question !== undefined) return question;
    // A copy cannot change between its check and its use.
    await writeFile(saved, bytes);
  }
  const argv = [
    ...declared.words.split(' '),
    ...optionWords(plan, declared, input),
    ...(target === undefined ? [] : [`--out-file=${target}`]),
    ...(receipt === undefined ? [] : ['--receipt', receipt]),
    ...(await connection),
    ...['--no-input', '--no-color', ...(declared.output === 'own' ? [] : ['-o', 'json'])],
    ...('envelope' in declared.options ? ['--envelope'] : []),
    // What follows is never an option, whatever it begins with.
    '--',
    ...(plan.arguments ?? []).flatMap((key) => (key in input ? [String(input[key])] : [])),
    ...(saved === undefined ? [] : [saved]),
  ];
  const stdout = new Capture();
  const stderr = new Capture();
  // The files of the call have been checked, and the receipt is in another folder.
  const { COSTCTL_WRITE_BELOW: _checked, ...others } = context.env;
  // For errors: an action with formats of its own takes no `-o json`.
  const env = { ...others, COSTCTL_OUTPUT: 'json' };
  const world = { ...context, env, stdin: new PassThrough().end(), stdout, stderr };
  const exitCode = await run({ ...world, screen: undefined }, argv);
  const written = context.secrets.mask(stderr.text()).split('\n').filter(Boolean);
  // Debug lines are for the person who runs the server.
  const isDebug = (line: string) => line.startsWith('debug: ');
  for (const line of written.filter(isDebug)) context.stderr.write(`${line}\n`);
  const lines = written.filter((line) => !isDebug(line));
  const isWritten = target !== undefined && existsSync(target);
  if (isWritten) await files.remember(target);
  const isPlan = isWritten && exitCode === 0 && plan.savesPlan === true;
  // The program that calls may have no access to files, and a person is to see the plan.
  const printed = isPlan ? await readFile(target, 'utf8') : stdout.text();
  const answer = bounded(readResult(context.secrets.mask(printed)), {
    hasEnvelope: 'envelope' in declared.options,
    // Not every list has the option --max.
    ...(typeof input['max'] === 'number' ? { most: input['max'] } : {}),
  });
  const said = stringifyJson(answer.about ?? null);
  // An export has no result but its count.
  const isLeftOut = (line: string) => quiet && answer.result !== null && line.startsWith('note: ');
  const isSaid = (line: string) => said.includes(stringifyJson(line.replace(/^\w+: /, '')));
  return {
    ...answer,
    ...(answer.about === undefined ? {} : { about: wordAbout(answer.about, words) }),
    ok: exitCode === 0,
    exitCode,
    notes: chooseNotes(
      lines.filter((line) => !line.startsWith('{') && !isLeftOut(line) && !isSaid(line)),
    ).flatMap((line) => wordNote(line, words)),
    ...(exitCode === 0 ? {} : { error: wordError(readError(lines), words) }),
    ...(receipt !== undefined && existsSync(receipt)
      ? { receipt: await readFile(receipt, 'utf8') }
      : {}),
    ...(isPlan ? { plan: await files.rememberPlan(target) } : {}),
  };
}

function optionWords(plan: ToolPlan, declared: Command, input: Readonly<Record<string, unknown>>) {
  const options = plan.options.flatMap((key) => {
    const value = input[key];
    if (value === undefined || value === false || !(key in optionsOf(declared))) return [];
    if (value === true) return [flagOf(key)];
    return [value].flat().map((one) => `${flagOf(key)}=${String(one)}`);
  });
  return [...options, ...(plan.always ?? [])];
}

/** The result of a call that is refused before anything runs. */
export function refusalOf({ code, message, details }: CostctlError): ToolResult {
  const hint = details.hint === undefined ? {} : { hint: details.hint };
  const error = { code, message, ...hint };
  return { ok: false, exitCode: 2, result: null, omitted: 0, notes: [], error };
}

function readResult(text: string): JsonValue {
  if (text.trim() === '') return null;
  const value = tryJson(text);
  return value === undefined ? text : value;
}

/** What qualifies the figures comes first; the last line says how many notes are left out. */
function chooseNotes(lines: readonly string[]): string[] {
  const isWarning = (line: string) => /^warning: |^note: incomplete: /.test(line);
  const sorted = [...lines.filter(isWarning), ...lines.filter((line) => !isWarning(line))];
  const others = sorted.length - mostNotes;
  const more = others > 0 ? [`and ${pluralize(others, 'more note')}`] : [];
  return [...sorted.slice(0, mostNotes), ...more];
}

function readError(lines: readonly string[]): unknown {
  const value = tryJson(lines.at(-1) ?? '');
  if (isObject(value)) return exact(value['error'] ?? value);
  return { code: 'internal', message: lines.join('\n') };
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
