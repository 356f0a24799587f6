import { text } from '../../declaration/kind.ts';
import { repeatedAs } from '../../declaration/option.ts';
import { usageError } from '../../errors.ts';

/** `--by region,channel` and `--by region --by channel` are the same. */
export function byOption(description: string) {
  return repeatedAs(text('label'), splitNames, description);
}

/** A typo must not add up what should be separate. */
export function checkLabels(by: readonly string[], labelColumns: readonly string[]): void {
  const unknown = by.find((name) => !labelColumns.includes(name));
  if (unknown === undefined) return;
  throw usageError(
    `--by: ${unknown} is not a label column of the metric`,
    labelColumns.length === 0 ? 'the metric has no labels' : `known: ${labelColumns.join(', ')}`,
  );
}

function splitNames(texts: readonly string[]): readonly string[] {
  return [...new Set(texts.flatMap((names) => names.split(',')))];
}
