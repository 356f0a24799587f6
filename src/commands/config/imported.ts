import { isSecretName } from '../../api/secret-names.ts';
import {
  type Access,
  builtInKinds,
  type Field,
  type Kind,
  type ManagedKind,
  secretForm,
} from '../../config/managed-kinds.ts';
import {
  isReadOnly,
  type Property,
  propertiesOf,
  type Schema,
  type Schemas,
} from '../../declaration/json-schema.ts';
import {
  type DescribedOperation,
  type Description,
  takesWorkspace,
} from '../../openapi/description.ts';
import { isPassword } from '../../openapi/passwords.ts';
import { traitsOf } from '../../openapi/traits.ts';
import { singular } from '../../openapi/words.ts';
import { rulesOf } from './imported-values.ts';

/** A resource of an imported document that can be listed, created, updated and deleted. */
export interface Resource {
  readonly name: string;
  readonly noun: string;
  readonly list: DescribedOperation;
  readonly create: DescribedOperation;
  readonly update: DescribedOperation;
  readonly remove: DescribedOperation;
  readonly read?: DescribedOperation | undefined;
}

/** Every collection that has all four operations. No table names them: they are found in the document. */
function findResources({ operations }: Description): Resource[] {
  return operations.flatMap((create): Resource[] => {
    if (create.method !== 'POST' || create.body?.kind !== 'json') return [];
    // Of the built-in resources, only virtual tags lack operations that a document may have.
    if (create.known !== undefined && create.known !== 'createVirtualTag') return [];
    const list = operations.find(
      (one) => one.method === 'GET' && one.path === create.path && one.pages !== undefined,
    );
    const items = operations.filter((one) => isItemOf(one.path, create.path));
    const update =
      items.find(({ method }) => method === 'PUT') ??
      items.find(({ method }) => method === 'PATCH');
    const remove = items.find(({ method }) => method === 'DELETE');
    const name = create.known === undefined ? create.command?.group : 'virtual-tags';
    if (list === undefined || update?.body?.kind !== 'json' || remove === undefined) return [];
    if (name === undefined) return [];
    const all = [list, create, update, remove];
    if (!all.every((one) => isComplete(one, create.path))) return [];
    const read = items.find((one) => one.method === 'GET' && isComplete(one, create.path));
    return [{ ...nameKind(name), list, create, update, remove, read }];
  });
}

/** `/v1/budgets/{budgetId}`; both paths may end with a slash. */
function isItemOf(path: string, collection: string): boolean {
  const start = `${collection.replace(/\/$/, '')}/`;
  return path.startsWith(start) && /^\{[^{}/]*\}\/?$/.test(path.slice(start.length));
}

/** Whether all required parameters of an operation are known: the workspace, the page and the item itself. */
function isComplete({ parameters, pages }: DescribedOperation, collection: string): boolean {
  const own = [pages?.page?.name, pages?.limit?.name, pages?.offset?.name];
  return parameters.every(
    ({ name, place, required, workspace, fallback, retryKey }) =>
      workspace ||
      !required ||
      fallback !== undefined ||
      retryKey === true ||
      (place === 'query' && own.includes(name)) ||
      (place === 'path' && !collection.includes(`{${name}}`)),
  );
}

/** `cost-alerts` is `costAlerts` in a file, and one item of it is a cost alert. */
function nameKind(group: string): { name: string; noun: string } {
  const words = group.split(/[ -]+/);
  const name = words
    .map((word, at) => (at === 0 ? word : word.replace(/^./, (letter) => letter.toUpperCase())))
    .join('');
  return { name, noun: [...words.slice(0, -1), singular(words.at(-1) ?? '')].join(' ') };
}

/** Fields that may identify an item, the most likely one first. */
const identities = ['name', 'title', 'displayName', 'label', 'email', 'key'];

function kindOfResource(
  resource: Resource,
  others: readonly Resource[],
  { schemas }: Description,
): Kind | undefined {
  const { create, update, list } = resource;
  const scope = scopeOf(resource);
  const created = propertiesFor(create, schemas);
  const updated = new Set(propertiesFor(update, schemas).map(({ name }) => name));
  const seen = new Set(list.fields);
  const identity = identities.find((name) => {
    const property = created.find((one) => one.name === name);
    const isText =
      property !== undefined && traitsOf(property.schema, schemas).types.join() === 'string';
    return isText && (seen.size === 0 || seen.has(name));
  });
  if (identity === undefined) return undefined;
  const isSecret = (name: string, schema: Schema) =>
    isSecretName(name) || traitsOf(schema, schemas).format === 'password';
  const fields = created.map(({ name, schema, required }): [string, Field] => [
    name,
    {
      ...(isSecret(name, schema)
        ? { form: secretForm, secret: true, writeOnly: true }
        : {
            ...rulesOf(schema, schemas),
            hides: (steps: readonly (string | number)[]) => isPassword(schema, steps, schemas),
          }),
      ...(required ? { required } : {}),
      ...(updated.has(name) ? {} : { fixed: 'error' }),
      ...(seen.size > 0 && !seen.has(name) ? { writeOnly: true } : {}),
      ...referenceOf(name, others, scope),
    },
  ]);
  return {
    name: resource.name,
    noun: resource.noun,
    scope,
    identity,
    ...(update.method === 'PUT' ? { replaced: true } : {}),
    ...(list.pages?.proof === 'none'
      ? { unproven: `the imported document does not say how ${list.method} ${list.path} ends` }
      : {}),
    fields: Object.fromEntries([
      ...fields.filter(([name]) => name === identity),
      ...fields.filter(([name]) => name !== identity),
    ]),
  };
}

/** Undefined if the document has no update of a workspace: then each field is accepted. */
export function workspaceOf({ operations, schemas }: Description): Kind | undefined {
  const update = operations.find(({ known }) => known === 'updateWorkspace');
  if (update?.body?.kind !== 'json') return undefined;
  const properties = propertiesFor(update, schemas);
  const { workspace } = builtInKinds;
  if (!properties.some(({ name }) => name === workspace.identity)) return undefined;
  const others = properties
    .filter(({ name }) => name !== workspace.identity && !isSecretName(name))
    .map(({ name, schema }): [string, Field] => [name, rulesOf(schema, schemas)]);
  const fields = { ...workspace.fields, ...Object.fromEntries(others) };
  return {
    ...workspace,
    fields,
    open: traitsOf(update.body.schema, schemas).open && others.length === 0,
  };
}

function propertiesFor({ body }: DescribedOperation, schemas: Schemas): Property[] {
  if (body === undefined) return [];
  return propertiesOf(body.schema, schemas).filter(
    ({ name, schema }) =>
      !body.workspaces.includes(name) && name !== 'id' && !isReadOnly(schema, schemas),
  );
}

export function hasWorkspace({ list, create, update, remove }: Omit<Resource, 'read'>): boolean {
  return [list, create, update, remove].some(takesWorkspace);
}

function scopeOf(resource: Resource): Kind['scope'] {
  return hasWorkspace(resource) ? 'workspace' : 'organization';
}

/** `providerId` takes the name of a provider too. Of what is in a workspace, only another item of it knows the names. */
function referenceOf(
  name: string,
  others: readonly Resource[],
  scope: Kind['scope'],
): Pick<Field, 'refersTo'> {
  const stem = /^(.+)Id$/.exec(name)?.[1]?.toLowerCase();
  if (stem === undefined) return {};
  const builtIn: Readonly<Record<string, keyof typeof builtInKinds>> = {
    provider: 'providers',
    metric: 'metrics',
    businessmetric: 'metrics',
    filter: 'filters',
    savedfilter: 'filters',
    user: 'users',
  };
  const imported = others.find(({ noun }) => noun.replaceAll(' ', '') === stem);
  const own = Object.hasOwn(builtIn, stem) ? builtIn[stem] : undefined;
  const there = own === undefined ? imported && scopeOf(imported) : builtInKinds[own].scope;
  const refersTo = own ?? imported?.name;
  const isKnown = refersTo !== undefined && (there === 'organization' || there === scope);
  return isKnown ? { refersTo } : {};
}

export function importedKinds(
  description: Description,
  accessTo: (resource: Resource, kind: Kind) => Access,
): ManagedKind[] {
  const found = findResources(description);
  const taken = new Set(['version', ...Object.keys(builtInKinds)]);
  return found.flatMap((resource) => {
    const kind = kindOfResource(resource, found, description);
    if (kind === undefined || taken.has(kind.name)) return [];
    taken.add(kind.name);
    return [{ kind, access: accessTo(resource, kind) }];
  });
}
