import { CostctlError } from '../../errors.ts';
import type { Scalar } from './scalar-value.ts';

/** What is wrong with a file, and where. */
export interface Problem extends Place {
  /** `metrics[0].unit`; empty for the file itself. */
  readonly path: string;
  readonly message: string;
  /** What was expected there, if a few words can describe it. */
  readonly expected?: string | undefined;
  readonly nearest?: string | undefined;
}

/** Stops a run before anything is sent: every problem that was found, in the order of the files. */
export class InvalidFile extends CostctlError {
  readonly problems: readonly Problem[];

  constructor(problems: readonly Problem[]) {
    const [first] = problems;
    const files = new Set(problems.map(({ file }) => file));
    const where = files.size === 1 ? (first?.file ?? '') : `${files.size} files`;
    const message =
      problems.length === 1 && first !== undefined
        ? describeProblem(first)
        : `${where}: ${problems.length} problems; nothing was sent`;
    super('usage', message);
    this.problems = problems;
  }
}

/** `costctl.yaml:12:5: metrics[0].unti: unknown key; did you mean unit?` */
export function describeProblem({ file, line, column, path, ...said }: Problem): string {
  const { message, expected, nearest } = said;
  const place = line === 0 ? file : `${file}:${line}:${column}`;
  const end =
    nearest !== undefined
      ? `; did you mean ${nearest}?`
      : expected === undefined || message.endsWith(expected)
        ? ''
        : `; expected ${expected}`;
  return `${place}: ${path === '' ? '' : `${path}: `}${message}${end}`;
}

export function throwProblems(problems: readonly Problem[]): void {
  if (problems.length > 0) throw new InvalidFile(problems);
}

export interface Place {
  readonly file: string;
  /** Lines and columns count from 1; line 0 is the file as a whole. */
  readonly line: number;
  readonly column: number;
}

/** A value of a file, with the place of each of its parts. */
export interface Located {
  readonly place: Place;
  readonly content:
    | { readonly kind: 'scalar'; readonly value: Scalar }
    | { readonly kind: 'list'; readonly items: readonly Located[] }
    | LocatedMap;
  /** How a plain scalar is written in the file: `0123`, `no`. */
  readonly source?: string | undefined;
  /** An environment variable was filled in: its text may represent a number. */
  readonly filled?: boolean | undefined;
}

export interface LocatedMap {
  readonly kind: 'map';
  readonly members: ReadonlyMap<string, { readonly key: Place; readonly value: Located }>;
}
