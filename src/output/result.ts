/** What a command produced, read completely: many records, or one. */
export type Result =
  | { readonly kind: 'list'; readonly records: readonly unknown[] }
  | { readonly kind: 'one'; readonly record: unknown };

export async function collect(
  records: AsyncIterable<unknown> | Iterable<unknown>,
): Promise<Result> {
  const collected: unknown[] = [];
  for await (const record of records) collected.push(record);
  return { kind: 'list', records: collected };
}

export function recordsOf(result: Result): readonly unknown[] {
  return result.kind === 'list' ? result.records : [result.record];
}

export function wholeOf(result: Result): unknown {
  return result.kind === 'list' ? result.records : result.record;
}

export function resultOf(value: unknown): Result {
  return Array.isArray(value) ? { kind: 'list', records: value } : { kind: 'one', record: value };
}
