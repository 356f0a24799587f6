/** What concerns every command: told by `costctl help NAME` and by the manual. */
export interface Topic {
  readonly name: string;
  readonly title: string;
  readonly blocks: readonly Block[];
}

export type Block =
  | { readonly text: string }
  | { readonly rows: readonly (readonly [term: string, text: string])[] }
  | { readonly examples: readonly string[] };
