import type { Noun } from '../api/nouns.ts';
import type { Command } from '../declaration/command.ts';
import { CostctlError } from '../errors.ts';
import { listOf, singular } from './listed.ts';

/** The records that belong to a workspace. */
const inWorkspace: ReadonlySet<Noun> = new Set<Noun>(['metrics', 'filters', 'connections']);

/** A record of a command line, as in `metrics get bmt_a`. */
interface Sought {
  readonly noun: Noun;
  readonly id: string;
}

/**
 * For a 404 to a request for a record that the command line names: what was looked for, where, and
 * which command lists what there is. Other errors are returned unchanged.
 */
export function explainMissing(
  error: unknown,
  declared: Command,
  input: Readonly<Record<string, unknown>>,
  workspace: () => string,
): unknown {
  if (!(error instanceof CostctlError) || error.code !== 'not_found') return error;
  const { path, status } = error.details;
  if (path === undefined || status !== 404) return error;
  const segments = path.split('?', 1)[0]?.split('/') ?? [];
  const found = soughtBy(declared, input).find(({ id }) =>
    segments.includes(encodeURIComponent(id)),
  );
  if (found === undefined) return error;
  const { noun, id } = found;
  const where = inWorkspace.has(noun) ? ` in the workspace ${workspace()}` : '';
  return new CostctlError(
    'not_found',
    `no ${singular[noun]} ${id}${where}: the service answered 404`,
    { ...error.details, hint: `${listOf[noun]} shows those that this token may see` },
  );
}

function soughtBy(declared: Command, input: Readonly<Record<string, unknown>>): Sought[] {
  return Object.entries({ ...declared.arguments, ...declared.options }).flatMap(
    ([key, { kind }]) => {
      const noun = kind?.noun;
      if (noun === undefined || noun === 'profiles') return [];
      return [input[key]]
        .flat()
        .filter((id): id is string => typeof id === 'string')
        .map((id) => ({ noun, id }));
    },
  );
}
