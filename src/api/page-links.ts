/** Query parameters unknown to this program. Several texts repeat a parameter. */
export type QueryParameters = Readonly<Record<string, string | readonly string[]>>;

/** The query, with these parameters replacing those of the same name. */
export function addParameters(query: URLSearchParams, parameters: QueryParameters) {
  const all = new URLSearchParams(query);
  for (const [name, values] of Object.entries(parameters)) {
    all.delete(name);
    for (const value of [values].flat()) all.append(name, value);
  }
  return all;
}

/** A query as text, in which each pair that is among the `written` ones stays as it was written. */
export function writeQuery(query: URLSearchParams, written = ''): string {
  const pairs = written.split('&').filter((pair) => sendable.test(pair));
  const known = new Map(pairs.map((pair) => [`${new URLSearchParams(pair)}`, pair]));
  const texts = [...query].map((pair) => `${new URLSearchParams([pair])}`);
  return texts.map((text) => known.get(text) ?? text).join('&');
}

/** What a query can have (RFC 3986, 3.4), and brackets, which the styles of OpenAPI write as they are. */
const sendable = /^([\w.~!$'()*+,;=:@/?[\]-]|%[\da-f]{2})*$/i;

export interface Step {
  readonly query: URLSearchParams;
  /** Whether it leads past the page that named it, as far as that can be known. */
  readonly advances: boolean;
  readonly last?: number | undefined;
  /** The parameter that takes a page number; default `page`. */
  readonly parameter?: string;
}

export function followNext(link: string, asked: URLSearchParams): Step {
  return { query: followLink(link, asked), advances: isAdvance(link, asked) };
}

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
function isAdvance(link: string, asked: URLSearchParams): boolean {
  const linked = linkedQuery(link);
  const from = pageNumber(asked);
  return !linked.has('page') || from === undefined || (pageNumber(linked) ?? 0) > from;
}

function linkedQuery(link: string): URLSearchParams {
  return new URLSearchParams(/\?([^#]*)/.exec(link)?.[1]);
}

export function pageNumber(query: URLSearchParams, parameter = 'page'): number | undefined {
  const text = query.get(parameter) ?? '';
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined;
}

export function pageOfLink(link: unknown): number | undefined {
  return typeof link === 'string' ? pageNumber(linkedQuery(link)) : undefined;
}

export function withParameter(query: URLSearchParams, name: string, value: number | string) {
  const turned = new URLSearchParams(query);
  turned.set(name, String(value));
  return turned;
}
