import type { Noun } from '../api/nouns.ts';
import type { Noun as DeclaredNoun } from '../declaration/kind.ts';

/** Something written where an id is expected that does not look like one: perhaps a name. */
export class Name {
  readonly noun: Noun;
  readonly text: string;
  /** Whether the service may have an id of this form. */
  readonly mayBeId: boolean;

  constructor(noun: Noun, text: string, mayBeId: boolean) {
    this.noun = noun;
    this.text = text;
    this.mayBeId = mayBeId;
  }
}

/** Whether the records of a kind have names that people use in place of ids. */
export function hasNames(noun: DeclaredNoun | undefined): noun is Noun {
  return noun !== undefined && noun !== 'profiles' && noun !== 'connections';
}

/** The form of provider and filter ids is not published: words joined by `_`, UUIDs and numbers are not looked up. */
export function looksLikeId(text: string): boolean {
  return /^\.{1,2}$|^[A-Za-z]{2,6}_[\w-]+$|^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$|^\d+$/i.test(
    text,
  );
}
