import { CostctlError, usageError } from '../errors.ts';
import { canonicalText } from '../json/canonical-text.ts';
import { isObject, type JsonValue } from '../json/number.ts';
import { titleOf } from './describe-plan.ts';
import { type ChangeDocument, type PlanDocument, planVersion } from './plan-document.ts';
import type { Fingerprint } from './service-state.ts';

/** Whether the text of a file is a plan of `config plan -O plan.json`. */
export function isSavedPlan(value: JsonValue): boolean {
  return isObject(value) && value['format'] === 'costctl-plan';
}

/** This program wrote the file, so only the parts that other code relies on are checked. */
export function readSavedPlan(value: JsonValue, path: string): PlanDocument {
  if (!isObject(value) || !isSavedPlan(value) || value['version'] !== planVersion) {
    throw refusePlan(`${path} is a plan of another version of costctl`);
  }
  const given = value['options'] ?? null;
  const options = isObject(given) ? given : {};
  const isWhole =
    typeof value['address'] === 'string' &&
    ['files', 'changes'].every((name) => Array.isArray(value[name])) &&
    ['options', 'state', 'totals'].every((name) => isObject(value[name] ?? null)) &&
    [value['files']].flat().every((file) => isFile(file ?? null)) &&
    [value['changes']].flat().every((change) => isObject(change ?? null)) &&
    isListOfTexts(options['prune'] ?? null);
  if (isWhole) return value as unknown as PlanDocument;
  throw refusePlan(`${path} is not a complete plan`);
}

function refusePlan(message: string): CostctlError {
  return usageError(message, 'make the plan again: costctl config plan FILE -O plan.json');
}

function isFile(value: JsonValue): boolean {
  if (!isObject(value)) return false;
  return typeof value['path'] === 'string' && typeof value['sha256'] === 'string';
}

function isListOfTexts(value: JsonValue): boolean {
  return Array.isArray(value) && value.every((one) => typeof one === 'string');
}

/** Exit 6 if the plan that was reviewed is no longer the plan that would be made. */
export function requireSamePlan(reviewed: PlanDocument, current: PlanDocument): void {
  const changed = [
    ...compareFiles(reviewed, current),
    ...compareStates(reviewed.state, current.state, current),
  ];
  // Any other difference (a variable, a secret, a new version of the program) appears in the changes.
  if (changed.length === 0) changed.push(...compareChanges(reviewed.changes, current.changes));
  // Anyone who reviews a plan may have read only its totals.
  if (changed.length === 0 && canonicalText(reviewed.totals) !== canonicalText(current.totals)) {
    changed.push('its totals do not count its changes');
  }
  if (changed.length === 0) return;
  const [first = '', ...others] = changed;
  const more = others.length === 0 ? '' : `; ${others.slice(0, 4).join('; ')}`;
  const rest = others.length > 4 ? `; and ${others.length - 4} more` : '';
  throw new CostctlError(
    'conflict',
    `the plan no longer fits, and nothing was sent: ${first}${more}${rest}`,
    { hint: 'make and review the plan again: costctl config plan FILE -O plan.json' },
  );
}

export function requireAddress({ address }: PlanDocument, current: string): void {
  if (address === current) return;
  throw new CostctlError('conflict', `the plan was made for ${address}, and this is ${current}`, {
    hint: 'use the profile or the address that it was made for',
  });
}

function compareFiles({ files: reviewed }: PlanDocument, { files }: PlanDocument): string[] {
  const hashes = new Map(files.map(({ path, sha256 }) => [path, sha256]));
  const known = new Set(reviewed.map(({ path }) => path));
  return [
    ...reviewed
      .filter(({ path, sha256 }) => hashes.get(path) !== sha256)
      .map(({ path }) => `the file ${path} has changed`),
    ...files.filter(({ path }) => !known.has(path)).map(({ path }) => `the file ${path} is new`),
  ];
}

function compareStates(reviewed: Fingerprint, current: Fingerprint, plan: PlanDocument): string[] {
  const names = new Map(plan.changes.map(({ id, kind, name }) => [`${kind} ${id}`, name]));
  const changed: string[] = [];
  for (const list of new Set([...Object.keys(reviewed), ...Object.keys(current)])) {
    const [kind = ''] = list.split('/');
    const before = new Map(Object.entries(reviewed[list] ?? {}));
    const after = new Map(Object.entries(current[list] ?? {}));
    for (const id of new Set([...before.keys(), ...after.keys()])) {
      if (before.get(id) === after.get(id)) continue;
      const known = names.get(`${kind} ${id}`);
      const what = `${kind} ${known === undefined ? id : `${known} (${id})`}`;
      const how = !before.has(id) ? 'is new' : after.has(id) ? 'has changed' : 'is gone';
      changed.push(`${what} ${how}`);
    }
  }
  return changed;
}

function compareChanges(reviewed: readonly ChangeDocument[], current: readonly ChangeDocument[]) {
  const length = Math.max(reviewed.length, current.length);
  for (let place = 0; place < length; place += 1) {
    const before = reviewed[place];
    const after = current[place];
    if (before !== undefined && after !== undefined && isSameChange(before, after)) continue;
    const change = after ?? before;
    return [`another change would be made: ${change === undefined ? '' : titleOf(change)}`];
  }
  return [];
}

/** A secret that could not be read when the plan was made is not compared. */
function isSameChange(reviewed: ChangeDocument, current: ChangeDocument): boolean {
  const secrets = current.secrets?.map((secret, at) =>
    reviewed.secrets?.[at]?.hash === null ? { ...secret, hash: null } : secret,
  );
  const compared = secrets === undefined ? current : { ...current, secrets };
  // A tool that formats the plan may have sorted its keys.
  return canonicalText(reviewed) === canonicalText(compared);
}
