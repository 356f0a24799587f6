import type { Http } from '../../api/http.ts';
import { getRate, listCurrencies } from '../../api/rate-calls.ts';
import { getExchangeRatePolicy } from '../../api/workspace-calls.ts';
import { addDays, dayOf, parseDay } from '../../days.ts';
import { day, inputFile } from '../../declaration/kind.ts';
import { flagOf } from '../../declaration/line.ts';
import { type Input, optional, under } from '../../declaration/option.ts';
import { hasCode, ifFailed, isFailure, usageError } from '../../errors.ts';
import { within } from '../../grouping.ts';
import type { Conversion, FindRate, Rate, UsedRate } from '../../questions/convert-currency.ts';
import { readRates } from '../../questions/rates-file.ts';
import type { ReadPolicy } from '../../rows/about.ts';
import type { Session } from '../../session.ts';
import { noTarget, settingKinds } from '../../settings/setting-kinds.ts';
import { readTextFile } from '../../storage/read-input.ts';
import { nameFirst } from '../../text.ts';

const target = optional(
  settingKinds.convertTo,
  "convert all amounts to this currency, by default at each day's rate; none: do not convert",
  { setting: 'convertTo' },
);

export const conversionOptions = under('Currency:', {
  convertTo: { ...target, collect: (given: readonly unknown[]) => targetOf(target.collect(given)) },
  rateMethod: optional(
    settingKinds.rateMethod,
    "daily: the rate of an amount's day; month-average: the mean of its month; month-end: that of the last day of its month",
    { excludes: ['rateDate'], setting: 'rateMethod', usual: 'daily' },
  ),
  rateDate: optional(day, "convert all amounts at this day's rates"),
  rates: optional(
    inputFile,
    'rates from a csv or json file: baseCurrency, targetCurrency, rate and optionally date',
  ),
});

export type ConversionInput = Input<typeof conversionOptions>;

function targetOf(given: string | undefined): string | undefined {
  return given === noTarget ? undefined : given;
}

export async function chooseConversion(session: Session, input: ConversionInput) {
  const [only] = await chooseConversions(session, input);
  return only;
}

/** The conversion to the currency of the command line, or those to several in its place. */
export async function chooseConversions(
  { http, context }: Session,
  input: ConversionInput,
  several?: readonly string[],
): Promise<readonly Conversion[]> {
  const { convertTo, rateDate, rateMethod, rates } = input;
  if (convertTo === undefined) {
    refuseIdle({ rateDate, rateMethod, rates });
    return [];
  }
  const file = rates === undefined ? undefined : await readRates(rates, await readTextFile(rates));
  const targets = [...new Set(several ?? [convertTo])];
  const known = [...(file?.currencies ?? (await findCurrencies(http)))];
  const isKnown = (target: string) => known.length === 0 || known.includes(target);
  // A mistyped currency is found before any row is read, unless amounts are converted to others too.
  if (!targets.some(isKnown)) {
    throw usageError(
      `--convert-to: ${rates ?? 'the service'} has no rates for ${targets.join(', ')}`,
      `it has those of ${nameFirst(known.toSorted(), 10)}`,
    );
  }
  const find = file?.find ?? ((...asked: Parameters<FindRate>) => askRate({ http }, ...asked));
  return targets.map((target) => ({
    target,
    concurrency: http.concurrency,
    rateDate: rateDate === undefined ? undefined : parseDay(rateDate, '--rate-date'),
    method: rateMethod ?? 'daily',
    yesterday: addDays(dayOf(context.clock.now()), -1),
    find: isKnown(target) ? find : async () => undefined,
  }));
}

function refuseIdle(options: Readonly<Record<string, unknown>>): void {
  const idle = Object.entries(options).find(([, one]) => one !== undefined);
  if (idle === undefined) return;
  throw usageError(
    `${flagOf(idle[0])} needs --convert-to`,
    'name the currency, such as --convert-to EUR',
  );
}

const currenciesOf = new WeakMap<Http, Promise<readonly string[]>>();

/** Asked once per run. If the rates cannot be listed, each rate that is needed decides. */
function findCurrencies(http: Http): Promise<readonly string[]> {
  return within(currenciesOf, http, () => listCurrencies(http).catch(ifFailed([])));
}

export async function askRate(
  { http }: Pick<Session, 'http'>,
  base: string,
  target: string,
  date: string,
): Promise<Rate | undefined> {
  try {
    const found = await getRate(http, base, target, date);
    return {
      rate: String(found.rate),
      effectiveDate: found.effectiveDate ?? null,
      source: found.source ?? null,
    };
  } catch (error) {
    if (hasCode(error, 'not_found')) return undefined;
    throw error;
  }
}

/** What a receipt says about rates: those used, and the policy of the workspace. */
export async function describeRates(
  session: Session,
  input: ConversionInput & PolicyInput,
  rates: readonly UsedRate[],
): Promise<Readonly<Record<string, unknown>>> {
  const { convertTo, rateDate, rateMethod = 'daily' } = input;
  return {
    convertTo,
    ...(rateDate === undefined ? { rateMethod } : {}),
    rates,
    exchangeRatePolicy: null,
    ...(await readPolicy(session, input)),
  };
}

export interface PolicyInput {
  readonly mirror?: string | undefined;
}

const policies = new WeakMap<Http, Promise<ReadPolicy>>();

/** Asked once per run, if a workspace is known. */
export function readPolicy(
  session: Session,
  { mirror, rates }: Pick<ConversionInput, 'rates'> & PolicyInput,
): Promise<ReadPolicy> {
  const { http, settings } = session;
  if (settings.workspace.value === undefined && !settings.sandbox) return Promise.resolve({});
  if (mirror !== undefined && rates !== undefined) {
    const problem = 'with --mirror and --rates it is not asked for';
    return Promise.resolve({ exchangeRatePolicyProblem: problem });
  }
  return within(policies, http, () => askPolicy(session));
}

async function askPolicy({ http, workspace }: Session): Promise<ReadPolicy> {
  try {
    return { exchangeRatePolicy: await getExchangeRatePolicy(http, workspace()) };
  } catch (error) {
    if (isFailure(error)) return { exchangeRatePolicyProblem: error.message };
    throw error;
  }
}
