import { flagOf, type Given } from '../declaration/line.ts';
import type { Option } from '../declaration/option.ts';
import { CostctlError } from '../errors.ts';
import { reportKeys } from '../profiles/configuration.ts';
import type { Setting } from '../settings/choose-settings.ts';
import type { Settings } from '../settings.ts';

interface Asked {
  readonly options: Readonly<Record<string, Option>>;
  readonly given: Given;
}

/**
 * An error names the option whose value is wrong. If the line does not have that option, a variable or the
 * profile gave the value, and the error names that instead.
 */
export function blameSetting(error: unknown, { options, given }: Asked, settings: Settings) {
  if (!(error instanceof CostctlError)) return error;
  const { code, message, details } = error;
  const flag = /^--[a-z-]+(?=[: ])/.exec(message)?.[0] ?? '';
  const key = Object.keys(options).find((one) => flagOf(one) === flag);
  if (key === undefined || key in given.options) return error;
  const origin = originOf(key, options, settings);
  if (origin === undefined) return error;
  return new CostctlError(code, `${origin}${message.slice(flag.length)}`, details);
}

function originOf(key: string, options: Asked['options'], settings: Settings): string | undefined {
  const inProfile = (name: string) => `profile ${settings.profile.value}: ${name}`;
  const isReport = options['convertTo']?.setting === 'reportConvertTo';
  const reportKey = reportKeys.find(
    (one) =>
      isReport &&
      one.toLowerCase() === `report${key.toLowerCase()}` &&
      settings.report?.[one] !== undefined,
  );
  switch (key) {
    case 'convertTo':
    case 'rateMethod': {
      const { value, source, origin }: Setting<string | undefined> = settings[key];
      if (reportKey !== undefined && source !== 'environment') return inProfile(reportKey);
      if (value === undefined) return undefined;
      return source === 'profile' ? inProfile(key) : origin;
    }
    case 'dateColumn':
    case 'amountColumn':
    case 'currencyColumn':
    case 'sourceColumn':
    case 'maxLag':
      return settings[key] === undefined ? undefined : inProfile(key);
    default:
      return reportKey === undefined ? undefined : inProfile(reportKey);
  }
}
