import { isObject } from '../json/bulk/merge.ts';
import { itemIssues, refusal, type Schema } from './schema.ts';

/** What every list answers with. */
export interface Envelope<Item> {
  readonly data: readonly Item[];
  readonly links: { readonly next?: string | null; readonly last?: unknown };
}

/** The form of a page whose items have the given form. */
export function envelopeOf<Item>(item?: Schema<Item>): Schema<Envelope<Item>> {
  return {
    safeParse: (value) => {
      if (!isEnvelope<Item>(value))
        return refusal({ path: [], message: 'is not a page of a list' });
      if (item === undefined) return { success: true, data: value };
      const issues = value.data.flatMap((one, at) => itemIssues(item, one, ['data', at]));
      return issues.length === 0 ? { success: true, data: value } : refusal(...issues);
    },
  };
}

function isEnvelope<Item>(value: unknown): value is Envelope<Item> {
  if (!isObject(value) || !Array.isArray(value['data']) || !isObject(value['links'])) return false;
  const next = value['links']['next'];
  return next === undefined || next === null || typeof next === 'string';
}
