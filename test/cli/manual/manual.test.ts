import { expect, test } from 'vitest';
import { writeManual } from '../../../src/cli/generate.ts';
import { topics } from '../../../src/cli/help/topics.ts';
import { describeWhole } from '../../helpers/actions.ts';

const root = await describeWhole();
const manual = writeManual(root, '1.2.3');

test('every line of the manual is text or a macro of man(7)', () => {
  const macros = new Set(['TH', 'SH', 'SS', 'PP', 'TP', 'B', 'I', 'RS', 'RE', 'nf', 'fi']);
  for (const line of manual.split('\n')) {
    const macro = /^[.'](\S*)/.exec(line)?.[1];
    if (macro !== undefined) expect(macros).toContain(macro);
    expect(line.replaceAll(/\\([-e&]|f[IBR])/g, '')).not.toContain('\\');
  }
});

test('the manual lists every group, every topic and every global option', () => {
  const plain = manual.replaceAll('\\-', '-').replaceAll('\\&', '');
  for (const { name } of root.commands) expect(plain).toContain(name);
  for (const { title } of topics.filter(({ page }) => page === undefined))
    expect(plain).toContain(`.SH ${title.toUpperCase()}`);
  for (const { long, description } of root.options) {
    expect(plain).toContain(long);
    expect(plain).toContain(description);
  }
});

test('the lines of a paragraph follow each other, so that a reader fills them to its width', () => {
  const plain = manual.replaceAll('\\-', '-').replaceAll('\\&', '');
  const leaves = (node: typeof root): (typeof root)[] =>
    node.commands.length === 0 ? [node] : node.commands.flatMap(leaves);
  const pairs = leaves(root).flatMap(({ details = [] }) =>
    details.flatMap((line, at) => {
      const next = details[at + 1] ?? '';
      return /^\S/.test(line) && /^\S/.test(next) ? [`${line}\n${next}`] : [];
    }),
  );
  expect(pairs.length).toBeGreaterThan(20);
  for (const pair of pairs) expect(plain).toContain(pair.replaceAll('\\', '\\e'));
});
