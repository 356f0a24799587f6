import { CostctlError } from '../errors.ts';
import type { YamlProblem } from '../formats/yaml/located.ts';

/** What is wrong with a file, and where. */
export interface Problem extends YamlProblem {
  readonly nearest?: string | undefined;
}

/** Stops a run before anything is sent: every problem that was found, in the order of the files. */
export class InvalidConfig extends CostctlError {
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
  if (problems.length > 0) throw new InvalidConfig(problems);
}
