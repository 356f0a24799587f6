import type { CellText } from '../formats/column-batch.ts';
import { type Condition, parseCondition } from '../rows/where-language.ts';

/** Currencies are compared as such in every run: `currency` names their column as soon as there is a row. */
export function parseMirrorConditions(
  texts: readonly string[],
  currency: () => string | undefined,
): Condition[] {
  return texts.map((text) => {
    let known: Condition | undefined;
    const matches = (cell: CellText) => {
      known ??= parseCondition(text, '--where', currency());
      return known.matches(cell);
    };
    return { ...parseCondition(text), matches, excludes: undefined };
  });
}
