import type { Command } from 'commander';
import * as z from 'zod/mini';
import type { Context } from '../../context.ts';
import { describeColumns } from '../../costs/found.ts';
import { describeFile } from '../../costs/receipt.ts';
import { type RowsOptions, readFirstRows, readOnePage, readWholeRows } from '../../costs/rows.ts';
import { createFilter, requireColumnsMet } from '../../costs/where.ts';
import { createWindowSums } from '../../costs/window-sums.ts';
import { refuseOverFull, windowLimit } from '../../costs/windows.ts';
import { usageError } from '../../errors.ts';
import type { JsonObject } from '../../json/number.ts';
import { isFile } from '../../output/sink.ts';
import type { Session } from '../../session.ts';
import { organizationAction } from '../action.ts';
import { examples } from '../examples.ts';
import { wholeNumber } from '../options.ts';
import type { WindowDone } from './consume.ts';
import {
  type CostChoice,
  chooseCosts,
  openSource,
  periodInput,
  periodOptions,
  rowInput,
  rowOptions,
  writeCommand,
} from './options.ts';
import { writeReceipt } from './receipt.ts';
import { costRowView } from './row-view.ts';

const Input = z.strictObject({
  ...periodInput,
  ...rowInput,
  max: z.optional(wholeNumber(1)),
  page: z.optional(wholeNumber(1)),
  limit: z.optional(wholeNumber(1, 5000)),
});
type Input = z.infer<typeof Input>;

export function addList(costs: Command, context: Context): void {
  rowOptions(periodOptions(costs.command('list').alias('ls')))
    .description('List cost rows')
    .option('--max <n>', 'stop after n rows')
    .option('--page <n>', 'read just this page')
    .option('--limit <n>', 'rows per page, 1 to 5000')
    .addHelpText(
      'after',
      examples(
        'costctl costs list --last 1d --max 20',
        'costctl costs list --last 7d --where currency=EUR -o json',
      ),
    )
    .action(organizationAction(context, Input, listCosts));
}

async function listCosts(session: Session, input: Input): Promise<void> {
  const choice = chooseCosts(session, input);
  if (input.receipt !== undefined && (input.max !== undefined || input.page !== undefined)) {
    throw usageError('--receipt needs every row', 'leave out --max and --page');
  }
  const source = openSource(session, choice.parameters, input.limit);
  const filter = createFilter(choice.conditions);
  const options = { source, filter };
  const { output } = session;
  if (input.page !== undefined) {
    const rows = readOnePage(choice.period, input.page, options);
    return output.list(upTo(rows, input.max), costRowView);
  }
  // Where every row counts, it is known beforehand how many pages hold so many.
  if (input.max !== undefined && input.max <= windowLimit && choice.conditions.length === 0) {
    return output.list(readFirstRows(choice.period, input.max, options), costRowView);
  }
  await listWhole(session, input, choice, options);
}

async function listWhole(
  session: Session,
  input: Input,
  choice: CostChoice,
  options: RowsOptions,
): Promise<void> {
  const { context, output } = session;
  const { source, filter } = options;
  const start = new Date(context.clock.now()).toISOString();
  const sums = createWindowSums({
    given: input.receipt === undefined ? undefined : choice.columns,
    range: choice.period,
    onFound: (found) => output.note(describeColumns(found)),
  });
  const done: WindowDone[] = [];

  async function* rows(): AsyncGenerator<JsonObject, void> {
    const plan = await source.plan(choice.period);
    refuseOverFull(plan.windows);
    yield* readWholeRows({
      ...options,
      windows: plan.windows,
      steps: [sums],
      onWindow: (window) => {
        done.push({ window: { ...window, ...sums.take() }, ...sums.found() });
      },
    });
    const read = done.map(({ window }) => window);
    await source.confirm(plan, read);
    if (read.some((window) => window.read > 0)) requireColumnsMet(filter);
  }

  await output.list(upTo(rows(), input.max), costRowView);
  if (input.receipt === undefined) return;
  const { outFile } = session.outputFlags;
  await writeReceipt(session, input, choice, {
    command: writeCommand('list', choice.period, [['--receipt', input.receipt]]),
    start,
    format: session.format,
    columns: undefined,
    done,
    requests: source.requests(),
    files: isFile(outFile) ? [await describeFile(outFile)] : [],
  });
}

async function* upTo<Item>(items: AsyncIterable<Item>, max = Number.POSITIVE_INFINITY) {
  let left = max;
  for await (const item of items) {
    yield item;
    left -= 1;
    if (left <= 0) return;
  }
}
