import { join } from 'node:path';
import { readAll } from '../../api/pages.ts';
import { isWorkspace } from '../../config/file-form.ts';
import type { ManagedKind } from '../../config/managed-kinds.ts';
import { toJson } from '../../config/read-value.ts';
import type { ItemList } from '../../config/service-state.ts';
import { CostctlError, usageError } from '../../errors.ts';
import { InvalidFile } from '../../formats/yaml/file-problem.ts';
import { parseFile } from '../../formats/yaml/parse-file.ts';
import { isObject, type JsonObject } from '../../json/number.ts';
import type { Session } from '../../session.ts';
import { writeFileAtomically } from '../../storage/atomic.ts';
import { makeNamedFolder } from '../../storage/file-system.ts';
import { resolvePath } from '../../storage/path.ts';
import { pluralize, quote } from '../../text.ts';
import { readEach, requireAll } from '../all-workspaces.ts';
import { isFolder, listFolder, readSource } from './prepare.ts';

export interface FolderPull {
  readonly session: Session;
  readonly folder: string;
  readonly kinds: readonly ManagedKind[];
  readonly listWorkspaces: () => Promise<readonly ItemList[]>;
  readonly readContent: (
    kinds: readonly ManagedKind[],
    workspaceId: string | undefined,
  ) => Promise<JsonObject>;
  readonly render: (content: JsonObject) => string;
}

/**
 * Writes a file for each workspace, and one for what belongs to the organization. A new file is named by the id
 * of its workspace, so that a new name changes only its content. A file that has another name keeps it.
 */
export async function pullFolder(pulling: FolderPull): Promise<void> {
  const { session, folder, kinds, readContent } = pulling;
  const { settings, http, output } = session;
  const isInside = ({ kind }: ManagedKind) => kind.scope === 'workspace' || isWorkspace(kind);
  const inWorkspaces = kinds.filter(isInside);
  const organization = kinds.filter((managed) => !isInside(managed));
  const { value, source } = settings.workspace;
  const one = source === 'flag' ? value : undefined;
  const workspaces = inWorkspaces.length > 0 ? await listAll(pulling) : undefined;
  const present = await readFolder(session, folder);
  const held =
    workspaces === undefined ? new Map<string, HeldFile>() : findHeld(folder, present, workspaces);
  const all = [...(workspaces?.byId.keys() ?? [])].sort();
  const ids = workspaces === undefined || one === undefined ? all : [one];
  const ownName = organization.length > 0 ? nameOfOwn(folder, present, organization) : undefined;
  refuseTaken(folder, held, ownName, ids);
  const known = ids.map((id) => ({ id, name: workspaces?.byId.get(id)?.name ?? null }));
  const contents = readEach(known, http.concurrency, async function* (id) {
    yield await readContent(inWorkspaces, id);
  });
  const organizationFile =
    organization.length === 0 ? undefined : await readContent(organization, undefined);
  // All is read before the first file is written: a run that is interrupted leaves the folder as it was.
  const found = await readAll(contents);
  const pulled = found.flatMap(({ workspace: { id, name }, items: [content] }) =>
    content === undefined ? [] : [{ id, name, content, file: held.get(id) }],
  );
  const files = pulled.map(({ id, file, content }) => ({
    name: file?.name ?? `${id}.yaml`,
    content,
  }));
  if (ownName !== undefined && organizationFile !== undefined)
    files.push({ name: ownName, content: organizationFile });
  await writeFiles(pulling, files);
  for (const { id, name, file } of pulled) {
    if (file === undefined && held.size > 0) {
      output.note(`${join(folder, `${id}.yaml`)} is new: workspace ${name ?? id}`);
    } else if (name !== null && file?.workspaceName !== undefined && file.workspaceName !== name) {
      output.note(`${join(folder, file.name)}: ${file.workspaceName} is named ${name} now`);
    }
  }
  for (const [id, { name }] of held) {
    if (one !== undefined || workspaces?.byId.has(id) === true) continue;
    output.note(`${join(folder, name)} stays as it is: there is no workspace ${id}`);
  }
  output.note(`wrote ${pluralize(files.length, 'file')} to ${folder}`);
  requireAll(found);
}

async function writeFiles(
  { session: { context, output }, folder, render }: FolderPull,
  files: readonly ReadFile[],
): Promise<void> {
  await makeNamedFolder(resolvePath(context, folder), 0o777);
  let written = 0;
  try {
    for (const { name, content } of files) {
      await writeFileAtomically(resolvePath(context, join(folder, name)), render(content), context);
      written += 1;
    }
  } catch (error) {
    if (written > 0) {
      const all = pluralize(files.length, 'file');
      output.warn(`${folder} is partial: ${written} of ${all} were written`);
    }
    throw error;
  }
}

/** The name of the file of the organization: that of a file which has such settings alone, else the usual one. */
function nameOfOwn(folder: string, files: readonly ReadFile[], kinds: readonly ManagedKind[]) {
  const isOfOwn = (key: string) => kinds.some(({ kind }) => kind.name === key);
  const isOwn = ({ content }: ReadFile) => {
    const keys = Object.keys(content).filter((key) => key !== 'version');
    return keys.length > 0 && keys.every(isOfOwn);
  };
  const [name = 'organization.yaml', other] = files.filter(isOwn).map((file) => file.name);
  if (other === undefined) return name;
  throw usageError(
    `${join(folder, name)} and ${join(folder, other)} both have settings of the organization`,
    `to update the values of a file: costctl config pull --into ${quote(join(folder, other))}`,
  );
}

/** No file is replaced by that of another workspace, or of the organization. Some systems ignore case in names. */
function refuseTaken(
  folder: string,
  held: ReadonlyMap<string, HeldFile>,
  ownName: string | undefined,
  ids: readonly string[],
): void {
  const owners = new Map(
    [...held].map(([id, { name }]) => [name.toLowerCase(), { name, owner: workspaceOf(id), id }]),
  );
  const take = (name: string, owner: string, id: string) => {
    const first = owners.get(name.toLowerCase());
    owners.set(name.toLowerCase(), { name, owner, id });
    if (first === undefined) return;
    throw usageError(
      `${join(folder, first.name)} is for ${first.owner}, and the settings of ${owner} need its name`,
      `rename it, such as to ${quote(`${first.id}.yaml`)}`,
    );
  };
  if (ownName !== undefined) take(ownName, 'the organization', 'organization');
  for (const id of ids) if (!held.has(id)) take(`${id}.yaml`, workspaceOf(id), id);
}

function workspaceOf(id: string): string {
  return `the workspace ${id}`;
}

async function listAll({ listWorkspaces }: FolderPull): Promise<ItemList | undefined> {
  const [list] = await listWorkspaces();
  // An id becomes the name of a file, and some systems ignore case in such names.
  const names = new Set(['organization']);
  const odd = list?.items.find(
    ({ id }) => !/^[\w-]+$/.test(id) || names.size === names.add(id.toLowerCase()).size,
  );
  if (odd === undefined) return list;
  const message = `no file can be named ${odd.id} after its workspace: the name is taken, or is not a file name`;
  throw new CostctlError('unexpected_response', message);
}

interface HeldFile {
  readonly name: string;
  readonly workspaceName?: string | undefined;
}

interface ReadFile {
  readonly name: string;
  readonly content: JsonObject;
}

/** The files of the folder that can be read: what another one has is not known. */
async function readFolder({ context }: Session, folder: string): Promise<readonly ReadFile[]> {
  const files: ReadFile[] = [];
  if (!(await isFolder(context, folder))) return files;
  for (const name of await listFolder(context, folder)) {
    const source = await readSource(context, join(folder, name));
    try {
      const content = toJson(parseFile(source));
      if (isObject(content)) files.push({ name, content });
    } catch (error) {
      if (!(error instanceof InvalidFile)) throw error;
    }
  }
  return files;
}

/** The files that name a workspace, by its id, or by what the file calls it if it is gone. */
function findHeld(folder: string, files: readonly ReadFile[], { byId, byKey }: ItemList) {
  const held = new Map<string, HeldFile>();
  for (const { name, content } of files) {
    const named = workspaceIn(content);
    if (named === undefined) continue;
    const { text, workspaceName } = named;
    const same = byId.has(text) ? [] : (byKey.get(text) ?? []);
    if (same.length > 1) {
      const ids = same.map(({ id }) => id).join(', ');
      throw usageError(
        `${join(folder, name)}: the service has ${same.length} workspaces named ${text} (${ids})`,
        'write the id of the workspace into the file',
      );
    }
    const id = same[0]?.id ?? text;
    const other = held.get(id)?.name;
    if (other !== undefined) {
      throw usageError(
        `${join(folder, other)} and ${join(folder, name)} are both for the workspace ${text}`,
        `to update the values of a file: costctl config pull --into ${quote(join(folder, name))}`,
      );
    }
    held.set(id, { name, workspaceName });
  }
  return held;
}

function workspaceIn({ workspace }: JsonObject) {
  if (typeof workspace === 'string') return { text: workspace, workspaceName: undefined };
  if (!isObject(workspace)) return undefined;
  const { id, name } = workspace;
  const workspaceName = typeof name === 'string' ? name : undefined;
  const text = typeof id === 'string' ? id : workspaceName;
  return text === undefined ? undefined : { text, workspaceName };
}
