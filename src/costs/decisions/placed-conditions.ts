import { CostctlError, type ErrorCode, usageError } from '../../errors.ts';
import { describeMissing } from '../require-columns.ts';
import type { KnownNames } from '../row-source.ts';
import { type Condition, parseCondition } from '../where-language.ts';

/** A text of a file with its position: `rules.yaml:3:12`. */
export interface Placed {
  readonly text: string;
  readonly place: string;
}

/** An error in a file; apart from the parser, which is large. */
export function failAt(place: string, what: string, code: ErrorCode = 'usage'): CostctlError {
  return new CostctlError(code, `${place}: ${what}`, { hint: 'correct the file and run again' });
}

/** A condition in a file, with its position. */
export interface PlacedCondition extends Condition {
  readonly place: string;
}

export function parseConditions(texts: readonly Placed[], key: string): PlacedCondition[] {
  return texts.map(({ text, place }) => {
    try {
      return { ...parseCondition(text, key), place };
    } catch (error) {
      if (!(error instanceof CostctlError)) throw error;
      throw failAt(place, error.message);
    }
  });
}

/** A column that no row has is a mistake in the file; `known` are columns of the rows. */
export async function refuseUnknownColumn(
  conditions: readonly PlacedCondition[],
  missing: readonly string[],
  known: KnownNames,
): Promise<void> {
  const wrong = conditions.find(({ column }) => missing.includes(column));
  if (wrong === undefined) return;
  throw usageError(
    `${wrong.place}: ${describeMissing(wrong.column, await known())}`,
    'costctl costs columns shows the columns',
  );
}
