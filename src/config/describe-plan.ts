import type { JsonValue } from '../json/number.ts';
import { stringifyJson } from '../json/stringify.ts';
import { cutText, escapeForTerminal, wordsIn, wrap } from '../text.ts';
import type { ChangeDocument, PlanDocument, Totals } from './plan-document.ts';
import type { Action, FieldChange } from './planned-change.ts';

/** How the parts of a plan are coloured. */
export type PlanPaint = Readonly<Record<'create' | 'update' | 'delete', (text: string) => string>>;

/** How wide a line may be, and how wide a text is. */
interface Window {
  readonly width: number;
  readonly measure: (text: string) => number;
}

const anyWindow: Window = { width: Number.POSITIVE_INFINITY, measure: () => 0 };

const signs: Readonly<Record<Action, string>> = {
  create: '+',
  update: '~',
  delete: '-',
  drift: '!',
};

/** The plan as a person reads it: a sign, the item, and only the fields that differ. */
export function renderPlan(plan: PlanDocument, paint: PlanPaint, window: Window = anyWindow) {
  const paints = { ...paint, drift: paint.update };
  const lines: string[] = [];
  let heading: string | undefined;
  for (const change of plan.changes) {
    const place = headingOf(change);
    if (place !== heading) lines.push(...(heading === undefined ? [] : ['']), place);
    heading = place;
    const title = wrapIndented(`${signs[change.action]} ${titleOf(change)}`, 2, window);
    lines.push(...title.map(paints[change.action]));
    for (const field of change.fields)
      lines.push(...wrapIndented(describeField(change, field), 6, window));
  }
  if (lines.length > 0) lines.push('');
  for (const line of [...asides(plan), describeTotals(plan.totals)])
    lines.push(...wrapIndented(line, 0, window));
  return `${lines.join('\n')}\n`;
}

/** Every line after the first is indented by two more spaces. */
function wrapIndented(text: string, indent: number, { width, measure }: Window): string[] {
  const lines = wrap(text, width - indent - 2, measure);
  return lines.map((line, at) => `${' '.repeat(indent + (at > 0 ? 2 : 0))}${line}`);
}

export const planFields = wordsIn(
  `change, kind, workspace, workspaceId, name, id, field, before, after`,
);

/** A row for each field of each change, for tables: in a pull request, in a spreadsheet. */
export function planRows({ changes }: PlanDocument) {
  return changes.flatMap(({ action, kind, workspace, name, id, fields }) => {
    const place = { workspace: workspace?.name ?? null, workspaceId: workspace?.id ?? null };
    const item = { change: action, kind, ...place, name, id: id ?? null };
    const shown = fields.length === 0 ? [{ field: null, before: null, after: null }] : fields;
    return shown.map(({ field, before = null, after = null }) => ({
      ...item,
      field,
      before,
      after,
    }));
  });
}

/** `2 to create, 1 to change, 0 to delete; 12 match the files` */
export function describeTotals({ drift, unchanged, ...made }: Totals): string {
  const same = `${unchanged} ${unchanged === 1 ? 'matches' : 'match'} the files`;
  if (made.create + made.update + made.delete + drift === 0) return `no changes; ${same}`;
  const drifted = drift === 0 ? '' : `, ${drift} that the service cannot change`;
  return `${made.create} to create, ${made.update} to change, ${made.delete} to delete${drifted}; ${same}`;
}

/** How many items a sentence names. */
const mostNamed = 3;

/** What to do about differences that an apply does not remove; undefined if there are no such differences. */
export function describeByHand({ changes }: PlanDocument, file: string): string | undefined {
  const items = changes.flatMap(({ kind, name, fields }) => {
    const fixed = fields
      .filter((field) => field.fixed === true)
      .map(({ field }) => escapeForTerminal(field));
    return fixed.length === 0
      ? []
      : [`${fixed.join(' and ')} of ${escapeForTerminal(name)} (${kind})`];
  });
  if (items.length === 0) return undefined;
  const others = items.length > mostNamed ? [`${items.length - mostNamed} more`] : [];
  const named = [...items.slice(0, mostNamed), ...others].join(', ');
  return `an apply does not change the ${named}: change it at the service, or in ${escapeForTerminal(file)}`;
}

/** `metric Orders` in one line that any terminal can show. */
export function titleOf({ kind, name, id }: ChangeDocument): string {
  return `${kind} ${nameWithId(name, id)}`;
}

export function nameWithId(name: string, id: string | undefined): string {
  const known = id === undefined || id === name ? '' : ` (${escapeForTerminal(id)})`;
  return `${escapeForTerminal(name) === '' ? '(no name)' : escapeForTerminal(name)}${known}`;
}

function headingOf({ workspace }: ChangeDocument): string {
  if (workspace === undefined) return 'organization';
  return `workspace ${nameWithId(workspace.name, workspace.id)}${workspace.id === undefined ? ' (new)' : ''}`;
}

/** `unit: "order" → "sale"` */
export function describeField(
  { action }: ChangeDocument,
  { field, before, after, fixed }: FieldChange,
): string {
  const name = escapeForTerminal(field);
  if (action === 'create' || before === undefined) return `${name}: ${showValue(after)}`;
  const end = fixed === true ? ' (the service cannot change it)' : '';
  return `${name}: ${showValue(before)} → ${showValue(after)}${end}`;
}

/** Other facts about the plan, one line each. */
export function asides({ warnings, unmanaged, leftOut = [] }: PlanDocument): string[] {
  return [
    ...leftOut.map(
      ({ workspace: { id, name }, reason }) =>
        `workspace ${nameWithId(name, id)} is left out: ${escapeForTerminal(reason)}`,
    ),
    ...warnings.map((warning) => `warning: ${escapeForTerminal(warning)}`),
    ...unmanaged.map(({ kind, workspace, count }) => {
      if (kind === 'workspace' && workspace !== undefined) {
        return `workspace ${nameWithId(workspace.name, workspace.id)} has no file`;
      }
      const where =
        workspace === undefined ? '' : ` of ${nameWithId(workspace.name, workspace.id)}`;
      return `${kind}${where}: ${count} not in the files; ${count === 1 ? 'it stays' : 'they stay'}`;
    }),
  ];
}

const longestValue = 500;

/** A value in one line; a very long one is cut. */
export function showValue(value: JsonValue | undefined): string {
  // Conditions are full of quotes, and easier to read without backslashes.
  const isQuoted = typeof value === 'string' && /"/.test(value) && !/['\\\p{Cc}]/u.test(value);
  const text = isQuoted ? `'${value}'` : stringifyJson(value ?? null);
  return escapeForTerminal(cutText(text, longestValue));
}
