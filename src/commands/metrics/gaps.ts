import type { DayWindow } from '../../api/metric-calls.ts';
import { operations } from '../../api/operations.ts';
import { command } from '../../command.ts';
import { type DayRange, eachDay, isEmpty } from '../../days.ts';
import { argument, flag } from '../../declaration/option.ts';
import { type Fields, viewOf } from '../../declaration/result.ts';
import { metricId, periodOptions } from '../../declaration/shared.ts';
import { CostctlError } from '../../errors.ts';
import { isCheckFormat } from '../../formats/registry.ts';
import { labelText, nameValue } from '../../metrics/compare-values.ts';
import { findGaps, type Gap } from '../../metrics/summarize-values.ts';
import type { CheckResult } from '../../output/check-report.ts';
import { isSilent } from '../../output/sink.ts';
import type { Session } from '../../session.ts';
import { pluralize } from '../../text.ts';
import { isForPeople } from '../costs/result-format.ts';
import { createMetricTools } from './create-tools.ts';
import {
  byOption,
  checkLabels,
  chooseDays,
  endedDays,
  hasEnds,
  hasNoDays,
  readDays,
} from './values.ts';

const gapFields: Fields = {
  date: ['day', { importance: 'answer' }],
  labels: [{ type: 'object' }, { importance: 'answer', cell: labelText }],
};

/** Without --by no gap has labels. */
const withoutLabels: Fields = { ...gapFields, labels: { type: 'object' } };

export const gaps = command({
  words: 'metrics gaps',
  purpose: 'List the days without a value, from the first value to yesterday',
  operation: operations.listBusinessMetricValues,
  check: 'check',
  workspace: true,
  arguments: { id: argument(metricId, 'metric id or name', 'metric') },
  options: {
    by: byOption('check each value of this label separately (repeatable)'),
    check: flag('exit 11 if a day has no value'),
    ...periodOptions,
  },
  rows: gapFields,
  examples: [
    'costctl metrics gaps bmt_orders',
    'costctl metrics gaps bmt_orders --by region --last 7d',
  ],
  run: async (session, { id, by = [], check = false, ...options }) => {
    const { context, progress } = session;
    const { service } = createMetricTools(session, id);
    const days = chooseDays(session, options);
    if (by.length > 0) checkLabels(by, await service.readLabelColumns());
    const ended = endedDays(days, context.clock.now());
    let looked: DayRange | undefined;
    progress.start('reading the values');
    const found = await findGaps(readDays(service, days), {
      by,
      daysFrom: (first) => {
        const from = ended.from ?? first;
        if (from === undefined || isEmpty({ from, to: ended.to })) return [];
        looked = { from, to: ended.to };
        return eachDay(looked);
      },
    });
    // A period without days that have ended has nothing that could be missing.
    const lacksAll = !found.hasValues && !hasNoDays(ended);
    const noValues = `the metric has no values${hasEnds(days) ? ' on these days' : ''}`;
    const lacking = describeLacking(found.count(), by);
    const failure = found.count() > 0 ? lacking : lacksAll ? noValues : undefined;
    if (isCheckFormat(session.format)) await checkGaps(session, found, failure);
    else if (!isSilent(session, check && failure === undefined)) {
      await listGaps(session, found, { by, days, ended, looked, lacking, check });
    }
    if (lacksAll && !isForPeople(session)) session.output.note(noValues);
    if (check && failure !== undefined) throw new CostctlError('check_failed', failure);
  },
});

interface Looked {
  readonly by: readonly string[];
  readonly days: DayWindow;
  readonly ended: ReturnType<typeof endedDays>;
  readonly looked: DayRange | undefined;
  readonly lacking: string;
  readonly check: boolean;
}

type Gaps = Awaited<ReturnType<typeof findGaps>>;

/** With --by a day may lack several values. */
function describeLacking(count: number, by: readonly string[]): string {
  return by.length === 0
    ? `${pluralize(count, 'day')} without a value`
    : `${pluralize(count, 'value')} missing`;
}

async function checkGaps({ output }: Session, found: Gaps, failure: string | undefined) {
  if (found.count() > 0 || failure === undefined) return output.check(found.rows(), describeGap);
  const none = { name: 'values', state: 'failed', message: failure } as const;
  return output.check([none], (result) => result);
}

async function listGaps(
  { output }: Session,
  found: Gaps,
  { by, days, ended, looked, lacking, check }: Looked,
): Promise<void> {
  const span = looked === undefined ? '' : ` from ${looked.from} to ${looked.to}`;
  const none = `No values ${hasEnds(days) ? 'on these days' : 'yet'}; costctl metrics import --help`;
  const all = found.hasValues ? `Every day${span} has a value.` : none;
  const empty = hasNoDays(ended) ? 'No day of the period has ended yet.' : all;
  const view = viewOf(by.length > 0 ? gapFields : withoutLabels);
  await output.list(found.rows(), { ...view, empty });
  if (found.count() > 0 && !check) output.note(`${lacking}${span}`);
}

function describeGap({ date, labels }: Gap): CheckResult {
  return { name: nameValue(date, labels), state: 'failed', message: 'no value' };
}
