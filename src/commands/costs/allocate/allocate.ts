import { basename } from 'node:path';
import { operations } from '../../../api/operations.ts';
import { command } from '../../../command.ts';
import { bucketOf, firstDays, granularities, rangeName } from '../../../days.ts';
import { inputFile, oneOf, text } from '../../../declaration/kind.ts';
import { flagOf } from '../../../declaration/line.ts';
import {
  flag,
  type Input,
  optional,
  optionalArgument,
  required,
} from '../../../declaration/option.ts';
import { type Fields, listOf, record, viewOf } from '../../../declaration/result.ts';
import { CostctlError, usageError } from '../../../errors.ts';
import { isCheckFormat } from '../../../formats/registry.ts';
import type { CheckResult } from '../../../output/check-report.ts';
import {
  addWholes,
  allocate as allocateGroups,
  allocationFields,
  describeAllocation,
} from '../../../questions/allocate-costs.ts';
import { unallocated } from '../../../questions/allocation-rules.ts';
import { markFirst } from '../../../questions/marker.ts';
import {
  currenciesOf,
  decimalOf,
  nameColumn,
  nameValue,
  type ResultRow,
} from '../../../questions/result-rows.ts';
import { partialBuckets } from '../../../questions/summary-rows.ts';
import { unitOf } from '../../../rows/currency-and-day.ts';
import { refuseUnknownColumn } from '../../../rows/yaml-file.ts';
import type { Session } from '../../../session.ts';
import { readTextFile } from '../../../storage/read-input.ts';
import { nameFirst } from '../../../text.ts';
import { readAnalysis } from '../analysis.ts';
import { analysisOptions } from '../analysis-input.ts';
import { currencyField, firstRows, money, showJudged } from '../figure-view.ts';
import { chooseCosts, lineForRows } from '../options.ts';
import { isForPeople, markPartial, nameAll } from '../result-format.ts';
import { readWeights } from '../unit/metric-weights.ts';
import { requireText } from '../written-text.ts';
import { writeFirstRules } from './allocate-init.ts';

/** `init` in place of a file of rules writes one. A file of that name is ./init. */
const init = 'init';

const options = {
  ...analysisOptions,
  rules: optional(inputFile, 'YAML file of rules: whose cost is shared, among whom, how'),
  by: required(
    text('column', { example: 'tags.team', offers: 'columns' }),
    'the column that cost is shared among',
  ),
  granularity: optional(oneOf(granularities, 'period'), 'share each day, week or month by itself'),
  total: flag('add rows of everything, marked "all", to other formats than tables', {
    negative: 'leave those rows out of tables',
  }),
  requireFull: flag('exit 11 if an amount could not be allocated'),
  focus: flag('name the fields as FOCUS 1.3 does: AllocatedMethodId and the like'),
};

const figures: Fields = {
  target: ['text or null', { importance: 'answer', none: '(none)', asked: true }],
  period: ['text', { importance: 'answer', names: true }],
  currency: currencyField,
  direct: ['decimal', { ...money, importance: 'normal' }],
  allocated: ['decimal', money],
  total: ['decimal', money],
  method: ['text or null', { importance: 'extra' }],
  ratio: ['decimal or null', { header: 'part of all', kind: 'number', importance: 'extra' }],
  'all?': 'yes or no',
  'partial?': 'yes or no',
};

export const allocate = command({
  words: 'costs allocate',
  purpose: 'Share common cost among teams, products or any column',
  operation: operations.getCosts,
  workspace: true,
  check: true,
  arguments: {
    task: optionalArgument(oneOf([init], 'init'), 'write a file of rules to start from', 'init'),
  },
  options,
  details: `A rule has match (conditions like those of --where; all must hold), to (a list of targets, or the
column of --by for every value that has cost of its own) and by: even, cost, fixed with weights, or
metric:ID/LABEL for the values of a business metric, by its id or its name. If the name itself has a /, the
longest name that fits a metric is taken. With by: cost, a target whose credits exceed its cost is an error
unless the rule has negative: zero. The first rule that a row matches decides. The last digits
go to the largest remainders, ties by name, so that the parts add up to the whole.

  - match: [service=Support]
    to: tags.team
    by: cost`,
  examples: [
    'costctl costs allocate init --by tags.team --last 7d -O rules.yaml',
    'costctl costs allocate --last 7d --rules rules.yaml --by tags.team',
    'costctl costs allocate --last 7d --rules rules.yaml --by tags.team --focus -o csv',
  ],
  result: () =>
    listOf({
      anyOf: [
        record(figures),
        record(Object.fromEntries(allocationFields.map((name) => [name, 'text or null']))),
      ],
    }),
  run: async (session, input) => {
    const { by, granularity } = input;
    if (input.task === init || input.rules === init) {
      refuseWithInit(session, input);
      requireText(session, 'init', 'yaml');
      await writeFirstRules(session, input, by);
      return;
    }
    if (input.focus === true && input.total === true) {
      throw usageError(
        '--total and --focus cannot be used together',
        'FOCUS has no row of everything',
      );
    }
    if (input.rules === undefined) {
      throw usageError(
        "required option '--rules <file>' not specified",
        `${lineForRows(session, 'costs allocate init', { by: options.by })} -O rules.yaml writes a file to start from`,
      );
    }
    const { parseRules } = await import('../../../questions/allocation-rules.ts');
    const rules = parseRules(input.rules, await readTextFile(input.rules), by);
    const marker = markFirst(rules.map(({ match }) => match));
    const choice = await chooseCosts(session, input);
    const { period } = choice;
    const analysis = await readAnalysis(session, input, choice, {
      by: [by],
      byDay: granularity !== undefined,
      dayAs: firstDays(granularity, period),
      marker,
    });
    const { groups } = analysis;
    if (groups.length > 0) {
      const conditions = rules.flatMap(({ match }) => match);
      await refuseUnknownColumn(conditions, marker.missing(), analysis.names);
    }
    const whole = rangeName(period);
    const bucket = (day: string | null) =>
      granularity === undefined || day === null ? whole : bucketOf(day, granularity);
    const { weights, gaps } = await readWeights(session, rules, period, bucket);
    const { rows: found, warnings } = allocateGroups(groups, rules, weights, bucket);
    for (const warning of [...gaps, ...warnings]) analysis.warn(warning);
    const cut = partialBuckets(groups, { granularity, range: period });
    const parts = found.map((row) =>
      cut.has(String(row['period'])) ? { ...row, partial: true } : row,
    );
    // A report for CI has a case for each target. The total is not a target.
    const mayHaveTotal = input.focus !== true && !isCheckFormat(session.format);
    const all = mayHaveTotal && (input.total ?? isForPeople(session)) ? addWholes(parts) : parts;
    const rows = isForPeople(session)
      ? all.map(markPartial).map((row) => nameAll(row, 'target'))
      : all;
    const left = rows.filter(
      ({ target, allocated }) => target === unallocated && decimalOf(allocated).units !== 0n,
    );
    const mayBeLeft = input.requireFull !== true;
    const isFocus = input.focus === true;
    const shown = new Map(rows.map((row) => [isFocus ? describeAllocation(row) : row, row]));
    // The only period is in the caption.
    const named = granularity === undefined ? { ...figures, period: 'text' as const } : figures;
    const view = isFocus ? { columns: [], fields: allocationFields } : viewOf(named, rows);
    const describe = (one: ResultRow): CheckResult => {
      const row = shown.get(one) ?? one;
      return {
        name: [nameValue(row['target']), row['period'], row['currency'] ?? ''].join(' ').trim(),
        state: !left.includes(row) ? 'passed' : mayBeLeft ? 'skipped' : 'failed',
        message: `${row['total']} ${row['currency'] ?? ''}`.trim(),
      };
    };
    await showJudged(session, shown.keys(), {
      isCheck: !mayBeLeft,
      describe,
      view: {
        ...view,
        ...(isFocus ? {} : { apart: firstRows(rows) }),
        about: analysis.about({
          question: [
            `shared among ${nameColumn(by, analysis.grouping)} by ${basename(input.rules)}`,
          ],
        }),
      },
    });
    await analysis.conclude();
    if (mayBeLeft || left.length === 0) return;
    throw new CostctlError(
      'check_failed',
      `${describeLeft(left, currenciesOf(groups), granularity !== undefined)} could not be allocated`,
      { hint: 'no target of the rule has a weight in that period' },
    );
  },
});

/** What init writes is made from rows and serves any run, so it has no use for the options of a run. */
function refuseWithInit(
  { settings }: Session,
  input: Input<typeof options> & { readonly task?: string | undefined },
): void {
  if (input.task === init && input.rules !== undefined && input.rules !== init) {
    throw usageError(`init and --rules ${input.rules} cannot be used together`);
  }
  const settled: readonly unknown[] = [settings.convertTo.value, settings.rateMethod.value];
  const own = ['granularity', 'total', 'requireFull', 'focus', 'receipt', 'envelope'] as const;
  const more = ['convertTo', 'rates', 'rateDate', 'rateMethod', 'sourceColumn', 'maxLag'] as const;
  const idle = [...own, ...more]
    .filter((key) => input[key] !== undefined && !settled.includes(input[key]))
    .map(flagOf);
  if (idle.length > 0) {
    throw usageError(`init only writes a file of rules: leave out ${idle.join(' and ')}`);
  }
}

/** An amount for each currency, and for each period if there are several. */
function describeLeft(
  left: readonly ResultRow[],
  currencies: readonly (string | null)[],
  hasPeriods: boolean,
): string {
  const named = left.map(({ allocated, currency, period }) => {
    const code = typeof currency === 'string' ? currency : null;
    const amount = `${allocated} ${unitOf(code, currencies)}`.trimEnd();
    return hasPeriods ? `${amount} of ${period}` : amount;
  });
  return nameFirst(named, 5);
}
