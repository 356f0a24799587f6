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
export async function applyChanges(
  changes: readonly Change[],
  applying: Applying,
): Promise<readonly Outcome[]> {
  const { limit, dryRun, onOutcome } = applying;
  const maker = new ChangeMaker(applying);
  const run = new Run(applying, maker);
  const outcomes = await run.all(changes.filter(({ action }) => action !== 'drift'));
  if (dryRun) return outcomes;
  const workspaceId = (change: Change) => maker.workspaceId(change);
  return checkCreated(outcomes, {
    reread: (change) => limit(() => readList(change.managed, workspaceId(change))),
    workspaceId,
    identity: (change) => maker.identity(change),
    onOutcome,
  });
}

/** The order of the changes, and their outcomes. */
class Run {
  readonly #applying: Applying;
  readonly #maker: ChangeMaker;
  readonly #outcomes = new Map<string, Promise<Outcome>>();
  #ended: CostctlError | undefined;

  constructor(applying: Applying, maker: ChangeMaker) {
    this.#applying = applying;
    this.#maker = maker;
  }

  async all(changes: readonly Change[]): Promise<Outcome[]> {
    const byKey = new Map(changes.map((change) => [change.key, change]));
    const outcomeOf = (key: string) => {
      const needed = byKey.get(key);
      return needed === undefined ? undefined : start(needed);
    };
    const start = (change: Change): Promise<Outcome> =>
      within(this.#outcomes, change.key, () => this.#follow(change, outcomeOf));
    return Promise.all(changes.map(start));
  }

  async #follow(
    change: Change,
    outcomeOf: (key: string) => Promise<Outcome> | undefined,
  ): Promise<Outcome> {
    for (const key of change.after) await outcomeOf(key);
    const outcome = (await this.#blocked(change, outcomeOf)) ?? (await this.#attempt(change));
    if (outcome.id !== undefined) this.#maker.remember(change, outcome.id);
    this.#applying.onOutcome(outcome);
    return outcome;
  }

  async #blocked(
    change: Change,
    outcomeOf: (key: string) => Promise<Outcome> | undefined,
  ): Promise<Outcome | undefined> {
    for (const key of change.needs) {
      const needed = await outcomeOf(key);
      if (needed === undefined || needed.fate === 'done' || needed.fate === 'unchanged') continue;
      const { managed, name } = needed.change;
      const verb = change.action === 'delete' ? 'waits for' : 'needs';
      return { change, fate: 'skipped', reason: `${verb} the ${managed.kind.noun} ${name}` };
    }
    return undefined;
  }

  async #attempt(change: Change): Promise<Outcome> {
    return this.#applying.limit(async () => {
      if (this.#ended !== undefined) {
        return { change, fate: 'skipped', reason: 'the run had ended' };
      }
      try {
        return await this.#maker.make(change);
      } catch (thrown) {
        if (!(thrown instanceof CostctlError)) throw thrown;
        if (repeatedByAll.has(thrown.code)) this.#ended ??= thrown;
        return { change, fate: 'failed', error: thrown };
      }
    });
  }
}
