import type { ExactNumber } from '../json/number.ts';

export interface Place {
  readonly file: string;
  /** Both count from 1; line 0 is the file as a whole. */
  readonly line: number;
  readonly column: number;
}

/** A value of a file, with the place of each of its parts. */
export interface Located {
  readonly place: Place;
  readonly content: Content;
  /** How a plain scalar is written in the file: `0123`, `no`. */
  readonly source?: string | undefined;
  /** An environment variable was filled in: its text may represent a number. */
  readonly filled?: boolean | undefined;
}

type Content =
  | { readonly kind: 'scalar'; readonly value: Scalar }
  | { readonly kind: 'list'; readonly items: readonly Located[] }
  | { readonly kind: 'map'; readonly members: ReadonlyMap<string, Member> };

export type Scalar = null | boolean | number | string | ExactNumber;

interface Member {
  readonly key: Place;
  readonly value: Located;
}
