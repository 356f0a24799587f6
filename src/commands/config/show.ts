import {
  asides,
  describeTotals,
  nameWithId,
  type PlanPaint,
  planFields,
  planRows,
  renderPlan,
  showValue,
} from '../../config/describe-plan.ts';
import type { PlanDocument } from '../../config/plan-document.ts';
import type { OutputStream } from '../../context.ts';
import { markdownTable, markdownText } from '../../formats/markdown.ts';
import { isDocumentFormat } from '../../formats/registry.ts';
import { createPaint, hasColor } from '../../output/color.ts';
import { isFile } from '../../output/sink.ts';
import type { Session } from '../../session.ts';
import { escapeForTerminal } from '../../text.ts';
import { widthOf } from '../../text-width.ts';

/** Writes a plan as the result of a run, in the chosen format. */
export async function showPlan(session: Session, plan: PlanDocument): Promise<void> {
  const { format, output, outputFlags, context, settings } = session;
  const isShaped = outputFlags.query !== undefined || outputFlags.columns !== undefined;
  if (format === 'table' && !isShaped) {
    const isTerminal = context.stdout.isTTY === true && !isFile(outputFlags.outFile);
    const colored = isTerminal && hasColor(settings.color, context.stdout, context.env);
    const window = isTerminal ? windowOf(context.stdout) : undefined;
    const text = renderPlan(plan, await createPlanPaint(colored), window);
    return output.drawing(context.secrets.maskData(text));
  }
  if (format === 'markdown' && !isShaped) {
    return output.drawing(context.secrets.maskData(renderMarkdown(plan)));
  }
  const isWhole = isDocumentFormat(format) || outputFlags.query !== undefined;
  if (isWhole) return output.one(plan);
  await output.list(planRows(plan), { columns: [], fields: planFields });
}

export async function showBefore(session: Session, plan: PlanDocument): Promise<void> {
  const { context, settings, progress } = session;
  progress.stop();
  const colored = hasColor(settings.color, context.stderr, context.env);
  const window = context.stderr.isTTY === true ? windowOf(context.stderr) : undefined;
  const text = renderPlan(plan, await createPlanPaint(colored), window);
  context.stderr.write(context.secrets.maskData(text));
}

function windowOf({ columns }: OutputStream) {
  return { width: columns || 80, measure: widthOf };
}

async function createPlanPaint(enabled: boolean): Promise<PlanPaint> {
  const { good, busy, bad } = await createPaint(enabled);
  return { create: good, update: busy, delete: bad };
}

/** The plan for a pull request: no value from the file or the service is read as markup. */
function renderMarkdown(plan: PlanDocument): string {
  const rows = planRows(plan);
  const one = (text: string | null) => escapeForTerminal(text ?? '');
  const value = (held: (typeof rows)[number]['before']) => (held === null ? '' : showValue(held));
  const column = (header: string, cellOf: (row: (typeof rows)[number]) => string) => ({
    header,
    align: 'left' as const,
    cells: rows.map(cellOf),
  });
  const columns = [
    column('change', ({ change }) => change),
    column('kind', ({ kind }) => one(kind)),
    column('workspace', ({ workspace, workspaceId }) =>
      workspace === null ? 'organization' : nameWithId(workspace, workspaceId ?? undefined),
    ),
    column('name', ({ name }) => one(name)),
    column('field', ({ field }) => one(field)),
    column('before', ({ before }) => value(before)),
    column('after', ({ after }) => value(after)),
  ];
  const table = markdownTable(columns, rows.length);
  const notes = asides(plan).map((line) => `${markdownText(line)}\n\n`);
  const body = rows.length === 0 ? '' : `${[...table].join('')}\n`;
  return `${markdownText(describeTotals(plan.totals))}\n\n${body}${notes.join('')}`;
}
