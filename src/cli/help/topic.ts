/** What applies to every command: shown by `costctl help NAME` and in the manual. */
export interface Topic {
  readonly name: string;
  readonly title: string;
  readonly blocks: readonly Block[];
}

export type Block =
  | { readonly text: string }
  | { readonly rows: readonly (readonly [term: string, text: string])[] }
  | { readonly examples: readonly string[] };
