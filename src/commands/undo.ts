import { mayBeApplied } from '../api/problem.ts';
import { unwrapIds } from '../api/response.ts';
import {
  isUndone,
  type LoggedChange,
  markUndone,
  readChanges,
  unmarkUndone,
} from '../change-log.ts';
import { command } from '../command.ts';
import { isSame } from '../config/same-value.ts';
import { wholeNumber } from '../declaration/kind.ts';
import { optionalArgument } from '../declaration/option.ts';
import { viewOf } from '../declaration/result.ts';
import { CostctlError, fileError, usageError } from '../errors.ts';
import { isObject, type JsonObject } from '../json/number.ts';
import { parseJson } from '../json/parse.ts';
import { stringifyJson } from '../json/stringify.ts';
import type { Session } from '../session.ts';
import { hints, remedies } from './undo-remedies.ts';

const view = viewOf({
  number: ['count', {}],
  time: ['text', { kind: 'timestamp' }],
  change: ['text', { importance: 'answer', names: true }],
  name: ['text or null', {}],
  undo: ['text or null', { importance: 'answer' }],
});

const mostShown = 20;

const run = command({
  words: 'undo',
  purpose: 'List the latest changes, or restore the record that a change replaced or deleted',
  changes: 'service',
  workspace: true,
  arguments: { number: optionalArgument(wholeNumber(1), 'the number of a change in the list') },
  view,
  result: () => ({ type: ['array', 'object'] }),
  details: `A change with nothing under undo is undone already, or the service cannot undo it.
costctl undo NUMBER says which.`,
  examples: ['costctl undo', 'costctl undo -o json'],
  run: async (session, { number }) => {
    if (number === undefined) return listChanges(session);
    const change = await findChange(session, number);
    await session.output.one(await restore(session, change), { columns: [] });
  },
});

export const undo = [run];

async function listChanges(session: Session): Promise<void> {
  const entries: Awaited<ReturnType<typeof describe>>[] = [];
  for await (const change of readChanges(session.context, session.settings)) {
    entries.push(await describe(change));
    if (entries.length === mostShown) break;
  }
  await session.output.list(entries, { ...view, empty: 'No changes yet that could be undone.' });
}

async function findChange(session: Session, number: number): Promise<LoggedChange> {
  for await (const change of readChanges(session.context, session.settings)) {
    if (change.number === number) return change;
  }
  throw usageError(`there is no change ${number}`, 'costctl undo lists the changes');
}

async function describe(change: LoggedChange) {
  const record = recordOf(change);
  const words = remedies.get(change.operation)?.words;
  const id = Object.values(change.path).join(' ');
  const name = record?.['name'] ?? record?.['title'];
  return {
    number: change.number,
    time: change.time,
    change: `${change.operation} ${id}`,
    name: typeof name === 'string' ? name : null,
    // What undoing it would do; null if the service cannot, or if it is undone.
    undo: record === undefined || (await isUndone(change)) ? null : (words ?? null),
  };
}

function recordOf({ before }: LoggedChange): JsonObject | undefined {
  const value = before === null ? null : parseJson(before);
  return isObject(value) ? value : undefined;
}

async function restore(session: Session, change: LoggedChange): Promise<unknown> {
  const record = recordOf(change);
  const remedy = remedies.get(change.operation);
  if (record === undefined) {
    throw usageError(
      `the state before change ${change.number} could not be read, so there is nothing to restore`,
    );
  }
  if (remedy === undefined) {
    throw usageError(
      `change ${change.number} (${change.operation}) cannot be undone: the service cannot create the record again as it was`,
      hints.get(change.operation),
    );
  }
  const send = () => remedy.send(session.http, change, record);
  const restored = await (remedy.once === true ? sendOnce(session, change, send) : send());
  if (session.dryRun) return restored;
  const earlier = parseJson(stringifyJson(remedy.restores(record)));
  unwrapIds(earlier);
  const [was, is] = [idOf(earlier), idOf(restored)];
  // Files, scripts and other records may name the old one.
  if (remedy.once === true && was !== is) {
    const now = is === undefined ? 'the service did not say the new one' : `it is ${is} now`;
    session.output.note(`the id was ${was}, and ${now}: change it where it is used`);
  }
  session.output.note(remedy.note);
  const { omitted = [] } = change;
  if (omitted.length > 0) {
    session.output.warn(
      `not restored: ${omitted.join(', ')}; ${omitted.length === 1 ? 'it' : 'they'} had a text that was sent as a secret, and no secret is kept`,
    );
  }
  const lost = findLost(earlier, restored);
  if (lost.length > 0) {
    session.output.warn(`the service did not restore ${lost.join(', ')}; compare the record`);
  }
  return restored;
}

async function sendOnce<Restored>(
  { dryRun, output }: Session,
  change: LoggedChange,
  send: () => Promise<Restored>,
): Promise<Restored> {
  const isMarked = dryRun
    ? !(await isUndone(change))
    : await markUndone(change).catch((cause: unknown) => {
        const { message } = fileError('it could not be marked as undone', cause);
        output.warn(
          `change ${change.number}: ${message}; running this again would create it again`,
        );
        return true;
      });
  if (!isMarked) {
    throw usageError(
      `change ${change.number} (${change.operation}) was undone already: another undo would create the record twice`,
      `look for it in its list; if it is not there, remove ${change.mark} and run this again`,
    );
  }
  try {
    return await send();
  } catch (error) {
    // A request that may have been applied leaves the mark.
    if (!dryRun && error instanceof CostctlError && !mayBeApplied(error))
      await unmarkUndone(change);
    throw error;
  }
}

function idOf(record: unknown): string | undefined {
  const id = isObject(record) ? record['id'] : undefined;
  return id === undefined || id === null ? undefined : String(id);
}

/** Fields that the service sets itself. */
const ownFields: ReadonlySet<string> = new Set(['id', 'createdAt', 'updatedAt']);

/** The fields of the earlier record whose values the service did not take back. */
function findLost(earlier: unknown, restored: unknown): string[] {
  if (!isObject(earlier) || !isObject(restored)) return [];
  return Object.entries(earlier)
    .filter(([name, value]) => !ownFields.has(name) && !isSame(undefined, value, restored[name]))
    .map(([name]) => name);
}
