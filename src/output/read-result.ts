import {
  addWarnings,
  collect,
  type Records,
  type Result,
  recordsOf,
  resultOf,
  type View,
} from './view.ts';

export async function readList(
  records: Records,
  { about }: View<unknown>,
  { query, warned }: { query: string | undefined; warned: () => readonly string[] },
): Promise<Result> {
  if (query === undefined) return collect(records);
  if (about?.envelope !== true) return queryRecords(records, query);
  const data = recordsOf(await collect(records));
  const { facts } = addWarnings({ columns: [], about }, warned()).about ?? about;
  return readOne(Promise.resolve({ about: facts, data }), query);
}

export async function readOne(
  record: Promise<unknown>,
  query: string | undefined,
): Promise<Result> {
  if (query === undefined) return { kind: 'one', record: await record };
  // An invalid expression is reported before the record is awaited.
  const { compileQuery } = await import('./compile-query.ts');
  const evaluate = compileQuery(query);
  return resultOf(evaluate(await record));
}

/** Queries a list as it arrives; what the query does not need is not stored. */
async function queryRecords(records: Records, query: string): Promise<Result> {
  const { openStreamedQuery } = await import('./query-stream.ts');
  const streamed = openStreamedQuery(query);
  for await (const record of records) streamed.add(record);
  return resultOf(streamed.result());
}
