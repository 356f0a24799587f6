import type { Scalar } from './scalar-value.ts';

export interface SourceFile {
  /** The path shown to people. */
  readonly path: string;
  readonly text: string;
}

export interface Place {
  readonly file: string;
  /** Lines and columns count from 1; line 0 is the file as a whole. */
  readonly line: number;
  readonly column: number;
}

/** What is wrong with a file, and where. */
export interface YamlProblem extends Place {
  /** `metrics[0].unit`; empty for the file itself. */
  readonly path: string;
  readonly message: string;
  /** What was expected there, if a few words can describe it. */
  readonly expected?: string | undefined;
}

/** Nothing more can be read of a file. */
export class Unreadable extends Error {
  readonly problems: readonly YamlProblem[];

  constructor(problems: readonly YamlProblem[]) {
    super('the file cannot be read');
    this.problems = problems;
  }
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
  | LocatedMap;

export interface LocatedMap {
  readonly kind: 'map';
  readonly members: ReadonlyMap<string, { readonly key: Place; readonly value: Located }>;
}
