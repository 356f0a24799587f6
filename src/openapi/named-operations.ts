import type { CommandName } from './description.ts';
import { groupOf, isTaken, tagKey, withoutGroup } from './taken-names.ts';
import { kebab, singular, wordsOf } from './words.ts';

/** An operation that the service names without publishing its path. */
interface NamedOperation {
  readonly tag: string;
  readonly name: string;
  readonly method?: 'PATCH';
}

/** The service publishes neither the paths of these operations nor their parameters and bodies. */
export const namedOperations: readonly NamedOperation[] = [
  ...named('Virtual tags', 'list', 'get', 'update:PATCH', 'delete', 'activate', 'deactivate'),
  ...named('Tag keys', 'list', 'get', 'delete'),
  ...named('Folders', 'list', 'create', 'get', 'update', 'delete', 'set folder saved filter'),
  ...named('Dashboards', 'list', 'create', 'get', 'update', 'delete'),
  ...named('Dashboards', 'widget create', 'widget get', 'widget update', 'widget delete'),
  ...named('Dashboards', 'set saved filter'),
  ...named('Custom provider', 'submit costs batch', 'list uploads', 'upload cost files'),
  ...named('Custom provider', 'get upload', 'delete upload'),
  ...named('Kubernetes', 'report usage'),
  ...named('Report notifications', 'list', 'create', 'get', 'update:PATCH', 'delete'),
  ...named('Report notifications', 'activate', 'deactivate'),
  ...named('Cost reports', 'list', 'create', 'get', 'update', 'delete', 'get data'),
  ...named('Cost filters', 'translate'),
  ...named('Cost data', 'forecast', 'summary'),
  ...named('Cost alerts', 'list', 'create', 'get', 'update', 'delete', 'get events'),
  ...named('Cost alerts', 'pause', 'resume'),
  ...named('Budgets', 'list', 'create', 'get', 'update', 'delete'),
  ...named('Billing', 'entitlement', 'metered usage'),
  ...named('Anomalies', 'list', 'acknowledge'),
  ...named('Allocation', 'rules list', 'rules create', 'rules update', 'rules delete'),
  ...named('Allocation', 'rules reorder', 'rules preview', 'coverage read'),
  ...named('Allocation', 'segments list', 'segments create', 'segments update', 'segments delete'),
  ...named('Teams', 'list', 'create', 'get', 'update', 'delete'),
  ...named('Teams', 'add member', 'update member', 'remove member'),
  ...named('Teams', 'list workspace access', 'set workspace access', 'remove workspace access'),
  ...named('Apps', 'list', 'create', 'get', 'update', 'delete'),
  ...named('Audit log', 'list'),
  ...named('Contracting', 'data processing agreement status'),
  ...named('Utility', 'current token info', 'health check'),
  ...named('Providers', 'get the cloud connector', 'provision a service account'),
];

function named(tag: string, ...names: string[]): NamedOperation[] {
  return names.map((text) => {
    const [name = '', method] = text.split(':');
    return method === 'PATCH' ? { tag, name, method } : { tag, name };
  });
}

/** An operation that the service names without a path, and the command that it has or will have. */
export interface NamedCommand extends CommandName {
  readonly operation: NamedOperation;
}

export const namedCommands: readonly NamedCommand[] = namedOperations.map((operation) => ({
  group: groupOf(operation.tag),
  action: actionOf(operation),
  operation,
}));

export function findNamed(group: string, action: string): NamedCommand | undefined {
  return namedCommands.find((one) => one.group === group && one.action === action);
}

/** The named operation that these words of a document mean: `createDashboardWidget` is `widget create`. */
export function matchNamed(tag: string, words: readonly string[]): NamedCommand | undefined {
  return byEssence.get(essence(tag, words));
}

function actionOf({ tag, name }: NamedOperation): string {
  // "get the cloud connector": there is only one, and its name is enough.
  const action = kebab(withoutGroup(tag, wordsOf(name.replace(/^get the /, ''))));
  if (!isTaken(groupOf(tag), action)) return action;
  // The group of `Cost data` is `costs`, so its `summary` becomes `data-summary`.
  const said = new Set(wordsOf(groupOf(tag)).map(singular));
  return kebab([...wordsOf(tag).filter((word) => !said.has(singular(word))), action]);
}

/** The words without order, number, articles and a plain "get". */
function essence(tag: string, words: readonly string[]): string {
  const bare = withoutGroup(tag, words).map(singular);
  const telling = bare.filter((word) => !/^(get|read|fetch|retrieve|)$/.test(word));
  return `${tagKey(tag)}: ${[...new Set(telling)].sort().join(' ')}`;
}

const byEssence: ReadonlyMap<string, NamedCommand> = new Map(
  namedCommands.map((one) => [essence(one.operation.tag, wordsOf(one.operation.name)), one]),
);
