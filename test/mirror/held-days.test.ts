import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { MirrorDay } from '../../src/mirror/manifest.ts';
import { rowsOf } from '../helpers/costs.ts';
import { linesOf, manifestOf, newFolder, runMirror } from '../helpers/mirror.ts';
import { run } from '../helpers/run.ts';
import { succeed } from '../helpers/screens.ts';

const days = {
  '2026-10-05': rowsOf('2026-10-05', 2, { cost: 1 }),
  '2026-10-06': rowsOf('2026-10-06', 4, { cost: 2 }),
  '2026-10-07': rowsOf('2026-10-07', 3, { cost: 4, currency: 'EUR' }),
  '2026-11-14': rowsOf('2026-11-14', 5),
};

type Days = Record<string, MirrorDay>;

/** What somebody may do to a manifest by hand: its files still have the rows that it names. */
const edits: readonly [string, (days: Days) => Days, string][] = [
  [
    'two days exchanged',
    ({ '2026-10-05': one, '2026-10-06': other, ...rest }) =>
      one && other
        ? {
            ...rest,
            '2026-10-05': { ...other, date: '2026-10-05' },
            '2026-10-06': { ...one, date: '2026-10-06' },
          }
        : rest,
    '2026-10-05, 2026-10-06',
  ],
  [
    'a row moved to the day after the next',
    (all) => ({
      ...all,
      ...move(all, '2026-10-05', -1),
      ...move(all, '2026-10-07', 1),
    }),
    '2026-10-05, 2026-10-07',
  ],
  [
    'another sum',
    (all) =>
      change(all, '2026-10-06', (day) => ({ sums: day.sums.map((one) => ({ ...one, sum: '9' })) })),
    '2026-10-06',
  ],
  [
    'another fingerprint',
    (all) =>
      change(all, '2026-10-06', ({ hash }) => ({
        hash: hash.replace(/.$/, (end) => (end === '0' ? '1' : '0')),
      })),
    '2026-10-06',
  ],
];

function change(all: Days, date: string, edit: (day: MirrorDay) => Partial<MirrorDay>): Days {
  const day = all[date];
  return day === undefined ? all : { ...all, [date]: { ...day, ...edit(day) } };
}

function move(all: Days, date: string, more: number): Days {
  const moved = change(all, date, ({ rows, sums: [first, ...others] }) => ({
    rows: rows + more,
    sums: first === undefined ? [] : [{ ...first, rows: first.rows + more }, ...others],
  }));
  return moved[date] === undefined ? {} : { [date]: moved[date] };
}

test.each(edits)(
  'verify finds %s in the days of a manifest, and a deep run repairs them',
  async (_, edit, named) => {
    const folder = newFolder();
    await succeed(runMirror(folder, days));
    const before = manifestOf(folder);
    const verify = () => run(['costs', 'verify', folder, '-o', 'ndjson']);
    const whole = await succeed(verify());
    expect(new Set(linesOf(whole.stdout).map(({ what }) => what))).toEqual(
      new Set(['bytes', 'sha256', 'rows', 'sum', 'content']),
    );
    const edited = edit(Object.fromEntries(before.days.map((day) => [day.date, day])));
    const sorted = Object.values(edited).sort((one, other) => (one.date < other.date ? -1 : 1));
    writeFileSync(join(folder, '_manifest.json'), JSON.stringify({ ...before, days: sorted }));
    const { exitCode, stdout, stderr } = await verify();
    expect(exitCode).toBe(11);
    const found = linesOf(stdout).filter(({ result }) => result === 'differs');
    const subjects = new Set(found.map(({ subject }) => String(subject).slice(0, 10)));
    expect([...subjects].join(', ')).toBe(named);
    expect(stderr).toContain('--deep reads every day again');
    // A manifest is no receipt.
    const annotated = await run(['costs', 'verify', folder, '-o', 'github']);
    expect(annotated.stdout).not.toContain('receipt');
    await succeed(runMirror(folder, days, ['--deep']));
    await succeed(verify());
    expect(manifestOf(folder).days.map(({ hash, sums }) => [hash, sums])).toEqual(
      before.days.map(({ hash, sums }) => [hash, sums]),
    );
  },
);

test('what a mirror does not store exactly is not compared, and verify says so', async () => {
  const folder = newFolder();
  const odd = {
    '2026-10-05': rowsOf('2026-10-05', 1, { note: 1.5 }),
    '2026-10-06': rowsOf('2026-10-06', 1, { note: 'none' }),
  };
  await succeed(runMirror(folder, odd, ['--types', 'share=double']));
  const { stderr } = await succeed(run(['costs', 'verify', folder]));
  expect(stderr).toBe(
    'note: the content was not compared with the files: note is stored in another form than it came in\n',
  );
  const several = newFolder();
  await succeed(runMirror(several, odd, ['--types', 'share=double,cost=double']));
  expect((await succeed(run(['costs', 'verify', several]))).stderr).toContain(
    ' are stored in another form than they came in\n',
  );
  const doubles = newFolder();
  await succeed(runMirror(doubles, days, ['--types', 'cost=double']));
  const second = await succeed(run(['costs', 'verify', doubles]));
  expect(second.stderr).toContain(
    'note: neither sums nor content were compared with the files: cost is stored in another form',
  );
  expect(second.stdout).toContain('(bytes, sha256, rows');
});

test.each([
  ['2026-10-06', 'none'],
  ['2026-10-07', 'only 1'],
])('explain from %s on says that the mirror has %s of the days before', async (day, few) => {
  const folder = newFolder();
  await succeed(runMirror(folder, days, ['--from', '2026-10-05']));
  const line = `costs explain --from ${day} --to ${day} --mirror ${folder}`;
  expect((await succeed(run(line))).stdout).toContain(`and the mirror has ${few} of these`);
});
