import { expect, test } from 'vitest';
import { takeText, value } from './helpers.ts';

test('counts tsv lines like an editor, with LF and with CRLF', async () => {
  const lines = ['', 'date\tamount\tregion', '', '2026-01-01\tx\teu', '2026-01-02\t5\teu', '', ''];
  for (const end of ['\n', '\r\n']) {
    const content = [...lines, '2026-01-03\ty\teu', '2026-01-04\t5'].join(end);
    for (const chunkLength of [1, 9, 40, 1000]) {
      const { values, rejected } = await takeText(content, { format: 'tsv' }, chunkLength);
      expect(values).toEqual([value('2026-01-02', '5', 'eu')]);
      expect(rejected).toEqual([
        'line 4: the amount "x" is not a decimal',
        'line 8: the amount "y" is not a decimal',
        'line 9: the row has 2 cells, the header 3',
      ]);
    }
  }
});

test.each(['\\x', '\\', 'a\\', '\\\\\\'])('reports the invalid backslash in %j', async (cell) => {
  const content = `date\tamount\tregion\n2026-01-01\t5\t${cell}\n`;
  const { rejected } = await takeText(content, { format: 'tsv' });
  expect(rejected).toEqual(['line 2: a backslash is written \\\\']);
});
