/**
 * The query of a `next` link. Nothing else of the link is used, so a link to another host leads
 * nowhere else. Parameters of the previous request that it lacks are added.
 */
export function followLink(link: string, asked: URLSearchParams): URLSearchParams {
  const query = linkedQuery(link);
  const lacking = [...asked].filter(([name]) => !query.has(name));
  for (const [name, value] of lacking) query.append(name, value);
  return query;
}

/** Whether a link leads past its own page, if it names a page. */
export function isAdvance(link: string, asked: URLSearchParams): boolean {
  const linked = linkedQuery(link);
  const from = pageNumber(asked);
  return !linked.has('page') || from === undefined || (pageNumber(linked) ?? 0) > from;
}

function linkedQuery(link: string): URLSearchParams {
  return new URLSearchParams(/\?([^#]*)/.exec(link)?.[1]);
}

/** The page number in a query or a link. */
export function pageNumber(query: URLSearchParams): number | undefined {
  const text = query.get('page') ?? '';
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined;
}

export function withPage(query: URLSearchParams, page: number): URLSearchParams {
  const turned = new URLSearchParams(query);
  turned.set('page', String(page));
  return turned;
}

/** Equal for equal parameters in any order. */
export function keyOf(query: URLSearchParams): string {
  const sorted = new URLSearchParams(query);
  sorted.sort();
  return sorted.toString();
}
