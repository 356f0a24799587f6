import type { Noun } from '../api/nouns.ts';
import type { Noun as DeclaredNoun } from '../declaration/kind.ts';

/** Text given in place of an id that does not look like an id, and so may be a name. */
export class Name {
  readonly noun: Noun;
  readonly text: string;
  /** Whether it could still be a valid id of the service. */
  readonly mayBeId: boolean;

  constructor(noun: Noun, text: string, mayBeId: boolean) {
    this.noun = noun;
    this.text = text;
    this.mayBeId = mayBeId;
  }
}

/** Whether records of this kind have names that can replace ids. */
export function hasNames(noun: DeclaredNoun | undefined): noun is Noun {
  return noun !== undefined && noun !== 'profiles' && noun !== 'connections';
}

/**
 * Provider and filter ids have no published format, so words joined by `_`, UUIDs and numbers count as
 * ids.
 */
export function looksLikeId(text: string): boolean {
  return /^\.{1,2}$|^[A-Za-z]{2,6}_[\w-]+$|^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$|^\d+$/i.test(
    text,
  );
}
