import { chmodSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { answer } from '../helpers/loopback.ts';
import { needs } from '../helpers/needs.ts';
import { openPlace, type Place } from './service.ts';

needs('sed');

let place: Place;

beforeEach(() => {
  place = openPlace();
});

afterEach(() => place.close());

const edit = ['workspaces', 'edit', 'wsp_a', '-o', 'json'];
const record = '{"id":{"Value":"wsp_a"},"name":"Alpha","budget":0.1000}';

/** A program that edits its last argument with sed, prints a word, and records how it was called. */
function writeEditor(name: string): string {
  const path = join(place.folder, name);
  const reported = join(place.folder, `${name}.reported`);
  writeFileSync(path, `#!/bin/sh\necho "$#" >'${reported}'\necho drawing\nsed -i "$1" "$2"\n`);
  chmodSync(path, 0o755);
  return `'${path}'`;
}

test('edit starts the editor in VISUAL and sends the edited record', async () => {
  const service = await place.serve(answer(200, record), answer(200, record));
  const env = { VISUAL: `${writeEditor('visual')} s/Alpha/Beta/`, EDITOR: 'false' };
  const { status, stdout, stderr } = await place.costctl(service, edit, { env });
  expect({ status, stdout, stderr }).toEqual({
    status: 0,
    stdout: '{"id":"wsp_a","name":"Alpha","budget":0.1000}\n',
    // What the editor draws is not part of the result.
    stderr: 'drawing\n',
  });
  expect(readFileSync(join(place.folder, 'visual.reported'), 'utf8')).toBe('2\n');
  expect(service.requests.map(({ method, body }) => [method, body])).toEqual([
    ['GET', ''],
    ['GET', ''],
    ['PUT', '{"id":{"Value":"wsp_a"},"name":"Beta","budget":0.1000}'],
  ]);
});

test('edit keeps the edited file in a separate folder if the update is rejected', async () => {
  const service = await place.serve(
    answer(200, record),
    answer(200, record),
    answer(400, { title: 'No' }),
  );
  const env = { EDITOR: `${writeEditor('editor')} s/Alpha/Beta/`, TMPDIR: place.folder };
  const { status, stderr } = await place.costctl(service, edit, { env });
  expect(status).toBe(2);
  const [, kept = ''] = /edited text is in ([^"]+)/.exec(stderr) ?? [];
  expect(readFileSync(kept, 'utf8')).toContain('"name": "Beta"');
});

test('edit leaves no temporary files after an update', async () => {
  const service = await place.serve(answer(200, record), answer(200, record));
  const env = { EDITOR: `${writeEditor('editor')} s/Alpha/Beta/`, TMPDIR: place.folder };
  expect(await place.costctl(service, edit, { env })).toMatchObject({ status: 0 });
  expect(existsSync(join(place.folder, 'editor.reported'))).toBe(true);
  expect(readdirSync(place.folder).filter((name) => name.startsWith('costctl-'))).toEqual([]);
});

test('edit names the folder in which it cannot make its file', async () => {
  const service = await place.serve(answer(200, record));
  const env = { EDITOR: 'true', TMPDIR: join(place.folder, 'gone') };
  const { status, stderr } = await place.costctl(service, edit, { env });
  expect(status).toBe(1);
  expect(stderr).toContain(`cannot make a folder in ${env.TMPDIR}: no such file or folder`);
});
