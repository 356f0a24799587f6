import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { createLineSpool } from '../../src/metrics/line-spool.ts';

/** As many letters of three bytes as fit into what a spool keeps in memory, with a line end. */
const whole = ((1 << 20) - 1) / 3;

test.each([-2, -1, 0, 1, 2])(
  'loses no byte around the memory limit, %i letters from it',
  (distance) => {
    for (const before of ['', 'a', 'ab', 'abc', 'abcd']) {
      const spool = createLineSpool(tmpdir());
      const lines = [before, '日'.repeat(whole + distance), 'b', '', '日本', 'c'];
      const offsets = lines.map((line) => spool.append(`${line}\n`));
      expect([...spool.lines()].map((line, at) => line === lines[at])).toEqual(
        lines.map(() => true),
      );
      expect(offsets.map((offset, at) => spool.read(offset, 0) === lines[at])).toEqual(
        lines.map(() => true),
      );
      expect([spool.read(0, 2), spool.read(0, 4)]).toEqual(['b', '日本']);
      spool.close();
    }
  },
);
