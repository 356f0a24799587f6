import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { afterEach, describe, expect, test } from 'vitest';
import { CostctlError } from '../../src/errors.ts';
import type { Program, ProgramResult } from '../../src/terminal.ts';
import { run } from '../helpers/run.ts';
import { failWith } from '../helpers/screens.ts';
import { type Exchange, scriptService } from '../helpers/service.ts';

const path = '/v1/workspaces/wsp_alpha';
const record = '{"id":{"Value":"wsp_alpha"},"name":"Alpha","budget":0.1000}';
const read = { path, answer: record };
const line = ['workspaces', 'edit', 'wsp_alpha'];

/** An editor that does this to its file; it remembers what it was called with. */
function createEditor(
  change: (text: string) => string | Buffer,
  result: Partial<ProgramResult> = {},
) {
  const calls: Program[] = [];
  const file = () => /'?([^' ]+)'?$/.exec(calls.at(-1)?.command ?? '')?.[1] ?? '';
  const edit = (program: Program): Promise<ProgramResult> => {
    calls.push(program);
    writeFileSync(file(), change(readFileSync(file(), 'utf8')));
    return Promise.resolve({ status: 0, stdout: '', ...result });
  };
  return { edit, calls, file };
}

const kept: string[] = [];
afterEach(() => {
  for (const file of kept.splice(0)) rmSync(file, { force: true });
});

test('opens the record as received and sends the edited text with every digit', async () => {
  let mode = 0;
  let shown = '';
  const editor = createEditor((text) => {
    mode = statSync(editor.file()).mode & 0o777;
    shown = text;
    return text.replace('Alpha', 'Beta');
  });
  const service = scriptService(read, read, { method: 'PUT', path, answer: { id: 'wsp_alpha' } });
  const env = { VISUAL: 'code --wait', EDITOR: 'vi' };
  const outcome = await run(line, { service, env, runProgram: editor.edit });
  expect(outcome).toMatchObject({ exitCode: 0, stderr: '', stdout: 'id  wsp_alpha\n' });
  expect(shown).toMatchInlineSnapshot(`
    "{
      "id": {
        "Value": "wsp_alpha"
      },
      "name": "Alpha",
      "budget": 0.1000
    }
    "
  `);
  expect(service.received[2]?.body).toBe(
    '{"id":{"Value":"wsp_alpha"},"name":"Beta","budget":0.1000}',
  );
  expect(mode).toBe(0o600);
  expect(editor.calls).toEqual([
    { command: `code --wait ${editor.file()}`, shell: true, output: 'terminal' },
  ]);
  expect(existsSync(editor.file())).toBe(false);
});

test('reads an edited text with a byte order mark', async () => {
  const editor = createEditor((text) => `\uFEFF${text.replace('Alpha', 'Beta')}`);
  const service = scriptService(read, read, { method: 'PUT', path, answer: { id: 'wsp_alpha' } });
  const outcome = await run(line, { service, env: { EDITOR: 'vi' }, runProgram: editor.edit });
  expect(outcome).toMatchObject({ exitCode: 0, stderr: '' });
});

test.each([
  ['nothing', (text: string) => text],
  ['white space alone', (text: string) => `\n${text}\n\n`],
  ['the layout alone', () => record],
])('sends nothing if the editor changed %s', async (_what, change) => {
  const editor = createEditor(change);
  const env = { EDITOR: 'vi' };
  const service = scriptService(read);
  const { stdout, stderr, exitCode } = await run(line, { service, env, runProgram: editor.edit });
  expect({ stdout, stderr, exitCode }).toEqual({
    stdout: '',
    stderr: 'note: nothing was changed\n',
    exitCode: 0,
  });
  expect(existsSync(editor.file())).toBe(false);
});

test.each([
  ['{"name":', 'error: the edited text is not JSON'],
  ['[]', 'error: the edited text must be a JSON object'],
  ['', 'error: the edited text is not JSON'],
])('keeps the file and reports its path if the text is %j', async (text, message) => {
  const editor = createEditor(() => text);
  const world = { service: scriptService(read), env: { EDITOR: 'vi' }, runProgram: editor.edit };
  const stderr = await failWith(2, run(line, world));
  kept.push(editor.file());
  expect(stderr).toContain(message);
  expect(stderr).toContain(`the edited text is in ${editor.file()}`);
  expect(readFileSync(editor.file(), 'utf8')).toBe(text);
});

test('keeps the file and reports its path if the service refuses the change', async () => {
  const editor = createEditor((text) => text.replace('Alpha', ''));
  const refused = { method: 'PUT', path, status: 400, answer: { detail: 'name is empty' } };
  const service = scriptService(read, read, refused);
  const world = { service, env: { EDITOR: 'vi' }, runProgram: editor.edit };
  const stderr = await failWith(2, run(line, world));
  kept.push(editor.file());
  expect(stderr).toContain('name is empty');
  expect(stderr).toContain(`; the edited text is in ${editor.file()}`);
  expect(readFileSync(editor.file(), 'utf8')).toContain('"name": ""');
});

test('keeps an edited file that is not UTF-8, and sends nothing', async () => {
  const editor = createEditor((text) => Buffer.from(text.replace('Alpha', 'Zoë'), 'latin1'));
  const service = scriptService(read);
  const stderr = await failWith(
    2,
    run(line, { service, env: { EDITOR: 'vi' }, runProgram: editor.edit }),
  );
  kept.push(editor.file());
  expect(stderr).toContain(`${editor.file()}, line 5: not valid UTF-8`);
  expect(existsSync(editor.file())).toBe(true);
});

test('changes nothing if the editor fails, and keeps the file only if it was edited', async () => {
  const env = { EDITOR: 'vi' };
  const idle = createEditor((text) => text, { status: 1 });
  expect(
    await failWith(2, run(line, { service: scriptService(read), env, runProgram: idle.edit })),
  ).toBe('error: nothing was changed: the editor failed: it ended with status 1\n');
  expect(existsSync(idle.file())).toBe(false);
  const lost = createEditor(() => '{}', { status: null, failure: 'ended by SIGKILL' });
  const something = await run(line, { service: scriptService(read), env, runProgram: lost.edit });
  kept.push(lost.file());
  expect(something.stderr).toContain('the editor failed: ended by SIGKILL');
  expect(something.stderr).toContain(`the edited text is in ${lost.file()}`);
});

test.each([
  ['removes the file where nothing was edited', (text: string) => text, false],
  ['keeps and names it where something was', () => '{}', true],
])('when interrupted, the command %s', async (_what, change, isUnchanged) => {
  const controller = new AbortController();
  const editor = createEditor((text) => {
    controller.abort(new CostctlError('interrupted', 'interrupted by SIGINT'));
    return change(text);
  });
  const { stderr, exitCode } = await run(line, {
    service: scriptService(read),
    env: { EDITOR: 'vi' },
    runProgram: editor.edit,
    signal: controller.signal,
  });
  kept.push(editor.file());
  expect(exitCode).toBe(130);
  expect(existsSync(editor.file())).toBe(isUnchanged);
  expect(stderr.includes(editor.file())).toBe(isUnchanged);
});

test('prints the request in a dry run, and keeps no file', async () => {
  const editor = createEditor((text) => text.replace('Alpha', 'Beta'));
  const service = scriptService(read, read);
  const world = { service, env: { EDITOR: 'vi' }, runProgram: editor.edit };
  const { stdout } = await run([...line, '--dry-run', '-o', 'json'], world);
  expect(stdout).toBe(
    `{"method":"PUT","path":"${path}","body":{"id":{"Value":"wsp_alpha"},"name":"Beta","budget":0.1000}}\n`,
  );
  expect(existsSync(editor.file())).toBe(false);
});

test('reports that no editor is set before anything is read', async () => {
  expect(await failWith(2, run(line, { service: scriptService() }))).toBe(
    'error: no editor is set\nhint: set VISUAL or EDITOR\n',
  );
});

describe('if someone else changes the record while it is edited,', () => {
  const edit = async (name: string, now: string, ...exchanges: readonly Exchange[]) => {
    const editor = createEditor((text) => text.replace('Alpha', name));
    const service = scriptService(read, { ...read, answer: now }, ...exchanges);
    const outcome = await run(line, { service, env: { EDITOR: 'vi' }, runProgram: editor.edit });
    kept.push(editor.file());
    return { ...outcome, file: editor.file(), received: service.received };
  };
  const answer = { id: 'wsp_alpha' };

  test('their change of another field stays', async () => {
    const now = '{"id":{"Value":"wsp_alpha"},"name":"Alpha","budget":0.2000,"owner":null}';
    const put = { method: 'PUT', path, answer };
    const { exitCode, received } = await edit('Beta', now, put);
    expect(exitCode).toBe(0);
    expect(received[2]?.body).toBe(now.replace('Alpha', 'Beta'));
  });

  test('their change of the same field is a conflict, and nothing is sent', async () => {
    const now = record.replace('Alpha', 'Gamma');
    const { exitCode, stderr, file } = await edit('Beta', now);
    expect(exitCode).toBe(6);
    expect(stderr).toContain(
      'error: nothing was changed: someone else has changed name meanwhile\n',
    );
    expect(stderr).toContain(`hint: edit the record again; the edited text is in ${file}`);
  });
});
