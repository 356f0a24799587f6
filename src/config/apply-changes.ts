import { CostctlError, type ErrorCode, repeatedByAll } from '../errors.ts';
import type { JsonObject, JsonValue } from '../json/number.ts';
import type { Limit } from '../limit.ts';
import { fieldOf, type Kind, keyOf, textOf } from './managed-kinds.ts';
import { type Change, type Outcome, Pending, recordOf } from './planned-change.ts';
import { hashFields, isSame } from './same-value.ts';
import { type IsSecretName, isUnseen } from './secret.ts';
import {
  checkCreated,
  type Item,
  type ItemList,
  idOf,
  readItem,
  readList,
} from './service-state.ts';

export interface Applying {
  readonly limit: Limit;
  readonly isSecretName: IsSecretName;
  /** Puts secrets in place of their sources, just before they are sent. */
  readonly revealSecrets: (change: Change, fields: JsonObject) => Promise<JsonObject>;
  readonly onOutcome: (outcome: Outcome) => void;
  /** Nothing is sent: the requests are collected elsewhere, and ids are placeholders. */
  readonly dryRun: boolean;
}

/** The codes of errors after which the service may have made the change. */
const unsure: ReadonlySet<ErrorCode> = new Set(['network', 'server_error', 'unexpected_response']);

/** Makes each change as soon as those it needs are done. A failure skips the changes that depend on it. */
export async function applyChanges(
  changes: readonly Change[],
  applying: Applying,
): Promise<readonly Outcome[]> {
  const run = new Run(applying);
  const outcomes = await run.all(changes.filter(({ action }) => action !== 'drift'));
  if (applying.dryRun) return outcomes;
  return checkCreated(outcomes, {
    reread: (change) => run.reread(change),
    workspaceId: (change) => run.workspaceId(change),
    identity: (change) => run.identity(change),
    onOutcome: applying.onOutcome,
  });
}

class Run {
  readonly #applying: Applying;
  readonly #outcomes = new Map<string, Promise<Outcome>>();
  readonly #created = new Map<string, string>();
  readonly #fresh = new Map<string, Promise<ItemList>>();
  #ended: CostctlError | undefined;

  constructor(applying: Applying) {
    this.#applying = applying;
  }

  async all(changes: readonly Change[]): Promise<Outcome[]> {
    const byKey = new Map(changes.map((change) => [change.key, change]));
    const start = (change: Change): Promise<Outcome> => {
      const known = this.#outcomes.get(change.key);
      if (known !== undefined) return known;
      const outcome = this.#follow(change, (key) => {
        const needed = byKey.get(key);
        return needed === undefined ? undefined : start(needed);
      });
      this.#outcomes.set(change.key, outcome);
      return outcome;
    };
    return Promise.all(changes.map(start));
  }

  /** The list after the changes, to check the items created in it. */
  reread(change: Change): Promise<ItemList> {
    return this.#applying.limit(() => readList(change.managed, this.workspaceId(change)));
  }

  workspaceId({ workspace }: Change): string {
    if (workspace === undefined) return '';
    return workspace.id ?? this.#created.get(workspace.createdBy ?? '') ?? '';
  }

  identity(change: Change): string | undefined {
    return textOf(this.#fill(change)[change.managed.kind.identity]);
  }

  async #follow(
    change: Change,
    outcomeOf: (key: string) => Promise<Outcome> | undefined,
  ): Promise<Outcome> {
    for (const key of change.after) await outcomeOf(key);
    const outcome = (await this.#blocked(change, outcomeOf)) ?? (await this.#attempt(change));
    if (outcome.id !== undefined) this.#created.set(change.key, outcome.id);
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
      const reason = `needs the ${managed.kind.noun} ${name}`;
      return { change, fate: 'skipped', reason };
    }
    return undefined;
  }

  async #attempt(change: Change): Promise<Outcome> {
    return this.#applying.limit(async () => {
      if (this.#ended !== undefined) {
        return { change, fate: 'skipped', reason: 'the run had ended' };
      }
      try {
        return await this.#make(change);
      } catch (thrown) {
        if (!(thrown instanceof CostctlError)) throw thrown;
        if (repeatedByAll.has(thrown.code)) this.#ended ??= thrown;
        return { change, fate: 'failed', error: thrown };
      }
    });
  }

  async #make(change: Change): Promise<Outcome> {
    if (change.action === 'create') return this.#create(change);
    return change.action === 'delete' ? this.#remove(change) : this.#update(change);
  }

  async #create(change: Change): Promise<Outcome> {
    const { managed, workspace } = change;
    const { create } = managed.access;
    if (create === undefined) throw impossible(change);
    const fields = this.#fill(change);
    // Someone else may have created the item since the plan was made. A new workspace is still empty.
    const isNewPlace = workspace !== undefined && workspace.id === undefined;
    const there = isNewPlace ? undefined : await this.#findThere(change, fields);
    if (there !== undefined) {
      const wrong = Object.keys(fields).find((name) => this.#isOther(change, name, fields, there));
      if (wrong === undefined) return { change, fate: 'unchanged', id: there.id };
      throw movedOn(change, `it has been created meanwhile, with another ${wrong}`);
    }
    const sent = await this.#applying.revealSecrets(change, fields);
    let record: JsonObject;
    try {
      record = await create(this.workspaceId(change), sent);
    } catch (error) {
      if (!(error instanceof CostctlError) || !unsure.has(error.code)) throw error;
      return { change, fate: 'unknown', error };
    }
    const id = idOf(record);
    if (id !== undefined) return { change, fate: 'done', id };
    const found = await this.#findAfter(change, fields);
    return { change, fate: found === undefined ? 'unknown' : 'done', id: found?.id };
  }

  async #update(change: Change): Promise<Outcome> {
    const { managed, id = '', before = {} } = change;
    const { update } = managed.access;
    if (update === undefined) throw impossible(change);
    const workspaceId = this.workspaceId(change);
    const { record, item } = await this.#reread(change);
    const fields = this.#fill(change);
    const names = Object.keys(fields);
    const seen = names.filter((name) => !this.#isUnseen(change, name, fields, item));
    if (
      seen.length === names.length &&
      names.every((name) => !this.#isOther(change, name, fields, item))
    ) {
      return { change, fate: 'unchanged', id };
    }
    const moved = seen.find(
      (name) =>
        this.#isOther(change, name, fields, item) &&
        !isSame(managed.kind.fields[name], before[name] ?? null, item.fields[name]),
    );
    if (moved !== undefined) throw movedOn(change, `its ${moved} has been changed meanwhile`);
    const sent = await this.#applying.revealSecrets(change, fields);
    await update({ workspaceId, id, record }, sent);
    return { change, fate: 'done', id };
  }

  async #remove(change: Change): Promise<Outcome> {
    const { managed, id = '', before = {} } = change;
    const { remove } = managed.access;
    if (remove === undefined) throw impossible(change);
    try {
      const { item } = await this.#reread(change);
      if (!isSameItem(managed.kind, item.fields, before)) {
        throw movedOn(change, 'it has been changed meanwhile');
      }
    } catch (error) {
      if (!(error instanceof CostctlError) || error.code !== 'not_found') throw error;
      return { change, fate: 'unchanged', id };
    }
    await remove(this.workspaceId(change), id);
    return { change, fate: 'done', id };
  }

  /** The current record: a PUT may replace all of it. */
  async #reread(change: Change): Promise<{ record: JsonObject; item: Item }> {
    const { managed, id = '', name } = change;
    const { read } = managed.access;
    if (read === undefined) throw impossible(change);
    const record = await read(this.workspaceId(change), id);
    const item = readItem(managed, record);
    if (item !== undefined && item.id === id) return { record, item };
    throw new CostctlError(
      'unexpected_response',
      `the service answered with another record than ${managed.kind.noun} ${name} (${id})`,
    );
  }

  /** Fills in the ids of the items that this run has created. */
  #fill({ send }: Change): JsonObject {
    return Object.fromEntries(
      Object.entries(send).map(([name, value]): [string, JsonValue] => [
        name,
        value instanceof Pending ? (this.#created.get(value.key) ?? '') : value,
      ]),
    );
  }

  #isUnseen(change: Change, name: string, fields: JsonObject, item: Item): boolean {
    const { isSecretName } = this.#applying;
    const { kind } = change.managed;
    const record = { ...item.fields, ...recordOf(change) };
    return isUnseen({ kind, isSecretName, record }, name, fields[name] ?? null, item.fields);
  }

  #isOther(change: Change, name: string, fields: JsonObject, item: Item): boolean {
    const { kind } = change.managed;
    if (this.#isUnseen(change, name, fields, item)) return false;
    if (name === kind.identity && kind.ignoreCase === true) return false;
    const field = fieldOf(kind, name);
    return !isSame(field, fields[name] ?? null, item.fields[name]);
  }

  async #findThere(change: Change, fields: JsonObject): Promise<Item | undefined> {
    const { managed } = change;
    const workspaceId = this.workspaceId(change);
    const place = `${managed.kind.name}/${workspaceId}`;
    // The list is read once for all items created in it, not once for each.
    const list = this.#fresh.get(place) ?? readList(managed, workspaceId);
    this.#fresh.set(place, list);
    return findNamed(await list, change, fields)[0];
  }

  async #findAfter(change: Change, fields: JsonObject): Promise<Item | undefined> {
    const list = await readList(change.managed, this.workspaceId(change));
    return findNamed(list, change, fields)[0];
  }
}

/** Leaves the exclusive field out: this run itself may change which item is the default. */
function isSameItem({ exclusive }: Kind, fields: JsonObject, before: JsonObject): boolean {
  const aside = exclusive === undefined ? {} : { [exclusive]: null };
  return hashFields({ ...fields, ...aside }) === hashFields({ ...before, ...aside });
}

function findNamed(
  { byKey }: ItemList,
  { managed: { kind } }: Change,
  fields: JsonObject,
): readonly Item[] {
  const name = textOf(fields[kind.identity]);
  return name === undefined ? [] : (byKey.get(keyOf(kind, name)) ?? []);
}

function movedOn({ managed, name }: Change, how: string): CostctlError {
  return new CostctlError('conflict', `${managed.kind.noun} ${name}: ${how}`, {
    hint: 'run costctl config plan again',
  });
}

function impossible({ managed, action, name }: Change): CostctlError {
  const message = `the service has no way to ${action} the ${managed.kind.noun} ${name}`;
  return new CostctlError('usage', message);
}
