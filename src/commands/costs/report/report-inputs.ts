import { type DayRange, rangeName } from '../../../days.ts';
import { Name } from '../../../declaration/kind.ts';
import { metricId } from '../../../declaration/shared.ts';
import { usageError } from '../../../errors.ts';
import { compareTexts, within } from '../../../grouping.ts';
import { parseRules } from '../../../questions/allocation-rules.ts';
import {
  type FindRate,
  type MissingRate,
  missingRates,
  type Rate,
} from '../../../questions/convert-currency.ts';
import type { Assignment, Converter } from '../../../reports/assignment.ts';
import type { Session } from '../../../session.ts';
import { readTextFile } from '../../../storage/read-input.ts';
import { findId } from '../../named-record.ts';
import { chooseConversion } from '../conversion.ts';
import { createConverter, nameRate } from '../convert-period.ts';
import { chooseColumns } from '../explain/explain-periods.ts';
import { type CostChoice, openRows } from '../options.ts';
import { readMetric, readValues } from '../unit/metric-values.ts';
import { readWeights } from '../unit/metric-weights.ts';
import { type ReportInput, withDefaults } from './report-options.ts';

/** The input with the defaults of the profile, whose metrics may have names, as those of the option may. */
export async function completeInput(session: Session, given: ReportInput): Promise<ReportInput> {
  const input = withDefaults(given, session.settings.report);
  requireTargets(input);
  if (given.metric !== undefined || input.metric === undefined) return input;
  const idOf = (text: string) =>
    'value' in metricId.parse(text) ? text : findId(session, new Name('metrics', text, false));
  return { ...input, metric: await Promise.all(input.metric.map(idOf)) };
}

/** Tags are the columns within others. */
export function tagsOf(columns: readonly string[]): string[] {
  return columns.filter((column) => column.includes('.'));
}

/** Refuses, before any request, rules that lack the column of their targets, and a column that lacks rules. */
function requireTargets({ rules, allocateBy, by }: ReportInput): void {
  if (rules === undefined && allocateBy !== undefined) {
    throw usageError('--allocate-by needs --rules', 'give --rules FILE');
  }
  if (rules === undefined || allocateBy !== undefined || by === undefined) return;
  if (tagsOf(by).length === 0) throw needsColumn();
}

/** The same for columns that the rows choose: their first page shows whether there is a tag. */
export async function requireTag(session: Session, input: ReportInput, choice: CostChoice) {
  const { rules, allocateBy, by } = input;
  if (rules === undefined || allocateBy !== undefined || by !== undefined) return;
  const found = await chooseColumns(await openRows(session, choice), input, [choice.period]);
  if (tagsOf(found.by).length === 0) throw needsColumn();
}

function needsColumn() {
  return usageError('--rules needs a column to share the cost among', 'give --allocate-by COL');
}

export async function readAllocation(
  session: Session,
  { rules: path, allocateBy }: ReportInput,
  { period }: CostChoice,
  tag: string | undefined,
): Promise<Assignment['allocation']> {
  if (path === undefined) return undefined;
  const by = allocateBy ?? tag;
  if (by === undefined) throw needsColumn();
  const rules = parseRules(path, await readTextFile(path), by);
  const name = rangeName(period);
  return { by, rules, ...(await readWeights(session, rules, period, () => name)) };
}

export async function readUnits(
  session: Session,
  { metric: ids = [] }: ReportInput,
  range: DayRange,
): Promise<Assignment['units']> {
  const units = [];
  for (const metricId of [...new Set(ids)]) {
    const metric = await readMetric(session, metricId);
    const values = await readValues(session, metricId, range);
    units.push({ name: metric.name ?? metricId, unit: metric.unit ?? '', values });
  }
  return units;
}

/** Several sections convert the amounts of one day: each rate is requested once. */
export async function openConversion(session: Session, input: ReportInput) {
  const conversion = await chooseConversion(session, input);
  if (conversion === undefined) return undefined;
  const asked = new Map<string, Promise<Rate | undefined>>();
  const { convert, used } = createConverter(session);
  const lacking = new Set<MissingRate>();
  const find: FindRate = (...rate) => within(asked, rate.join(' '), () => conversion.find(...rate));
  const converter: Converter = {
    byDay: conversion.rateDate === undefined,
    convert: async (groups, columns, changes) => {
      const to = { ...conversion, find, ...changes, mayLack: true };
      const converted = await convert(groups, columns, to);
      // Other sections may lack others.
      if (changes?.mayLack !== true) {
        for (const rate of converted.flatMap(({ lacks = [] }) => lacks)) lacking.add(rate);
      }
      return converted;
    },
  };
  return {
    converter,
    used: () => used().toSorted((one, other) => compareTexts(nameRate(one), nameRate(other))),
    /** Fails with all rates that conversions lacked. */
    requireRates: () => {
      if (lacking.size > 0) throw missingRates([...lacking]);
    },
  };
}
