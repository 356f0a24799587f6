import { isAbsolute } from 'node:path';
import { type RateMethod, rateMethods } from '../days.ts';
import { type Format, formatOfAlias, formats } from '../formats/registry.ts';
import { isLoopback } from '../http/proxy.ts';
import { profileNameForm } from '../profiles/configuration.ts';
import { knownLocale } from '../text.ts';

/** Parses the text of a setting, or says what is wrong with it, worded to follow the setting's name. */
export type Form<Value> = (text: string) => Checked<Value>;

export type Checked<Value> = { readonly value: Value } | { readonly problem: string };

export const formOfFormat: Form<Format> = (text) => {
  const value = formats.find((format) => format === text.toLowerCase());
  if (value !== undefined) return { value };
  const meant = formatOfAlias(text.toLowerCase());
  const more = meant === undefined ? '' : `; did you mean ${meant}?`;
  return { problem: `must be one of ${formats.join(', ')}${more}` };
};

export const formOfMaxWait = seconds(0);
export const formOfTimeout = seconds(0.001);
export const formOfRetries = wholeNumber(0, 100);
export const formOfConcurrency = wholeNumber(1, 16);

export const formOfJournal: Form<'on' | 'off'> = (text) =>
  text === 'on' || text === 'off' ? { value: text } : { problem: 'must be on or off' };

export const formOfText: Form<string> = (text) =>
  text.trim() === '' ? { problem: 'must not be empty' } : { value: text };

/** `2`, or `2,azure=3`: days that rows may be late, in all or for a source. */
export const formOfLags: Form<string> = (text) => {
  const all = text.split(',');
  const lags = all.flatMap((one) => parseLag(one) ?? []);
  if (lags.length < all.length) {
    return { problem: 'must be days, or SOURCE=DAYS, separated by commas' };
  }
  const isOnce = new Set(lags.map(({ source }) => source)).size === lags.length;
  return isOnce ? { value: text } : { problem: 'must have one number of days for each source' };
};

/** `2` or `azure=3`; undefined if the text is neither. */
export function parseLag(text: string): { source: string | undefined; days: number } | undefined {
  const match = /^(?:(.+)=)?(\d{1,3})$/.exec(text.trim());
  return match === null ? undefined : { source: match[1], days: Number(match[2]) };
}

/** What amounts are converted to. */
export const formOfTarget: Form<string> = (text) => {
  if (text.toLowerCase() === noTarget) return { value: noTarget };
  return /^[A-Za-z]{3}$/.test(text)
    ? { value: text.toUpperCase() }
    : { problem: `must be three letters, or ${noTarget}` };
};

/** Amounts keep their currencies, whatever the environment and the profile say. */
export const noTarget = 'none';

export const formOfRateMethod: Form<RateMethod> = (text) => {
  const value = rateMethods.find((method) => method === text.toLowerCase());
  return value === undefined ? { problem: `must be one of ${rateMethods.join(', ')}` } : { value };
};

/** A run by cron begins in another folder. */
export const formOfAbsolutePath: Form<string> = (text) =>
  isAbsolute(text) ? { value: text } : { problem: 'must be an absolute path' };

export const formOfLocale: Form<string> = (text) => {
  const value = knownLocale(text);
  return value === undefined
    ? { problem: 'must be a known language tag, such as de-DE' }
    : { value };
};

export const formOfSwitch: Form<boolean> = (text) =>
  text === '1' || text === '0' ? { value: text === '1' } : { problem: 'must be 1 or 0' };

export const formOfProfileName: Form<string> = (text) =>
  profileNameForm.test(text)
    ? { value: text }
    : { problem: 'a profile name is 1 to 64 letters, digits, _ or -' };

export function formOfBaseUrl(allowHttp: boolean): Form<string> {
  return (text) => {
    const problem = checkBaseUrl(text, allowHttp);
    return problem === undefined ? { value: text.replace(versionSuffix, '') } : { problem };
  };
}

/** The longest time of a timer is 24 days. */
const longestSeconds = 2_000_000;

function seconds(minimum: number): Form<number> {
  const least = minimum === 0 ? '0 or more' : 'more than 0';
  return (text) => {
    const value = Number(text);
    return /^\d{1,10}(\.\d{1,6})?$/.test(text) && value >= minimum && value <= longestSeconds
      ? { value }
      : { problem: `must be a number of seconds, ${least}` };
  };
}

function wholeNumber(minimum: number, maximum: number): Form<number> {
  return (text) => {
    const value = Number(text);
    return /^\d{1,10}$/.test(text) && value >= minimum && value <= maximum
      ? { value }
      : { problem: `must be a whole number from ${minimum} to ${maximum}` };
  };
}

/** Every path of the service starts with it, so an address that ends with it would repeat it. */
export const versionSuffix = /\/v1\/*$/;

/** What is wrong with a base address; undefined if it is valid. Never repeats a password. */
export function checkBaseUrl(text: string, allowHttp: boolean): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined) return 'must be an address such as https://cost.example.com';
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    return 'must begin with https:// (or http:// for a loopback host)';
  }
  if (url.username !== '' || url.password !== '') {
    return 'must not contain a user name or password: the token goes into a profile or COSTCTL_TOKEN';
  }
  if (text.includes('?') || text.includes('#')) return 'must have no query and no fragment';
  if (url.protocol === 'http:' && !allowHttp && !isLoopback(url.hostname)) {
    return (
      'must begin with https://: plain http:// would show the token to the network ' +
      '(COSTCTL_ALLOW_HTTP=1 accepts that)'
    );
  }
  return undefined;
}
