import { type Answered, unexpectedResponse } from './response.ts';

/** The part of a zod schema that is used here. */
export interface Schema<Answer> {
  readonly safeParse: (
    value: unknown,
  ) => { success: true; data: Answer } | { success: false; error: { issues: readonly Issue[] } };
}

export interface Issue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
  /** The kind that should stand there, where zod found another. */
  readonly expected?: string;
}

/**
 * Refuses what is not of its kind at all, or has not what the caller cannot do without. Answers with
 * the field that a record lacks otherwise: it is shown as it came.
 */
export function checkSchema(
  answered: Answered,
  value: unknown,
  form: Schema<unknown>,
  needed: readonly string[] = [],
): string | undefined {
  const result = form.safeParse(value);
  if (result.success) return undefined;
  const { issues } = result.error;
  const atRoot = issues.find(({ path }) => path.length === 0);
  if (atRoot !== undefined) throw unexpectedResponse(answered, whatIsWrong(atRoot));
  const lacking = needed.find((name) => issues.some(({ path }) => path[0] === name));
  if (lacking !== undefined) {
    throw unexpectedResponse(answered, `does not hold ${lacking} as its contract promises`);
  }
  const missing = issues.find(({ path }) => isMissing(value, path));
  return missing?.path.filter((part) => typeof part === 'string').join('.');
}

/** A list whose items have the given form, and are objects even where they break it. */
export function listOf<Item>(item: Schema<Item>): Schema<readonly Item[]> {
  return {
    safeParse: (value) => {
      if (!Array.isArray(value)) return refusal({ path: [], message: 'is not a list' });
      const issues = value.flatMap((one, position) => itemIssues(item, one, [position]));
      return issues.length === 0 ? { success: true, data: value } : refusal(...issues);
    },
  };
}

/** What an item breaks; one that is no object breaks the whole list. */
export function itemIssues(
  form: Schema<unknown>,
  item: unknown,
  place: readonly PropertyKey[],
): Issue[] {
  const result = form.safeParse(item);
  if (result.success) return [];
  return result.error.issues.map((issue) =>
    issue.path.length === 0
      ? { path: [], message: `has an item that ${whatIsWrong(issue)}` }
      : { path: [...place, ...issue.path], message: issue.message },
  );
}

export function refusal(...issues: Issue[]) {
  return { success: false as const, error: { issues } };
}

function whatIsWrong({ expected, message }: Issue): string {
  return expected === undefined
    ? message
    : `is not ${expected === 'array' ? 'a list' : 'an object'}`;
}

function isMissing(value: unknown, path: readonly PropertyKey[]): boolean {
  let held: unknown = value;
  for (const part of path) {
    if (typeof held !== 'object' || held === null || !Object.hasOwn(held, part)) return true;
    held = Reflect.get(held, part);
  }
  return false;
}
