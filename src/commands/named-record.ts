import { listNames, type NamedRecord, type Noun } from '../api/nouns.ts';
import type { Command } from '../command.ts';
import { Name } from '../declaration/kind.ts';
import {
  CostctlError,
  type ErrorCode,
  hasCode,
  isFailure,
  usageError,
  withHint,
} from '../errors.ts';
import { perhapsDeleted } from '../http/retry.ts';
import type { Session } from '../session.ts';
import { didYouMean } from '../suggest.ts';

/** The id of the record with the name: an exact match first, then ignoring case. Reads one list. */
export async function findId(
  { http, output, workspace }: Pick<Session, 'http' | 'output' | 'workspace'>,
  { noun, text, mayBeId }: Name,
  hint = `${listOf(noun)} shows them`,
): Promise<string> {
  const records = await readRecords(http, noun, workspace, mayBeId);
  if (records === undefined || (mayBeId && records.some(({ id }) => id === text))) return text;
  const found = findRecord(records, noun, text);
  if (found === undefined) {
    if (mayBeId) return text;
    throw noRecord(records, noun, [text], hint);
  }
  output.note(`${text} → ${found.id}`);
  return found.id;
}

/** The first of some names that a record has, and the id of that record. Reads one list. */
export async function findFirstId(
  { http, output, workspace }: Pick<Session, 'http' | 'output' | 'workspace'>,
  noun: Noun,
  names: readonly string[],
): Promise<{ readonly id: string; readonly name: string }> {
  const records = (await readRecords(http, noun, workspace, false)) ?? [];
  for (const name of names) {
    const found = findRecord(records, noun, name);
    if (found === undefined) continue;
    output.note(`${name} → ${found.id}`);
    return { id: found.id, name };
  }
  throw noRecord(records, noun, names, `${listOf(noun)} shows them`);
}

function findRecord(records: readonly NamedRecord[], noun: Noun, text: string) {
  const exact = records.filter((one) => one.name === text);
  const folded = text.toLowerCase();
  const found =
    exact.length > 0 ? exact : records.filter((one) => one.name.toLowerCase() === folded);
  const [first, second] = found;
  if (second !== undefined) {
    const ids = found.map(({ id }) => id).join(', ');
    throw usageError(
      `${found.length} ${noun} have the name ${text}: ${ids}`,
      'give one of the ids',
    );
  }
  return first;
}

function noRecord(
  records: readonly NamedRecord[],
  noun: Noun,
  texts: readonly string[],
  hint: string,
): CostctlError {
  const names = records.map((one) => one.name);
  const meant = texts.map((text) => didYouMean(text, names)).find((one) => one !== '') ?? '';
  const sought = `no ${singular(noun)} has the id or name ${texts.join(' or ')}`;
  return new CostctlError('not_found', `${sought}${meant}`, { hint });
}

/** Errors that do not depend on the record: the command would fail in the same way. */
const fatal: readonly ErrorCode[] = [
  'interrupted',
  'network',
  'not_configured',
  'rate_limited',
  'unauthenticated',
  'usage',
];

/** Undefined if the list cannot be read but the text may be an id: then the service decides. */
async function readRecords(
  http: Session['http'],
  noun: Noun,
  workspace: () => string,
  mayBeId: boolean,
): Promise<NamedRecord[] | undefined> {
  // A record that moves to a later page while the list is read is in it twice.
  const records = new Map<string, NamedRecord>();
  try {
    for await (const one of listNames(http, noun, workspace)) records.set(one.id, one);
  } catch (error) {
    if (!mayBeId || !(error instanceof CostctlError) || fatal.includes(error.code)) throw error;
    return undefined;
  }
  return [...records.values()];
}

function singular(noun: Noun): string {
  return noun.replace(/s$/, '');
}

function listOf(noun: Noun): string {
  return `costctl ${noun === 'connections' ? 'workspaces providers' : noun} list`;
}

const inWorkspace: ReadonlySet<Noun> = new Set<Noun>(['metrics', 'filters', 'connections']);

/** A record that a command line names, as in `metrics get bmt_a`. */
interface Sought {
  readonly noun: Noun;
  readonly id: string;
}

/**
 * For a request for a record that the command line names, if the answer is a 404 or if it is not known whether
 * the record was deleted: what was looked for, and which command lists what there is. Other errors are
 * returned unchanged.
 */
export function explainMissing(
  error: unknown,
  declared: Command,
  input: Readonly<Record<string, unknown>>,
  workspace: () => string,
): unknown {
  if (!(error instanceof CostctlError)) return error;
  const found = soughtIn(error, declared, input);
  if (found === undefined) return error;
  const { noun, id } = found;
  if (!isMissing(error)) {
    return withHint(error, `it may be deleted already: ${listOf(noun)} shows if it is still there`);
  }
  const where = inWorkspace.has(noun) ? ` in the workspace ${workspace()}` : '';
  return new CostctlError(
    'not_found',
    `no ${singular(noun)} ${id}${where}: the service answered 404`,
    { ...error.details, hint: `${listOf(noun)} shows those that this token may see` },
  );
}

/**
 * The input with the id of the record that has what was given as its name; undefined if none has. Names of
 * providers and filters may look like ids, whose form is not published, and only a 404 shows that they are none.
 */
export async function findNamed(
  error: unknown,
  declared: Command,
  input: Readonly<Record<string, unknown>>,
  session: Pick<Session, 'http' | 'output' | 'workspace'>,
): Promise<Readonly<Record<string, unknown>> | undefined> {
  if (!(error instanceof CostctlError) || !isMissing(error)) return undefined;
  const { noun, id } = soughtIn(error, declared, input) ?? {};
  if (id === undefined || (noun !== 'providers' && noun !== 'filters')) return undefined;
  const own = await findId(session, new Name(noun, id, true)).catch((thrown: unknown) => {
    // Two records have the name. If the list cannot be read, the first error says more.
    if (hasCode(thrown, 'usage') || !isFailure(thrown)) throw thrown;
    return id;
  });
  if (own === id) return undefined;
  const replace = (value: unknown) => (value === id ? own : value);
  const named = Object.entries({ ...declared.arguments, ...declared.options }).flatMap(
    ([key, { kind }]) => {
      const value = input[key];
      if (kind?.noun !== noun || value === undefined) return [];
      return [[key, Array.isArray(value) ? value.map(replace) : replace(value)] as const];
    },
  );
  return { ...input, ...Object.fromEntries(named) };
}

function isMissing({ code, details }: CostctlError): boolean {
  return code === 'not_found' && details.status === 404;
}

/** The record that a failed request was for, if the line names it. */
function soughtIn(
  error: CostctlError,
  declared: Command,
  input: Readonly<Record<string, unknown>>,
): Sought | undefined {
  const { path, hint } = error.details;
  if (path === undefined || !(isMissing(error) || hint === perhapsDeleted)) return undefined;
  const segments = path.split('?', 1)[0]?.split('/') ?? [];
  return Object.entries({ ...declared.arguments, ...declared.options })
    .flatMap(([key, { kind }]) => {
      const noun = kind?.noun;
      if (noun === undefined || noun === 'profiles') return [];
      return [input[key]]
        .flat()
        .filter((id): id is string => typeof id === 'string')
        .map((id) => ({ noun, id }));
    })
    .find(({ id }) => segments.includes(encodeURIComponent(id)));
}
