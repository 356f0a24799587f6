import { countDays, isDay } from '../../days.ts';
import { usageError } from '../../errors.ts';
import { day, type Said, say } from '../../phrase.ts';
import { type Conversion, convertGroups, type UsedRate } from '../../questions/convert-currency.ts';
import { rateMethodNames } from '../../questions/rate-method.ts';
import { type AboutConversion, describePolicy } from '../../rows/about.ts';
import type { CostColumns } from '../../rows/require-columns.ts';
import type { Group } from '../../rows/tally.ts';
import type { Session } from '../../session.ts';
import { nameFirst } from '../../text.ts';
import { type ConversionInput, type PolicyInput, readPolicy } from './conversion.ts';

export function createConverter({ progress }: Session) {
  const used = new Map<string, UsedRate>();
  return {
    convert: async (
      groups: readonly Group[],
      columns: CostColumns | undefined,
      conversion: Conversion,
    ) => {
      requireCurrency(columns);
      progress.start('reading exchange rates');
      const converted = await convertGroups(groups, conversion);
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

export function nameRate({ baseCurrency, targetCurrency, date }: UsedRate): string {
  return [baseCurrency, targetCurrency, date].join(' ');
}

export function describeConversion(
  { rateDate, rateMethod = 'daily', rates }: ConversionInput,
  to: string,
  used: readonly UsedRate[],
): AboutConversion {
  const sources = [...new Set(used.flatMap(({ source }) => source ?? []))].sort();
  const named = rateDate === undefined ? rateMethodNames[rateMethod] : `rates of ${rateDate}`;
  const age = Math.max(0, ...used.map(ageOf));
  const day = age > usualAge ? `${named}, up to ${age} days old` : named;
  // Only a file has rates without a day.
  const isUndated = used.length > 0 && used.every((one) => one.effectiveDate === null);
  const ofFile = isUndated ? `rates from ${rates} for all days` : `${day} from ${rates}`;
  return {
    to,
    rates: rates === undefined ? day : ofFile,
    ...(sources.length === 0 ? {} : { sources }),
  };
}

/** The days that a rate may be older than its amounts without a word: weekends and holidays have none. */
const usualAge = 7;

function ageOf({ date, effectiveDate }: UsedRate): number {
  const effective = effectiveDate?.slice(0, 10) ?? '';
  return isDay(effective) ? countDays({ from: effective, to: date }) - 1 : 0;
}

export async function quoteConversion(
  session: Session,
  input: ConversionInput & PolicyInput,
  used: readonly UsedRate[],
): Promise<readonly Said[]> {
  if (input.convertTo === undefined) return [];
  const { to, rates, sources = [] } = describeConversion(input, input.convertTo, used);
  const named = sources.length === 0 ? '' : ` (source: ${nameFirst(sources, 5)})`;
  const quoted = describePolicy(await readPolicy(session, input));
  const ofDay = `rates of ${input.rateDate}`;
  const at =
    input.rateDate !== undefined && rates.startsWith(ofDay)
      ? say`rates of ${day(input.rateDate)}${rates.slice(ofDay.length)}`
      : rates;
  return [say`Amounts are converted to ${to} at ${at}${named}`, ...quoted];
}
