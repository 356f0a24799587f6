import { isAbsolute } from 'node:path';
import { findIdProblem } from '../api/schemas/id-form.ts';
import { rateMethods } from '../days.ts';
import {
  currency,
  type Kind,
  kind,
  oneOf,
  parsed,
  text,
  wholeNumber,
} from '../declaration/kind.ts';
import { formatOfAlias, formats } from '../formats/registry.ts';
import { isLoopback } from '../http/proxy.ts';
import { profileNameForm } from '../profiles/configuration.ts';
import { knownLocale } from '../text.ts';

const profile = kind(
  'name',
  (value) =>
    profileNameForm.test(value)
      ? { value }
      : { problem: 'a profile name is 1 to 64 letters, digits, _ or -' },
  { noun: 'profiles' },
);

const workspace = kind(
  'id',
  (value) => {
    const problem = findIdProblem(value, 'wsp_');
    return problem === undefined ? { value } : { problem };
  },
  { noun: 'workspaces' },
);

/** Given in place of a currency: amounts keep their own, whatever the environment and the profile say. */
export const noTarget = 'none';

/** What amounts are converted to. */
const target: Kind<string> = {
  ...currency,
  parse: (given) => {
    if (given.toLowerCase() === noTarget) return { value: noTarget };
    const checked = currency.parse(given);
    return 'value' in checked ? checked : { problem: `${checked.problem}, or ${noTarget}` };
  },
};

const someText = parsed('text', 'must not be empty', {}, (given) =>
  given.trim() === '' ? undefined : given,
);

/** Absolute, because a run by cron starts in another folder. */
const absolutePath = parsed('path', 'must be an absolute path', {}, (given) =>
  isAbsolute(given) ? given : undefined,
);

const locale = parsed(
  'tag',
  'must be a known language tag, such as de-DE',
  { example: 'de-DE' },
  knownLocale,
);

/** How many days late rows may be: `2` for all, or `azure=3` for a source. */
export const lag = parsed(
  'days',
  'must be days, or SOURCE=DAYS',
  { example: '3' },
  (given): { source: string | undefined; days: number } | undefined => {
    const match = /^(?:(.+)=)?(\d{1,3})$/.exec(given.trim());
    return match === null ? undefined : { source: match[1], days: Number(match[2]) };
  },
);

/** `2,azure=3` */
const lags = kind('days', (given) => {
  const sources = lagsOf(given).map(({ source }) => source);
  if (sources.length < given.split(',').length) {
    return { problem: 'must be days, or SOURCE=DAYS, separated by commas' };
  }
  return new Set(sources).size === sources.length
    ? { value: given }
    : { problem: 'must have one number of days for each source' };
});

/** The valid parts of a list such as `2,azure=3`. */
export function lagsOf(text: string) {
  return text.split(',').flatMap((one) => {
    const checked = lag.parse(one);
    return 'value' in checked ? [checked.value] : [];
  });
}

/** `1` or `0`, as environment variables say it. */
export const onOrOff = parsed('1|0', 'must be 1 or 0', {}, (given) =>
  /^[01]$/.test(given) ? given === '1' : undefined,
);

/** A timer of Node runs for at most 24 days. */
const longestSeconds = 2_000_000;

const kinds = {
  profile,
  workspace,
  output: oneOf(formats, 'format', formatOfAlias),
  maxWait: seconds(0),
  timeout: seconds(0.001),
  retries: wholeNumber(0, 100),
  concurrency: wholeNumber(1, 16),
  tokenCommand: someText,
  dateColumn: someText,
  amountColumn: someText,
  currencyColumn: someText,
  sourceColumn: someText,
  maxLag: lags,
  convertTo: target,
  rateMethod: oneOf(rateMethods, 'method'),
  /** Whether the state before a change is stored, so that it can be undone. */
  journal: oneOf(['on', 'off'], 'on|off'),
  // The defaults of the options of a report with the same name.
  reportBy: someText,
  reportConvertTo: target,
  reportBudgets: absolutePath,
  reportRules: absolutePath,
  reportAllocateBy: someText,
  reportMetric: someText,
  reportRequire: someText,
  reportTitle: someText,
  reportLogo: absolutePath,
  reportLocale: locale,
};

type Values = {
  readonly [Key in keyof typeof kinds]: (typeof kinds)[Key] extends Kind<infer Value>
    ? Value
    : never;
};

/** The values of each setting, wherever it is set: by a flag, a variable, or the key of a profile. */
export const settingKinds: { readonly [Key in keyof Values]: Kind<Values[Key]> } = kinds;

function seconds(minimum: number): Kind<number> {
  return parsed(
    'seconds',
    `must be a number of seconds from ${minimum} to ${longestSeconds}`,
    { schema: { type: 'number', minimum, maximum: longestSeconds } },
    (given) => {
      const value = Number(given);
      const isPlain = /^\d+(\.\d+)?$/.test(given);
      if (!isPlain || value < minimum || value > longestSeconds) return undefined;
      // A timer counts milliseconds, and a profile that keeps 0.0000001 as 1e-7 could not be read again.
      return Math.round(value * 1000) / 1000;
    },
  );
}

/** Every path of the service starts with /v1, so an address that ends with it would repeat it. */
export const versionSuffix = /\/v1\/*\s*$/;

export function baseUrlKind(allowHttp: boolean): Kind<string> {
  return {
    ...text('url'),
    parse: (given) => {
      const problem = checkBaseUrl(given, allowHttp);
      return problem === undefined ? { value: given.replace(versionSuffix, '') } : { problem };
    },
  };
}

/** What an error about an address names: a program that uses the library sets other things. */
const onCommandLine = {
  token: 'a profile or COSTCTL_TOKEN',
  http: ' (COSTCTL_ALLOW_HTTP=1 accepts that)',
};

/** What is wrong with a base address; undefined if it is valid. Never repeats a password. */
export function checkBaseUrl(text: string, allowHttp: boolean, names = onCommandLine) {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined) return 'must be an address such as https://cost.example.com';
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    return 'must begin with https:// (or http:// for a loopback host)';
  }
  if (url.username !== '' || url.password !== '') {
    return `must not contain a user name or password: the token goes into ${names.token}`;
  }
  if (text.includes('?') || text.includes('#')) return 'must have no query or fragment';
  if (url.protocol === 'http:' && !allowHttp && !isLoopback(url.hostname)) {
    return `must begin with https://: plain http:// would show the token to the network${names.http}`;
  }
  return undefined;
}
