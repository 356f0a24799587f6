import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { findIdProblem } from '../../api/schemas/id-form.ts';
import { isSecretName } from '../../api/secret-names.ts';
import { type Desired, readDesired } from '../../config/desired.ts';
import { workspacesOf } from '../../config/everywhere.ts';
import { isWorkspace } from '../../config/file-form.ts';
import { makePlan, type Plan, type PlanOptions } from '../../config/make-plan.ts';
import type { Access, Kind, ManagedKind } from '../../config/managed-kinds.ts';
import { documentPlan, type PlanDocument } from '../../config/plan-document.ts';
import { isSavedPlan, readSavedPlan } from '../../config/saved.ts';
import { publicVariables } from '../../config/variables.ts';
import type { Context } from '../../context.ts';
import { toFileError, usageError } from '../../errors.ts';
import { describeProblem, InvalidFile } from '../../formats/yaml/file-problem.ts';
import type { SourceFile } from '../../formats/yaml/located-reader.ts';
import type { JsonObject } from '../../json/number.ts';
import { tryJson } from '../../json/parse.ts';
import { createLimit } from '../../limit.ts';
import type { Session } from '../../session.ts';
import { statIfThere } from '../../storage/file-system.ts';
import { resolvePath } from '../../storage/path.ts';
import { readStdin, readTextFile } from '../../storage/read-input.ts';
import { nameFirst, quote, withoutByteOrderMark } from '../../text.ts';
import { refuseWorkspaceFlag as refuseOneWorkspace } from '../all-workspaces.ts';
import { addressOf, descriptionsFor } from '../openapi/stored-document.ts';
import { createAccess } from './access.ts';
import { importedKinds, workspaceOf } from './imported.ts';
import { importedAccess } from './imported-access.ts';
import { readSecret } from './secrets.ts';

export interface Prepared {
  readonly plan: Plan;
  readonly document: PlanDocument;
}

/** Makes a plan from files. People, machines and an apply get the same plan. */
export async function preparePlan(
  session: Session,
  sources: readonly SourceFile[],
  options: PlanOptions,
): Promise<Prepared> {
  const { context, http } = session;
  return reportProblems(session, async () => {
    const known = findKinds(session);
    checkOptions(known, options);
    const desired = readFiles(session, known, sources);
    const isEverywhere = options.allWorkspaces === true;
    if (isEverywhere) refuseOneWorkspace(session);
    else refuseWorkspaceFlag(session, desired);
    const plan = await makePlan({
      desired,
      kinds: isEverywhere ? known : findKinds(session, workspacesOf(desired)),
      options,
      workspace: isEverywhere ? requireNamed : session.workspace,
      limit: createLimit(http.concurrency),
      isSecretName,
    });
    const document = await documentPlan(plan, {
      address: addressOf(session.settings),
      isSecretName,
      readSecret: (source, file) => readSecret(context, source, file),
    });
    return { plan, document };
  });
}

/**
 * Every built-in kind and every kind of the imported document, with its access. A token that may not list
 * workspaces may still read those that the files name, or the one of the run.
 */
export function findKinds(
  { http, settings, context }: Session,
  named: readonly string[] = [],
): readonly ManagedKind[] {
  const { value } = settings.workspace;
  const ids = [...new Set(named)].filter((id) => findIdProblem(id, 'wsp_') === undefined);
  const usual = value === undefined ? [] : [value];
  const builtIn = createAccess(http, ids.length > 0 ? ids : usual, context.clock.now);
  const descriptions = descriptionsFor(settings);
  const found = descriptions.flatMap((description) =>
    importedKinds(description, (resource, kind) =>
      importedAccess(http, description, resource, kind),
    ),
  );
  const imported = [...new Map(found.toReversed().map((one) => [one.kind.name, one])).values()];
  const names = new Set(imported.map(({ kind }) => kind.name));
  const workspace = descriptions.map(workspaceOf).find((one) => one !== undefined);
  return [
    ...builtIn
      .filter(({ kind }) => !names.has(kind.name))
      .map(({ kind, access }) =>
        isWorkspace(kind) && workspace !== undefined
          ? { kind: workspace, access: limitFields(workspace, access) }
          : { kind, access },
      ),
    ...imported,
  ];
}

/** Only the fields that the service accepts are compared and sent. */
function limitFields(kind: Kind, access: Access): Access {
  if (kind.open === true) return access;
  const { update } = access;
  const pick = (record: JsonObject): JsonObject =>
    Object.fromEntries(Object.entries(record).filter(([name]) => Object.hasOwn(kind.fields, name)));
  return {
    ...access,
    toFields: (record) => pick(access.toFields(record)),
    ...(update && {
      update: (target, fields) => update({ ...target, record: pick(target.record) }, fields),
    }),
  };
}

export function readFiles(
  { context }: Session,
  kinds: readonly ManagedKind[],
  sources: readonly SourceFile[],
): Desired {
  return readDesired(sources, {
    kinds: kinds.map(({ kind }) => kind),
    readVariable: publicVariables(context.env),
    isSecretName,
  });
}

const mostReported = 20;

/** One problem is the error itself; of several, each gets a line of its own. */
export async function reportProblems<Result>({ output }: Session, work: () => Promise<Result>) {
  try {
    return await work();
  } catch (error) {
    if (error instanceof InvalidFile && error.problems.length > 1) {
      const { problems } = error;
      for (const problem of problems.slice(0, mostReported)) output.warn(describeProblem(problem));
      const more = problems.length - mostReported;
      if (more > 0) output.warn(`${more} more problems; costctl config validate lists all`);
    }
    throw error;
  }
}

function checkOptions(kinds: readonly ManagedKind[], { prune }: PlanOptions): void {
  for (const name of prune) {
    const { keeps } = requireKind(kinds, name, '--prune');
    if (keeps !== undefined) throw usageError(`--prune ${name}: ${keeps}`);
  }
}

export function requireKind(kinds: readonly ManagedKind[], name: string, option: string): Kind {
  const names = kinds.map(({ kind }) => kind.name);
  const found = kinds[names.indexOf(name)];
  if (found !== undefined) return found.kind;
  throw usageError(`${option}: unknown kind ${name}`, `known kinds: ${nameFirst(names, 10)}`);
}

function requireNamed(): never {
  throw usageError(
    '--all-workspaces: a file has items of a workspace but does not name the workspace',
    'add a line to it: workspace: ID',
  );
}

/** The file names its workspace; a flag that names another would have no effect. */
function refuseWorkspaceFlag({ settings }: Session, { entries, lists }: Desired): void {
  const { value, source } = settings.workspace;
  if (source !== 'flag') return;
  const other = [...entries, ...lists]
    .map(({ workspace }) => workspace?.text)
    .find((text) => text !== undefined && text !== value);
  if (other === undefined) return;
  throw usageError(
    `--workspace ${value} has no effect: the file is for the workspace ${other}`,
    'leave out --workspace, or remove the workspace from the file',
  );
}

/** Refuses a path that is not a folder if there is to be a file for each workspace. */
export async function requireFolder(context: Context, path: string, isNeeded: boolean | undefined) {
  if (isNeeded !== true || (await isFolder(context, path))) return;
  throw usageError(
    `--all-workspaces: ${path} is not a folder of settings files`,
    'costctl config pull --all-workspaces -O settings/ writes one',
  );
}

/** The files of a path: the file itself, every .yaml and .yml of a folder, or stdin for `-`. */
export async function readSources(context: Context, path: string): Promise<SourceFile[]> {
  if (path === '-') return [{ path, text: await readStdin(context, 'FILE') }];
  if (!(await isFolder(context, path))) return [await readSource(context, path)];
  const names = await listFolder(context, path);
  if (names.length === 0) {
    throw usageError(
      `the folder ${path} has no .yaml file`,
      `costctl config pull -O ${quote(path)} writes a file for each workspace`,
    );
  }
  return Promise.all(names.map((name) => readSource(context, join(path, name))));
}

export async function readSource(context: Context, path: string): Promise<SourceFile> {
  return { path, text: await readTextFile(resolvePath(context, path), { keepsMark: true }) };
}

export async function isFolder(context: Context, path: string): Promise<boolean> {
  const found = await statIfThere(resolvePath(context, path)).catch(
    toFileError(`cannot read ${path}`),
  );
  return found?.isDirectory() === true;
}

export async function listFolder(context: Context, path: string): Promise<string[]> {
  const names = await readdir(resolvePath(context, path)).catch(
    toFileError(`cannot read the folder ${path}`),
  );
  return names.filter((name) => /^[^.].*\.ya?ml$/i.test(name)).sort();
}

export function findSavedPlan(sources: readonly SourceFile[]): PlanDocument | undefined {
  const [source, ...others] = sources;
  if (source === undefined || others.length > 0) return undefined;
  // Only a saved plan has this format, so most settings files are recognized without parsing them.
  if (!source.text.includes('costctl-plan')) return undefined;
  const value = tryJson(withoutByteOrderMark(source.text));
  return value !== undefined && isSavedPlan(value) ? readSavedPlan(value, source.path) : undefined;
}
