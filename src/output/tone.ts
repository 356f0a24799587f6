import { wordsIn } from '../text.ts';
import type { Tone } from './view.ts';

/** Words of the service and of this program for states that are fine or need attention. */
const tones: ReadonlyMap<string, Tone> = new Map([
  ...listed(
    'good',
    `active, completed, connected, enabled, healthy, invited, member, ok, pass, passed,
    success, succeeded, true, valid, within`,
  ),
  ...listed(
    'bad',
    `disconnected, error, exceeded, outlook exceeded, unjudged, no rows, expired, fail, failed,
    failing, gap, failure, incomplete, invalid, missing, no rate, no value, no day has both,
    over, overdue, partial, rejected, stale, stalled, suspended, false, unauthorized,
    unreachable`,
  ),
]);

/** Whether a state needs attention. The word says so; the colour only makes it easier to find. */
export function toneOf(state: string): Tone | undefined {
  return tones.get(state.trim().toLowerCase());
}

function listed(tone: Tone, words: string): [string, Tone][] {
  return wordsIn(words).map((word) => [word, tone]);
}
