import type * as z from 'zod/mini';
import type { Operation } from './api/operation.ts';
import type { Context } from './context.ts';
import type { JsonSchema } from './declaration/kind.ts';
import type { Arguments, Input, Options } from './declaration/option.ts';
import { type Fields, listOf, record, viewOf } from './declaration/result.ts';
import type { Format } from './formats/registry.ts';
import type { View } from './output/view.ts';
import type { Invocation, Session } from './session.ts';

/** Facts about an action, whatever it does. */
interface Facts {
  /** The words that run it: `workspaces providers list`. */
  readonly words: string;
  /** One line for people: an imperative sentence without a full stop. */
  readonly purpose: string;
  /**
   * What the options alone do not explain, in lines of at most 110 characters. Help shows it before the examples.
   */
  readonly details?: string;
  readonly heading?: string;
  /** Command lines that work on the sandbox; a test runs every one. */
  readonly examples: readonly string[];
  readonly operation?: Pick<Operation, 'id' | 'method' | 'path' | 'paged'> & {
    readonly response?: z.core.$ZodType;
  };
  /** What it changes. Adds --dry-run. */
  readonly changes?: 'service' | 'machine';
  /** What it removes cannot be restored. Adds --yes and asks for confirmation. */
  readonly irreversible?: boolean;
  /** It can fail a pipeline: exit 11 and the formats for CI. With the key of an option: only with that option. */
  readonly check?: boolean | string | readonly string[];
  /** The service documents a workspace for it, in the query or in the body. */
  readonly workspace?: boolean;
  /**
   * `own`: it has its own formats and handles -o itself. `plain`: it prints text, and no output option applies.
   */
  readonly output?: 'own' | 'plain';
  /** The format of its result unless -o or a file's extension names one; the profile's does not apply. */
  readonly usualFormat?: Format;
  /** Extensions of files that it writes in addition to those of the formats, such as `svg`; `*` means any. */
  readonly extensions?: readonly string[];
  /** It needs neither service nor profile, and works with a broken configuration. */
  readonly local?: boolean;
  readonly view?: View<never>;
  /** The JSON Schema of its result, if it is not the response of the operation. */
  readonly result?: () => JsonSchema;
  /** Its own word may be omitted after the word of its group. */
  readonly isDefault?: boolean;
  /** It accepts any options, to explain why it ignores them. */
  readonly anyOptions?: boolean;
}

/** An action of the command line, declared once for commander, help, completion, manual and schema. */
export interface Command extends Facts {
  readonly kind: 'command';
  readonly arguments: Arguments;
  readonly options: Options;
  readonly run: Run<Readonly<Record<string, unknown>>>;
}

type Run<Given> =
  | { readonly inSession: (session: Session, input: Given) => Promise<void> }
  | {
      /** For actions that open their session themselves. */
      readonly alone: (context: Context, invocation: Invocation, input: Given) => Promise<void>;
    };

/** Whether its body is given as JSON: the service does not document the fields. */
export function hasOpenBody({ operation, options }: Command): boolean {
  return operation !== undefined && 'data' in options;
}

export interface Group {
  readonly kind: 'group';
  readonly words: string;
  readonly purpose: string;
  readonly commands: readonly (Command | Group)[];
}

type NoParts = Readonly<Record<never, never>>;

interface Declared<A extends Arguments, O extends Options> extends Facts {
  readonly arguments?: A;
  readonly options?: O;
  /** The fields of its rows, if its result is a list: `view` and `result` follow from them. */
  readonly rows?: Fields;
  /** The fields of its result, if that is one record. */
  readonly row?: Fields;
}

/** Declares an action; the type of `input` follows from the arguments and options. */
export function command<A extends Arguments = NoParts, O extends Options = NoParts>(
  declared: Declared<A, O> & {
    readonly run: (session: Session, input: Input<A & O>) => Promise<void>;
  },
): Command {
  const { run, ...facts } = declared;
  return {
    ...completed(facts),
    kind: 'command',
    // The values were made by the kinds from which the type is inferred.
    run: { inSession: (session, input) => run(session, input as Input<A & O>) },
  };
}

/** Declares an action that opens its own session or needs none. */
export function bareCommand<A extends Arguments = NoParts, O extends Options = NoParts>(
  declared: Declared<A, O> & {
    readonly run: (context: Context, invocation: Invocation, input: Input<A & O>) => Promise<void>;
  },
): Command {
  const { run, ...facts } = declared;
  return {
    ...completed(facts),
    kind: 'command',
    run: { alone: (context, invocation, input) => run(context, invocation, input as Input<A & O>) },
  };
}

export function group(words: string, purpose: string, commands: Group['commands']): Group {
  return { kind: 'group', words, purpose, commands };
}

function completed({ rows, row, ...facts }: Declared<Arguments, Options>) {
  const fields = rows ?? row;
  const schema = rows === undefined ? record : (all: Fields) => listOf(record(all));
  const described =
    fields === undefined ? {} : { view: viewOf(fields), result: () => schema(fields) };
  return { arguments: {}, options: {}, ...described, ...facts };
}
