import { CostctlError, type ErrorCode, hasCode } from '../errors.ts';
import { within } from '../grouping.ts';
import type { JsonObject, JsonValue } from '../json/number.ts';
import { fieldOf, type Kind, keyOf, textOf } from './managed-kinds.ts';
import { type Change, type Outcome, Pending, recordOf } from './planned-change.ts';
import { hashFields, isSame } from './same-value.ts';
import { type IsSecretName, isUnseen } from './secret.ts';
import { type Item, type ItemList, idOf, readItem, readList } from './service-state.ts';

export interface Secrets {
  readonly isSecretName: IsSecretName;
  /** Puts secrets in place of their sources, just before they are sent. */
  readonly revealSecrets: (change: Change, fields: JsonObject) => Promise<JsonObject>;
}

/** The codes of errors after which the service may have made the change. */
const unsure: ReadonlySet<ErrorCode> = new Set(['network', 'server_error', 'unexpected_response']);

/** Makes changes, unless the item is no longer as it was when the plan was made. */
export class ChangeMaker {
  readonly #secrets: Secrets;
  /** The ids of the items that were created, by the keys of their changes. */
  readonly #created = new Map<string, string>();
  readonly #fresh = new Map<string, Promise<ItemList>>();

  constructor(secrets: Secrets) {
    this.#secrets = secrets;
  }

  async make(change: Change): Promise<Outcome> {
    if (change.action === 'create') return this.#create(change);
    return change.action === 'delete' ? this.#remove(change) : this.#update(change);
  }

  remember({ key }: Change, id: string): void {
    this.#created.set(key, id);
  }

  workspaceId({ workspace }: Change): string {
    if (workspace === undefined) return '';
    return workspace.id ?? this.#created.get(workspace.createdBy ?? '') ?? '';
  }

  identity(change: Change): string | undefined {
    return textOf(this.#fill(change)[change.managed.kind.identity]);
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
    const sent = await this.#secrets.revealSecrets(change, fields);
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
    await update({ workspaceId, id, record }, await this.#secrets.revealSecrets(change, fields));
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
      if (!hasCode(error, 'not_found')) throw error;
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
    const { isSecretName } = this.#secrets;
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
    // The list is read once for all items created in it, not once for each.
    const list = await within(this.#fresh, `${managed.kind.name}/${workspaceId}`, () =>
      readList(managed, workspaceId),
    );
    return findNamed(list, change, fields)[0];
  }

  async #findAfter(change: Change, fields: JsonObject): Promise<Item | undefined> {
    return findNamed(await readList(change.managed, this.workspaceId(change)), change, fields)[0];
  }
}

/** Leaves the exclusive field out: this run itself may change which item is the default. */
function isSameItem({ exclusive }: Kind, fields: JsonObject, before: JsonObject): boolean {
  const aside = exclusive === undefined ? {} : { [exclusive]: null };
  return hashFields({ ...fields, ...aside }) === hashFields({ ...before, ...aside });
}

function findNamed({ byKey }: ItemList, { managed: { kind } }: Change, fields: JsonObject) {
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
