import { version } from '../../../package.json';
import { getLabelledMetric } from '../../api/metric-calls.ts';
import { dayOf, monthRange } from '../../days.ts';
import { usageError } from '../../errors.ts';
import { parseRules } from '../../questions/allocation-rules.ts';
import { parseBudgets } from '../../questions/budgets-file.ts';
import { chooseAgainst } from '../../questions/compare-periods.ts';
import type { FindRate, Rate, UsedRate } from '../../questions/convert-currency.ts';
import { daysBefore } from '../../questions/one-off-days.ts';
import { type TrendPeriod, trendPeriods } from '../../questions/trend-lines.ts';
import {
  type Assignment,
  type Converter,
  type Gathered,
  gatherFacts,
} from '../../reports/gather-facts.ts';
import { type Phrase, type SectionId, sectionIds } from '../../reports/report-document.ts';
import type { Caveat, ReportFacts } from '../../reports/report-facts.ts';
import type { Completeness } from '../../rows/completeness.ts';
import type { Session } from '../../session.ts';
import { readTextFile } from '../../storage/read-input.ts';
import { readWeights } from './allocate.ts';
import { chooseConversion, quoteConversion } from './conversion.ts';
import { convertPeriod, nameRate } from './convert-period.ts';
import { chooseColumns } from './explain.ts';
import { describeShortPast, heldDays } from './held-days.ts';
import { findMetricScope } from './metric-scope.ts';
import { type CostChoice, chooseCosts, isHeld, openRows, requireHeld } from './options.ts';
import { historyOf, openPresence } from './presence.ts';
import type { ReportInput } from './report-options.ts';
import { createRowProgress } from './row-progress.ts';
import { readValues } from './unit.ts';
import { sourceAddress } from './write-receipt.ts';

/** A report that was gathered, and what its receipt needs. */
export interface ReportRun extends Gathered {
  readonly facts: ReportFacts;
  /** Whether the data is there; undefined if the rows do not show it. */
  readonly completeness: Completeness | undefined;
  readonly choice: CostChoice;
  readonly by: readonly string[];
  readonly sections: readonly SectionId[];
  readonly start: string;
  readonly requests: () => number;
  /** Every rate that an amount was multiplied by, in order. */
  readonly rates: () => readonly UsedRate[];
  readonly convertTo: string | undefined;
}

/** The days of a report: one month, which need not have ended. */
export function chooseReportMonth(session: Session, input: ReportInput): Promise<CostChoice> {
  return chooseCosts(session, input, { fallback: { lastMonth: true } });
}

export async function gatherReport(
  session: Session,
  input: ReportInput,
  choice: CostChoice,
  isClose = false,
): Promise<ReportRun> {
  const { period, today } = choice;
  const start = new Date(session.context.clock.now()).toISOString();
  const source = await openRows(session, choice);
  const baseline = chooseAgainst(period, input.against, today);
  const isBaselineKnown = await isHeld(choice.mirror, baseline);
  if (input.against !== undefined) await requireHeld(choice.mirror, baseline);
  const sections = (input.sections ?? sectionIds).filter(
    (id) => isBaselineKnown || (id !== 'total' && id !== 'changes'),
  );
  const columns = await chooseColumns(source, { by: input.by }, [period, baseline]);
  const { by } = columns;
  const past = daysBefore([period, baseline]);
  const held = isBaselineKnown ? await heldDays(choice.mirror, past) : [];
  const conversion = await openConversion(session, input);
  const tags = by.filter((column) => column.includes('.'));
  const units = sections.includes('unit') ? await readUnits(session, input, choice) : [];
  const caveats: Caveat[] = [];
  const warn = (section: SectionId, message: string) => {
    session.output.warn(message);
    caveats.push({ section, text: message });
  };
  const scope =
    units.length === 0
      ? undefined
      : await findMetricScope(source, period, choice, session.workspace());
  if (scope?.caveat !== undefined) warn('unit', scope.caveat);
  if (scope?.where !== undefined) {
    const text = `Unit costs divide the cost of the metric's workspace only: ${scope.where}`;
    caveats.push({ section: 'unit', text });
  }
  const caveat = isBaselineKnown ? describeShortPast(held, [period, baseline]) : undefined;
  if (caveat !== undefined) warn('changes', caveat);
  const months = sections.includes('months') ? await chooseMonths(input, choice) : [];
  const history = isClose ? await historyOf([period], [], input, choice) : [];
  const gathered = await gatherFacts({
    source,
    given: choice.columns,
    conditions: choice.conditions,
    report: createRowProgress(session),
    period,
    baseline,
    isBaselineKnown,
    areMonths: isMonth(period) && isMonth(baseline),
    today,
    title: input.title,
    sections,
    by,
    top: input.top ?? 10,
    budgets: sections.includes('budgets') ? await readBudgets(input) : undefined,
    allocation: sections.includes('allocation')
      ? await readAllocation(session, input, choice, tags[0])
      : undefined,
    required: input.require ?? tags.slice(0, 1),
    units,
    explain: isBaselineKnown ? { columns, past: held } : undefined,
    months,
    conversion: conversion?.converter,
    warn,
    unitScope: scope?.condition,
    history,
    sources: { given: input.sourceColumn ?? session.settings.sourceColumn, readsAll: true },
  });
  const judge = await openPresence(session, input, choice, { ...gathered, isGate: true });
  const completeness = judge(isClose ? [period] : [period, baseline]);
  if (completeness?.complete === false) session.output.note(completeness.text);
  const leftOut = gathered.facts.leftOut.map(({ title, why }) => `${title}, ${why}`);
  if (leftOut.length > 0) session.output.note(`left out: ${leftOut.join('; ')}`);
  return {
    ...gathered,
    completeness,
    facts: {
      ...gathered.facts,
      conditions: [...((await choice.mirror?.state())?.query.where ?? []), ...(input.where ?? [])],
      data: completeness?.text ?? 'it is not known whether the data is complete',
      caveats,
      warnings: session.output.warned(),
    },
    choice,
    by,
    sections,
    start,
    requests: source.requests,
    rates: () => conversion?.used() ?? [],
    convertTo: input.convertTo,
  };
}

/** Earlier months are read if someone asks for them, or if a mirror has them. */
async function chooseMonths(
  { months, sections }: ReportInput,
  { mirror, period, today }: CostChoice,
): Promise<readonly TrendPeriod[]> {
  if (months === undefined && sections === undefined && mirror === undefined) return [];
  const last = { last: period.to, today };
  const periods = trendPeriods(months ?? 13, 'month', last);
  const [first] = periods;
  if (first === undefined || mirror === undefined || months !== undefined) return periods;
  const held = await heldDays(mirror, [{ from: first.from, to: period.to }]);
  const since = held.at(-1)?.from ?? period.from;
  const own = periods.filter(({ from }) => from >= since);
  return own.length > 1 ? own : [];
}

/** Who made the report from what: the last lines. */
export async function describeOrigin(
  session: Session,
  { choice, windows, convertTo, rates }: ReportRun,
  receiptHash: string,
  input: ReportInput,
): Promise<Phrase[]> {
  const { period, mirror } = choice;
  const read = windows.reduce((sum, { window }) => sum + window.read, 0);
  const conversion = await quoteConversion(session, { ...input, convertTo }, rates());
  return [
    [
      `Made by costctl ${version} from ${mirror === undefined ? '' : 'a mirror of '}`,
      { kind: 'name', value: await sourceAddress(session, choice) },
      ' on ',
      { kind: 'day', value: dayOf(session.context.clock.now()) },
      '. Days are UTC.',
    ],
    [
      { kind: 'number', value: String(read) },
      ' rows of ',
      { kind: 'day', value: period.from },
      ' to ',
      { kind: 'day', value: period.to },
      ` were read, which matches the ${mirror === undefined ? "service's" : "mirror's"} count.`,
    ],
    ...(conversion === '' ? [] : [[conversion]]),
    [`SHA-256 of the receipt: ${receiptHash}`],
  ];
}

function isMonth({ from, to }: { readonly from: string; readonly to: string }): boolean {
  const whole = monthRange(from.slice(0, 7));
  return whole.from === from && whole.to === to;
}

async function readBudgets({ budgets: path }: ReportInput): Promise<Assignment['budgets']> {
  if (path === undefined) return undefined;
  const items = parseBudgets(path, await readTextFile(path));
  if (items.length === 0) throw usageError(`${path} has no budgets`);
  return items;
}

async function readAllocation(
  session: Session,
  { rules: path, allocateBy }: ReportInput,
  { period }: CostChoice,
  tag: string | undefined,
): Promise<Assignment['allocation']> {
  if (path === undefined) {
    if (allocateBy === undefined) return undefined;
    throw usageError('--allocate-by needs --rules', 'give --rules FILE');
  }
  const by = allocateBy ?? tag;
  if (by === undefined) {
    throw usageError('--rules needs a column to share the cost among', 'give --allocate-by COL');
  }
  const rules = parseRules(path, await readTextFile(path), by);
  const name = `${period.from}..${period.to}`;
  const weights = await readWeights(session, rules, period, () => name);
  return { by, rules, weights };
}

async function readUnits(
  session: Session,
  { metric: ids = [] }: ReportInput,
  { period }: CostChoice,
): Promise<Assignment['units']> {
  const units = [];
  for (const metricId of [...new Set(ids)]) {
    const address = { workspaceId: session.workspace(), metricId };
    const metric = await getLabelledMetric(session.http, address);
    const values = await readValues(session, address, period, undefined);
    units.push({ name: metric.name ?? metricId, unit: metric.unit ?? '', values });
  }
  return units;
}

interface OpenConversion {
  readonly converter: Converter;
  readonly used: () => readonly UsedRate[];
}

/** Several sections convert the amounts of one day: each rate is requested once. */
async function openConversion(
  session: Session,
  input: ReportInput,
): Promise<OpenConversion | undefined> {
  const conversion = await chooseConversion(session, input);
  if (conversion === undefined) return undefined;
  const asked = new Map<string, Promise<Rate | undefined>>();
  const used = new Map<string, UsedRate>();
  const find: FindRate = (base, target, date) => {
    const key = `${base} ${target} ${date}`;
    const rate = asked.get(key) ?? conversion.find(base, target, date);
    asked.set(key, rate);
    return rate;
  };
  return {
    used: () => [...used].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, rate]) => rate),
    converter: {
      byDay: conversion.rateDate === undefined,
      convert: async (groups, columns, target = conversion.target, convertAll = undefined) => {
        const own = { ...conversion, target, find };
        const converted = await convertPeriod(session, groups, columns, own, convertAll);
        for (const rate of converted.rates) used.set(nameRate(rate), rate);
        return converted.groups;
      },
    },
  };
}
