import { CostctlError, repeatedByAll } from '../errors.ts';
import { within } from '../grouping.ts';
import type { Limit } from '../limit.ts';
import { ChangeMaker, type Secrets } from './make-change.ts';
import type { Change, Outcome } from './planned-change.ts';
import { checkCreated, readList } from './service-state.ts';

export interface Applying extends Secrets {
  readonly limit: Limit;
  readonly onOutcome: (outcome: Outcome) => void;
  /** Nothing is sent: the requests are collected elsewhere, and ids are placeholders. */
  readonly dryRun: boolean;
}

/** Makes each change as soon as those it needs are done. A failure skips the changes that depend on it. */
export async function applyChanges(changes: readonly Change[], applying: Applying) {
  const { limit, dryRun, onOutcome } = applying;
  const maker = new ChangeMaker(applying);
  const made = changes.filter(({ action }) => action !== 'drift');
  const outcomes = await makeAll(made, applying, maker);
  if (dryRun) return outcomes;
  const workspaceId = (change: Change) => maker.workspaceId(change);
  return checkCreated(outcomes, {
    reread: (change) => limit(() => readList(change.managed, workspaceId(change))),
    workspaceId,
    identity: (change) => maker.identity(change),
    onOutcome,
  });
}

/** Makes each change once those that come before it are done. */
async function makeAll(
  changes: readonly Change[],
  { limit, onOutcome }: Applying,
  maker: ChangeMaker,
): Promise<Outcome[]> {
  const byKey = new Map(changes.map((change) => [change.key, change]));
  const outcomes = new Map<string, Promise<Outcome>>();
  let ended: CostctlError | undefined;

  function outcomeOf(key: string): Promise<Outcome> | undefined {
    const change = byKey.get(key);
    return change && within(outcomes, key, () => follow(change));
  }

  async function follow(change: Change): Promise<Outcome> {
    for (const key of change.after) await outcomeOf(key);
    const outcome = (await findBlock(change)) ?? (await limit(() => attempt(change)));
    if (outcome.id !== undefined) maker.remember(change, outcome.id);
    onOutcome(outcome);
    return outcome;
  }

  async function findBlock(change: Change): Promise<Outcome | undefined> {
    for (const key of change.needs) {
      const needed = await outcomeOf(key);
      if (needed === undefined || needed.fate === 'done' || needed.fate === 'unchanged') continue;
      const { managed, name } = needed.change;
      const verb = change.action === 'delete' ? 'waits for' : 'needs';
      return { change, fate: 'skipped', reason: `${verb} the ${managed.kind.noun} ${name}` };
    }
    return undefined;
  }

  async function attempt(change: Change): Promise<Outcome> {
    if (ended !== undefined) return { change, fate: 'skipped', reason: 'the run had ended' };
    try {
      return await maker.make(change);
    } catch (thrown) {
      if (!(thrown instanceof CostctlError)) throw thrown;
      if (repeatedByAll.has(thrown.code)) ended ??= thrown;
      return { change, fate: 'failed', error: thrown };
    }
  }

  return Promise.all([...byKey.keys()].flatMap((key) => outcomeOf(key) ?? []));
}
