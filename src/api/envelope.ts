import { isObject } from '../json/merge.ts';
import type { AnswerForm } from './http.ts';

/** What every list answers with. */
export interface Envelope<Item> {
  readonly data: readonly Item[];
  readonly links: { readonly next?: string | null; readonly last?: unknown };
}

type Issue = { path: readonly PropertyKey[]; message: string };

/** The form of a page whose items have the given form. */
export function envelopeOf<Item>(item?: AnswerForm<Item>): AnswerForm<Envelope<Item>> {
  return {
    safeParse: (value) => {
      if (!isEnvelope<Item>(value))
        return refusal({ path: [], message: 'is not a page of a list' });
      const issues = value.data.flatMap((one, position) => issuesOf(item, one, position));
      return issues.length === 0 ? { success: true, data: value } : refusal(...issues);
    },
  };
}

function isEnvelope<Item>(value: unknown): value is Envelope<Item> {
  if (!isObject(value) || !Array.isArray(value['data']) || !isObject(value['links'])) return false;
  const next = value['links']['next'];
  return next === undefined || next === null || typeof next === 'string';
}

function issuesOf<Item>(
  form: AnswerForm<Item> | undefined,
  item: unknown,
  position: number,
): Issue[] {
  const result = form?.safeParse(item);
  if (result === undefined || result.success) return [];
  return result.error.issues.map(({ path, message }) =>
    path.length === 0
      ? { path, message: `has an item that ${message}` }
      : { path: ['data', position, ...path], message },
  );
}

function refusal(...issues: Issue[]) {
  return { success: false as const, error: { issues } };
}
