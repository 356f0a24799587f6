import { readMetricValues } from '../../api/metric-calls.ts';
import { operations } from '../../api/operations.ts';
import { bucketOf, type DayRange, granularities } from '../../days.ts';
import {
  command,
  decimal,
  decimalOrNull,
  type Input,
  listOf,
  record,
  textOrNull,
  text as textSchema,
} from '../../declaration/command.ts';
import { inputFile, oneOf, text } from '../../declaration/kind.ts';
import { flagOf } from '../../declaration/line.ts';
import { flag, optional, optionalArgument, required } from '../../declaration/option.ts';
import { CostctlError, usageError } from '../../errors.ts';
import { addDecimals, type Decimal, parseDecimal, zero } from '../../json/decimal.ts';
import type { CheckResult } from '../../output/check-report.ts';
import type { View } from '../../output/view.ts';
import {
  allocate as allocateGroups,
  allocationFields,
  describeAllocation,
  unallocated,
} from '../../questions/allocate-costs.ts';
import type { AllocationRule } from '../../questions/allocation-rules.ts';
import type { MetricWeights } from '../../questions/allocation-weights.ts';
import { markFirst } from '../../questions/marker.ts';
import type { ResultRow } from '../../questions/result-rows.ts';
import { refuseUnknownColumn } from '../../rows/yaml-file.ts';
import type { Session } from '../../session.ts';
import { readTextFile } from '../../storage/read-input.ts';
import { nameFirst } from '../../text.ts';
import { writeFirstRules } from './allocate-init.ts';
import { analysisOptions, openAnalysis } from './analysis.ts';
import { currencyColumns, money, showJudged } from './figure-view.ts';
import { chooseCosts } from './options.ts';

/** In place of a file of rules, too: write one. A file of that name is ./init. */
const init = 'init';

const options = {
  ...analysisOptions,
  rules: optional(inputFile, 'YAML file of rules: whose cost is shared, among whom, how'),
  by: required(
    text('column', { example: 'tags.team', offers: 'columns' }),
    'the column that cost is shared among',
  ),
  granularity: optional(oneOf(granularities, 'period'), 'share each day, week or month by itself'),
  requireFull: flag('exit 11 if an amount could not be allocated'),
  focus: flag('name the fields as FOCUS 1.3 does: AllocatedMethodId and the like'),
};

const figures = {
  target: textOrNull,
  period: textSchema,
  currency: textOrNull,
  direct: decimal,
  allocated: decimal,
  total: decimal,
  method: textOrNull,
  ratio: decimalOrNull,
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
  details: `A rule has match (conditions as of --where, all of which must hold), to (a list of targets, or the
column of --by for every value that has cost of its own) and by: even, cost, fixed with weights, or
metric:ID/LABEL for the values of a business metric. By cost, a target whose credits exceed its cost is an error
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
        record(Object.fromEntries(allocationFields.map((name) => [name, textOrNull]))),
      ],
    }),
  run: async (session, input) => {
    const { by, granularity } = input;
    if (input.task === init || input.rules === init) {
      refuseWithInit(session, input);
      await writeFirstRules(session, input, by);
      return;
    }
    if (input.rules === undefined) {
      throw usageError(
        "required option '--rules <file>' not specified",
        `costctl costs allocate init --by ${by} -O rules.yaml writes a file to start from`,
      );
    }
    const { parseRules } = await import('../../questions/allocation-rules.ts');
    const rules = parseRules(input.rules, await readTextFile(input.rules), by);
    const marker = markFirst(rules.map(({ match }) => match));
    const choice = await chooseCosts(session, input);
    const { period } = choice;
    const analysis = await openAnalysis(session, input, choice, {
      by: [by],
      byDay: granularity !== undefined,
      marker,
    });
    const [groups = []] = await analysis.read(period);
    if (groups.length > 0) {
      const conditions = rules.flatMap(({ match }) => match);
      await refuseUnknownColumn(conditions, marker.missing(), analysis.names);
    }
    const whole = `${period.from}..${period.to}`;
    const bucket = (day: string | null) =>
      granularity === undefined || day === null ? whole : bucketOf(day, granularity);
    const weights = await readWeights(session, rules, period, bucket);
    const { rows, warnings } = allocateGroups(groups, rules, weights, bucket);
    for (const warning of warnings) analysis.warn(warning);
    const left = rows.filter(({ target }) => target === unallocated);
    const mayBeLeft = input.requireFull !== true;
    const isFocus = input.focus === true;
    const shown = new Map(rows.map((row) => [isFocus ? describeAllocation(row) : row, row]));
    const view = isFocus
      ? { columns: [], fields: allocationFields }
      : viewOf(rows, granularity !== undefined);
    const describe = (one: ResultRow): CheckResult => {
      const row = shown.get(one) ?? one;
      return {
        name: `${row['target'] ?? '(none)'} ${row['period']}`,
        state: row['target'] !== unallocated ? 'passed' : mayBeLeft ? 'skipped' : 'failed',
        message: `${row['total']} ${row['currency'] ?? ''}`.trim(),
      };
    };
    await showJudged(session, shown.keys(), {
      isCheck: !mayBeLeft,
      describe,
      view: { ...view, about: analysis.about() },
    });
    await analysis.conclude();
    if (mayBeLeft || left.length === 0) return;
    throw new CostctlError(
      'check_failed',
      `${describeLeft(left, granularity !== undefined)} could not be allocated`,
      {
        hint: 'no target of the rule has a weight in that period',
      },
    );
  },
});

/** The file that it writes is made from rows, and applies to any run. */
function refuseWithInit(
  { settings }: Session,
  input: Input<typeof options> & { readonly task?: string | undefined },
): void {
  if (input.task === init && input.rules !== undefined && input.rules !== init) {
    throw usageError(`init and --rules ${input.rules} cannot be used together`);
  }
  const settled: readonly unknown[] = [settings.convertTo.value, settings.rateMethod.value];
  const idle = (
    [
      'granularity',
      'requireFull',
      'focus',
      'convertTo',
      'rates',
      'rateDate',
      'rateMethod',
      'receipt',
      'envelope',
    ] as const
  )
    .filter((key) => input[key] !== undefined && !settled.includes(input[key]))
    .map(flagOf);
  if (idle.length > 0) {
    throw usageError(`init writes a file of rules, and has no use for ${idle.join(' and ')}`);
  }
}

/** The values of each metric that a rule names, added up by label and bucket; each metric is read once. */
export async function readWeights(
  session: Session,
  rules: readonly AllocationRule[],
  range: DayRange,
  bucketOfDay: (day: string) => string,
): Promise<MetricWeights> {
  const read = new Map<string, Promise<readonly MetricValue[]>>();
  const sums = new Map<string, Map<string, Decimal>>();
  for (const [number, { method, name }] of rules.entries()) {
    if (method.kind !== 'metric') continue;
    const address = { workspaceId: session.workspace(), metricId: method.metric };
    const values =
      read.get(method.metric) ?? collect(readMetricValues(session.http, address, range));
    read.set(method.metric, values);
    for (const { date, amount, labels } of await values) {
      const value = parseDecimal(String(amount ?? ''));
      const target = labels?.[method.label];
      if (value === undefined || date === undefined || date === null) {
        throw new CostctlError(
          'unexpected_response',
          `a value of ${method.metric} is not an amount on a day: ${amount} on ${date}`,
        );
      }
      if (target === undefined) continue;
      if (value.units < 0n) {
        throw new CostctlError(
          'invalid_data',
          `${name}: the value of ${target} on ${date} is negative`,
        );
      }
      const key = `${number} ${bucketOfDay(date)}`;
      const weights = sums.get(key) ?? new Map<string, Decimal>();
      sums.set(key, weights);
      weights.set(target, addDecimals(weights.get(target) ?? zero, value));
    }
  }
  return (rule, bucket) => sums.get(`${rule} ${bucket}`) ?? new Map();
}

type MetricValue =
  ReturnType<typeof readMetricValues> extends AsyncIterable<infer Value> ? Value : never;

async function collect(values: AsyncIterable<MetricValue>): Promise<readonly MetricValue[]> {
  const all: MetricValue[] = [];
  for await (const value of values) all.push(value);
  return all;
}

/** An amount for each currency, and for each period if there are several. */
function describeLeft(left: readonly ResultRow[], hasPeriods: boolean): string {
  const named = left.map(({ allocated, currency, period }) => {
    const amount = currency === null ? `${allocated}` : `${allocated} ${currency}`;
    return hasPeriods ? `${amount} of ${period}` : amount;
  });
  return nameFirst(named, 5);
}

function viewOf(rows: readonly ResultRow[], hasPeriods: boolean): View<ResultRow> {
  return {
    columns: [
      { path: 'target', importance: 'answer', none: '(none)', asked: true },
      ...(hasPeriods ? [{ path: 'period', importance: 'answer' } as const] : []),
      ...currencyColumns(rows),
      { path: 'direct', ...money, importance: 'normal' },
      { path: 'allocated', ...money },
      { path: 'total', ...money },
      { path: 'method', importance: 'extra' },
      { path: 'ratio', header: 'part of all', kind: 'number', importance: 'extra' },
    ],
    fields: Object.keys(figures),
  };
}
