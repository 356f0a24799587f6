/** How to read a list to its end, as the document that describes it says or its first response shows. */
export interface Pages {
  /** The property path of the items; empty for a bare list. */
  readonly items: Path;
  /** What leads to the next page: a link, or a value for a parameter. `isOfLast`: the last page also has one. */
  readonly next: readonly {
    readonly path: Path;
    readonly parameter?: string | undefined;
    readonly isOfLast?: true;
  }[];
  /** A flag that says whether there is more; `isLast` is its value on the last page. */
  readonly more?: { readonly path: Path; readonly isLast: boolean } | undefined;
  readonly total?: Path | undefined;
  /** A count that is at most the total: of all items, or only of those on the page. */
  readonly atLeast?: Path | undefined;
  readonly pageCount?: Path | undefined;
  readonly page?: Numbered | undefined;
  readonly offset?: Numbered | undefined;
  /** The parameter that takes the id of the last item. */
  readonly after?: string | undefined;
  readonly limit?: Limit | undefined;
  /** The document describes a `Link` header: the page without one is the last. */
  readonly link?: true | undefined;
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

/** `none`: the document does not say how the list ends, so what was read may be only a part of it. */
export type Proof =
  | 'next link or cursor'
  | 'Link header'
  | 'flag for more'
  | 'total'
  | 'empty page'
  | 'short page'
  | 'one page'
  | 'none';
