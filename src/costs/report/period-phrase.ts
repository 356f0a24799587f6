import type { DayRange } from '../days.ts';
import type { Phrase } from './document.ts';

/** A month by its name, other days by their ends. */
export function periodPhrase({ from, to }: DayRange, isMonth: boolean): Phrase {
  if (isMonth) return [{ kind: 'month', value: from.slice(0, 7) }];
  if (from === to) return [{ kind: 'day', value: from }];
  return [{ kind: 'day', value: from }, ' to ', { kind: 'day', value: to }];
}
