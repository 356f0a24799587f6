import type { Reporter, TestModule } from 'vitest/node';

/** What a skipped test says before the names of what it needs. */
export const wanting = 'needs: ';

/** Says after a run which tests were skipped, and what they need. */
export class SkippedTests implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const counts = new Map<string, number>();
    for (const module of modules) {
      for (const test of module.children.allTests('skipped')) {
        const result = test.result();
        const note = result?.state === 'skipped' ? result.note : undefined;
        // Only tests that want a tool are reported, not those that a filter left out.
        if (!note?.startsWith(wanting)) continue;
        const wanted = note.slice(wanting.length);
        counts.set(wanted, (counts.get(wanted) ?? 0) + 1);
      }
    }
    if (counts.size === 0) return;
    const parts = [...counts].map(
      ([tool, count]) => `${tool} (${count} test${count === 1 ? '' : 's'})`,
    );
    console.log(`skipped because these are missing: ${parts.join('; ')}`);
  }
}
