import type { DescribedOperation, Description, Parameter } from '../../openapi/description.ts';
import type { OptionDefinition } from '../../openapi/options.ts';

/** An operation of the document and all that its command is made from. */
export interface Definition {
  readonly operation: DescribedOperation;
  readonly description: Description;
  readonly options: readonly OptionDefinition[];
  /** The holes of the path that arguments fill, in order. */
  readonly arguments: readonly Parameter[];
  /** The operation that reads the record which this one replaces. */
  readonly reading: DescribedOperation | undefined;
}
