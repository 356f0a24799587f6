// Every promise broken on purpose: `npm run breaks`, or with words that a promise, its page or its
// file must have, `npm run breaks -- settings`. Each break must make one of the tests fail that are
// named beside it; which one did is printed.
import { type Break, breakText, needsBuild } from './break.ts';
import { pages } from './pages.ts';
import { openTree, type Tree } from './tree.ts';

const words = process.argv.slice(2);
const chosen = Object.entries(pages).flatMap(([page, breaks]) =>
  breaks
    .filter(({ promise, file }) =>
      words.every((word) => `${page} ${promise} ${file}`.includes(word)),
    )
    .map((one) => ({ page, one })),
);
// A runner of tests that is given no file runs them all.
if (chosen.length === 0) throw new Error(`no promise has all of: ${words.join(' ')}`);
const tree = openTree();
try {
  checkUnbroken(tree, [...new Set(chosen.flatMap(({ one }) => one.tests))]);
  let unnoticed = 0;
  for (const { page, one } of chosen) {
    const { noticed, told } = play(tree, one);
    if (!noticed) unnoticed += 1;
    console.log(`${noticed ? 'noticed' : 'NOT NOTICED'}  ${page}: ${one.promise}\n    ${told}`);
  }
  console.log(`\n${chosen.length} promises broken, ${chosen.length - unnoticed} noticed`);
  if (unnoticed > 0) process.exitCode = 1;
} finally {
  tree.close();
}

/** Tests that fail anyway would notice anything. */
function checkUnbroken(tree: Tree, tests: readonly string[]): void {
  const faults = [tree.check(), tree.build()].filter((said) => said !== '');
  const { failed, unloaded } = tree.test(tests);
  const problems = [...faults, ...failed, ...unloaded];
  if (problems.length > 0) throw new Error(`this fails as it is:\n${problems.join('\n')}`);
}

function play(tree: Tree, one: Break): { noticed: boolean; told: string } {
  const source = tree.read(one.file);
  tree.write(one.file, breakText(source, one));
  try {
    // A change that no compiler lets through shows nothing of the tests.
    const types = tree.check();
    if (types !== '') return { noticed: false, told: types };
    if (needsBuild(one)) tree.build();
    const { failed, unloaded } = tree.test(one.tests);
    const [first = unloaded[0] ?? 'no test failed'] = failed;
    return { noticed: failed.length > 0, told: first };
  } finally {
    tree.write(one.file, source);
    if (needsBuild(one)) tree.build();
  }
}
