import { type Said, say, sayFirst } from '../../../phrase.ts';
import { openRow } from '../../../questions/budgets-file.ts';
import type { Gathered } from '../../../reports/gather-facts.ts';
import type { SectionId } from '../../../reports/report-document.ts';
import type { Caveat } from '../../../reports/report-facts.ts';
import { type Completeness, phraseOf, refusedFaults } from '../../../rows/completeness.ts';
import type { JudgeDays } from '../presence.ts';

/** What is missing on the other days that some sections show. */
export function judgeOtherDays(
  judge: JudgeDays,
  { period, outlook, months, budgets = [] }: Gathered['facts'],
  said: Completeness | undefined,
): (Caveat & { readonly title: string })[] {
  const since = (title: string, section: SectionId, from: string | undefined) =>
    from === undefined ? [] : [{ section, title, days: { from, to: period.to } }];
  const [firstBudget] = budgets.map((row) => String(row['period']).slice(0, 10)).sort();
  const others = [
    ...(outlook === undefined
      ? []
      : [{ section: 'outlook' as const, title: 'outlook', days: outlook.known }]),
    ...since('earlier months', 'months', months.periods[0]?.from),
    ...since('budgets', 'budgets', firstBudget),
  ];
  return others.flatMap(({ section, title, days }) => {
    const found = judge([days], { needsAll: section !== 'months' });
    if (found === undefined || found.complete) return [];
    // What the top of the report says is repeated only beside a figure of its own headline.
    if (found.text === said?.text && section !== 'outlook') return [];
    const isFaulty = refusedFaults(found).length > 0;
    return [{ section, title, said: phraseOf(found), isFaulty }];
  });
}

/** The rows of budgets. Those that lack data are not judged, unless what is there exceeds them already. */
export function withoutVerdicts(
  judge: JudgeDays,
  { facts: { budgets }, budgetParts }: Pick<Gathered, 'facts' | 'budgetParts'>,
  warn: (said: Said) => void,
): Gathered['facts']['budgets'] {
  return budgets?.map((row, number) => {
    const part = budgetParts[number];
    const state = String(row['state']);
    if (part === undefined || state === 'unjudged' || state.endsWith('exceeded')) return row;
    const found = judge([part.days], { ...part, needsAll: true });
    const faults = refusedFaults(found);
    if (faults.length === 0) return row;
    const why = sayFirst(faults.map(phraseOf), 3, '; ');
    warn(say`the budget ${String(row['budget'])} could not be judged: ${why}`);
    // What no row was found for is not zero.
    return part.isMet ? { ...row, state: 'unjudged' } : openRow(row);
  });
}
