import type { DescribedOperation, Description, Parameter } from '../../openapi/description.ts';
import type { OptionDefinition } from '../../openapi/options.ts';

/** An operation of the document and everything that its command is made from. */
export interface Definition {
  readonly operation: DescribedOperation;
  readonly description: Description;
  readonly options: readonly OptionDefinition[];
  /** The placeholders of the path that arguments fill, in order. */
  readonly arguments: readonly Parameter[];
  /** The operation that reads the record which this one replaces. */
  readonly reading: DescribedOperation | undefined;
  /** First-level properties of the body that may be null. */
  readonly nullable: readonly string[];
}

/** What a command receives, by the keys of its declaration. */
export type Given = Readonly<Record<string, unknown>>;

/** `start-date` → `startDate` */
export function keyOf(name: string): string {
  return name.replace(/-(.)/g, (_match, letter: string) => letter.toUpperCase());
}
