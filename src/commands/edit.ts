import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Rehearsed } from '../api/rehearsal.ts';
import { CostctlError, fileError, usageError } from '../errors.ts';
import { isObject } from '../json/merge.ts';
import type { JsonObject } from '../json/number.ts';
import { parseJson } from '../json/parse.ts';
import { stringifyJson } from '../json/stringify.ts';
import type { Session } from '../session.ts';

interface Record {
  readonly read: () => Promise<JsonObject>;
  readonly write: (body: JsonObject) => Promise<void>;
}

/**
 * Opens a record in the person's editor and writes it back. After a failed write the edited file is
 * kept and named, so that no work is lost.
 */
export async function editRecord(session: Session, id: string, record: Record): Promise<void> {
  const editor = session.context.env['VISUAL'] || session.context.env['EDITOR'];
  if (!editor) throw usageError('no editor is set', 'set VISUAL or EDITOR');
  const before = stringifyJson(await record.read(), 2);
  const folder = await mkdtemp(join(tmpdir(), 'costctl-'));
  const path = join(folder, `${id}.json`);
  await writeFile(path, `${before}\n`, { mode: 0o600 });
  const edited = await runEditor(session, editor, path);
  if (edited.trim() === before) {
    await rm(folder, { recursive: true });
    session.output.note('nothing was changed');
    return;
  }
  try {
    await record.write(readEdited(edited));
  } catch (error) {
    if (!(error instanceof Rehearsed)) throw keep(error, path);
    await rm(folder, { recursive: true });
    throw error;
  }
  await rm(folder, { recursive: true });
}

async function runEditor(session: Session, editor: string, path: string): Promise<string> {
  // The variable may hold a whole command line, as `code --wait`: the shell splits it.
  const quoted = session.context.platform === 'win32' ? `"${path}"` : `'${path}'`;
  const { status, failure } = await session.context.runProgram({
    command: `${editor} ${quoted}`,
    shell: true,
    output: 'terminal',
  });
  if (status !== 0) {
    const words = failure ?? `it ended with status ${status}`;
    throw new CostctlError('cancelled', `the editor did not end well: ${words}`, {
      hint: `what was edited is kept in ${path}`,
    });
  }
  try {
    return await readFile(path, 'utf8');
  } catch (cause) {
    throw fileError(`cannot read ${path}`, cause);
  }
}

function readEdited(text: string): JsonObject {
  let value: unknown;
  try {
    value = parseJson(text);
  } catch (cause) {
    throw usageError(`the edited text is not JSON: ${cause instanceof Error ? cause.message : ''}`);
  }
  if (!isObject(value)) throw usageError('the edited text must be a JSON object');
  return value;
}

function keep(error: unknown, path: string): unknown {
  if (!(error instanceof CostctlError)) return error;
  const hint = [error.details.hint, `what was edited is kept in ${path}`]
    .filter((part) => part !== undefined)
    .join('; ');
  return new CostctlError(error.code, error.message, { ...error.details, hint, cause: error });
}
