import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  findState,
  isWithin,
  jsonFormOf,
  type Manifest,
  type ManifestColumn,
  manifestPath,
  parquetTypeOf,
  readManifest,
  requireManifest,
  textOfTypes,
  toTableColumn,
} from '../../src/mirror/manifest.ts';
import { createFolder } from '../helpers/run.ts';

const manifest = (changes: Partial<Manifest> = {}): Manifest => ({
  ...{ format: 'costctl mirror', version: 2, written: '2026-11-15T12:00:00.000Z' },
  since: '2026-11-10T12:00:00.000Z',
  query: {
    ...{ address: '', scope: '', from: '2026-10-01', where: [], parameters: {}, types: {} },
    ...{ partitionBy: 'month', dateColumn: null, amountColumn: null, currencyColumn: null },
  },
  ...{ restate: 35, keep: 0, history: '', partitionKey: 'month', columns: [], days: [] },
  ...{ truncated: [], files: [], retired: [], past: [], historyBytes: 0 },
  ...changes,
});

/** A folder with these files. */
function folderWith(files: Readonly<Record<string, unknown>>): string {
  const folder = createFolder();
  mkdirSync(join(folder, '_past'));
  for (const [path, content] of Object.entries(files)) {
    writeFileSync(join(folder, path), JSON.stringify(content));
  }
  return folder;
}

const retiredAt = (path: string) =>
  manifest({ retired: [{ path, at: '2026-11-15T12:00:00.000Z' }] });

test.each([
  ['month=2026-10/a.parquet', true],
  ['a', true],
  ['...', true],
  ['.a/..b/c..', true],
  ['', false],
  ['.', false],
  ['..', false],
  ['a/../b', false],
  ['a\\..\\b', false],
  ['a/', false],
  ['/a', false],
  ['\\a', false],
  ['a//b', false],
  ['./a', false],
])('a manifest may name the file %j: %s', async (path, isAllowed) => {
  const folder = folderWith({ '_manifest.json': retiredAt(path) });
  const read = readManifest(manifestPath(folder));
  if (isAllowed) expect(await read).toEqual(retiredAt(path));
  else {
    await expect(read).rejects.toMatchObject({
      code: 'invalid_data',
      message: `${manifestPath(folder)} is not the manifest of a mirror: retired.0.path`,
      details: {
        hint: 'costctl costs mirror NEW_DIR --from DAY makes a mirror in an empty folder',
      },
    });
  }
});

const dayOf = (date: string, rows: number) => ({
  ...{ date, read: rows, rows, sums: [], hash: 'h', readAt: '2026-11-15T12:00:00.000Z' },
});
const fileOf = (from: string, to: string, rows: number) => ({
  ...{ path: `month=${from.slice(0, 7)}/a`, partition: `month=${from.slice(0, 7)}` },
  ...{ from, to, rows, bytes: 1, sha256: 's' },
});
const [september, october, november] = [
  dayOf('2026-09-30', 2),
  dayOf('2026-10-05', 3),
  dayOf('2026-11-01', 4),
];
const none = dayOf('2026-10-20', 0);
const files = [
  fileOf('2026-09-30', '2026-09-30', 2),
  fileOf('2026-10-05', '2026-10-06', 8),
  fileOf('2026-11-01', '2026-11-30', 4),
];
const all = [september, october, dayOf('2026-10-06', 5), none, november];

test.each<[string, ReturnType<typeof dayOf>[], ReturnType<typeof fileOf>[], boolean]>([
  ['every day', all, files, true],
  ['no rows at all', [none], [], true],
  ['no days', [], [], true],
  ['a file without rows', [none], [fileOf('2026-10-20', '2026-10-20', 0)], true],
  [
    'only days without rows before and after',
    [none, october],
    [fileOf('2026-10-05', '2026-10-05', 3)],
    true,
  ],
  ['one row too many', all.with(0, dayOf('2026-09-30', 3)), files, false],
  ['one row too few', all.with(-1, dayOf('2026-11-01', 3)), files, false],
  [
    'a row more of one day and one less of another',
    [dayOf('2026-09-30', 3), october, dayOf('2026-10-06', 4), november],
    files,
    false,
  ],
  ['a day before its file', all.with(1, dayOf('2026-10-04', 3)), files, false],
  ['a day between two files', all.with(2, dayOf('2026-10-07', 5)), files, false],
  ['a day after the last file', [...all, dayOf('2026-12-01', 1)], files, false],
  ['no file of the first day', all, files.slice(1), false],
  ['no file of the last day', all, files.slice(0, -1), false],
  ['a file of no day', all.slice(0, -1), files, false],
])('a manifest whose files have %s is read or refused', async (_what, days, files, isRead) => {
  const given = manifest({ days, files });
  const folder = folderWith({ '_manifest.json': given });
  const read = readManifest(manifestPath(folder));
  if (isRead) expect(await read).toEqual(given);
  else await expect(read).rejects.toThrow('is not the manifest of a mirror: files');
});

test('types that columns can have are read', async () => {
  const query = { ...manifest().query, types: { cost: 'decimal(38,2)', note: 'text' } };
  const given = manifest({ query });
  expect(await readManifest(manifestPath(folderWith({ '_manifest.json': given })))).toEqual(given);
});

test.each<[string, Partial<Manifest>]>([
  [
    'columns.0.type',
    { columns: [{ name: 'cost', type: 'decimal', kinds: ['number'], digits: 1, places: 0 }] },
  ],
  ['query.types.cost', { query: { ...manifest().query, types: { cost: 'decimal(39,2)' } } }],
])('a type that no column can have is named as %s', async (name, edit) => {
  const folder = folderWith({ '_manifest.json': manifest(edit) });
  await expect(readManifest(manifestPath(folder))).rejects.toThrow(
    `is not the manifest of a mirror: ${name}`,
  );
});

test('a mirror of another version says so, and a folder without a manifest is none', async () => {
  const folder = folderWith({ '_manifest.json': manifest({ version: 3 }) });
  const hint = 'costctl costs mirror NEW_DIR --from DAY makes a mirror in an empty folder';
  await expect(requireManifest(folder)).rejects.toMatchObject({
    code: 'invalid_data',
    message: `${join(folder, '_manifest.json')} belongs to a mirror that another version of costctl made`,
    details: { hint },
  });
  rmSync(manifestPath(folder));
  expect(await readManifest(manifestPath(folder))).toBeUndefined();
  await expect(requireManifest(folder)).rejects.toMatchObject({
    code: 'file',
    message: `${folder} is not a mirror: it has no _manifest.json`,
    details: { hint: `costctl costs mirror ${folder} --from DAY makes one` },
  });
});

test.each<[ManifestColumn['kinds'], string]>([
  [[], 'text'],
  [['text'], 'text'],
  [['day'], 'text'],
  [['number'], 'number'],
  [['boolean'], 'boolean'],
  [['nested'], 'nested'],
  [['nested', 'text'], 'mixed'],
  [['number', 'nested'], 'mixed'],
  [['number', 'text'], 'text'],
  [['boolean', 'number'], 'text'],
])('cells of the kinds %j are %s in JSON', (kinds, form) => {
  expect(jsonFormOf({ kinds })).toBe(form);
});

test('a column of a table is made of what the manifest knows of it', () => {
  const column: ManifestColumn = {
    ...{ name: 'tags.team', type: 'text', kinds: ['text'], digits: 3, places: 1 },
  };
  const evidence = { kinds: ['text'], digits: 3, places: 1 };
  expect(Object.keys(toTableColumn(column))).toEqual(['name', 'evidence']);
  expect(toTableColumn(column)).toEqual({ name: 'tags.team', evidence });
  expect(toTableColumn({ ...column, inside: 'tags' })).toEqual({
    ...{ name: 'tags.team', evidence, inside: 'tags' },
  });
});

test('types of a query are written as --types takes them, and those of columns are read so', () => {
  expect(textOfTypes({})).toBe('');
  expect(textOfTypes({ cost: 'decimal(18,2)', day: 'text' })).toBe('cost=decimal(18,2),day=text');
  const types = ['text', 'decimal(18,2)', 'double'];
  expect(types.map((type) => parquetTypeOf({ type }))).toEqual([
    { kind: 'text' },
    { kind: 'decimal', precision: 18, scale: 2 },
    { kind: 'double' },
  ]);
});

test.each([
  ['tags', 'tags', true],
  ['tags.team', 'tags', true],
  ['tags.team.name', 'tags.team', true],
  ['tagsteam', 'tags', false],
  ['tag', 'tags', false],
  ['my.tags.team', 'tags', false],
])('the path %s is within %s: %s', (path, column, expected) => {
  expect(isWithin(path, column)).toBe(expected);
});

const pastOf = (since: string, until: string) => ({ since, until, path: `_past/${since}.json` });
const early = pastOf('2026-11-01T00:00:00.000Z', '2026-11-05T12:00:00.000Z');
const later = pastOf('2026-11-05T12:00:00.000Z', '2026-11-10T12:00:00.000Z');
const stateOf = (name: string) => manifest({ history: name });

function folderOfStates(past = [early, later]): string {
  return folderWith({
    '_manifest.json': manifest({ past, since: '2026-11-10T00:00:00.000Z', history: 'now' }),
    [early.path]: stateOf('early'),
    [later.path]: stateOf('later'),
  });
}

test.each([
  [undefined, 'now'],
  ['2026-11-15', 'now'],
  ['2026-11-10', 'now'],
  ['2026-11-09', 'later'],
  ['2026-11-05', 'later'],
  ['2026-11-04', 'early'],
  ['2026-11-01', 'early'],
])('the state of the end of %s is %s', async (asOf, expected) => {
  expect(await findState(folderOfStates(), asOf)).toMatchObject({ history: expected });
});

test('if clocks were set back, the later of two states in the manifest counts', async () => {
  expect(await findState(folderOfStates([later, early]), '2026-11-07')).toMatchObject({
    history: 'early',
  });
});

test('a day before the first state has none, and the error names the first', async () => {
  const isUnknown = async (folder: string, first: string, day: string, rest = '') =>
    expect(findState(folder, '2026-10-31')).rejects.toMatchObject({
      code: 'incomplete',
      message: `${folder} has no state as of 2026-10-31: its earliest is of ${first}`,
      details: { hint: `give --as-of ${day} or a later day${rest}` },
    });
  await isUnknown(folderOfStates(), early.since, '2026-11-01');
  await isUnknown(folderOfStates([later, early]), early.since, '2026-11-01');
  const alone = folderOfStates([]);
  const keeps = `; costctl costs mirror ${alone} --history 13m keeps past states from now on`;
  await isUnknown(alone, '2026-11-10T00:00:00.000Z', '2026-11-10', keeps);
});

test('a past state whose file is gone is an error', async () => {
  const folder = folderOfStates();
  rmSync(join(folder, early.path));
  await expect(findState(folder, '2026-11-02')).rejects.toMatchObject({
    code: 'file',
    message: `cannot read ${join(folder, early.path)}: it is gone`,
  });
});
