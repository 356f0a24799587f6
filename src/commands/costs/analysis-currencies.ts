import type { PeriodAnswer } from '../../questions/analyze.ts';
import type { Conversion, ConvertedGroup } from '../../questions/convert-currency.ts';
import type { CostColumns } from '../../rows/require-columns.ts';
import type { Group } from '../../rows/tally.ts';
import type { Session } from '../../session.ts';
import { hasPlace } from './analysis-about.ts';
import type { AnalysisInput } from './analysis-input.ts';
import { chooseConversions, describeRates, readPolicy } from './conversion.ts';
import { createConverter, describeConversion } from './convert-period.ts';

export interface CurrencyOptions {
  readonly keepsOriginals?: Conversion['keepsOriginals'];
  /** Amounts are converted later, by `inCurrency`, each group to one of these. */
  readonly targets?: readonly string[];
}

/** The currencies of an answer: what amounts are converted to, and which ones they have then. */
export async function openCurrencies(
  session: Session,
  input: AnalysisInput,
  { keepsOriginals, targets }: CurrencyOptions,
) {
  const conversions = await chooseConversions(session, input, targets);
  const [conversion] = conversions;
  const into = conversions.map(({ target }) => target).join(', ');
  const converter = createConverter(session);
  const found = new Set<string>();
  let columns: CostColumns | undefined;
  let policy: Awaited<ReturnType<typeof readPolicy>> = {};

  async function convert(
    groups: readonly Group[],
    to: Conversion | undefined,
    mayLack?: boolean,
  ): Promise<readonly ConvertedGroup[]> {
    if (to === undefined) return groups;
    return converter.convert(groups, columns, { ...to, keepsOriginals, mayLack });
  }

  function note(groups: readonly ConvertedGroup[]): readonly ConvertedGroup[] {
    for (const { currency } of groups) if (currency !== null) found.add(currency);
    return groups;
  }

  return {
    isConverted: conversion !== undefined,
    /** The groups of each period; currencies of those that only show what is usual are not those of the answer. */
    convertPeriods: async (
      periods: readonly PeriodAnswer[],
      ofRows: CostColumns | undefined,
      isAsked: (period: PeriodAnswer) => boolean,
    ): Promise<(readonly ConvertedGroup[])[]> => {
      columns = ofRows;
      if (conversion !== undefined && targets !== undefined) {
        return periods.map(({ groups }) => groups);
      }
      const converted: (readonly ConvertedGroup[])[] = [];
      for (const period of periods) {
        const groups = await convert(period.groups, conversion);
        converted.push(isAsked(period) ? note(groups) : groups);
      }
      return converted;
    },
    /** Groups in one of several currencies, if there is a rate; undefined if amounts keep theirs. */
    inCurrency:
      conversion === undefined
        ? undefined
        : async (groups: readonly Group[], currency: string) => {
            const to = conversions.find(({ target }) => target === currency);
            const converted = await convert(groups, to, true);
            note(converted.filter(({ lacks }) => lacks === undefined));
            return converted;
          },
    found: () => [...found].sort(),
    askPolicy: async () => {
      if (conversion !== undefined && hasPlace(session, input)) {
        policy = await readPolicy(session, input);
      }
    },
    /** Undefined if amounts keep their currencies. */
    describe: () =>
      conversion && { ...describeConversion(input, into, converter.used()), ...policy },
    record: async () =>
      conversion && describeRates(session, { ...input, convertTo: into }, converter.used()),
  };
}
