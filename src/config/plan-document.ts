import type { JsonValue } from '../json/number.ts';
import type { Plan } from './make-plan.ts';
import {
  type Action,
  type Change,
  type FieldChange,
  recordOf,
  type Workspace,
} from './planned-change.ts';
import { hashSecret, type IsSecretName, mapSecrets } from './secret.ts';

/** The version of the plan as JSON. */
export const planVersion = 1;

/** A plan as it is printed, saved and compared. */
export interface PlanDocument
  extends Pick<Plan, 'files' | 'options' | 'unmanaged' | 'warnings' | 'state'> {
  readonly format: 'costctl-plan';
  readonly version: typeof planVersion;
  readonly address: string;
  readonly totals: Totals;
  readonly changes: readonly ChangeDocument[];
  /** The workspaces that a plan of all workspaces leaves out: they are gone or could not be read. */
  readonly leftOut?: Plan['leftOut'];
}

export type Totals = Readonly<Record<Action | 'unchanged', number>>;

export interface ChangeDocument {
  readonly action: Action;
  readonly kind: string;
  readonly name: string;
  readonly id?: string;
  readonly workspace?: Pick<Workspace, 'id' | 'name'>;
  readonly fields: readonly FieldChange[];
  /** The sources of secrets, and hashes that reveal whether a secret changed. */
  readonly secrets?: readonly SecretDocument[];
  /** `costctl.yaml:12:5` */
  readonly from?: string;
}

interface SecretDocument {
  readonly field: string;
  readonly from: string;
  /** Null if the secret could not be read when the plan was made. */
  readonly hash: string | null;
}

interface Documenting {
  readonly address: string;
  readonly isSecretName: IsSecretName;
  /** The secret itself; undefined if it cannot be read here. `file` is the settings file that names it. */
  readonly readSecret: (source: string, file: string) => Promise<string | undefined>;
}

export async function documentPlan(plan: Plan, facts: Documenting): Promise<PlanDocument> {
  const changes: ChangeDocument[] = [];
  for (const change of plan.changes) changes.push(await documentChange(change, facts));
  return {
    format: 'costctl-plan',
    version: planVersion,
    address: facts.address,
    files: plan.files,
    options: plan.options,
    totals: countChanges(plan),
    changes,
    unmanaged: plan.unmanaged.map(({ kind, workspace, count }) => ({
      kind,
      ...documentWorkspace(workspace),
      count,
    })),
    warnings: plan.warnings,
    ...(plan.leftOut.length === 0
      ? {}
      : {
          leftOut: plan.leftOut.map(({ workspace, reason }) => ({
            workspace: describeWorkspace(workspace),
            reason,
          })),
        }),
    state: plan.state,
  };
}

function countChanges({ changes, unchanged }: Pick<Plan, 'changes' | 'unchanged'>): Totals {
  const count = (action: Action) => changes.filter((change) => change.action === action).length;
  return {
    create: count('create'),
    update: count('update'),
    delete: count('delete'),
    drift: count('drift'),
    unchanged,
  };
}

async function documentChange(change: Change, facts: Documenting): Promise<ChangeDocument> {
  const { action, managed, name, id, workspace, fields, place } = change;
  const secrets = await documentSecrets(change, facts);
  return {
    action,
    kind: managed.kind.name,
    name,
    ...(id === undefined ? {} : { id }),
    ...documentWorkspace(workspace),
    fields: fields.map(({ field, before, after, fixed }) => ({
      field,
      ...(before === undefined ? {} : { before }),
      ...(after === undefined ? {} : { after }),
      ...(fixed === true ? { fixed } : {}),
    })),
    ...(secrets.length === 0 ? {} : { secrets }),
    ...(place === undefined ? {} : { from: `${place.file}:${place.line}:${place.column}` }),
  };
}

function documentWorkspace(workspace: Workspace | undefined): Pick<ChangeDocument, 'workspace'> {
  return workspace === undefined ? {} : { workspace: describeWorkspace(workspace) };
}

function describeWorkspace({ id, name }: Workspace) {
  return { ...(id === undefined ? {} : { id }), name };
}

async function documentSecrets(change: Change, { address, isSecretName, readSecret }: Documenting) {
  const { managed, fields, entry, key } = change;
  if (entry === undefined) return [];
  const sources: { field: string; from: string }[] = [];
  const secretsOf = { kind: managed.kind, isSecretName, record: recordOf(change) };
  for (const { field, after } of fields) {
    if (after === undefined) continue;
    mapSecrets(secretsOf, field, after, (from, path): JsonValue => {
      sources.push({ field: path, from });
      return from;
    });
  }
  const secrets: SecretDocument[] = [];
  for (const { field, from } of sources) {
    const secret = await readSecret(from, entry.place.file);
    const use = JSON.stringify([address, key, field]);
    secrets.push({ field, from, hash: secret === undefined ? null : hashSecret(secret, use) });
  }
  return secrets;
}
