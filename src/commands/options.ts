import type { Command } from 'commander';
import * as z from 'zod/mini';
import type { Paging } from '../api/pages.ts';

/** The options of every list. */
export function listOptions(command: Command): Command {
  return command
    .option('--max <n>', 'stop after n items')
    .option('--page <n>', 'read just this page')
    .option('--limit <n>', 'items per page')
    .option('--param <key=value>', 'add a query parameter (repeatable)', collect);
}

/** The largest number that the service's int32 fields hold. */
export const largestInt32 = 2_147_483_647;

/** The service's own bounds (api.md, "Pagination"). */
export const listInput = {
  max: z.optional(wholeNumber(1)),
  page: z.optional(wholeNumber(1, largestInt32)),
  limit: z.optional(wholeNumber(1, 100)),
  param: z.optional(parameters()),
};

export interface ListInput {
  readonly max?: number | undefined;
  readonly page?: number | undefined;
  readonly limit?: number | undefined;
  readonly param?: ParameterTexts | undefined;
}

export function pagingOf(input: ListInput): Paging {
  return {
    ...(input.max === undefined ? {} : { max: input.max }),
    ...(input.page === undefined ? {} : { page: input.page }),
    ...(input.limit === undefined ? {} : { limit: input.limit }),
    ...(input.param === undefined ? {} : { parameters: input.param }),
  };
}

/** For every action that changes something. */
export function changeOptions(command: Command): Command {
  return command.option('--dry-run', 'print the request that would be sent, and send nothing');
}

/** For every action that cannot be taken back. */
export function removalOptions(command: Command): Command {
  return changeOptions(command).option('-y, --yes', 'do not ask for confirmation');
}

/** Commander's collector for an option that may be repeated. */
export function collect(value: string, previous: readonly string[] | undefined): string[] {
  return [...(previous ?? []), value];
}

/** The text of an option as a whole number. */
export function wholeNumber(minimum: number, maximum = Number.MAX_SAFE_INTEGER) {
  const bounds =
    maximum === Number.MAX_SAFE_INTEGER
      ? `of at least ${minimum}`
      : `from ${minimum} to ${maximum}`;
  const message = `must be a whole number ${bounds}`;
  return z.pipe(
    z.string(message).check(
      z.refine((text) => /^\d{1,15}$/.test(text), message),
      z.refine((text) => Number(text) >= minimum && Number(text) <= maximum, message),
    ),
    z.transform(Number),
  );
}

/** Repeated `key=value` texts as a record; each key once. */
export function pairs() {
  return z.pipe(
    pairTexts().check(
      z.refine((texts) => findTwin(texts) === undefined, {
        error: (issue) => `names ${findTwin(issue.input as readonly string[])} twice`,
      }),
    ),
    z.transform((texts) => Object.fromEntries(texts.map(splitPair))),
  );
}

/** Query parameters by their names; a repeated one is sent as often as it was given. */
type ParameterTexts = Readonly<Record<string, readonly string[]>>;

/** Repeated `key=value` texts as query parameters. */
export function parameters() {
  return z.pipe(
    pairTexts(),
    z.transform((texts: string[]) => groupPairs(texts)),
  );
}

function pairTexts() {
  return z.array(
    z.string().check(z.refine((text) => text.indexOf('=') > 0, 'must have the form key=value')),
  );
}

function groupPairs(texts: readonly string[]): ParameterTexts {
  const groups = new Map<string, string[]>();
  for (const [key, value] of texts.map(splitPair)) {
    groups.set(key, [...(groups.get(key) ?? []), value]);
  }
  return Object.fromEntries(groups);
}

function findTwin(texts: readonly string[]): string | undefined {
  const keys = texts.map((text) => splitPair(text)[0]);
  return keys.find((key, position) => keys.indexOf(key) !== position);
}

export function splitPair(text: string): [string, string] {
  const at = text.indexOf('=');
  return [text.slice(0, at), text.slice(at + 1)];
}
