/** How a list is read to its end, found in the document that describes it or in its first response. */
export interface Pages {
  /** The property path of the items; empty for a bare list. */
  readonly items: Path;
  /** What leads to the next page: a link, or a value for a parameter. `isOfLast`: the last page has one too. */
  readonly next: readonly {
    readonly path: Path;
    readonly parameter?: string | undefined;
    readonly isOfLast?: true;
  }[];
  /** Says whether there is more; `isLast`: by being false. */
  readonly more?: { readonly path: Path; readonly isLast: boolean } | undefined;
  /** The number of all items. */
  readonly total?: Path | undefined;
  /** A number that is at most the total: of all items, or of those on the page. */
  readonly atLeast?: Path | undefined;
  /** The number of all pages. */
  readonly pageCount?: Path | undefined;
  readonly page?: Numbered | undefined;
  readonly offset?: Numbered | undefined;
  /** The parameter that takes the id of the last item. */
  readonly after?: string | undefined;
  readonly limit?: Limit | undefined;
  /** The document has a `Link` header: without one there is no next page. */
  readonly link?: true | undefined;
  /** What shows that the list is complete. */
  readonly proof: Proof;
}

export type Path = readonly string[];

export interface Numbered {
  readonly name: string;
  /** The number of the first page or item; undefined: 0 or 1. */
  readonly first: number | undefined;
}

interface Limit {
  readonly name: string;
  /** Sent if nothing else is given; undefined: the service chooses. */
  readonly usual?: number | undefined;
  readonly minimum: number;
  readonly maximum?: number | undefined;
}

/** `none`: the document does not say how the list ends, so it may be a part. */
export type Proof =
  | 'next link or cursor'
  | 'Link header'
  | 'flag for more'
  | 'total'
  | 'empty page'
  | 'short page'
  | 'one page'
  | 'none';
