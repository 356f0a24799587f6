import fs, { mkdtempSync, readdirSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { createSpool } from '../../src/storage/spool.ts';
import { anyCharacter } from '../helpers/any-character.ts';

const folder = mkdtempSync(join(tmpdir(), 'costctl-spool-'));
const piece = fc.oneof(
  fc.string({ unit: anyCharacter, maxLength: 40 }),
  fc.uint8Array({ maxLength: 40 }),
);

/** Makes `open` refuse a file without a name, as all systems but Linux do, until the returned function is called. */
function refuseNameless(): () => void {
  const { openSync } = fs;
  fs.openSync = (path, flags, mode) => {
    if (typeof flags === 'number') throw new Error('EISDIR');
    return openSync(path, flags, mode);
  };
  syncBuiltinESMExports();
  return () => {
    fs.openSync = openSync;
    syncBuiltinESMExports();
  };
}

test.each([
  ['', () => () => undefined],
  [' that has a name at first', refuseNameless],
])('reads every byte back from its offset, in memory or in a file%s', (_, prepare) => {
  onTestFinished(prepare());
  fc.assert(
    fc.property(
      fc.array(fc.array(piece, { maxLength: 12 }), { minLength: 1, maxLength: 3 }),
      fc.integer({ min: 1, max: 200 }),
      (rounds, memory) => {
        const spool = createSpool({ folder, memory });
        for (const pieces of rounds) {
          const offsets = pieces.map(spool.append);
          const whole = Buffer.concat(pieces.map((one) => Buffer.from(one)));
          expect(spool.size()).toBe(whole.length);
          expect(Buffer.from(spool.read(0, whole.length))).toEqual(whole);
          pieces.forEach((one, at) => {
            const from = offsets[at] ?? 0;
            const bytes = Buffer.from(one);
            expect(Buffer.from(spool.read(from, from + bytes.length))).toEqual(bytes);
            const copy = Buffer.alloc(bytes.length);
            spool.copyTo(copy, from);
            expect(copy).toEqual(bytes);
          });
          const middle = offsets.at(pieces.length >> 1) ?? 0;
          spool.truncate(middle);
          spool.append('more');
          const shorter = Buffer.concat([whole.subarray(0, middle), Buffer.from('more')]);
          expect(Buffer.from(spool.read(0, spool.size()))).toEqual(shorter);
          spool.truncate(0);
          expect(spool.size()).toBe(0);
        }
        spool.close();
      },
    ),
    { numRuns: 150 },
  );
  expect(readdirSync(folder)).toEqual([]);
});

test('a missing folder is a file error', () => {
  const spool = createSpool({ folder: join(folder, 'none'), memory: 1 });
  expect(() => spool.append('two')).toThrow(
    `cannot store rows in ${join(folder, 'none')}: no such file or folder`,
  );
});

test('a file that cannot be opened leaves no folder', () => {
  const { openSync } = fs;
  fs.openSync = () => {
    throw Object.assign(new Error('EMFILE'), { code: 'EMFILE' });
  };
  syncBuiltinESMExports();
  onTestFinished(() => {
    fs.openSync = openSync;
    syncBuiltinESMExports();
  });
  const spool = createSpool({ folder, memory: 1 });
  expect(() => spool.append('two')).toThrow('too many open files');
  expect(readdirSync(folder)).toEqual([]);
});
