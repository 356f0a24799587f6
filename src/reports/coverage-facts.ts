import { markCovered } from '../questions/marker.ts';
import { describeCoverage, describeWholeCoverage } from '../questions/measure-coverage.ts';
import { describeMissing } from '../rows/require-columns.ts';
import type { Assignment } from './assignment.ts';
import type { Part } from './part.ts';
import type { LeftOut, ReportFacts } from './report-facts.ts';

export function coverageFacts(assignment: Assignment): Part<ReportFacts['coverage']> | LeftOut {
  const { required, conversion, period, warn } = assignment;
  if (required.length === 0) {
    return { title: 'Tag coverage', why: 'no required column (--require COL)' };
  }
  const by = assignment.by.slice(0, 1);
  const marker = markCovered(required, () => true);
  const byDay = conversion?.byDay === true;
  return {
    questions: { coverage: { by, byDay, marker, ranges: [period] } },
    gather: async ({ groups, names }) => {
      for (const column of marker.missing()) {
        // Rows that do not meet the conditions may have it.
        const known = await names([column]);
        if (!known.includes(column)) warn('coverage', describeMissing(column, known));
      }
      const covered = await groups('coverage', period);
      return {
        ...{ required, by },
        rows: describeCoverage(covered, by),
        all: describeWholeCoverage(covered, []),
      };
    },
  };
}
