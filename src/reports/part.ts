import type { DayRange } from '../days.ts';
import type { ConvertedGroup } from '../questions/convert-currency.ts';
import type { Delivered } from '../questions/late-days.ts';
import { partsIn } from '../questions/marker.ts';
import { knownDays } from '../rows/days-off.ts';
import { daysOf } from '../rows/source-facts.ts';
import type { Group } from '../rows/tally.ts';
import type { Assignment } from './assignment.ts';
import type { DaysQuestion, Reading } from './read-once.ts';
import type { Both } from './report-facts.ts';

/** What some facts of a report ask of the rows, and how they are worked out from the answers. */
export interface Part<Facts> {
  /** Questions of one name are one, which needs the days of all. */
  readonly questions: Readonly<Record<string, DaysQuestion>>;
  readonly gather: (answers: Answers) => Promise<Facts>;
}

export interface Answers extends Pick<Reading, 'columns' | 'names'> {
  /** The groups of a question, as they were read; by default of all days. */
  readonly read: Reading['answer'];
  /** The same in the currency of the report. */
  readonly groups: (
    name: string,
    within?: DayRange,
    keepsOriginals?: boolean,
  ) => Promise<readonly ConvertedGroup[]>;
  readonly both: (name: string, keepsOriginals?: boolean) => Promise<Both>;
  /** The answer to `whole`: every row of both periods, by day. */
  readonly whole: Both;
  /** What an estimate may learn from, of all sources or of some. */
  readonly delivered: (met?: ReadonlySet<string | null>) => Delivered;
  /** Days with any row; undefined if they are not known. */
  readonly daysWithRows: ReadonlySet<string> | undefined;
  /** The days that have rows, of those that were read. */
  readonly known: ReturnType<typeof knownDays>;
}

export async function openAnswers(
  reading: Reading,
  {
    period,
    baseline,
    conversion,
    settled,
    findAwaited,
  }: Pick<Assignment, 'period' | 'baseline' | 'conversion' | 'settled' | 'findAwaited'>,
): Promise<Answers> {
  const { columns, names, answer: read } = reading;
  const groups: Answers['groups'] = async (name, within, keepsOriginals) =>
    conversion === undefined
      ? read(name, within)
      : conversion.convert(read(name, within), columns, { keepsOriginals });
  const both: Answers['both'] = async (name, keepsOriginals) => ({
    before: await groups(name, baseline, keepsOriginals),
    after: await groups(name, period, keepsOriginals),
  });
  const daysWithRows = daysOf(reading.sources);
  const known = knownDays(daysWithRows, reading.read);
  const delivered: Answers['delivered'] = (met) => {
    return { filled: daysWithRows, settled, awaited: findAwaited(reading, met) };
  };
  const whole = await both('whole');
  return { columns, names, read, groups, both, whole, delivered, daysWithRows, known };
}

export function mergeQuestions(parts: readonly Pick<Part<unknown>, 'questions'>[]) {
  const merged: Record<string, DaysQuestion> = {};
  for (const [name, question] of parts.flatMap(({ questions }) => Object.entries(questions))) {
    const ranges = [...(merged[name]?.ranges ?? []), ...question.ranges];
    merged[name] = { ...question, ranges };
  }
  return merged;
}

/** The groups of rows that meet the condition. */
export function onlyMarked(groups: readonly Group[]): Group[] {
  return groups.filter(({ values: [mark] }) => partsIn(mark).includes(0)).map(withoutMark);
}

export function withoutMark(group: Group): Group {
  return { ...group, values: group.values.slice(1) };
}
