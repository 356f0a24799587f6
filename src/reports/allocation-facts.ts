import { rangeName } from '../days.ts';
import { allocate } from '../questions/allocate-costs.ts';
import { markFirst } from '../questions/marker.ts';
import { refuseUnknownColumn } from '../rows/yaml-file.ts';
import type { Assignment } from './assignment.ts';
import type { Part } from './part.ts';
import type { LeftOut, ReportFacts } from './report-facts.ts';

export function allocationFacts({
  allocation,
  conversion,
  period,
  warn,
}: Assignment): Part<ReportFacts['allocation']> | LeftOut {
  if (allocation === undefined) {
    return { title: 'Allocation', why: 'no rules file (--rules FILE)' };
  }
  const { by, rules, weights, gaps } = allocation;
  const marker = markFirst(rules.map(({ match }) => match));
  const byDay = conversion?.byDay === true;
  return {
    questions: { allocation: { by: [by], byDay, marker, ranges: [period] } },
    gather: async ({ groups, names }) => {
      const conditions = rules.flatMap(({ match }) => match);
      await refuseUnknownColumn(conditions, marker.missing(), names);
      const shared = await groups('allocation', period);
      const { rows, warnings } = allocate(shared, rules, weights, () => rangeName(period));
      for (const warning of [...gaps, ...warnings]) warn('allocation', warning);
      return { column: by, rows };
    },
  };
}
