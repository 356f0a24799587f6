import { isSecretText } from '../../src/api/secret-names.ts';
import { applyChanges } from '../../src/config/apply-changes.ts';
import { readDesired } from '../../src/config/desired.ts';
import { writeContent } from '../../src/config/file-form.ts';
import { makePlan, type Plan, type PlanOptions } from '../../src/config/make-plan.ts';
import { builtInKinds, type Kind } from '../../src/config/managed-kinds.ts';
import type { Outcome } from '../../src/config/planned-change.ts';
import { pullContent } from '../../src/config/pull-content.ts';
import { createState } from '../../src/config/service-state.ts';
import { publicVariables } from '../../src/config/variables.ts';
import type { JsonObject } from '../../src/json/number.ts';
import { createLimit } from '../../src/limit.ts';
import type { Organization } from './organization.ts';

export const isSecretName = (name: string): boolean => /password|secret|token/i.test(name);

export const noOptions: PlanOptions = { prune: [], resend: false };

export function read(text: string, environment: Readonly<Record<string, string>> = {}) {
  return readFilesOf([text], environment);
}

export function readFilesOf(
  texts: readonly string[],
  environment: Readonly<Record<string, string>> = {},
  kinds: readonly Kind[] = createKinds(),
) {
  const sources = texts.map((text, at) => ({ path: at === 0 ? 'f.yaml' : `f${at}.yaml`, text }));
  const variables = Object.entries(environment).map(([name, text]) => [
    `COSTCTL_VAR_${name}`,
    text,
  ]);
  const readVariable = publicVariables(Object.fromEntries(variables));
  return readDesired(sources, { kinds, readVariable, isSecretName });
}

function createKinds() {
  return Object.values(builtInKinds);
}

export async function planFor(
  organization: Organization,
  texts: string | readonly string[],
  options: Partial<PlanOptions> = {},
): Promise<Plan> {
  return makePlan({
    desired: readFilesOf([texts].flat()),
    kinds: organization.kinds,
    options: { ...noOptions, ...options },
    workspace: () => organization.ids('workspace')[0] ?? '',
    limit: createLimit(4),
    isSecretName,
  });
}

export async function applyTo(
  organization: Organization,
  texts: string | readonly string[],
  options: Partial<PlanOptions> = {},
): Promise<readonly Outcome[]> {
  const { changes } = await planFor(organization, texts, options);
  return apply(changes);
}

export function apply(
  changes: Plan['changes'],
  { dryRun = false } = {},
): Promise<readonly Outcome[]> {
  return applyChanges(changes, {
    limit: createLimit(4),
    isSecretName,
    revealSecrets: async (_change, fields) => fields,
    onOutcome: () => undefined,
    dryRun,
  });
}

/** The file of a workspace, with all that belongs to the organization. */
export async function pullText(organization: Organization, workspaceId: string): Promise<string> {
  return writeContent(await pullOf(organization, workspaceId), ['top'], {});
}

export async function pullOf(organization: Organization, workspaceId: string): Promise<JsonObject> {
  return (await pullAll(organization, workspaceId)).content;
}

export async function pullAll(organization: Organization, workspaceId: string) {
  const state = createState(createLimit(4));
  const listed = organization.kinds.filter(({ access }) => access.list !== undefined);
  const lists = await Promise.all(
    listed.map((managed) =>
      state.list(managed, managed.kind.scope === 'workspace' ? workspaceId : ''),
    ),
  );
  return pullContent({
    lists,
    workspaceId,
    listOf: (kind) => lists.find(({ managed }) => managed.kind.name === kind),
    isSecretName,
    isSecretText,
  });
}
