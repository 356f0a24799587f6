import { composeAnomalies } from './anomaly-section.ts';
import { composeAllocation, composeCoverage } from './coverage-sections.ts';
import { composeHeadlines } from './headline.ts';
import { composeChanges, composeDaily, composeParts, composeTotal } from './main-sections.ts';
import { composeBudgets, composeOutlook } from './outlook-sections.ts';
import type { Phrase, ReportDocument, Section, SectionId } from './report-document.ts';
import type { ReportFacts } from './report-facts.ts';
import { composeUnits } from './unit-section.ts';

const writers: Readonly<
  Record<SectionId, (facts: ReportFacts) => Section | readonly Section[] | undefined>
> = {
  total: composeTotal,
  changes: composeChanges,
  daily: composeDaily,
  by: composeParts,
  unit: composeUnits,
  budgets: composeBudgets,
  outlook: composeOutlook,
  allocation: composeAllocation,
  coverage: composeCoverage,
  anomalies: composeAnomalies,
};

/** The report as text, tables and charts, in the order of the sections that were chosen. */
export function composeReport(
  facts: ReportFacts,
  sections: readonly SectionId[],
  footer: readonly Phrase[],
): ReportDocument {
  return {
    title: facts.title ?? 'Cloud cost report',
    period: facts.period,
    isMonth: facts.areMonths,
    headlines: composeHeadlines(facts),
    sections: sections.flatMap((id) => writers[id](facts) ?? []),
    leftOut: facts.leftOut,
    footer,
  };
}
