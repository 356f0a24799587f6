import type { Operation } from '../api/operation.ts';
import { operations } from '../api/operations.ts';
import { withoutNames } from './describe.ts';
import type { DescribedOperation, Description } from './description.ts';
import { expectedFacts } from './expected.ts';
import { factsOf } from './facts.ts';

/** One difference between the document and this program. */
export interface Difference {
  readonly operation: string;
  readonly method: string;
  readonly path: string;
  /** `path`, `method`, `success`, `query page`, `body name`. */
  readonly what: string;
  /** What this program expects; empty if it knows nothing about it. */
  readonly program: string;
  readonly document: string;
}

/** Whether a document has none of this program's operations. */
export function isForeign({ operations: described, unusable }: Description): boolean {
  if (described.some((one) => one.known !== undefined)) return false;
  const own = new Set(Object.values(operations).map((one) => withoutNames(one.path)));
  const ids = new Set<string>(Object.keys(operations));
  return ![...described, ...unusable].some(
    (one) => own.has(withoutNames(one.path)) || ('id' in one && ids.has(one.id)),
  );
}

export function findDifferences(description: Description): Difference[] {
  const ids = Object.keys(operations) as (keyof typeof operations)[];
  return ids.flatMap((id) => {
    const operation = operations[id];
    const found = description.operations.find((one) => one.known === id);
    const differ = (what: string, program: string, document: string): Difference => {
      const { method, path } = operation;
      return { operation: id, method, path, what, program, document };
    };
    if (found === undefined) return [differ(...whereabouts(operation, description))];
    return compare(id, found, description).map((one) => differ(...one));
  });
}

type Finding = [what: string, program: string, document: string];

/** Where an operation went that is no longer found under its method and path. */
function whereabouts({ id, method, path }: Operation, description: Description): Finding {
  const unusable = description.unusable.find(
    (one) => `${one.method} ${withoutNames(one.path)}` === `${method} ${withoutNames(path)}`,
  );
  if (unusable !== undefined)
    return ['operation', `${method} ${path}`, `not usable: ${unusable.reason}`];
  const renamed = description.operations.find((one) => one.id === id);
  if (renamed !== undefined) {
    const what = renamed.path === path ? 'method' : 'path';
    return [what, `${method} ${path}`, `${renamed.method} ${renamed.path}`];
  }
  const others = description.operations
    .filter((one) => withoutNames(one.path) === withoutNames(path))
    .map((one) => one.method);
  if (others.length > 0) return ['method', method, others.join(', ')];
  return ['path', `${method} ${path}`, ''];
}

function compare(
  id: keyof typeof operations,
  found: DescribedOperation,
  { schemas }: Description,
): Finding[] {
  const facts = factsOf(found, schemas);
  const { query, body } = expectedFacts(id);
  return [
    ...compareSuccess(operations[id], found),
    ...comparePaging(operations[id], found),
    ...compareFacts('query', query, facts.query),
    ...(body === undefined ? [] : compareFacts('body', body, facts.body ?? {})),
  ];
}

function compareSuccess({ success }: Operation, found: DescribedOperation): Finding[] {
  // A range of statuses promises none of them, so only a status that the program would reject counts.
  const isRange = found.success.length > 2;
  const agrees = isRange
    ? success.length > 1
    : found.success.every((code) => success.includes(code));
  return agrees
    ? []
    : [['success', success.join(', '), isRange ? '2XX' : found.success.join(', ')]];
}

function comparePaging({ paged }: Operation, found: DescribedOperation): Finding[] {
  const words = (one: boolean) => (one ? 'a paged list' : 'no paged list');
  return paged === found.paged ? [] : [['answer', words(paged), words(found.paged)]];
}

function compareFacts(
  place: string,
  program: Readonly<Record<string, string>>,
  document: Readonly<Record<string, string>>,
): Finding[] {
  const names = new Set([...Object.keys(program), ...Object.keys(document)]);
  return [...names].flatMap((name): Finding[] => {
    const ours = textOf(program, name);
    const theirs = textOf(document, name);
    return ours === theirs ? [] : [[`${place} ${name}`, ours, theirs]];
  });
}

function textOf(facts: Readonly<Record<string, string>>, name: string): string {
  return Object.hasOwn(facts, name) ? (facts[name] ?? '') : '';
}
