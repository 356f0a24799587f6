import { copyText, nameFirst, pluralize, shortText } from '../text.ts';
import type { Value } from './entry.ts';
import type { Cell, LabelChoice } from './file-columns.ts';

/** Possible mistakes in a file of valid rows. They matter because the service cannot delete a single value. */
export type Oddities = ReturnType<typeof createOddities>;

export interface SeenLabel extends LabelChoice {
  readonly line: number;
}

export interface OddityRules {
  readonly labelColumns: readonly string[];
  readonly trim?: boolean | undefined;
  /** The current UTC day. */
  readonly today: string;
}

const mostLabels = 100_000;
const mostShown = 5;

export function createOddities({ labelColumns, trim, today }: OddityRules) {
  const seen = labelColumns.map(() => new Map<string, number>());
  const future = createFinding();
  const negative = createFinding();
  let different = 0;
  let hasTooMany = false;

  function addLabel(known: Map<string, number>, label: string, line: number): void {
    if (known.has(label)) return;
    if (different >= mostLabels) {
      hasTooMany = true;
      return;
    }
    different += 1;
    known.set(copyText(label), line);
  }

  return {
    today,
    /** Records a value that is not stored yet. */
    addChange({ line, date, amount }: Value) {
      if (date > today) future.add(line, date);
      if (amount.charCodeAt(0) === minus && /[1-9]/.test(amount)) negative.add(line, amount);
    },
    addLabels(line: number, labels: readonly Cell[]) {
      for (let column = 0; column < seen.length; column += 1) {
        const label = trim ? labels[column]?.trim() : labels[column];
        const known = seen[column];
        if (label && known !== undefined) addLabel(known, label, line);
      }
    },
    /** The different labels of the file, with the line on which each first appears. */
    labels: () =>
      seen.flatMap((known, column) => [...known].map(([label, line]) => ({ column, label, line }))),
    /** Whether there were too many different labels to remember. */
    hasTooManyLabels: () => hasTooMany,
    /** One message for each kind found, without the labels. */
    messages: () => [
      ...future.message((count) => `${pluralize(count, 'value')} in the future`),
      ...negative.message((count) => pluralize(count, 'negative amount')),
    ],
  };
}

/** Lists labels that the metric has never had. */
export function describeUnknownLabels(
  unknown: readonly SeenLabel[],
  labelColumns: readonly string[],
  searched: string,
): string {
  const named = unknown.map(
    ({ column, label, line }) => `${labelColumns[column]} ${shortText(label)} (line ${line})`,
  );
  const labels = pluralize(named.length, 'label');
  return `${labels} that the metric has not had ${searched}: ${nameFirst(named, mostShown)}`;
}

const minus = '-'.charCodeAt(0);

function createFinding() {
  const shown: string[] = [];
  let count = 0;
  return {
    add(line: number, text: string): void {
      count += 1;
      if (shown.length < mostShown) shown.push(`${text} (line ${line})`);
    },
    message: (describe: (count: number) => string): string[] => {
      const more = count > shown.length ? ` and ${count - shown.length} more` : '';
      return count === 0 ? [] : [`${describe(count)}: ${shown.join(', ')}${more}`];
    },
  };
}
