import { usageError } from '../../errors.ts';
import {
  type Conversion,
  type convertEach,
  convertGroups,
  type UsedRate,
} from '../../questions/convert-currency.ts';
import { rateMethodNames } from '../../questions/rate-method.ts';
import type { AboutConversion } from '../../rows/about.ts';
import type { CostColumns } from '../../rows/require-columns.ts';
import type { Group } from '../../rows/tally.ts';
import type { Session } from '../../session.ts';
import { type ConversionInput, sourcesOf } from './conversion.ts';

export function createConverter({ progress }: Session) {
  const used = new Map<string, UsedRate>();
  return {
    /** Every group in one currency. */
    convert: async (
      groups: readonly Group[],
      columns: CostColumns | undefined,
      conversion: Conversion,
      convertAll: typeof convertEach = convertGroups,
    ) => {
      requireCurrency(columns);
      progress.start('reading exchange rates');
      const converted = await convertAll(groups, conversion);
      progress.stop();
      for (const rate of converted.rates) used.set(nameRate(rate), rate);
      return converted.groups;
    },
    /** Each rate that was used, once: two periods may use the rate of one day. */
    used: () => [...used.values()],
  };
}

function requireCurrency(columns: CostColumns | undefined): void {
  if (columns === undefined || columns.currency !== undefined) return;
  throw usageError(
    '--convert-to needs the currency of each row, and the rows have no currency column',
    'name it with --currency-column; costctl costs columns shows the columns',
  );
}

/** A name that differs for each rate of a run. */
export function nameRate({ baseCurrency, targetCurrency, date }: UsedRate): string {
  return [baseCurrency, targetCurrency, date].join(' ');
}

export function describeConversion(
  { rateDate, method }: Conversion,
  to: string,
  { rates }: Pick<ConversionInput, 'rates'>,
  used: Iterable<UsedRate>,
): AboutConversion {
  const sources = sourcesOf(used);
  const day = rateDate === undefined ? rateMethodNames[method] : `rates of ${rateDate}`;
  return {
    to,
    rates: rates === undefined ? day : `${day} from ${rates}`,
    ...(sources.length === 0 ? {} : { sources }),
  };
}
