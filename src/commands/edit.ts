import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DryRunStop } from '../api/dry-run.ts';
import { CostctlError, fileError, usageError } from '../errors.ts';
import { isObject } from '../json/bulk/merge.ts';
import type { JsonObject } from '../json/number.ts';
import { parseJson } from '../json/parse.ts';
import { stringifyJson } from '../json/stringify.ts';
import type { Session } from '../session.ts';

interface EditedRecord {
  readonly read: () => Promise<JsonObject>;
  readonly write: (body: JsonObject) => Promise<void>;
}

/**
 * Opens a record in the person's editor and writes it back. Where that fails the edited file is
 * kept and named, so that no work is lost.
 */
export async function editRecord(
  session: Session,
  id: string,
  record: EditedRecord,
): Promise<void> {
  const editor = session.context.env['VISUAL'] || session.context.env['EDITOR'];
  if (!editor) throw usageError('no editor is set', 'set VISUAL or EDITOR');
  const before = stringifyJson(await record.read(), 2);
  const folder = await mkdtemp(join(tmpdir(), 'costctl-'));
  const path = join(folder, `${id}.json`);
  let isWorthKeeping = false;
  try {
    await writeFile(path, `${before}\n`, { mode: 0o600 });
    const failure = await runEditor(session, editor, path);
    const text = await readEdited(path);
    isWorthKeeping = text.trim() !== before;
    if (failure !== undefined) throw failure;
    const body = parseEdited(text);
    if (stringifyJson(body, 2) === before) session.output.note('nothing was changed');
    else await record.write(body);
    isWorthKeeping = false;
  } catch (error) {
    if (error instanceof DryRunStop) isWorthKeeping = false;
    throw isWorthKeeping ? naming(error, path) : error;
  } finally {
    if (!isWorthKeeping) await rm(folder, { recursive: true, force: true });
  }
}

async function runEditor(
  { context }: Session,
  editor: string,
  path: string,
): Promise<CostctlError | undefined> {
  const { status, failure } = await context.runProgram({
    // The variable may be a command line, such as `code --wait`: the shell splits it.
    command: `${editor} ${quote(path, context.platform)}`,
    shell: true,
    output: 'terminal',
  });
  if (context.signal.aborted) return context.signal.reason;
  if (status === 0) return undefined;
  const words = failure ?? `it ended with status ${status}`;
  return new CostctlError('cancelled', `nothing was changed: the editor failed: ${words}`);
}

function quote(path: string, platform: string): string {
  return platform === 'win32' ? `"${path}"` : `'${path.replaceAll("'", "'\\''")}'`;
}

async function readEdited(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (cause) {
    throw fileError(`cannot read ${path}`, cause);
  }
}

function parseEdited(text: string): JsonObject {
  let value: unknown;
  try {
    value = parseJson(text);
  } catch (cause) {
    const words = cause instanceof Error ? cause.message : String(cause);
    throw usageError(`the edited text is not JSON: ${words}`);
  }
  if (!isObject(value)) throw usageError('the edited text must be a JSON object');
  return value;
}

function naming(error: unknown, path: string): unknown {
  if (!(error instanceof CostctlError)) return error;
  const kept = `the edited text is in ${path}`;
  const { hint } = error.details;
  return new CostctlError(error.code, error.message, {
    ...error.details,
    hint: hint === undefined ? kept : `${hint}; ${kept}`,
    cause: error,
  });
}
