import { expect, test } from 'vitest';
import { loadDeclarations } from '../../../src/cli/groups.ts';
import { run } from '../../helpers/run.ts';

const declared = await loadDeclarations();
const actions = declared.filter(({ details = '' }) => /^ {2}\S.* {2,}\S/m.test(details));

test('some actions explain themselves with a table', () => {
  expect(actions.length).toBeGreaterThan(3);
});

test.each(actions.map(({ words }) => words))(
  'the table in the help of %s fits into a window of any width',
  async (words) => {
    for (const width of [40, 60, 80, 120]) {
      const { stdout } = await run([...words.split(' '), '--help'], { terminal: width });
      const lines = stdout.split('\n').filter((line) => !line.startsWith('  $ '));
      expect(lines.filter((line) => line.length > width)).toEqual([]);
    }
  },
);
