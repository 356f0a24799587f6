import type { Operation } from '../api/operation.ts';
import type { Schema, Schemas } from './schema.ts';

/** A document in the form that is kept: small, ours, and quick to load. */
export interface Description {
  readonly title: string;
  readonly version: string;
  /** When it was taken in, ISO 8601. */
  readonly imported: string;
  readonly operations: readonly DescribedOperation[];
  readonly unusable: readonly Unusable[];
  readonly notes: readonly string[];
  readonly schemas: Schemas;
}

export interface DescribedOperation extends Operation {
  /** The command that it becomes; none where the program has one written by hand. */
  readonly command?: CommandName;
  /** The id of the operation that the program knows, where it is one of those. */
  readonly known?: string;
  /** Tag and name of the operation as the service names it without a path. */
  readonly named?: string;
  readonly summary: string;
  readonly parameters: readonly Parameter[];
  readonly body?: Body;
  /** The answer is a list, in the shared envelope or bare. */
  readonly list: boolean;
  /** First-level properties of what it answers with, in the order of the document. */
  readonly fields: readonly string[];
  /** Those of them that a table has room for. */
  readonly columns: readonly string[];
}

export interface CommandName {
  /** `budgets`, or `workspaces providers`. */
  readonly group: string;
  readonly action: string;
}

export interface Parameter {
  readonly name: string;
  readonly place: 'path' | 'query';
  readonly required: boolean;
  readonly schema: Schema;
  readonly description: string;
  /** A list is one parameter for each item, or one with commas. */
  readonly repeated: boolean;
  readonly workspace: boolean;
}

export interface Body {
  readonly required: boolean;
  readonly schema: Schema;
  /** First-level properties that are workspace ids. */
  readonly workspaces: readonly string[];
}

export interface Unusable {
  readonly method: string;
  readonly path: string;
  readonly reason: string;
}
