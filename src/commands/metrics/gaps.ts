import { operations } from '../../api/operations.ts';
import { addDays, dayOf, eachDay } from '../../costs/days.ts';
import { command } from '../../declaration/command.ts';
import { argument, flag } from '../../declaration/option.ts';
import { dayText, listOf, record } from '../../declaration/result-schema.ts';
import { metricId, periodOptions } from '../../declaration/shared.ts';
import { CostctlError } from '../../errors.ts';
import { labelText } from '../../metrics/compare-values.ts';
import { findGaps, type Gap } from '../../metrics/gaps.ts';
import type { CheckResult } from '../../output/check-report.ts';
import { isCheckFormat } from '../../output/formats.ts';
import { isSilent } from '../../output/sink.ts';
import type { View } from '../../output/view.ts';
import { pluralize } from '../../pluralize.ts';
import { createMetricTools } from './tools.ts';
import { byOption, checkLabels, chooseDays, hasNoDays, readDays } from './value-options.ts';

const view: View<Gap> = {
  columns: [
    { path: 'date', importance: 'answer' },
    { path: 'labels', importance: 'answer', cell: labelText },
  ],
  fields: ['date', 'labels'],
};

/** Without --by no gap has labels. */
const withoutLabels: View<Gap> = {
  ...view,
  columns: view.columns.filter(({ path }) => path !== 'labels'),
};

export const gaps = command({
  words: 'metrics gaps',
  purpose: 'List the days without a value, from the first value to yesterday',
  operation: operations.listBusinessMetricValues,
  check: 'check',
  workspace: true,
  arguments: { id: argument(metricId, 'metric id or name', 'metric') },
  options: {
    by: byOption('a label whose every value needs its days (repeatable)'),
    check: flag('exit 11 if a day has no value'),
    ...periodOptions,
  },
  result: () => listOf(record({ date: dayText, labels: { type: 'object' } })),
  view,
  examples: [
    'costctl metrics gaps bmt_orders',
    'costctl metrics gaps bmt_orders --by region --last 7d',
  ],
  run: async (session, { id, by = [], check = false, ...options }) => {
    const { context, output, progress } = session;
    const { service } = createMetricTools(session, id);
    const days = chooseDays(session, options);
    if (by.length > 0) checkLabels(by, await service.readLabelColumns());
    const yesterday = addDays(dayOf(context.clock.now()), -1);
    progress.start('reading the values');
    const found = await findGaps(readDays(service, days), {
      by,
      daysFrom: (first) => {
        const from = days.from ?? first;
        return from === undefined ? [] : eachDay({ from, to: days.to ?? yesterday });
      },
    });
    const count = found.count();
    // A period without days has nothing that could be missing.
    const fails = count > 0 || (!found.hasValues && !hasNoDays(days));
    if (isCheckFormat(session.format)) {
      const none = { name: 'values', state: 'failed', message: noValues } as const;
      if (fails && count === 0) await output.check([none], (result) => result);
      else await output.check(found.rows(), describeGap);
    } else if (!isSilent(session, check && !fails))
      await output.list(found.rows(), by.length > 0 ? view : withoutLabels);
    if (!found.hasValues && !hasNoDays(days)) output.note('the metric has no values on these days');
    if (!check || !fails) return;
    const what = count === 0 ? noValues : `${pluralize(count, 'day')} without a value`;
    throw new CostctlError('check_failed', what);
  },
});

const noValues = 'the metric has no values';

function describeGap({ date, labels }: Gap): CheckResult {
  const name = [date, labelText(labels)].filter((part) => part !== '').join(' ');
  return { name, state: 'failed', message: 'no value' };
}
